"""Whether the memory helps with work to come: real fixes, seen from the commit before each.

    python3 bench/timetravel.py REPOSITORY [--cases N] [--commits N] [--keep FOLDER] [--json]

For fixes, reverts and ended regressions of the newest commits the repository is learned up to the parent (a scratch
clone, one scratch home, oldest case first), the function about to change is opened, and the context is asked for with
the change's title as the task. Told is how often a card of the change that caused or explains it is in the injection,
and at which place; beside it keyword search over the same cards with the same budget, what lies in the file, and no
memory. Cases that no card explains say what comes along for nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path, PurePosixPath
from typing import Any

sys.path.insert(
    0, str(Path(__file__).resolve().parents[1])
)  # so that `python3 bench/timetravel.py` finds `bench`

from bench.timetravel_cases import Case, find_cases
from bench.timetravel_print import table
from bench.timetravel_rivals import by_keywords, in_file, packed
from bench.timetravel_score import Outcome, difference, figures, given, injected, interval, reciprocal
from whylens.app import open_memory
from whylens.memory import Memory
from whylens.memory.requests import ContextRequest
from whylens.model.card import Card
from whylens.model.words import FROM_GIT, Sensitivity
from whylens.runtime.git import Git

WAYS = ("whylens", "keywords", "keywords, as many", "in the file", "no memory")
#: The chosen cases are the same for one seed.
SEED = 5
#: Seconds a context may take; longer than in an editor, for nothing else must decide here than what is known.
DEADLINE = 5.0


def main() -> int:
    """Choose, travel, print."""
    options = _options()
    os.nice(options.nice)
    with tempfile.TemporaryDirectory(prefix="whylens-timetravel-") as scratch:
        folder = options.keep or Path(scratch)
        clone = _clone(options.repository.resolve(), folder / "project")
        cases = _cases(clone, folder, options)
        outcomes = list(travel(clone, folder, cases, options))
    report = summary(options.repository.name, outcomes)
    print(json.dumps(report, indent=1) if options.json else table(report))
    return 0


def travel(clone: Path, folder: Path, cases: list[Case], options: argparse.Namespace) -> Iterator[Outcome]:
    """What each way gives for each case, oldest first, in one home that learns on from case to case."""
    with tempfile.TemporaryDirectory(prefix="home-", dir=folder) as home:
        for number, case in enumerate(cases, 1):
            _checkout(clone, case.parent)
            memory = open_memory(clone, home=Path(home), embeddings=options.vectors)
            try:
                memory.learn()
                memory.embed()
                yield ask(memory, clone, case, options.budget)
            finally:
                memory.close()
            _say(f"{number}/{len(cases)} {case.commit[:9]} {case.title[:60]}")


def ask(memory: Memory, clone: Path, case: Case, budget: int) -> Outcome:
    """One case, asked as an editor would."""
    cards = [each for each in memory.every_card() if each.is_live and each.sensitivity is Sensitivity.NORMAL]
    answers = frozenset(each.handle for each in cards if _explains(each, case))
    buffer = (clone / case.path).read_text(encoding="utf-8", errors="replace")
    request = ContextRequest(task=case.title, path=case.path, line=case.line, buffer=buffer, budget=budget)
    injection = memory.context(request, deadline=DEADLINE)
    ours = given(injection.cards, answers, injection.tokens, injection.ms)
    found = by_keywords(cards, case.title)
    many, few = packed(found, case.path, budget), packed(found, case.path, budget, ours.cards)
    near = packed(in_file(cards, case.path), case.path, budget)
    return Outcome(
        case.commit,
        case.title,
        case.sort,
        case.path,
        " › ".join(case.symbol),
        tuple(sorted(answers)),
        {
            "whylens": ours,
            "keywords": given(many.cards, answers, many.tokens),
            "keywords, as many": given(few.cards, answers, few.tokens),
            "in the file": given(near.cards, answers, near.tokens),
            "no memory": given((), answers, 0),
        },
    )


def summary(name: str, outcomes: list[Outcome]) -> dict[str, Any]:
    """Everything that is told of a repository."""
    answerable = [each for each in outcomes if each.is_answerable]
    return {
        "repository": name,
        "cases": len(outcomes),
        "answerable": len(answerable),
        "sorts": {
            sort: sum(each.sort == sort for each in answerable) for sort in ("fix", "revert", "regression")
        },
        "ways": {way: figures(outcomes, way) for way in WAYS},
        "intervals": {
            way: {
                "injected": interval(outcomes, way, injected),
                "reciprocal rank": interval(outcomes, way, reciprocal),
            }
            for way in WAYS[:-1]
        },
        "whylens above": {
            way: {
                "injected": difference(outcomes, "whylens", way, injected),
                "reciprocal rank": difference(outcomes, "whylens", way, reciprocal),
            }
            for way in WAYS[1:]
        },
        "outcomes": [asdict(each) for each in outcomes],
    }


def _explains(card: Card, case: Case) -> bool:
    return any(each.basis in FROM_GIT and each.locator in case.causes for each in card.sources)


def _cases(clone: Path, folder: Path, options: argparse.Namespace) -> list[Case]:
    """Those explained by a commit that the whole history gives a card of, and others; oldest first."""
    known = _kept(folder / "known.pickle", lambda: _known(clone, folder))
    name = f"cases-{options.cases}-{options.commits}.pickle"
    can, cannot = _kept(folder / name, lambda: _chosen(clone, *known, options))
    return _in_order(clone, [*can, *cannot])


def _chosen(
    clone: Path, with_card: frozenset[str], names: frozenset[str], options: argparse.Namespace
) -> tuple[list[Case], list[Case]]:
    can: list[Case] = []
    cannot: list[Case] = []
    looked_at = 0
    for looked_at, case in enumerate(find_cases(clone, options.commits, SEED, names), 1):
        (can if with_card & {*case.causes} else cannot).append(case)
        if looked_at % 100 == 0:
            _say(f"looked at {looked_at} changes, {len(can)} of them explained by a commit with a card")
        if len(can) >= options.cases:
            break
    _say(f"{len(can)} of {looked_at} changes are explained by a commit with a card")
    return can, cannot[: options.others]


def _in_order(clone: Path, cases: list[Case]) -> list[Case]:
    """The cases so that no change is learned before it is asked about: by history, whatever their dates."""
    printed = subprocess.run(
        ["git", "rev-list", "--topo-order", "--reverse", "HEAD"], cwd=clone, check=True, capture_output=True
    )
    position = {sha: place for place, sha in enumerate(printed.stdout.decode().split())}
    return sorted(cases, key=lambda each: position[each.parent])


def _known(clone: Path, folder: Path) -> tuple[frozenset[str], frozenset[str]]:
    """The commits of the whole history that a card rests on, and what the files these cards are about are called."""
    with tempfile.TemporaryDirectory(prefix="whole-", dir=folder) as home:
        memory = open_memory(clone, home=Path(home), embeddings=False)
        try:
            memory.learn()
            cards = [
                card for card in memory.every_card() if any(each.basis in FROM_GIT for each in card.sources)
            ]
        finally:
            memory.close()
    commits = frozenset(each.locator for card in cards for each in card.sources if each.basis in FROM_GIT)
    paths = (path for card in cards for path in (*card.files, *(anchor.path for anchor in card.anchors)))
    return commits, frozenset(PurePosixPath(path).name for path in paths)


def _kept(file: Path, make: Any) -> Any:
    """What *make* gives, kept in *file* for the next run with the same folder."""
    if not file.is_file():
        file.write_bytes(pickle.dumps(make()))
    return pickle.loads(file.read_bytes())


def _clone(repository: Path, target: Path) -> Path:
    if not target.is_dir():
        subprocess.run(["git", "clone", "--quiet", "--shared", str(repository), str(target)], check=True)
        subprocess.run(
            ["git", "commit-graph", "write", "--reachable", "--changed-paths"],
            cwd=target,
            check=False,  # it only makes blame faster
            capture_output=True,
        )
    tip = Git(repository).head() or "HEAD"
    _checkout(target, tip)
    return target


def _checkout(clone: Path, commit: str) -> None:
    subprocess.run(["git", "checkout", "--quiet", "--force", "--detach", commit], cwd=clone, check=True)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repository", type=Path)
    parser.add_argument("--cases", type=int, default=80, help="at most so many that a card explains")
    parser.add_argument("--others", type=int, default=40, help="and at most so many that none explains")
    parser.add_argument(
        "--commits", type=int, default=4000, help="look for cases among so many of the newest commits"
    )
    parser.add_argument("--budget", type=int, default=1200, help="tokens of an injection")
    parser.add_argument(
        "--keep", type=Path, help="keep the clone and the chosen cases here, for the next run"
    )
    parser.add_argument(
        "--no-vectors", dest="vectors", action="store_false", help="without search by meaning"
    )
    parser.add_argument("--nice", type=int, default=10)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    return options


if __name__ == "__main__":
    raise SystemExit(main())

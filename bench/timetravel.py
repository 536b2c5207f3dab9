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
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

sys.path.insert(
    0, str(Path(__file__).resolve().parents[1])
)  # so that `python3 bench/timetravel.py` finds `bench`

from bench.timetravel_cases import Case
from bench.timetravel_choice import Wanted, cases_of, check_out, say, scratch_clone
from bench.timetravel_print import table
from bench.timetravel_rivals import by_keywords, in_file, packed
from bench.timetravel_score import Given, Outcome, difference, figures, given, injected, interval, reciprocal
from whylens.app import open_memory
from whylens.embed.tokens import estimate_tokens
from whylens.govern.confidence import is_sure
from whylens.govern.merge import same_statement
from whylens.inject import inject
from whylens.memory import Memory
from whylens.memory.contexts import HITS
from whylens.memory.requests import ContextRequest
from whylens.model.anchor import SYMBOL_SEPARATOR
from whylens.model.card import Card
from whylens.model.recall import Query
from whylens.model.words import FROM_GIT, Sensitivity

WAYS = ("whylens", "with unsure cards", "keywords", "keywords, as many", "in the file", "no memory")
#: Seconds a context may take; longer than in an editor, for nothing else must decide here than what is known.
DEADLINE = 5.0


def main() -> int:
    """Choose, travel, print."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="whylens-timetravel-") as scratch:
        folder = options.keep or Path(scratch)
        clone = scratch_clone(options.repository.resolve(), folder / "project")
        cases = cases_of(clone, folder, Wanted(options.cases, options.others, options.commits))
        outcomes = list(travel(clone, folder, cases, options))
    report = summary(options.repository.name, outcomes)
    print(json.dumps(report, indent=1) if options.json else table(report))
    return 0


def travel(clone: Path, folder: Path, cases: list[Case], options: argparse.Namespace) -> Iterator[Outcome]:
    """What each way gives for each case, oldest first, in one home that learns on from case to case."""
    with tempfile.TemporaryDirectory(prefix="home-", dir=folder) as home:
        memory = open_memory(clone, home=Path(home), embeddings=options.vectors)
        try:
            for number, case in enumerate(cases, 1):
                check_out(clone, case.parent)
                memory.learn()
                memory.embed()
                yield ask(memory, clone, case, options.budget)
                say(f"{number}/{len(cases)} {case.commit[:9]} {case.title[:60]}")
        finally:
            memory.close()


def ask(memory: Memory, clone: Path, case: Case, budget: int) -> Outcome:
    """One case, asked as an editor would."""
    cards = [each for each in memory.every_card() if each.is_live and each.sensitivity is Sensitivity.NORMAL]
    telling = [each for each in cards if _explains(each, case)]
    answers = frozenset(each.handle for each in telling)
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
        any(map(is_sure, telling)),
        {
            "whylens": ours,
            "with unsure cards": unsure_too(memory, case, buffer, budget, answers),
            "keywords": given(many.cards, answers, many.tokens),
            "keywords, as many": given(few.cards, answers, few.tokens),
            "in the file": given(near.cards, answers, near.tokens),
            "no memory": given((), answers, 0),
        },
    )


def unsure_too(memory: Memory, case: Case, buffer: str, budget: int, answers: frozenset[str]) -> Given:
    """What the context would be if it held back no card for being unsure."""
    symbol = SYMBOL_SEPARATOR.join(case.symbol)
    query = Query(text=case.title, files=(case.path,), symbols=(symbol,), k=HITS)
    view = memory.view(case.path, buffer)
    here = [each.cards for each in view.symbols if each.start <= case.line <= each.end]
    injection = inject(
        memory.recall(query, deadline=DEADLINE).hits,
        now=time.time(),
        count=estimate_tokens,
        budget_tokens=budget,
        files=query.files,
        symbols=query.symbols,
        standing=frozenset(each.card.id for cards in here[-1:] for each in cards),
        same=same_statement,
    )
    return given(injection.cards, answers, injection.tokens)


def summary(name: str, outcomes: list[Outcome]) -> dict[str, Any]:
    """Everything that is told of a repository."""
    answerable = [each for each in outcomes if each.is_answerable]
    return {
        "repository": name,
        "cases": len(outcomes),
        "answerable": len(answerable),
        "answerable by a sure card": sum(each.is_sure for each in answerable),
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
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    return options


if __name__ == "__main__":
    raise SystemExit(main())

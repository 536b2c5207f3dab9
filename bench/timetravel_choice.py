"""Chooses the cases of a journey through time, and keeps what that took for the next run."""

from __future__ import annotations

import pickle
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from bench.timetravel_cases import Case, find_cases
from whylens.app import open_memory
from whylens.model.words import FROM_GIT
from whylens.runtime.git import Git

#: The chosen cases are the same for one seed.
SEED = 5


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many cases that a card explains, how many others, among how many of the newest commits."""

    cases: int
    others: int
    commits: int


def cases_of(clone: Path, folder: Path, wanted: Wanted) -> list[Case]:
    """Those explained by a commit that the whole history gives a card of, and others; oldest first."""
    known = _kept(folder / "known.pickle", lambda: _known(clone, folder))
    name = f"cases-{wanted.cases}-{wanted.commits}.pickle"
    can, cannot = _kept(folder / name, lambda: _chosen(clone, *known, wanted))
    return _in_order(clone, [*can, *cannot])


def _chosen(
    clone: Path, with_card: frozenset[str], names: frozenset[str], wanted: Wanted
) -> tuple[list[Case], list[Case]]:
    can: list[Case] = []
    cannot: list[Case] = []
    looked_at = 0
    for looked_at, case in enumerate(find_cases(clone, wanted.commits, SEED, names), 1):
        (can if with_card & {*case.causes} else cannot).append(case)
        if looked_at % 100 == 0:
            say(f"looked at {looked_at} changes, {len(can)} of them explained by a commit with a card")
        if len(can) >= wanted.cases:
            break
    say(f"{len(can)} of {looked_at} changes are explained by a commit with a card")
    return can, cannot[: wanted.others]


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


def scratch_clone(repository: Path, target: Path) -> Path:
    if not target.is_dir():
        subprocess.run(["git", "clone", "--quiet", "--shared", str(repository), str(target)], check=True)
        subprocess.run(
            ["git", "commit-graph", "write", "--reachable", "--changed-paths"],
            cwd=target,
            check=False,  # it only makes blame faster
            capture_output=True,
        )
    tip = Git(repository).head() or "HEAD"
    check_out(target, tip)
    return target


def check_out(clone: Path, commit: str) -> None:
    subprocess.run(["git", "checkout", "--quiet", "--force", "--detach", commit], cwd=clone, check=True)


def say(text: str) -> None:
    """Tell how far it is, apart from the figures."""
    print(text, file=sys.stderr, flush=True)

"""What a hover says on the functions that change most, and whether it is more than the code says itself.

    python3 bench/changed_functions.py REPOSITORY [--functions N] [--commits N]

Learns the repository in a throw-away home, counts from the hunks of the last commits which functions change most (no
tests), and prints for each how many cards its hover holds and the first that does not come from a comment: what a
comment says, the code says too.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from whylens.anchor.languages import language_of
from whylens.anchor.symbols import outline, symbols_touched
from whylens.app import open_memory
from whylens.memory import Memory
from whylens.model.card import Card
from whylens.model.words import Basis
from whylens.runtime.git import CatFile, Commit, Git

#: A file with more hunks than this in one commit was reformatted.
MOST_HUNKS = 60
_TEST = re.compile(r"(^|/)(tests?|testing|testdata)/|_test\.|test_")
_IN_THE_CODE = frozenset({Basis.COMMENT, Basis.MARKER})

Function = tuple[str, tuple[str, ...]]


def main() -> int:
    """Learn, count, look, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repository", type=Path)
    parser.add_argument("--functions", type=int, default=20)
    parser.add_argument("--commits", type=int, default=1500)
    options = parser.parse_args()
    changes = most_changed(options.repository, options.commits)
    with tempfile.TemporaryDirectory(prefix="whylens-hovers-") as home:
        memory = open_memory(options.repository, home=Path(home), embeddings=False)
        memory.learn()
        shown = telling = 0
        for (path, symbol), count in changes.most_common(3 * options.functions):
            cards = hovered(memory, options.repository, path, symbol)
            if cards is None or shown == options.functions:
                continue
            more = [card for card in cards if card.basis not in _IN_THE_CODE]
            shown, telling = shown + 1, telling + bool(more)
            first = more[0].summary[:110] if more else "–"
            print(f"{count:4} {path} {' › '.join(symbol)} | {len(cards)} cards | {first}")
        memory.close()
    print(f"{telling} of {shown} hovers say something that the code does not")
    return 0


def most_changed(repository: Path, commits: int) -> Counter[Function]:
    """How often each function was touched by the last *commits* commits."""
    git = Git(repository)
    present = frozenset(git.ls_files())
    counted: Counter[Function] = Counter()
    with CatFile(repository) as blobs:
        for commit in git.with_hunks([each for each in git.log(limit=commits) if not each.is_merge]):
            counted.update(_touched(commit, blobs, present))
    return counted


def _touched(commit: Commit, blobs: CatFile, present: frozenset[str]) -> Iterator[Function]:
    for change in commit.changes:
        language = language_of(change.path)
        if change.path not in present or _TEST.search(change.path) or language in (None, "markdown"):
            continue
        blob = blobs.read(commit.sha, change.path) if 0 < len(change.hunks) <= MOST_HUNKS else None
        if blob is None:
            continue
        ranges = [(start, start + max(count, 1) - 1) for start, count in change.hunks]
        for symbol in symbols_touched(outline(blob.decode("utf-8", "replace"), language), ranges):
            if symbol.kind in ("function", "method"):
                yield change.path, symbol.path


def hovered(memory: Memory, repository: Path, path: str, symbol: tuple[str, ...]) -> list[Card] | None:
    """The cards of a function's hover; None when it is not there any more."""
    text = (repository / path).read_text(errors="replace")
    if symbol not in {each.path for each in outline(text, language_of(path)).symbols}:
        return None
    return [
        placed.card
        for each in memory.view(path, text).symbols
        if each.symbol == symbol
        for placed in each.cards
    ]


if __name__ == "__main__":
    raise SystemExit(main())

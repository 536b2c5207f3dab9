"""Measures what becomes of functions renamed or deleted long after something was said of them, in any repository.

For functions that past commits touched and that are still there, the present file is changed in one of three ways: the
function gets a name close to its own, a wholly other name (callers in the file follow, as in a real rename), or is
deleted. The product then looks for it from the text of that commit. Found under the new name is right; anything found
for a deleted one is wrong, though a part that was taken out of it may be what is found.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from whylens.anchor.languages import language_of
from whylens.anchor.make import make_anchor
from whylens.anchor.outline import Outline, Symbol
from whylens.anchor.relocate import relocate
from whylens.anchor.symbols import outline, symbols_touched
from whylens.model.words import AnchorState

#: Larger changes say little about any one function.
LONGEST_CHANGE = 60_000
FILES, FUNCTIONS = 4, 2


@dataclass(frozen=True, slots=True)
class Case:
    """A function as a commit left it, and the file as it is today."""

    path: str
    then: Outline
    symbol: Symbol
    now: Outline


def run(repository: Path, wanted: int = 120, seed: int = 7) -> dict[str, dict[str, float]]:
    """Return, by what happened to the function, the shares found, lost and shown at a wrong place."""
    counts: dict[str, Counter[str]] = {"close name": Counter(), "other name": Counter(), "deleted": Counter()}
    for number, case in enumerate(_cases(repository, seed)):
        if number == wanted:
            break
        name = case.symbol.name
        counts["close name"][_outcome(case, f"x_{name}")] += 1
        counts["other name"][_outcome(case, "wholly_new")] += 1
        counts["deleted"][_outcome(case, None)] += 1
    return {
        kind: {outcome: round(number / max(1, seen.total()), 4) for outcome, number in sorted(seen.items())}
        for kind, seen in counts.items()
    }


def _outcome(case: Case, new_name: str | None) -> str:
    symbol, after = case.symbol, _changed(case, new_name)
    anchor = make_anchor(case.path, "\n".join(case.then.lines), symbol.name_line, symbol.path, case.then)
    place = relocate(anchor, {case.path: outline(after, case.now.language)}, case.then)
    if place.state is AnchorState.LOST:
        return "lost"
    return "found" if new_name and place.symbol == (*symbol.path[:-1], new_name) else "wrong"


def _changed(case: Case, new_name: str | None) -> str:
    if new_name is not None:
        return re.sub(rf"\b{re.escape(case.symbol.name)}\b", new_name, "\n".join(case.now.lines))
    present = case.now.by_path[case.symbol.path][0]
    return "\n".join([*case.now.lines[: present.doc_start - 1], *case.now.lines[present.end :]])


def _cases(repository: Path, seed: int) -> Iterator[Case]:
    commits = _git(repository, "log", "--no-merges", "--format=%H").split()
    random.Random(seed).shuffle(commits)
    for commit in commits:
        change = _git(repository, "show", "-U0", "--format=", commit)
        if len(change) <= LONGEST_CHANGE:
            for path, lines in list(_touched(change).items())[:FILES]:
                yield from _of_file(repository, commit, path, lines)


def _of_file(repository: Path, commit: str, path: str, lines: list[tuple[int, int]]) -> Iterator[Case]:
    text = _git(repository, "show", f"HEAD:{path}") if language_of(path) not in (None, "markdown") else ""
    if not text:
        return
    now = outline(text, language_of(path, text))
    then = outline(_git(repository, "show", f"{commit}:{path}"), now.language)
    for symbol in symbols_touched(then, lines)[:FUNCTIONS]:
        alone = len(then.by_path[symbol.path]) == len(now.by_path.get(symbol.path, ())) == 1
        if alone and symbol.kind in ("function", "method") and symbol.name.isidentifier():
            yield Case(path, then, symbol, now)


def _touched(change: str) -> dict[str, list[tuple[int, int]]]:
    """The lines a change wrote, by path."""
    found: dict[str, list[tuple[int, int]]] = {}
    path = ""
    for line in change.split("\n"):
        if line.startswith("+++ "):
            path = line.removeprefix("+++ b/") if line.startswith("+++ b/") else ""
        elif path and (match := re.match(r"@@ .*?\+(\d+)(?:,(\d+))? @@", line)):
            start, count = int(match[1]), int(match[2] or 1)
            found.setdefault(path, []).append((start, start + max(count, 1) - 1))
    return found


def _git(repository: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(repository), *arguments], capture_output=True, check=False)
    return done.stdout.decode("utf-8", "replace")


def main() -> int:
    """Print the shares for each repository."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repositories", type=Path, nargs="+")
    parser.add_argument("--functions", type=int, default=120, help="how many functions of each repository")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    reports = {each.name: run(each, arguments.functions) for each in arguments.repositories}
    if arguments.json:
        print(json.dumps(reports, indent=1))
        return 0
    for name, report in reports.items():
        for kind, shares in report.items():
            print(f"{name:16}{kind:12}" + "".join(f"  {word} {share:.3f}" for word, share in shares.items()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

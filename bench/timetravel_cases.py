"""Finds in a history the changes a memory should have helped with, and which earlier commits explain each.

A case is a fix, a revert or the end of a regression that takes away lines of a function. What explains it is who wrote
those lines (`git blame` of the parent, blank lines and lone brackets left out), and every earlier commit the message
names by its id or by a number.
"""

from __future__ import annotations

import random
import re
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from whylens.anchor.languages import language_of
from whylens.anchor.outline import Symbol
from whylens.anchor.symbols import outline, symbol_at
from whylens.runtime.git import Commit, Git

#: A change of more files or more removed lines is no fix of one thing.
MOST_FILES, MOST_LINES = 8, 80

_TEST = re.compile(r"(^|/)(tests?|testing|testdata|spec|fixtures?)/|_test\.|test_|\.spec\.|\.test\.|Test\.")
_BOT = re.compile(r"\[bot\]|\bbot\b|dependabot|renovate", re.IGNORECASE)
_REVERT = re.compile(r"^\s*revert\b|\bthis reverts commit\b", re.IGNORECASE)
_REGRESSION = re.compile(r"\bregress(?:ion|ed|es)\b", re.IGNORECASE)
_FIX = re.compile(
    r"\b(?:fix(?:e[sd]|ing)?|bugs?|crash(?:es|ed)?|leaks?|overflows?|deadlocks?|races?|panics?|broken|wrong"
    r"|incorrect(?:ly)?|avoid|prevent|fails?|failure|hang(?:s|ing)?)\b",
    re.IGNORECASE,
)
#: Mends no behaviour.
_TRIFLE = re.compile(
    r"\b(?:typos?|spelling|misspell\w*|grammar|lint(?:er)?|warnings?|comments?|docs?|documentation|readme|changelog"
    r"|format(?:ting)?|whitespace|indentation|build|ci|tests?)\b",
    re.IGNORECASE,
)
_ID = re.compile(r"\b[0-9a-f]{7,40}\b")
_NUMBER = re.compile(r"#(\d{2,6})\b")
#: How a commit says that a number is its own: at the end of the subject, as a merge, or by what it closes.
_OWN_NUMBER = re.compile(
    r"\(#(\d{2,6})\)|\bpull request #(\d{2,6})\b|\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?)\b:?\s+#(\d{2,6})\b",
    re.IGNORECASE,
)
_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+")
_BLAMED = re.compile(rb"^([0-9a-f]{40}) \d+ \d+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Case:
    """A change to come: where its author stood before it, what they were about to do, and what explains it.

    `line` is 1-based, in the parent's text of `path`; `sort` is `fix`, `revert` or `regression`.
    """

    commit: str
    parent: str
    at: float
    title: str
    sort: str
    path: str
    line: int
    symbol: tuple[str, ...]
    causes: tuple[str, ...]


def find_cases(root: Path, newest: int, seed: int, names: frozenset[str]) -> Iterator[Case]:
    """The cases among the *newest* commits that change a file called one of *names* (without folders), in an order that
    *seed* decides: take as many as are wanted."""
    git = Git(root)
    numbered = _numbered(git.log())
    sorts = ((commit, sort_of(commit)) for commit in git.log(limit=newest) if len(commit.parents) == 1)
    mending = [each for each in sorts if each[1]]
    random.Random(seed).shuffle(mending)
    for commit, sort in mending:
        if not any(PurePosixPath(each.path).name in names for each in commit.changes):
            continue
        if (case := _case(root, commit, sort, numbered)) is not None:
            yield case


def sort_of(commit: Commit) -> str:
    """`revert`, `regression` or `fix`; empty for a change that mends no behaviour, and for those of robots."""
    if _BOT.search(commit.author_name) or _TRIFLE.search(commit.subject):
        return ""
    if _REVERT.search(commit.message):
        return "revert"
    if _REGRESSION.search(commit.message):
        return "regression"
    return "fix" if _FIX.search(commit.subject) else ""


def removed_lines(diff: str) -> list[tuple[int, int]]:
    """The (first, last) lines, 1-based, that the hunks of a diff without context take from the old file."""
    found = ((int(hunk[1]), int(hunk[2] or 1)) for hunk in _HUNK.finditer(diff))
    return [(first, first + count - 1) for first, count in found if count]


def named_commits(message: str) -> tuple[list[str], list[str]]:
    """The ids and the numbers a message names."""
    ids = [each for each in _ID.findall(message) if any(map(str.isdigit, each))]
    return ids, _NUMBER.findall(message)


def _case(root: Path, commit: Commit, sort: str, numbered: dict[str, list[str]]) -> Case | None:
    files = [each.path for each in commit.changes if each.status == "M" and _is_source(each.path)]
    if not 0 < len(files) <= MOST_FILES:
        return None
    parent = commit.parents[0]
    removed = {path: _removed(root, commit, path) for path in files}
    if not 0 < sum(len(lines) for _, lines in removed.values()) <= MOST_LINES:
        return None
    found = [(place, path) for path, (text, lines) in removed.items() if (place := _place(text, path, lines))]
    if not found:
        return None
    (_, line, symbol), path = max(found, key=lambda each: each[0][0])
    causes = Counter(sha for each, (_, lines) in removed.items() for sha in _blame(root, parent, each, lines))
    causes.update(_named(root, commit, numbered))
    return Case(
        commit.sha,
        parent,
        commit.committed_at,
        commit.subject,
        sort,
        path,
        line,
        symbol.path,
        tuple(sha for sha, _ in causes.most_common()),
    )


def _is_source(path: str) -> bool:
    return language_of(path) not in (None, "markdown") and not _TEST.search(path)


def _removed(root: Path, commit: Commit, path: str) -> tuple[str, list[int]]:
    """The text of *path* before *commit*, and those of the lines it loses that hold a word."""
    text = _git(root, "show", f"{commit.parents[0]}:{path}").decode("utf-8", "replace")
    diff = _git(root, "diff", "-U0", commit.parents[0], commit.sha, "--", path).decode("utf-8", "replace")
    lines = text.split("\n")
    gone = (range(first, min(last, len(lines)) + 1) for first, last in removed_lines(diff))
    return text, [number for numbers in gone for number in numbers if re.search(r"\w", lines[number - 1])]


def _place(text: str, path: str, removed: Sequence[int]) -> tuple[int, int, Symbol] | None:
    """(lines lost, first of them, the function) of the function that loses most lines; None outside any."""
    found = outline(text, language_of(path))
    losing: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    symbols: dict[tuple[str, ...], Symbol] = {}
    for line in removed:
        if (symbol := symbol_at(found, line)) is not None:
            losing[symbol.path].append(line)
            symbols[symbol.path] = symbol
    if not losing:
        return None
    most = max(losing, key=lambda each: len(losing[each]))
    return len(losing[most]), losing[most][0], symbols[most]


def _blame(root: Path, commit: str, path: str, lines: Sequence[int]) -> list[str]:
    if not lines:
        return []
    ranges = [part for line in lines for part in ("-L", f"{line},{line}")]
    printed = _git(root, "blame", "--porcelain", "-w", *ranges, commit, "--", path)
    return [each.decode() for each in _BLAMED.findall(printed)]


def _named(root: Path, commit: Commit, numbered: dict[str, list[str]]) -> list[str]:
    ids, numbers = named_commits(commit.message)
    found = [
        _git(root, "rev-parse", "--verify", "--quiet", f"{each}^{{commit}}").decode().strip() for each in ids
    ]
    found += [sha for number in numbers for sha in numbered.get(number, ())]
    return [
        sha for sha in dict.fromkeys(found) if sha and sha != commit.sha and _is_before(root, sha, commit)
    ]


def _is_before(root: Path, sha: str, commit: Commit) -> bool:
    return Git(root).is_ancestor(sha, of=commit.parents[0])


def _numbered(commits: Iterable[Commit]) -> dict[str, list[str]]:
    """The commits that say a number is theirs."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for commit in commits:
        for numbers in _OWN_NUMBER.findall(commit.message):
            found[next(filter(None, numbers))].append(commit.sha)
    return found


def _git(root: Path, *arguments: str) -> bytes:
    """What git prints, nothing when it says no: an object may be missing."""
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else b""

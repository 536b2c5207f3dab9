"""Where a commit's statement belongs in the code of today: the functions it touched, followed to the current tree."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from whylens.anchor.languages import language_of
from whylens.anchor.make import make_anchor
from whylens.anchor.outline import Outline, Symbol
from whylens.anchor.relocate import relocate
from whylens.anchor.symbols import outline, symbols_touched
from whylens.extract.generated import is_bookkeeping
from whylens.model.anchor import Anchor
from whylens.model.card import CardDraft
from whylens.model.words import AnchorState
from whylens.runtime.git import Commit, FileChange

#: A statement about more functions than this is about none of them in particular.
MOST_SYMBOLS = 3
#: A commit over more files than this says little about any one of them.
MOST_FILES = 8
#: Over more source files than this, only functions that the statement names are meant.
MOST_FILES_UNNAMED = 6
#: Of many functions, one must hold this share of the changed lines to be what the statement is about.
MAIN_SHARE = 0.2
#: Shorter lines (a brace, a `return`) stand in every file and say nothing about what survived.
SHORTEST_LINE = 13
#: Files of the current tree kept in memory while the history is walked.
_FILES_KEPT = 400

_TEST_PATH = re.compile(
    r"(^|/)(tests?|testing|__tests__|spec|specs|testdata|fixtures?|fakes?|mocks?)/|(^|/)(test_|fakes?[._])|[._-](test|spec|fake)s?\."
)
_WORD = re.compile(r"[A-Za-z_$][\w$]*")

ReadBlob = Callable[[str, str], bytes | None]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a statement belongs today.

    `anchors` is empty when it is about no function in particular. `surviving` is the share (0..1) of the lines the
    commit wrote that still stand in their files; None when it wrote none worth counting, 1 when it changed no file.
    """

    anchors: tuple[Anchor, ...] = ()
    files: tuple[str, ...] = ()
    surviving: float | None = None


@dataclass(frozen=True, slots=True)
class _Touched:
    change: FileChange
    path_now: str
    text: str
    outline: Outline
    #: The same text read by the language of the file's present name, which is what it is compared with.
    before: Outline
    symbol: Symbol
    lines: int


@dataclass(frozen=True, slots=True)
class _Then:
    """What a commit did to one file: the functions touched; lines written and lines of them that still stand."""

    touched: list[_Touched] = field(default_factory=list[_Touched])
    surviving: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class _Now:
    """A file of today; `outline` is None where its language is not known."""

    text: str
    outline: Outline | None

    @cached_property
    def lines(self) -> frozenset[str]:
        """Its lines without the white space around them."""
        return frozenset(line.strip() for line in self.text.split("\n"))


class Renames:
    """What older names of files are called today, learned while the history is walked newest first."""

    def __init__(self, present: frozenset[str]) -> None:
        self._present = present
        self._now: dict[str, str] = {}

    def note(self, commit: Commit) -> None:
        """Take in the renames of *commit*; for commits older than it the old name means the new one's file."""
        for change in commit.changes:
            if change.old_path is not None and change.status == "R":
                self._now[change.old_path] = self._now.get(change.path, change.path)

    def now(self, path: str) -> str | None:
        """The current name of the file called *path* at this point of the walk, None when it is gone."""
        current = self._now.get(path, path)
        return current if current in self._present else (path if path in self._present else None)


class Placer:
    """Finds the functions a commit's statement is about, and where they stand in the commit checked out."""

    def __init__(self, read: ReadBlob, head: str, renames: Renames) -> None:
        self._read = read
        self._head = head
        self._renames = renames
        self._current: OrderedDict[str, _Now | None] = OrderedDict()
        self._commit = ""
        self._files_then: dict[str, _Then] = {}

    def place(self, commit: Commit, draft: CardDraft) -> Place:
        """Where *draft*, a statement of *commit*, belongs."""
        changes = _source_changes(commit.changes)
        files = tuple(self._renames.now(each.path) or each.path for each in changes[:MOST_FILES])
        if len(changes) > MOST_FILES:
            named = [each for each in changes if _stem(each.path) in _words(draft)]
            changes = named[:MOST_FILES]
        touched = [each for change in changes for each in self._then(commit, change).touched]
        chosen = _chosen(touched, _words(draft), named_only=len(changes) > MOST_FILES_UNNAMED)
        anchors = tuple(anchor for each in chosen if (anchor := self._anchor(commit, each)) is not None)
        return Place(anchors, files, self._surviving(commit, changes))

    def _surviving(self, commit: Commit, changes: Sequence[FileChange]) -> float | None:
        """The share of the lines that *commit* wrote into *changes* which stand in the same files today."""
        if not commit.changes:
            return 1.0
        counts = [self._then(commit, change).surviving for change in changes]
        written, still = sum(each[0] for each in counts), sum(each[1] for each in counts)
        return still / written if written else None

    def _count_surviving(self, change: FileChange, text: str) -> tuple[int, int]:
        """How many lines worth counting *change* wrote, and how many of them stand in its file today."""
        lines = text.split("\n")
        spans = [(start - 1, start - 1 + count) for start, count in change.hunks]
        written = [
            line for left, right in spans for each in lines[left:right] if _counts(line := each.strip())
        ]
        now = self._now(path) if (path := self._renames.now(change.path)) and written else None
        return len(written), sum(line in now.lines for line in written) if now else 0

    def _then(self, commit: Commit, change: FileChange) -> _Then:
        """What *change* did to its file; the file is read once for all statements of a commit."""
        if commit.sha != self._commit:
            self._commit, self._files_then = commit.sha, {}
        if change.path not in self._files_then:
            blob = self._read(commit.sha, change.path) if change.hunks else None
            text = blob.decode("utf-8", "replace") if blob is not None else None
            self._files_then[change.path] = (
                _Then(self._touched(change, text), self._count_surviving(change, text))
                if text is not None
                else _Then()
            )
        return self._files_then[change.path]

    def _touched(self, change: FileChange, text: str) -> list[_Touched]:
        """The functions *change* touches in *text*, the file as it was."""
        path_now = self._renames.now(change.path)
        language = language_of(change.path)
        if path_now is None or language is None:
            return []
        ranges = [(start, start + max(count, 1) - 1) for start, count in change.hunks]
        then = outline(text, language)
        today = language_of(path_now, text)
        before = then if today == language else outline(text, today)
        return [
            _Touched(change, path_now, text, then, before, symbol, _overlap(symbol, ranges))
            for symbol in symbols_touched(then, ranges)
        ]

    def _anchor(self, commit: Commit, touched: _Touched) -> Anchor | None:
        """An anchor that names the function as it is called today and remembers the body it was written about."""
        then = make_anchor(
            touched.change.path,
            touched.text,
            symbol=touched.symbol.path,
            line=touched.symbol.name_line,
            outline=touched.outline,
            commit=commit.sha,
        )
        path, now = touched.path_now, self._now(touched.path_now)
        if now is None or now.outline is None:
            return None
        place = relocate(replace(then, path=path), {path: now.outline}, touched.before)
        if place.state is AnchorState.LOST or not place.symbol:
            return None
        today = make_anchor(path, now.text, symbol=place.symbol, outline=now.outline, commit=commit.sha)
        return replace(today, body_hash=then.body_hash)

    def _now(self, path: str) -> _Now | None:
        """The file of today; None when it cannot be read."""
        if path not in self._current:
            blob = self._read(self._head, path)
            language = language_of(path)
            text = blob.decode("utf-8", "replace") if blob is not None else ""
            self._current[path] = (
                _Now(text, outline(text, language) if language else None) if blob is not None else None
            )
            if len(self._current) > _FILES_KEPT:
                self._current.popitem(last=False)
        self._current.move_to_end(path)
        return self._current[path]


def _source_changes(changes: Sequence[FileChange]) -> list[FileChange]:
    """The changes that a statement is about: code before its tests, and only tests when there is nothing else."""
    kept = [each for each in changes if each.status != "D" and not is_bookkeeping(each.path)]
    code = [each for each in kept if not _TEST_PATH.search(each.path)]
    return code or kept


def _chosen(touched: Sequence[_Touched], words: frozenset[str], *, named_only: bool) -> list[_Touched]:
    """The functions the statement names; else the few it touches; else those that hold most of the change."""
    if named := [each for each in touched if each.symbol.path[-1] in words and len(each.symbol.path[-1]) > 3]:
        return named[:MOST_SYMBOLS]
    functions = [] if named_only else [each for each in touched if each.lines]
    if len(functions) <= MOST_SYMBOLS:
        return functions
    total = sum(each.lines for each in functions)
    main = [each for each in functions if each.lines >= MAIN_SHARE * total]
    return sorted(main, key=lambda each: -each.lines)[:MOST_SYMBOLS]


def _counts(line: str) -> bool:
    return len(line) >= SHORTEST_LINE


def _overlap(symbol: Symbol, ranges: Sequence[tuple[int, int]]) -> int:
    return sum(max(0, min(end, symbol.end) - max(start, symbol.start) + 1) for start, end in ranges)


def _words(draft: CardDraft) -> frozenset[str]:
    return frozenset(_WORD.findall(f"{draft.summary} {draft.evidence} {draft.rationale}"))


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]

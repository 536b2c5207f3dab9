"""The syntax tree of one source and what was read from it; an edit re-reads only what is around it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any

from tree_sitter import Parser, Query, Tree

from whylens.anchor.alone import Stretch, read_alone, stretch_of
from whylens.anchor.assembly import Entry, assemble
from whylens.anchor.definitions import Definition, capture, hashes_of
from whylens.anchor.edits import Edit, difference, point
from whylens.anchor.ghosts import Ghost, error_bytes, ghosts_of, swallowed, with_ghosts
from whylens.anchor.normal import Normal, Span, line_hashes
from whylens.anchor.outline import Symbol
from whylens.anchor.preprocess import readable

#: Bytes the parser reads at a time.
PIECE = 4096
#: Sources with errors that are remembered as good.
MOST_GOOD = 1000

_PREPROCESSED = frozenset({"c", "cpp"})

_DELIMITER = re.compile(rb"[\"'`]|/\*|\*/")

#: Languages whose blocks are told by their indentation.
_IN_BLOCKS = frozenset({"python"})


class Parsed:
    """One source, parsed. `hashes` are the line hashes of the source; a change replaces the list."""

    def __init__(self, parser: Parser, query: Query, language: str, source: bytes) -> None:
        self._parser, self._query, self._language = parser, query, language
        self._source, self._shown = source, self._readable(source)
        self._tree: Tree = parser.parse(_in_pieces(self._shown))
        self._found = capture(query, self._tree.root_node)
        normal = Normal(source, self._found.comments, language)
        self.hashes = line_hashes(normal.lines(0, len(source)))
        self.entries = [Entry(one, hashes_of(one, normal)) for one in self._found.definitions]
        self._ghosts: list[Ghost] = []
        #: How many bytes the grammar cannot read of code that is as its author wants it, and the sources it could not.
        self._tolerated = error_bytes(self._tree.root_node)
        self._good = {hash(source)}

    def symbols(self, lines: Sequence[str]) -> tuple[Symbol, ...]:
        """Return the symbols of the current source, whose lines are `lines`."""
        hidden = [ghost.inside for ghost in self._ghosts]
        symbols = assemble(self.entries, self._found.attributes, self.hashes, lines, hidden)
        if not self._ghosts:
            return symbols
        return tuple(sorted(with_ghosts(symbols, self._ghosts), key=lambda one: (one.start, -one.end)))

    def change(self, source: bytes) -> None:
        """Go to a new source, re-reading only the span around the edit."""
        old = self._source
        change = difference(old, source)
        edit = change.in_lines(old)
        rows = source.count(b"\n", edit.start, edit.new_end) - old.count(b"\n", edit.start, edit.old_end)
        if self._language in _IN_BLOCKS and self._change_alone(source, change, edit, rows):
            return
        start, end = self._span_to_read(source, self._reparse(source, change), edit)
        self._source = source
        fresh = capture(self._query, self._tree.root_node, (max(0, start - 1), end + 2))
        self._found = self._found.spliced(fresh, start, end, edit.by, rows)
        normal = Normal(source, self._found.comments, self._language)
        read = [Entry(one, hashes_of(one, normal)) for one in fresh.definitions if one.touches(start, end)]
        self._replace_entries(read, old, start, end, edit, rows)
        self._rehash_lines(normal, start, end, rows)

    def _change_alone(self, source: bytes, change: Edit, edit: Edit, rows: int) -> bool:
        """Read only the statements around an edit, where that says all; the tree is told and read anew later."""
        old = self._source
        if self._ghosts or self._tree.root_node.has_error:
            return False
        stretch = stretch_of(self.entries, old, edit)
        if stretch is None or 2 * (stretch.end - stretch.start) > len(old):
            return False
        start, end = stretch.start, stretch.end + edit.by
        row = old.count(b"\n", 0, start)
        fresh = read_alone(self._parser, self._query, source[start:end], stretch, row)
        if fresh is None:
            return False
        self._tell_tree(old, source, change)
        self._source = self._shown = source
        end -= source[end - 1 : end] == b"\n"
        self._found = self._found.spliced(fresh, start, end, edit.by, rows)
        normal = Normal(source, self._found.comments, self._language)
        self._splice_entries(fresh.definitions, stretch, normal, edit, rows)
        self._rehash_lines(normal, start, end, rows)
        return True

    def _splice_entries(
        self, fresh: list[Definition], stretch: Stretch, normal: Normal, edit: Edit, rows: int
    ) -> None:
        """Put `fresh` in the place of a stretch; what is around it grows, what follows moves."""
        old, around = self.entries, stretch.around
        first = bisect_left(old, stretch.start, key=_outer)
        last = bisect_left(old, stretch.end, key=_outer)
        for entry in around:
            entry.definition.stretch(edit.by, rows)
            entry.hashes, entry.scope = hashes_of(entry.definition, normal), None
        for entry in old[last:]:
            entry.definition.shift(edit.by, rows)
            entry.rows += rows
        if last < len(old):
            old[last].scope = None
        self.entries = [*old[:first], *(Entry(one, hashes_of(one, normal)) for one in fresh), *old[last:]]

    def _readable(self, source: bytes) -> bytes:
        return readable(source) if self._language in _PREPROCESSED else source

    def _reparse(self, source: bytes, change: Edit) -> Span:
        """Parse `source` with the help of the old tree; return the span in which anything changed."""
        shown, old = self._readable(source), self._shown
        if shown is not source or old is not self._source:
            change = difference(old, shown)
        self._tell_tree(old, shown, change)
        tree = self._parser.parse(_in_pieces(shown), self._tree)
        if tree.root_node.has_error and _may_reach_far(old, shown, change):
            tree = self._parser.parse(_in_pieces(shown))
        ranges = self._tree.changed_ranges(tree)
        self._tree, self._shown = tree, shown
        start = min([change.start, *(one.start_byte for one in ranges)])
        end = max([change.new_end, *(one.end_byte for one in ranges)])
        return start, end

    def _tell_tree(self, old: bytes, new: bytes, change: Edit) -> None:
        self._tree.edit(
            change.start,
            change.old_end,
            change.new_end,
            point(old, change.start),
            point(old, change.old_end),
            point(new, change.new_end),
        )

    def _span_to_read(self, source: bytes, touched: Span, edit: Edit) -> Span:
        """Widen a changed span from the definition before it to the start of the next, in whole lines.

        The definition before may have grown or shrunk by the edit; the next may have got a decorator or a
        comment.
        """
        start, end = min(touched[0], edit.start), max(touched[1], edit.new_end)
        before = [one.definition for one in self.entries if one.definition.start < start]
        if before:
            start = min(start, before[-1].name_span[1] - 1)
        after = (one.definition.start for one in self.entries if one.definition.start > end - edit.by)
        end = next(after, len(source) - edit.by) + edit.by
        newline = source.find(b"\n", end)
        return source.rfind(b"\n", 0, start) + 1, len(source) if newline < 0 else newline

    def _replace_entries(
        self, read: list[Entry], old_source: bytes, start: int, end: int, edit: Edit, rows: int
    ) -> None:
        old = self.entries
        names = {entry.definition.name_span[0] for entry in read}
        before = [entry for entry in old if entry.definition.end < start]
        after = [entry for entry in old if entry.definition.start > end - edit.by]
        lost = [
            entry
            for entry in old
            if start <= entry.definition.end and entry.definition.start <= end - edit.by
        ]
        root, fresh = self._tree.root_node, [entry.definition for entry in read]
        known = [] if self._is_as_good_as_before() else [*self._ghosts, *ghosts_of(lost)]
        self._ghosts = swallowed(known, fresh, root, old_source, self._source, edit)
        _keep_soundness(read, lost, edit)
        for entry in after:
            entry.definition.shift(edit.by, rows)
            entry.rows += rows
        kept = [entry for entry in (*before, *after) if entry.definition.name_span[0] not in names]
        self.entries = sorted([*kept, *read], key=Entry.place)

    def _is_as_good_as_before(self) -> bool:
        """Whether the grammar reads the source as well as the last good one, or it is an earlier good one again."""
        broken = error_bytes(self._tree.root_node)
        if broken > self._tolerated and hash(self._source) not in self._good:
            return False
        self._tolerated = broken
        if broken and len(self._good) < MOST_GOOD:
            self._good.add(hash(self._source))
        return True

    def _rehash_lines(self, normal: Normal, start: int, end: int, rows: int) -> None:
        first = self._source.count(b"\n", 0, start)
        fresh = line_hashes(normal.lines(start, end))
        old = self.hashes
        self.hashes = [*old[:first], *fresh, *old[first + len(fresh) - rows :]]


def _may_reach_far(old: bytes, new: bytes, change: Edit) -> bool:
    """Whether an edit opens or closes a string or comment: the parser does not always recover with its old tree."""
    texts = old[change.start : change.old_end], new[change.start : change.new_end]
    return any(_DELIMITER.search(text) for text in texts)


def _outer(entry: Entry) -> int:
    return entry.definition.outer


def _in_pieces(source: bytes) -> Callable[[int, Any], bytes]:
    """*source* as the parser may ask for it, piece by piece.

    Given whole, it is parsed without ever letting another thread run: a large file kept the event loop waiting for
    40 ms. Between two pieces the others have their turn.
    """
    return lambda at, place: source[at : at + PIECE]


def _keep_soundness(read: list[Entry], lost: list[Entry], edit: Edit) -> None:
    """What has an error inside now is still sound if it was when it was last read as what it is."""
    known = [entry.definition for entry in lost]
    sound = {(one.name_span[0], one.kind) for one in known if one.sound}
    for one in (entry.definition for entry in read):
        start = one.name_span[0]
        if (start, one.kind) in sound or (start >= edit.start and (start - edit.by, one.kind) in sound):
            one.sound = True

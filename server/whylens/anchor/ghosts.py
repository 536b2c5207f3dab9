"""Symbols that broken code hides while it is typed: kept at their last good place until the code parses."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tree_sitter import Node

from whylens.anchor.assembly import Entry, Scope
from whylens.anchor.edits import Edit
from whylens.anchor.normal import Span
from whylens.anchor.outline import Symbol


@dataclass(frozen=True, slots=True)
class Ghost:
    """A symbol that is there for the reader but not for the parser: its bytes, those of its name, and its lines.

    One that `is_read` is there for the parser too, but may end too early: it only tells what belongs to it.
    """

    span: Span
    name_span: Span
    symbol: Symbol
    is_read: bool = False

    @property
    def inside(self) -> tuple[Span, Scope]:
        """The bytes that belong to the symbol, and the scope they are in."""
        return (self.name_span[1], self.span[1]), (self.symbol.path, self.symbol.kind)


def ghosts_of(entries: Iterable[Entry]) -> list[Ghost]:
    """Return what is to be remembered of definitions an edit touched."""
    return [
        Ghost((one.outer, one.end), one.name_span, entry.symbol)
        for entry in entries
        if entry.symbol is not None and (one := entry.definition).sound
    ]


def swallowed(
    candidates: Iterable[Ghost], present: Sequence[Entry], root: Node, old: bytes, source: bytes, edit: Edit
) -> list[Ghost]:
    """Return those of `candidates` (from before `edit`, oldest first) whose name still stands in broken code.

    One whose name is gone, or where nothing is broken, is no ghost. `old` and `source` are the text before and after,
    `root` is the tree of `source`.
    """
    names = sorted(entry.definition.name_span for entry in present)
    ghosts: dict[Span, Ghost] = {}
    for ghost in candidates:
        moved = _moved(ghost, old, source, edit)
        if moved is not None and _is_broken(root, moved.span):
            is_read = _is_taken(moved.name_span, names)
            ghosts.setdefault(moved.name_span, replace(moved, is_read=is_read))
    return list(ghosts.values())


def _moved(ghost: Ghost, old: bytes, source: bytes, edit: Edit) -> Ghost | None:
    start, end = ghost.name_span
    name = old[start:end]
    moves = (0,) if end <= edit.start else (edit.by,) if start >= edit.old_end else (0, edit.by)
    for by in moves:
        if (
            start + by >= 0
            and source[start + by : end + by] == name
            and _is_word(source, start + by, end + by)
        ):
            return _at(ghost, (start + by, end + by), source, edit)
    return None


def _is_broken(root: Node, span: Span) -> bool:
    """Whether an outermost construct within the span has an error inside, or the file is nothing but pieces."""
    cursor = root.walk()
    if root.is_error:
        return True
    if cursor.goto_first_child_for_byte(span[0]) is None:
        return root.has_error
    while (node := cursor.node) is not None and node.start_byte < span[1]:
        if node.has_error:
            return True
        if not cursor.goto_next_sibling():
            break
    return False


def _is_word(source: bytes, start: int, end: int) -> bool:
    """Whether the bytes are not part of a longer word."""
    return not _word_byte(source[start - 1 : start]) and not _word_byte(source[end : end + 1])


def _word_byte(byte: bytes) -> bool:
    return byte.isalnum() or byte == b"_"


def _at(ghost: Ghost, name_span: Span, source: bytes, edit: Edit) -> Ghost:
    first = min(_carried(ghost.span[0], edit), name_span[0])
    last = max(_carried(ghost.span[1], edit), name_span[1])
    symbol, name_line = ghost.symbol, _line(source, name_span[0])
    start = min(_line(source, first), name_line)
    return Ghost(
        (first, last),
        name_span,
        replace(
            symbol,
            start=start,
            end=max(_line(source, max(first, last - 1)), name_line),
            doc_start=max(1, start - (symbol.start - symbol.doc_start)),
            name_line=name_line,
        ),
    )


def _carried(offset: int, edit: Edit) -> int:
    """Where an offset is after the edit; one within it goes to the nearer end."""
    if offset <= edit.start:
        return offset
    return offset + edit.by if offset >= edit.old_end else min(offset, edit.new_end)


def _line(source: bytes, offset: int) -> int:
    return source.count(b"\n", 0, offset) + 1


def _is_taken(name: Span, names: list[Span]) -> bool:
    """Whether a name overlaps one of the sorted `names`."""
    at = bisect_left(names, (name[1], 0))
    return at > 0 and names[at - 1][1] > name[0]

"""Symbols that broken code hides while it is typed: kept at their last good place until the code parses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tree_sitter import Node

from whylens.anchor.assembly import Entry, Scope
from whylens.anchor.definitions import Definition
from whylens.anchor.edits import Edit
from whylens.anchor.normal import Span
from whylens.anchor.outline import Symbol


@dataclass(frozen=True, slots=True)
class Ghost:
    """A symbol that is there for the reader but not for the parser: its bytes, those of its name, and its lines.

    The parser may see it all the same, but as something else or with an early end. `kind` is as it was read.
    """

    span: Span
    name_span: Span
    symbol: Symbol
    kind: str

    @property
    def inside(self) -> tuple[Span, Scope]:
        """The bytes that belong to the symbol, and the scope they are in."""
        return (self.name_span[1], self.span[1]), (self.symbol.path, self.symbol.kind)


def ghosts_of(entries: Iterable[Entry]) -> list[Ghost]:
    """Return what is to be remembered of definitions an edit touched."""
    return [
        Ghost((one.outer, one.end), one.name_span, entry.symbol, one.kind)
        for entry in entries
        if entry.symbol is not None and (one := entry.definition).sound
    ]


def swallowed(
    candidates: Iterable[Ghost], read: Iterable[Definition], root: Node, old: bytes, source: bytes, edit: Edit
) -> list[Ghost]:
    """Return those of `candidates` (from before `edit`, oldest first) whose name still stands in broken code.

    One whose name is gone, or where nothing is broken, is no ghost, nor is one among the definitions just `read`
    without an error and as long as it was. `old` and `source` are the text before and after, `root` is the tree of
    `source`.
    """
    whole = {(one.name_span, one.kind): one.end for one in read if one.sound}
    ghosts, healed = dict[Span, Ghost](), set[Span]()
    for ghost in candidates:
        moved = _moved(ghost, old, source, edit)
        if moved is None or moved.name_span in healed:
            continue
        if whole.get((moved.name_span, moved.kind), -1) >= moved.span[1]:
            healed.add(moved.name_span)
            continue
        if _is_broken(root, (_word_before(source, moved.span[0]), moved.span[1])):
            ghosts.setdefault(moved.name_span, moved)
    return list(ghosts.values())


def error_bytes(root: Node) -> int:
    """Return how many bytes of a tree are errors; what is missing counts as one."""
    total, nodes = 0, [root]
    while nodes:
        node = nodes.pop()
        if node.is_error:
            total += max(1, node.end_byte - node.start_byte)
        elif node.is_missing:
            total += 1
        elif node.has_error:
            nodes += node.children
    return total


def with_ghosts(symbols: Sequence[Symbol], ghosts: Iterable[Ghost]) -> list[Symbol]:
    """Return the symbols of broken code with what it hides.

    What is read as something else at the name of a ghost is what the code looks like only while it is broken.
    """
    paths = {(one.path, one.kind) for one in symbols}
    hidden = [ghost.symbol for ghost in ghosts if (ghost.symbol.path, ghost.symbol.kind) not in paths]
    places = {(one.name_line, one.name_columns) for one in hidden}
    return [*(one for one in symbols if (one.name_line, one.name_columns) not in places), *hidden]


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
    """Whether an outermost construct that touches the span has an error inside, or the file is nothing but pieces."""
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


def _word_before(source: bytes, offset: int) -> int:
    """The last byte before `offset` that is not white space: what is typed there may be why it does not parse."""
    while offset > 0 and source[offset - 1 : offset].isspace():
        offset -= 1
    return max(0, offset - 1)


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
        ghost.kind,
    )


def _carried(offset: int, edit: Edit) -> int:
    """Where an offset is after the edit; one within it goes to the nearer end."""
    if offset <= edit.start:
        return offset
    return offset + edit.by if offset >= edit.old_end else min(offset, edit.new_end)


def _line(source: bytes, offset: int) -> int:
    return source.count(b"\n", 0, offset) + 1

"""Reads a stretch of Python apart from the rest of its file: cheaper than what the parser re-reads after an edit.

An edit beside the end of an indented block makes tree-sitter read all that follows once more: half of a large file for
every new line. A stretch of statements of one block says the same alone, as long as it is whole and stays in its block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tree_sitter import Node, Parser, Query

from whylens.anchor.assembly import Entry
from whylens.anchor.definitions import Attribute, Captures, Definition, capture
from whylens.anchor.edits import Edit

#: Stands in for the class around the stretch: an assignment in a class is a field.
_CLASS = b"class _:\n"
#: Stands in for what follows: whether a comment ends the block before it depends on that.
_NEXT = b"_\n"


@dataclass(frozen=True, slots=True)
class Stretch:
    """Whole statements of one block: the old bytes `start` to `end` (line starts), which hold an edit.

    `around` are the entries that hold it, outermost first; `column` is where the statements of the block begin;
    `is_last` says that the file ends with it.
    """

    start: int
    end: int
    column: int
    is_last: bool
    around: tuple[Entry, ...]


def stretch_of(entries: Sequence[Entry], source: bytes, edit: Edit) -> Stretch | None:
    """Return the smallest stretch of `source`, from one definition to a later one beside it, that holds `edit`."""
    stack, after = _around(entries, edit)
    later = [entry.definition for entry in entries[after:]]
    while stack:
        first = stack.pop()
        block = stack[-1] if stack else None
        column = _column_of_block(block, source)
        start = source.rfind(b"\n", 0, first.definition.outer) + 1
        if column is None or start > edit.start or first.definition.outer - start != column:
            continue
        end = _start_of_next(later, block, column, source)
        if end is not None and end >= edit.old_end:
            return Stretch(start, end, column, end == len(source), tuple(stack))
    return None


def read_alone(parser: Parser, query: Query, text: bytes, stretch: Stretch, row: int) -> Captures | None:
    """Return what stands in `text`, the new bytes of a stretch whose first line is the 0-based `row`.

    None when that cannot be said without the rest of the file: an error, an unfinished line, another block.
    """
    if not text.endswith(b"\n") or text.rstrip().endswith(b"\\") or _indent(text) != stretch.column:
        return None
    head = _CLASS if stretch.around else b""
    tail = b"" if stretch.is_last else b" " * stretch.column + _NEXT
    root = parser.parse(head + text + tail).root_node
    if root.has_error or not _is_block(root, stretch):
        return None
    found = capture(query, root)
    by, rows = stretch.start - len(head), row - len(head.splitlines())
    definitions = [one for one in found.definitions if one.start >= len(head)]
    for one in definitions:
        one.shift(by, rows)
    return Captures(
        definitions,
        [(start + by, end + by) for start, end in found.comments],
        [
            Attribute(one.start + by, one.end + by, one.first_row + rows, one.last_row + rows)
            for one in found.attributes
        ],
    )


def _around(entries: Sequence[Entry], edit: Edit) -> tuple[list[Entry], int]:
    """The last definition that begins before the end of an edit with those around it; how many begin before it."""
    stack: list[Entry] = []
    for number, entry in enumerate(entries):
        if entry.definition.outer >= edit.old_end:
            return stack, number
        while stack and stack[-1].definition.end <= entry.definition.start:
            stack.pop()
        stack.append(entry)
    return stack, len(entries)


def _column_of_block(block: Entry | None, source: bytes) -> int | None:
    """Where the statements of a class (None: of the module) begin; None for other blocks."""
    if block is None:
        return 0
    body = block.definition.body
    if block.definition.kind != "class" or body is None:
        return None
    return _column(body[0], source)


def _start_of_next(
    later: Sequence[Definition], block: Entry | None, column: int, source: bytes
) -> int | None:
    """The line where the next of `later` that stands in a block begins, None when there is none."""
    end = len(source) if block is None else block.definition.end
    for one in later:
        if one.outer >= end:
            break
        if _column(one.outer, source) == column:
            return one.outer - column
    return end if block is None else None


def _column(offset: int, source: bytes) -> int | None:
    """The column of an offset that is the first of its line, None where something stands before it."""
    start = source.rfind(b"\n", 0, offset) + 1
    return None if source[start:offset].strip() else offset - start


def _indent(text: bytes) -> int:
    """The column of the first word; a comment further in would belong to what stands before."""
    before = text[: len(text) - len(text.lstrip())]
    return len(before) - (before.rfind(b"\n") + 1)


def _is_block(root: Node, stretch: Stretch) -> bool:
    """Whether the statements read alone begin where those of the block do, and nothing ends the block."""
    statements = [one for one in root.named_children if one.type != "comment"]
    if not stretch.around:
        return not statements or statements[0].start_point.column == 0
    block = statements[0].child_by_field_name("body") if len(statements) == 1 else None
    if block is None or block.start_point.column != stretch.column:
        return False
    first = next((one for one in block.named_children if one.type != "comment"), None)
    return first is not None and first.type != "expression_statement"

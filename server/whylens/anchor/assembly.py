"""From definitions to symbols: nesting gives paths, the lines above give attributes and doc comments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whylens.anchor.definitions import Attribute, Definition, Hashes
from whylens.anchor.normal import BARE
from whylens.anchor.outline import TYPE_KINDS, Symbol

#: Kinds that are symbols only outside of functions: a local variable is no place to remember.
_GLOBAL_KINDS = frozenset({"variable", "constant", "field"})
_CALLABLE_KINDS = frozenset({"function", "method", "test"})


@dataclass(slots=True)
class Entry:
    """A definition with its hashes, and the symbol last made of it."""

    definition: Definition
    hashes: Hashes
    symbol: Symbol | None = None

    def place(self) -> tuple[int, int, int]:
        """Document order, outer before inner."""
        return self.definition.start, -self.definition.end, self.definition.name_span[0]


def assemble(
    entries: Sequence[Entry],
    attributes: Sequence[Attribute],
    line_hashes: Sequence[int],
    lines: Sequence[str],
) -> tuple[Symbol, ...]:
    """Return the symbols of `entries` (document order), reusing those that did not change."""
    rows_of_attributes = _attribute_rows(attributes, entries)
    scopes: list[tuple[int, tuple[str, ...], str]] = []
    symbols: list[Symbol] = []
    for entry in entries:
        definition = entry.definition
        while scopes and scopes[-1][0] <= definition.start:
            scopes.pop()
        path, outer_kind = (scopes[-1][1], scopes[-1][2]) if scopes else ((), "")
        if definition.kind in _GLOBAL_KINDS and outer_kind in _CALLABLE_KINDS:
            entry.symbol = None
            continue
        path = (*path, *definition.scopes, definition.name)
        is_method = definition.kind == "function" and (outer_kind in TYPE_KINDS or definition.scopes)
        kind = "method" if is_method else definition.kind
        scopes.append((definition.end, path, kind))
        first = _first_row(definition.first_row, rows_of_attributes, line_hashes, lines)
        documented = _doc_row(first, line_hashes, lines)
        entry.symbol = _symbol(entry, path, kind, first, documented, lines)
        symbols.append(entry.symbol)
    return tuple(symbols)


def _symbol(
    entry: Entry, path: tuple[str, ...], kind: str, first: int, documented: int, lines: Sequence[str]
) -> Symbol:
    definition, hashes, last = entry.definition, entry.hashes, entry.symbol
    if (
        last is not None
        and last.start == first + 1
        and last.doc_start == documented + 1
        and last.end == definition.last_row + 1
        and last.path == path
        and last.kind == kind
    ):
        return last
    return Symbol(
        path,
        kind,
        first + 1,
        definition.last_row + 1,
        documented + 1,
        definition.name_row + 1,
        _columns(lines[definition.name_row], definition),
        hashes.signature,
        hashes.body,
        hashes.head,
        hashes.weight,
    )


def _columns(line: str, definition: Definition) -> tuple[int, int]:
    """The span of the name in code points; a name that runs over the line end is cut there."""
    start = definition.name_column
    end = start + definition.name_span[1] - definition.name_span[0]
    if line.isascii():
        return start, min(end, len(line))
    data = line.encode("utf-8", "surrogatepass")
    return _characters(data[:start]), _characters(data[: min(end, len(data))])


def _characters(data: bytes) -> int:
    return len(data.decode("utf-8", "replace"))


def _attribute_rows(attributes: Sequence[Attribute], entries: Sequence[Entry]) -> frozenset[int]:
    """Rows taken up by attributes that stand on lines of their own."""
    if not attributes:
        return frozenset()
    rows = {row for one in attributes for row in range(one.first_row, one.last_row + 1)}
    return frozenset(rows - {entry.definition.last_row for entry in entries})


def _first_row(row: int, attributes: frozenset[int], line_hashes: Sequence[int], lines: Sequence[str]) -> int:
    """The row of the first attribute above `row`; comments may stand between attributes."""
    if not attributes:
        return row
    first, above = row, row - 1
    while above >= 0 and (above in attributes or _is_comment(above, line_hashes, lines)):
        if above in attributes:
            first = above
        above -= 1
    return first


def _doc_row(row: int, line_hashes: Sequence[int], lines: Sequence[str]) -> int:
    """The first row of the comments that end right above `row`."""
    while row > 0 and _is_comment(row - 1, line_hashes, lines):
        row -= 1
    return row + 1 if row == 0 and lines[0].startswith("#!") else row


def _is_comment(row: int, line_hashes: Sequence[int], lines: Sequence[str]) -> bool:
    return line_hashes[row] == BARE and not lines[row].isspace() and lines[row] != ""

"""From definitions to symbols: nesting gives paths, the lines above give attributes and doc comments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from whylens.anchor.definitions import Attribute, Definition, Hashes
from whylens.anchor.normal import BARE, Span
from whylens.anchor.outline import TYPE_KINDS, Symbol

#: Kinds that are symbols only outside of functions: a local variable is no place to remember.
_GLOBAL_KINDS = frozenset({"variable", "constant", "field"})
_CALLABLE_KINDS = frozenset({"function", "method", "test"})


#: The path of an enclosing symbol and its kind.
Scope = tuple[tuple[str, ...], str]
_TOP: Scope = ((), "")


@dataclass(slots=True)
class Entry:
    """A definition with its hashes, and what was last made of it.

    `scope` is the scope in which `symbol` was made (None: not made yet), `rows` how far it has moved down since.
    """

    definition: Definition
    hashes: Hashes
    symbol: Symbol | None = None
    scope: Scope | None = None
    rows: int = 0

    def place(self) -> tuple[int, int, int]:
        """Document order, outer before inner."""
        return self.definition.start, -self.definition.end, self.definition.name_span[0]


def assemble(
    entries: Sequence[Entry],
    attributes: Sequence[Attribute],
    line_hashes: Sequence[int],
    lines: Sequence[str],
    hidden: Iterable[tuple[Span, Scope]] = (),
) -> tuple[Symbol, ...]:
    """Return the symbols of `entries` (document order), reusing those that did not change or only moved.

    `hidden` are scopes that broken code hides from the parser: what stands in them still belongs to them.
    """
    above = _Above(_attribute_rows(attributes, entries), line_hashes, lines)
    scopes: list[tuple[int, Scope]] = []
    symbols: list[Symbol] = []
    waiting = sorted(hidden, reverse=True)
    for entry in entries:
        start = entry.definition.start
        while waiting and waiting[-1][0][0] <= start:
            (_, end), scope = waiting.pop()
            scopes.append((end, scope))
        while scopes and scopes[-1][0] <= start:
            scopes.pop()
        scope = scopes[-1][1] if scopes else _TOP
        if entry.scope != scope:
            entry.symbol = _symbol(entry, scope, above, lines)
            entry.scope = scope
        elif entry.rows and entry.symbol is not None:
            entry.symbol = _moved(entry.symbol, entry.rows)
        entry.rows = 0
        symbol = entry.symbol
        if symbol is not None:
            symbols.append(symbol)
            scopes.append((entry.definition.end, (symbol.path, symbol.kind)))
    return tuple(symbols)


def _symbol(entry: Entry, scope: Scope, above: _Above, lines: Sequence[str]) -> Symbol | None:
    """The symbol of a definition in a scope, None for a local variable."""
    definition, hashes = entry.definition, entry.hashes
    outer_path, outer_kind = scope
    if definition.kind in _GLOBAL_KINDS and outer_kind in _CALLABLE_KINDS:
        return None
    is_method = definition.kind == "function" and (outer_kind in TYPE_KINDS or definition.scopes)
    first = above.attributes_of(definition.first_row)
    return Symbol(
        (*outer_path, *definition.scopes, definition.name),
        "method" if is_method else definition.kind,
        first + 1,
        definition.last_row + 1,
        above.comments_of(first) + 1,
        definition.name_row + 1,
        _columns(lines[definition.name_row], definition),
        hashes.signature,
        hashes.body,
        hashes.head,
        hashes.weight,
    )


def _moved(one: Symbol, rows: int) -> Symbol:
    return Symbol(
        one.path,
        one.kind,
        one.start + rows,
        one.end + rows,
        one.doc_start + rows,
        one.name_line + rows,
        one.name_columns,
        one.signature_hash,
        one.body_hash,
        one.head_hash,
        one.weight,
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


class _Above:
    """Looks at the lines above a definition."""

    def __init__(self, attributes: frozenset[int], line_hashes: Sequence[int], lines: Sequence[str]) -> None:
        self._attributes, self._line_hashes, self._lines = attributes, line_hashes, lines

    def attributes_of(self, row: int) -> int:
        """Return the row of the first attribute above `row`; comments may stand between attributes."""
        first, above = row, row - 1
        while self._attributes and above >= 0 and (above in self._attributes or self._is_comment(above)):
            if above in self._attributes:
                first = above
            above -= 1
        return first

    def comments_of(self, row: int) -> int:
        """Return the first row of the comments that end right above `row`; a `#!` line is none."""
        while row > 0 and self._is_comment(row - 1):
            row -= 1
        return row + 1 if row == 0 and self._lines[0].startswith("#!") else row

    def _is_comment(self, row: int) -> bool:
        line = self._lines[row]
        return self._line_hashes[row] == BARE and line != "" and not line.isspace()

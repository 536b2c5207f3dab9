"""What a document holds, as values: its symbols with their places and hashes, and its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from whylens.anchor.normal import SLIGHT

#: Longest sketch of one symbol; longer symbols are sketched by their first lines.
SKETCH_LIMIT = 256

#: Kinds that hold methods.
TYPE_KINDS = frozenset(
    {"class", "struct", "interface", "trait", "enum", "impl", "object", "protocol", "extension"}
)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A named definition. Lines are 1-based and inclusive.

    `start` includes decorators and attributes; `doc_start` is the first line of the comments immediately
    above (equal to `start` where there are none). `name_columns` is the span of the name on `name_line` in
    code points. `signature_hash` covers what precedes the body with the name itself left out, `body_hash`
    the body; both are over tokens, so comments, white space, trailing commas and (where formatters change
    them) quote marks do not matter. `head_hash` is the line hash of `name_line` with the name left out.
    `weight` counts the characters of the normalised body: a body of a few characters says little about
    identity.
    """

    path: tuple[str, ...]
    kind: str
    start: int
    end: int
    doc_start: int
    name_line: int
    name_columns: tuple[int, int]
    signature_hash: str
    body_hash: str
    head_hash: int
    weight: int

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path[-1]


@dataclass(frozen=True)
class Outline:
    """The symbols of one text in document order, outer before inner, with the lines they lie in.

    `line_hashes[i]` is the 32-bit hash of line i + 1 without comments and white space; `BARE` or `SLIGHT`
    for lines that cannot be recognised by it (blank, comment only; a lone bracket).
    """

    language: str | None
    lines: Sequence[str]
    line_hashes: Sequence[int] = ()
    symbols: tuple[Symbol, ...] = field(default=())

    @cached_property
    def by_path(self) -> dict[tuple[str, ...], list[Symbol]]:
        """Symbols of each path, in document order."""
        found: dict[tuple[str, ...], list[Symbol]] = {}
        for symbol in self.symbols:
            found.setdefault(symbol.path, []).append(symbol)
        return found

    @cached_property
    def by_name(self) -> dict[str, list[Symbol]]:
        """Symbols of each last name, in document order."""
        found: dict[str, list[Symbol]] = {}
        for symbol in self.symbols:
            found.setdefault(symbol.path[-1], []).append(symbol)
        return found

    @cached_property
    def by_body(self) -> dict[str, list[Symbol]]:
        """Symbols of each body hash, in document order."""
        found: dict[str, list[Symbol]] = {}
        for symbol in self.symbols:
            found.setdefault(symbol.body_hash, []).append(symbol)
        return found

    @cached_property
    def line_counts(self) -> Counter[int]:
        """How often each line hash occurs in the document."""
        return Counter(self.line_hashes)

    @cached_property
    def holders(self) -> dict[int, list[Symbol]]:
        """The symbols that hold a line of each hash, in document order; of each symbol its `sketch` is meant."""
        found: dict[int, list[Symbol]] = {}
        for symbol in self.symbols:
            for value in set(self.sketch(symbol, None)):
                found.setdefault(value, []).append(symbol)
        return found

    def sketch(self, symbol: Symbol, limit: int | None = SKETCH_LIMIT) -> tuple[int, ...]:
        """Return the hashes of the lines of `symbol` in order, its own name left out, cut to `limit`."""
        hashes = list(self.line_hashes[symbol.start - 1 : symbol.end])
        at = symbol.name_line - symbol.start
        if 0 <= at < len(hashes):
            hashes[at] = symbol.head_hash
        return tuple(value for value in hashes if value > SLIGHT)[:limit]

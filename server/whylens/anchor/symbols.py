"""From text to outline, at once or following a document through its edits; which symbol a line belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tree_sitter import Parser

from whylens.anchor.languages import load
from whylens.anchor.outline import Outline, Symbol
from whylens.anchor.parsed import Parsed
from whylens.anchor.queries import query_of

__all__ = ["DocumentParser", "Outline", "Symbol", "outline", "symbol_at", "symbols_touched"]

#: Larger documents, and documents with longer lines, are generated: they are not parsed.
MAX_BYTES = 2_000_000
MAX_LINE = 20_000


def outline(text: str, language: str | None) -> Outline:
    """Return the outline of one text; without symbols when the language is None or the text is too large."""
    return DocumentParser(language).update(text)


def symbol_at(found: Outline, line: int) -> Symbol | None:
    """Return the innermost symbol whose lines, comments above included, contain the 1-based `line`."""
    best: Symbol | None = None
    for symbol in found.symbols:
        inside = symbol.doc_start <= line <= symbol.end
        if inside and (best is None or symbol.end - symbol.doc_start <= best.end - best.doc_start):
            best = symbol
    return best


def symbols_touched(found: Outline, line_ranges: Iterable[tuple[int, int]]) -> list[Symbol]:
    """Return, in document order, the innermost symbols that any of the inclusive 1-based ranges touches.

    A symbol is left out when an inner symbol holds all of the touched lines that lie in it.
    """
    innermost: dict[int, Symbol] = {}
    owner = _owners(found)
    for first, last in line_ranges:
        for line in range(max(1, first), min(last, len(owner)) + 1):
            symbol = owner[line - 1]
            if symbol is not None:
                innermost[id(symbol)] = symbol
    return [symbol for symbol in found.symbols if id(symbol) in innermost]


def _owners(found: Outline) -> list[Symbol | None]:
    """The innermost symbol of every line; symbols come outer before inner."""
    owner: list[Symbol | None] = [None] * len(found.lines)
    for symbol in found.symbols:
        owner[symbol.doc_start - 1 : symbol.end] = [symbol] * (symbol.end - symbol.doc_start + 1)
    return owner


class DocumentParser:
    """Follows one document: `update` after every change returns its outline, re-reading only what changed.

    Not thread-safe: one parser belongs to one document.
    """

    def __init__(self, language: str | None) -> None:
        self.language = language
        grammar = load(language) if language is not None else None
        self._query = query_of(language, grammar) if language is not None and grammar is not None else None
        self._parser = Parser(grammar) if grammar is not None else None
        self._parsed: Parsed | None = None
        self._text: str | None = None
        self.outline = Outline(language, [""])

    def update(self, text: str) -> Outline:
        """Take the new text of the document and return its outline."""
        if text == self._text:
            return self.outline
        self._text = text
        lines = text.split("\n")
        if self.language is None or self._parser is None or self._query is None or _too_large(text, lines):
            self._parsed = None
            self.outline = Outline(self.language, lines)
            return self.outline
        source = text.encode("utf-8", "surrogatepass")
        if self._parsed is None:
            self._parsed = Parsed(self._parser, self._query, self.language, source)
        else:
            self._parsed.change(source)
        parsed = self._parsed
        self.outline = Outline(self.language, lines, parsed.hashes, parsed.symbols(lines))
        return self.outline


def _too_large(text: str, lines: Sequence[str]) -> bool:
    return len(text) > MAX_BYTES or max(map(len, lines)) > MAX_LINE

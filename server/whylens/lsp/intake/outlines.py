"""Outlines of the files that are worked on: parsed once for a text, and after an edit only what changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whylens.anchor.symbols import DocumentParser, Outline

#: Files whose parser is kept.
MOST_PARSERS = 8


class Outlines:
    """Belongs to the thread that takes things in."""

    def __init__(self) -> None:
        self._parsers: dict[tuple[str, str], DocumentParser] = {}

    def of(self, root: str, path: str, text: str) -> Outline:
        """The outline of *text*, a state of the file *path*; without symbols where its language is not known."""
        # here, on the worker: no grammar is needed for the first answer
        from whylens.anchor.languages import language_of
        from whylens.anchor.symbols import DocumentParser

        parser = self._parsers.pop((root, path), None)
        language = language_of(path, text)
        if parser is None or parser.language != language:
            parser = DocumentParser(language)
        self._parsers[root, path] = parser
        if len(self._parsers) > MOST_PARSERS:
            del self._parsers[next(iter(self._parsers))]
        return parser.update(text)

    def symbol(self, root: str, path: str, text: str, line: int) -> tuple[str, ...]:
        """The path of the innermost symbol around a line (1-based); empty outside all."""
        from whylens.anchor.symbols import symbol_at

        found = symbol_at(self.of(root, path, text), line)
        return found.path if found else ()

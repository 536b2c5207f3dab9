"""The server's copy of an open document: LSP line ends, edits in the time of the lines they touch, a size limit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lsprotocol import types
from pygls.workspace import TextDocument, Workspace

from whylens.lsp.positions import code_points

#: Characters; what is larger is not mirrored at all: no view, no lens, nothing captured.
LARGEST_DOCUMENT = 4_000_000

# `str.splitlines` would also break at \f, \v, U+0085 and U+2028, which are not line ends to an editor
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def split_lines(text: str) -> list[str]:
    """The lines of *text* with their ends, as an editor counts them."""
    return _LINE.findall(text)


@dataclass(frozen=True, slots=True)
class LineEdit:
    """What an edit did to line numbers (0-based): lines `start..end` became `added` + 1 lines.

    `keeps_head` says that the line `start` kept text before the edit, `keeps_tail` that `end` kept text after it.
    """

    start: int
    end: int
    added: int
    keeps_head: bool
    keeps_tail: bool

    def shift(self, line: int) -> int | None:
        """Where *line* is now; None when its text was replaced."""
        moved = line + self.added - (self.end - self.start)
        if line < self.start or (line == self.start and self.keeps_head):
            return line
        if line > self.end or (line == self.end and self.keeps_tail):
            return moved
        return None


class MirroredDocument(TextDocument):
    """A text document kept as a list of lines, so that an edit costs what it touches."""

    def __init__(
        self, uri: str, source: str | None, version: int | None, language_id: str | None, encoding: str
    ):
        super().__init__(uri, source="", version=version, language_id=language_id)
        self.encoding = encoding
        self.too_large = False
        self.edits: list[LineEdit] = []
        self._lines: list[str] = []
        self._joined: str | None = None
        self._replace(source or "")

    @property
    def source(self) -> str:
        """The whole text; empty when the document is too large."""
        if self._joined is None:
            self._joined = "".join(self._lines)
        return self._joined

    @property
    def lines(self) -> Sequence[str]:
        """The lines with their ends."""
        return self._lines

    def apply_change(self, change: types.TextDocumentContentChangeEvent) -> None:
        """Apply one change and note what it did to the line numbers in `edits`."""
        if isinstance(change, types.TextDocumentContentChangePartial):
            if not self.too_large:
                self._edit(change.range, change.text)
        else:
            before = self._lines
            self._replace(change.text)
            self.edits.append(_whole_edit(before, self._lines))

    def take_edits(self) -> list[LineEdit]:
        """The line edits since the last call."""
        edits, self.edits = self.edits, []
        return edits

    def _replace(self, text: str) -> None:
        self.too_large = len(text) > LARGEST_DOCUMENT
        self._lines = [] if self.too_large else split_lines(text)
        self._joined = "" if self.too_large else text

    def _edit(self, range_: types.Range, text: str) -> None:
        first, head = self._cut(range_.start)
        last, tail = self._cut(range_.end)
        if (last, tail) < (first, head):
            first, head, last, tail = last, tail, first, head
        before, after, count = self._line(first)[:head], self._line(last)[tail:], len(self._lines)
        self._splice(first, last, before + text + after)
        added = len(self._lines) - count + last - first
        self.edits.append(LineEdit(first, last, added, bool(before.strip()), bool(after.strip())))

    def _splice(self, first: int, last: int, text: str) -> None:
        """Put *text* where the lines `first..last` were, joining a \\r and \\n that became neighbours."""
        if first > 0 and text.startswith("\n") and self._line(first - 1).endswith("\r"):
            first -= 1
            text = self._line(first) + text
        if text.endswith("\r") and self._line(last + 1).startswith("\n"):
            last += 1
            text += self._line(last)
        self._lines[first : last + 1] = split_lines(text)
        self._joined = None

    def _line(self, number: int) -> str:
        return self._lines[number] if 0 <= number < len(self._lines) else ""

    def _cut(self, position: types.Position) -> tuple[int, int]:
        """The line and code point of *position*; clamped into the text, never after a line's end mark."""
        if position.line < len(self._lines):
            line = self._lines[position.line]
            column = code_points(line, position.character, self.encoding)
            return position.line, min(column, len(line.rstrip("\r\n")))
        if self._lines and not self._lines[-1].endswith(("\r", "\n")):
            return len(self._lines) - 1, len(self._lines[-1])
        return len(self._lines), 0


class MirrorWorkspace(Workspace):
    """A workspace whose open documents are mirrored; installed when the client initializes."""

    def _create_text_document(
        self,
        doc_uri: str,
        source: str | None = None,
        version: int | None = None,
        language_id: str | None = None,
    ) -> Any:
        encoding = str(getattr(self.position_encoding, "value", self.position_encoding))
        return MirroredDocument(doc_uri, source, version, language_id, encoding)


def _whole_edit(before: Sequence[str], after: Sequence[str]) -> LineEdit:
    """The edit that turns *before* into *after*, without the lines they share at both ends."""
    shorter = min(len(before), len(after))
    head = next((i for i in range(shorter) if before[i] != after[i]), shorter)
    tail = next((i for i in range(shorter - head) if before[-1 - i] != after[-1 - i]), shorter - head)
    return LineEdit(head, len(before) - tail, len(after) - tail - head, keeps_head=False, keeps_tail=True)

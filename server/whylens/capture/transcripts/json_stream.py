"""Reads one large JSON object piece by piece: each item of its long array by itself, in bounded memory.

A file that ends in its middle gives what was whole until there.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

#: Characters one piece may have; a longer one is passed over.
LONGEST_PIECE = 32 * 1024 * 1024
_CHUNK = 1024 * 1024
_OUTSIDE = re.compile(r'["{}\[\],]')
_IN_STRING = re.compile(r'\\.|"', re.DOTALL)
_BLANK = re.compile(r"[\s,:]*")


class Cut(Exception):
    """The text ended, or is no JSON, before the object did."""


def members(stream: BinaryIO, inside: str) -> Iterator[tuple[str, Any]]:
    """The members of the object in *stream*; of the array *inside* each item as a member of that name.

    Raises `Cut` where the text stops being whole. Pieces that are too long come as None.
    """
    text = _Text(stream)
    text.expect("{")
    while text.peek() != "}":
        key = text.value()
        if text.peek() == "[" and key == inside:
            text.expect("[")
            while text.peek() != "]":
                yield inside, text.value()
            text.expect("]")
        else:
            yield str(key), text.value()


class _Text:
    """The decoded text of a stream, of which only a window is held."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._buffer = ""
        self._at = 0

    def peek(self) -> str:
        """The next character that is not blank and no separator."""
        while True:
            self._at = (_BLANK.match(self._buffer, self._at) or _nothing()).end()
            if self._at < len(self._buffer):
                return self._buffer[self._at]
            if not self._more():
                raise Cut

    def expect(self, character: str) -> None:
        """Pass over *character*."""
        if self.peek() != character:
            raise Cut
        self._at += 1

    def value(self) -> Any:
        """The next value, None when it is too long."""
        self.peek()
        text = self._piece()
        try:
            return None if text is None else json.loads(text)
        except (ValueError, RecursionError):
            raise Cut from None

    def _piece(self) -> str | None:
        """The text of the next value, None when it is too long to be held."""
        depth, quoted, scan, dropped = 0, False, self._at, False
        while True:
            found = (_IN_STRING if quoted else _OUTSIDE).search(self._buffer, scan)
            if found is None:
                half_escape = quoted and self._buffer.endswith("\\") and scan < len(self._buffer)
                scan = len(self._buffer) - half_escape - self._at
                if scan > LONGEST_PIECE:
                    self._at, scan, dropped = self._at + scan, 0, True
                if not self._more():
                    raise Cut
                scan += self._at
                continue
            sign, scan = found.group(), found.end()
            if sign == '"':
                quoted = not quoted
            elif not quoted and sign in "{[":
                depth += 1
            elif not quoted and sign in "}]":
                depth -= 1
            ended_before = not quoted and (depth < 0 or (depth == 0 and sign == ","))
            if ended_before or (not quoted and depth == 0 and sign in '"}]'):
                start, self._at = self._at, found.start() if ended_before else scan
                return None if dropped else self._buffer[start : self._at]

    def _more(self) -> bool:
        """Read on; what was passed over is let go of."""
        raw = self._stream.read(_CHUNK)
        self._buffer = self._buffer[self._at :] + self._decoder.decode(raw, final=not raw)
        self._at = 0
        return bool(raw)


def _nothing() -> re.Match[str]:
    raise Cut

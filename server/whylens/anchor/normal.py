"""The normal form of source text: comments, white space and formatting taken out, line by line."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from zlib import crc32

_BLANKS = b" \t\r\f\v"
_SAME_QUOTES = bytes.maketrans(b'"`', b"''")
_KEEP = bytes.maketrans(b"", b"")

#: Languages in which formatters turn one quote mark into the other.
_QUOTE_BLIND = frozenset({"python", "javascript", "typescript", "tsx"})

#: Lines shorter than this (`}`, `fi`, `});`) are everywhere.
_SHORTEST = 4

#: The hash of a line without code (blank, or comments only), and of a line too short to be recognised by.
BARE, SLIGHT = 0, 1

Span = tuple[int, int]


class Normal:
    """Normalises spans of one source. `comments` are byte spans, sorted and not overlapping."""

    def __init__(self, source: bytes, comments: Sequence[Span], language: str | None) -> None:
        self.source = source
        self._comments = comments
        self._starts = [start for start, _ in comments]
        self._table = _SAME_QUOTES if language in _QUOTE_BLIND else _KEEP

    def span(self, start: int, end: int) -> bytes:
        """Return the bytes from `start` to `end` without comments and white space, line ends kept."""
        return self._without_comments(start, end).translate(self._table, _BLANKS)

    def lines(self, start: int, end: int) -> list[bytes]:
        """Return the normal form of the lines from `start` (a line start) to `end` (a line end)."""
        return self.span(start, end).split(b"\n")

    def _without_comments(self, start: int, end: int) -> bytes:
        source, position, pieces = self.source, start, list[bytes]()
        index = max(0, bisect_left(self._starts, start) - 1)
        for first, last in self._comments[index:]:
            if first >= end:
                break
            if last <= position:
                continue
            pieces.append(source[position : max(first, position)])
            pieces.append(b"\n" * source.count(b"\n", max(first, position), min(last, end)))
            position = last
        if not pieces:
            return source[start:end]
        pieces.append(source[position:end])
        return b"".join(pieces)


def line_hash(line: bytes) -> int:
    """Return the 32-bit hash of a normalised line; `BARE` without code, `SLIGHT` when it says too little."""
    return crc32(line) if len(line) >= _SHORTEST else SLIGHT if line else BARE


def line_hashes(lines: Iterable[bytes]) -> list[int]:
    """Return the hash of every normalised line."""
    return [line_hash(line) for line in lines]


def token_hash(tokens: bytes) -> str:
    """Return 16 hexadecimal digits over normalised bytes; trailing commas and line ends do not count."""
    joined = tokens.replace(b"\n", b"")
    for close in (b")", b"]", b"}"):
        joined = joined.replace(b"," + close, close)
    return blake2b(joined, digest_size=8).hexdigest()

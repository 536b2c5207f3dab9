"""A text prepared for searching: what every finder needs, computed once."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Generic, TypeVar

T = TypeVar("T")

#: Runs of characters that keys are made of.
RUN = re.compile(rb"[A-Za-z0-9_.+/-]{20,}+")

#: Words that announce a secret, wherever they stand in a name or a sentence. `bytes.find` for each is four times as
#: fast as one pattern for all.
_KEYWORDS = b"""
    pass pw secret token key access auth cred session cookie signature sig= jwt bearer webhook _pat -pat .pat _sas dsn
    salt seed mnemonic kennwort senha contrasena contrase?a _sid otp login
"""
KEYWORDS = (*_KEYWORDS.split(), b"log in", b"log on")

_SHAPES = bytes.maketrans(b"123456789BCDEFGHIJKLMNOPQRSTUVWXYZ", b"0" * 9 + b"A" * 25)

#: The mark that stands where a secret stood. Nothing is found in one, so that redacting twice changes nothing.
MARK = re.compile(rb"\[redacted:[a-z0-9-]{2,40}\]")
MARK_START = "[redacted:"


@dataclass(frozen=True)
class Page:
    """`text`, and images of it in which every character keeps its position. `internal_domains`: the project's own."""

    text: str
    internal_domains: tuple[str, ...] = ()

    @cached_property
    def plain(self) -> bytes:
        """One byte a character, `?` for what is not ASCII: bytes are searched several times faster than text."""
        return self.text.encode("ascii", "replace")

    @cached_property
    def lower(self) -> bytes:
        """`plain` in lower case."""
        return self.plain.lower()

    @cached_property
    def shape(self) -> bytes:
        """`plain` with `0` for every digit and `A` for every capital: forms of numbers are then plain text to find."""
        return shape_of(self.plain)

    @cached_property
    def runs(self) -> list[tuple[int, int]]:
        """Where 20 or more characters of the kind that keys are made of stand together."""
        return [match.span() for match in RUN.finditer(self.plain)]

    @cached_property
    def keywords(self) -> list[tuple[int, int]]:
        """Where a word announces a secret, outside marks."""
        lower = self.lower
        spans = sorted(span for word in KEYWORDS if word in lower for span in _places(lower, word))
        if b"[redacted:" not in self.plain:
            return spans
        marks = [match.span() for match in MARK.finditer(self.plain)]
        return [span for span, meets in zip(spans, meeting(spans, marks), strict=True) if not meets]


def meeting(spans: list[tuple[int, int]], others: list[tuple[int, int]]) -> list[bool]:
    """For each of some spans, in order of their starts, whether it meets one of `others`, in the same order."""
    ends = list(accumulate((end for _, end in others), max))
    starts = [start for start, _ in others]
    return [_reaches(ends, bisect_left(starts, end), start) for start, end in spans]


def _reaches(ends: list[int], count: int, start: int) -> bool:
    """Whether one of the first `count` spans ends after `start`; `ends` holds the furthest end so far."""
    return count > 0 and ends[count - 1] > start


class Needles(Generic[T]):
    """Things looked for where their needle stands: those that need a rare character are asked for only with it."""

    def __init__(self, needles: Iterable[tuple[bytes, T]]) -> None:
        groups: dict[bytes, list[tuple[bytes, T]]] = {}
        for needle, thing in needles:
            rare = next(
                (byte for byte in (b"$", b"{", b"|", b"/", b":", b"=", b"-", b".") if byte in needle), b""
            )
            groups.setdefault(rare, []).append((needle, thing))
        self._groups = list(groups.items())

    def found(self, image: bytes) -> list[T]:
        """The things whose needle stands in an image of a page."""
        return [
            thing
            for rare, group in self._groups
            if rare in image
            for needle, thing in group
            if needle in image
        ]


def shape_of(plain: bytes) -> bytes:
    """`plain` with `0` for every digit and `A` for every capital letter."""
    return plain.translate(_SHAPES)


def places(image: bytes, word: bytes, start: int = 0, end: int | None = None) -> Iterator[int]:
    """Where `word` starts in an image of a page. Many pages hold none: ask `word in image` first."""
    position = image.find(word, start, end)
    while position >= 0:
        yield position
        position = image.find(word, position + 1, end)


def _places(lower: bytes, word: bytes) -> Iterator[tuple[int, int]]:
    start = lower.find(word)
    while start >= 0:
        end = start + len(word)
        yield start, end
        start = lower.find(word, end)

"""Finds secrets by the place they stand in: the table of `places`, and cookies."""

from __future__ import annotations

import re
from collections.abc import Iterator

from whylens.normalize.finding import Finding
from whylens.normalize.page import MARK_START, Needles, Page, places
from whylens.normalize.placeholders import is_placeholder
from whylens.normalize.places import PLACES
from whylens.normalize.randomness import looks_random

#: A cookie header, or the option that gives one to a command.
_COOKIES = (
    (b"cookie", re.compile(rb"cookie2?['\"]?[:=,\s]{1,4}(?=\S)")),
    (b" -b ", re.compile(rb" -b (?=['\"$\w])")),
)
_PAIR = re.compile(r"""[\w.$-]{1,80}=([^\s;,"'`]{8,4096}+)""")

_NEEDLES = Needles((place.needle, place) for place in PLACES)

#: Characters of a cookie header looked at.
LONGEST_HEADER = 4096


def contexts(page: Page) -> Iterator[Finding]:
    """Secrets told by their place."""
    lower = page.lower
    for place in _NEEDLES.found(lower):
        for position in places(lower, place.needle):
            match = place.pattern.match(page.text, position)
            if match:
                value = match[1].rstrip(".,")
                if value and place.test(value):
                    yield Finding(place.rule, match.start(1), match.start(1) + len(value))
    for needle, header in [each for each in _COOKIES if each[0] in lower]:
        done = 0
        for position in places(lower, needle):
            match = header.match(page.lower, position) if position >= done else None
            if match:
                done = _header_end(page.text, match.end())
                yield from _cookies(page.text, match.end(), done)


def _header_end(text: str, start: int) -> int:
    newline = text.find("\n", start, start + LONGEST_HEADER)
    return newline if newline >= 0 else start + LONGEST_HEADER


def _cookies(text: str, start: int, end: int) -> Iterator[Finding]:
    for pair in _PAIR.finditer(text, start, end):
        value = pair[1]
        if looks_random(value[:256]) and MARK_START not in value and not is_placeholder(value[:256]):
            yield Finding("cookie", *pair.span(1))

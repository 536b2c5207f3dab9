"""Finds secrets by their own form: the tables of `rules`, looked up where a long run of key characters starts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from whylens.normalize.finding import Finding
from whylens.normalize.page import Needles, Page, places, shape_of
from whylens.normalize.placeholders import EXAMPLE_MARK, is_placeholder
from whylens.normalize.randomness import looks_random
from whylens.normalize.rules import PREFIXED, SHAPED, Prefixed, Shaped

#: Longest body looked at, in characters: bounds the work where prefixes repeat.
LONGEST_BODY = 2048
LONGEST_LEAD = 200

#: Where a secret may start within a run: its beginning, and after a character that is no letter or digit.
_START = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9]")

#: What a run may begin with that belongs to an escape before it: `\n`, `%3D`, a terminal colour.
_ESCAPES = {
    "\\": re.compile(r"[nrtbf]|u00[0-9a-f]{2}"),
    "%": re.compile(r"[0-9A-Fa-f]{2}"),
    "[": re.compile(r"[0-9;]*m"),
}


def prefixed(page: Page) -> Iterator[Finding]:
    """Secrets of the table `PREFIXED`."""
    text = page.text
    for start, end in page.runs:
        done = start
        for position in _starts(text, start, end):
            if position < done:
                continue
            for prefix, rule, body in _BY_HEAD.get(text[position : position + 3], ()):
                found = _prefixed_at(text, position, prefix, rule, body)
                if found:
                    yield found
                    done = found.end
                    break


def shaped(page: Page) -> Iterator[Finding]:
    """Secrets of the table `SHAPED`."""
    text = page.text
    for rule in (*_NEEDLES.found(page.plain), *(_BEHIND_DIGITS if b"0" * 8 in page.shape else ())):
        done = 0
        for position in _positions(page, rule):
            if position < done or not (rule.before or _at_word_start(text, position)):
                continue
            if match := rule.pattern.match(text, position):
                yield Finding(rule.rule, _reach_left(text, position, rule), match.end())
                done = match.end()


def _positions(page: Page, rule: Shaped) -> Iterator[int]:
    """Where the needle of `rule` stands."""
    if rule.digits:
        return (
            each + rule.digits
            for each in places(page.shape, b"0" * rule.digits + shape_of(rule.needle.encode()))
        )
    needle = rule.needle.encode()
    if not rule.in_run:
        return places(page.plain, needle)
    return (each for start, end in page.runs for each in places(page.plain, needle, start, end))


def _starts(text: str, start: int, end: int) -> Iterator[int]:
    before = text[start - 1 : start]
    escape = _ESCAPES[before].match(text, start, end) if before in _ESCAPES else None
    if escape:
        yield escape.end()
    for match in _START.finditer(text, start, end):
        yield match.start()


def _prefixed_at(
    text: str, position: int, prefix: str, rule: Prefixed, body: re.Pattern[str]
) -> Finding | None:
    if not text.startswith(prefix, position):
        return None
    match = body.match(text, position + len(prefix))
    if not match:
        return None
    value = match.group().rstrip(".")
    if rule.random and (text[position - 1 : position] in ("-", "_") or not looks_random(value[:64], 12)):
        return None
    if EXAMPLE_MARK.search(value) or is_placeholder(value[:64]):
        return None
    return Finding(rule.rule, position, position + len(prefix) + len(value))


def _reach_left(text: str, position: int, rule: Shaped) -> int:
    """Where the secret around a needle starts."""
    if rule.before:
        before, floor = re.compile(rule.before), max(0, position - LONGEST_LEAD)
        while position > floor and before.match(text, position - 1):
            position -= 1
    return position


def _at_word_start(text: str, position: int) -> bool:
    before = text[max(0, position - 2) : position]
    return re.search(r"[A-Za-z0-9_-]\Z", before) is None or re.match(r"\\[nrt]|%[0-9A-F]", before) is not None


def _index() -> dict[str, list[tuple[str, Prefixed, re.Pattern[str]]]]:
    by_head: dict[str, list[tuple[str, Prefixed, re.Pattern[str]]]] = defaultdict(list)
    for rule in PREFIXED:
        body = re.compile(rule.body if rule.length == 1 else f"{rule.body}{{{rule.length},{LONGEST_BODY}}}")
        for prefix in rule.prefixes.split():
            by_head[prefix[:3]].append((prefix, rule, body))
    for rules in by_head.values():
        rules.sort(key=lambda entry: -len(entry[0]))
    return dict(by_head)


_BY_HEAD = _index()
_NEEDLES = Needles((rule.needle.encode(), rule) for rule in SHAPED if not rule.digits)
_BEHIND_DIGITS = [rule for rule in SHAPED if rule.digits]

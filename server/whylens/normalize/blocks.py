"""Finds secrets that span lines: private keys in their usual armours, and the data of a Kubernetes Secret."""

from __future__ import annotations

import re
from collections.abc import Iterator

from whylens.normalize.finding import Finding
from whylens.normalize.page import MARK_START, Page
from whylens.normalize.placeholders import is_placeholder, is_reference

LONGEST_BLOCK = 32_768

_BEGIN = re.compile(r"-{4,5} ?BEGIN (?!PUBLIC)[A-Z0-9 ]{0,40}(?:PRIVATE|SECRET) KEY(?: BLOCK)? ?-{4,5}")
_EDGE = re.compile(r"-{4,5} ?(?:BEGIN|END) [A-Z0-9 ]{0,48}KEY(?: BLOCK)? ?-{4,5}")

#: What may stand in an armour whose end was cut off: Base64, headers, line prefixes of quotes, diffs and comments.
_BODY = re.compile(
    r"(?:[ \t>+*#/|\"',-]{0,12}(?:[A-Za-z0-9+/=]{16,}|[A-Z][\w-]+: [^\n]{1,120})?(?:\\r)?(?:\\n|\r?\n|\Z))+"
)
_SHORT_LINE = re.compile(r"[ \t>+*#/|\"',-]{0,12}[A-Za-z0-9+/=]{1,15}(?=[ \t]*(?:\r?\n|\Z))")
_ONE_LINE = re.compile(r"(?:\\[nr]|[A-Za-z0-9+/=])*")

_PUTTY = re.compile(
    r"PuTTY-User-Key-File-\d:[^\n]*(?:\n[ \t>+#*]{0,12}(?:[\w-]{2,24}: ?[^\n]*|[A-Za-z0-9+/=]{16,}))*"
)

#: The private members of a JSON Web Key.
_WEB_KEY = re.compile(r"""["'](?:d|p|q|dp|dq|qi|k)["']\s{0,8}:\s{0,8}["']([A-Za-z0-9_-]{20,2048})["']""")

_SECRET_KIND = re.compile(r"^[ \t+]*kind: [\"']?(?:Sealed)?Secret\b", re.MULTILINE)
_DATA = re.compile(
    r"^(?P<indent>[ \t+]*)(?:data|stringData):[ \t]*(?:\n(?P=indent)[ \t]+[^\n]+)+", re.MULTILINE
)
_ENTRY = re.compile(r"^[ \t+]+[\w.-]+:[ \t]+[\"']?([^\s\"'#|>&{][^\n\"']{2,})", re.MULTILINE)


def blocks(page: Page) -> Iterator[Finding]:
    """Secrets that span lines."""
    text = page.text
    if "PRIVATE KEY" in text or "SECRET KEY" in text:
        yield from _armoured(text)
    if "PuTTY-User-Key-File" in text:
        for match in _PUTTY.finditer(text):
            yield Finding("private-key", *match.span())
    if '"kty"' in text:
        yield from (Finding("private-key", *match.span(1)) for match in _WEB_KEY.finditer(text))
    if "kind: " in text and _SECRET_KIND.search(text):
        yield from _kubernetes(text)


def _armoured(text: str) -> Iterator[Finding]:
    done = 0
    for begin in _BEGIN.finditer(text):
        if begin.start() < done:
            continue
        done = _armour_end(text, begin.end())
        if done - begin.end() >= 16:
            yield Finding("private-key", begin.start(), done)


def _armour_end(text: str, start: int) -> int:
    """The end of an armour; of one that was cut off, the end of what still looks like it."""
    edge = _EDGE.search(text, start, start + LONGEST_BLOCK)
    if edge and edge.group().lstrip("- ").startswith("END"):
        return edge.end()
    limit = edge.start() if edge else start + LONGEST_BLOCK
    body = _BODY.match(text, start, limit)
    line = _ONE_LINE.match(text, start, limit)
    end = max(body.end() if body else start, line.end() if line else start)
    last = _SHORT_LINE.match(text, end, limit)
    return last.end() if last else end


def _kubernetes(text: str) -> Iterator[Finding]:
    for data in _DATA.finditer(text):
        for entry in _ENTRY.finditer(text, data.start(), data.end()):
            value = entry.group(1).rstrip()
            if MARK_START not in value and not is_reference(value) and not is_placeholder(value):
                yield Finding("kubernetes-secret", entry.start(1), entry.start(1) + len(value))

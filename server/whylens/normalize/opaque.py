"""Finds long random strings that nothing names: keys of vendors that are not in the table."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from whylens.normalize.finding import Finding
from whylens.normalize.page import Page
from whylens.normalize.placeholders import is_digest, is_placeholder
from whylens.normalize.randomness import looks_random

LONGEST = 600

#: Vendor, separator, body: the shape nearly every vendor has given its keys since 2020.
_BRANDED = re.compile(r"[A-Za-z][A-Za-z0-9]{0,11}(?:[_-][A-Za-z0-9]{1,10}){0,3}[_-](?P<body>[\w-]{24,})")
_PLAIN = re.compile(r"[A-Za-z0-9_-]{24,}")

_UNBROKEN = re.compile(r"[A-Za-z0-9]{20}")

#: A setting in capitals, then the value: `ACME_LICENCE=…`.
_SETTING = re.compile(
    r"""(?:^|[^\w])[A-Z][A-Z0-9_]{3,30}["'\])]{0,2}[ \t]{0,3}(?::=|[:=])[ \t]{0,3}["']?\Z"""
)

#: What stands before an identifier, a digest or embedded content.
_NAMED = re.compile(
    r"""(?xi)
    (?: ids? | hash | etag | nonce | cursor | version | integrity | checksum | digest | sha\d* | md5 | commit | rev
      | revision | kid | fingerprint | serial | subject | base64 | h1 | oid | uuid | guid | ref | slug | name | path
      | file | filename | build | tag | image | src | href | class | classname | public | contents? | data | state
      | blob | chunk | asset | verification | measurement | container | index | snapshot | cache | node | object
      | video | document | folder | sheet | parent | child | next | prev | after | before | debug | x | y | n
      | x5c | x5t | did:key )
    ["'`\])]{0,2} [ \t]{0,3} [:=(,]{0,2} >? [ \t]{0,3} ["'`(]? (?:sha\d+[-:])? \Z
    """
)
_BENIGN_BRAND = re.compile(
    r"(?i)(?:sha\d*|md5|css|jsx|sc|chunk|commit|rev|git|build|cache|img|asset|hash|id|ref|tree|blob|vendor|index|main"
    r"|app|page|mui|svelte|module|go|v\d+|pk|ca|pub|fig|test|snap|uid|urn|tag)[_-]"
)

#: How the Base64 of well-known binary forms starts: images, archives, public keys, fonts.
_MAGIC = re.compile(r"iVBOR|R0lGOD|/9j/|UklGR|AAAA|MI[ICG]|H4sI|UEsDB|d09G|JVBER|Qk0|PD94|PHN2|AGFzb")


def opaque(page: Page) -> Iterator[Finding]:
    """Random strings that have the look of a key and stand alone."""
    text = page.text
    for start, end in page.runs:
        if end - start > LONGEST or _is_piece(text, start, end):
            continue
        for match in _PLAIN.finditer(text, start, end):
            before = text[max(0, match.start() - 40) : match.start()]
            set_to = _SETTING.search(before) is not None
            if (
                (set_to or len(match.group()) >= 32)
                and not _NAMED.search(before)
                and _is_key(match.group(), set_to)
            ):
                yield Finding("random-string", *match.span())


def _is_piece(text: str, start: int, end: int) -> bool:
    """True for a piece of something larger: a path, a URL, a Base64 text, one line of several."""
    if "/" in text[start:end] or "+" in text[start:end]:
        return True
    if text[start - 1 : start] in ("/", "+", "%", "#", "@", "~", "?", ".") or text[end : end + 1] in (
        "/",
        "+",
        "%",
    ):
        return True
    return _NEIGHBOUR.match(text[end : end + 64]) is not None or _neighbour_before(
        text[max(0, start - 64) : start]
    )


_NEIGHBOUR = re.compile(r"""(?:\\n|["'\\+,\s]){1,40}[A-Za-z0-9+/_=-]{20,}""")


def _neighbour_before(before: str) -> bool:
    """True where another long run ends just before: the lines of a certificate or an image."""
    match = re.search(r"""[A-Za-z0-9+/_=-]{20}(?:\\n|["'\\+,\s]){1,40}\Z""", before)
    return match is not None and any(map(str.isdigit, match.group()))


def _is_key(value: str, set_to: bool) -> bool:
    """`set_to`: the value of a setting in capitals, which may lack small or capital letters."""
    if is_digest(value) or is_placeholder(value) or _BENIGN_BRAND.match(value) or _MAGIC.match(value):
        return False
    branded = _BRANDED.fullmatch(value)
    body = branded["body"] if branded else value
    upper, lower, digits = (sum(map(kind, body)) for kind in (str.isupper, str.islower, str.isdigit))
    if not 1 <= digits <= len(body) / 2 or "--" in body or "__" in body:
        return False
    if min(upper, lower) < 3 and not (set_to and _UNBROKEN.search(body)):
        return False
    return looks_random(body, 20) and not _says_something(body)


def _says_something(value: str) -> bool:
    """True where `value` is the Base64 form of readable text."""
    try:
        plain = base64.urlsafe_b64decode(value[: len(value) // 4 * 4])
    except (binascii.Error, ValueError):
        return False
    return sum(32 <= byte < 127 or byte in b"\r\n\t" for byte in plain) >= 0.95 * len(plain)

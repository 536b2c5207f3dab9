"""Finds long random strings that nothing names: keys of vendors not in the table."""

from __future__ import annotations

import re
from collections.abc import Iterator

from whylens.normalize.finding import Finding
from whylens.normalize.placeholders import is_digest, is_placeholder
from whylens.normalize.randomness import looks_random

#: Vendor, separator, body: the shape nearly every vendor has given its keys since 2020.
_BRANDED = re.compile(
    r"[A-Za-z][A-Za-z0-9]{0,11}(?:[_-][A-Za-z0-9]{1,10}){0,3}[_-](?P<body>[A-Za-z0-9_-]{24,})"
)
_PLAIN = re.compile(r"[A-Za-z0-9_-]{32,}")

#: What stands before an identifier, a digest or a piece of Base64 that is no secret.
_NAMES = re.compile(
    r"(?i)(?:id|ids|hash|etag|nonce|cursor|version|integrity|checksum|digest|sha\d*|md5|commit|rev|revision|kid|fingerprint"
    r"|serial|subject|base64|h1|oid|uuid|guid|ref|slug|name|path|file|filename|build|tag|image|src|href|class|classname|public|content|"
    r"data|state|blob|chunk|asset|verification|measurement|container|index|snapshot|cache|node|object|video|document|folder|sheet)"
    r"[\"'`\])]{0,2}[ \t]{0,3}[:=(,]{0,2}>?[ \t]{0,3}[\"'`(]?(?:sha\d+[-:])?\Z"
)
_BENIGN_BRANDS = re.compile(
    r"(?i)(?:sha\d*|md5|css|jsx|sc|chunk|commit|rev|git|build|cache|img|asset|hash|id|ref|tree|blob|vendor|index|main|app|page|mui|svelte|module|go|v\d+|pk|ca|pub)[_-]"
)


def opaque(text: str, runs: list[tuple[int, int]]) -> Iterator[Finding]:
    """Random strings within the given runs of `text` that have the look of a key."""
    for start, end in runs:
        if (
            end - start > 600
            or "/" in text[start:end]
            or "+" in text[start:end]
            or _is_joined(text, start, end)
        ):
            continue
        for match in _PLAIN.finditer(text, start, end):
            if _is_key(match.group()) and not _NAMES.search(text, max(0, match.start() - 40), match.start()):
                yield Finding("random-string", *match.span())


def _is_joined(text: str, start: int, end: int) -> bool:
    """True for a piece of something larger: a path, a URL, a Base64 text."""
    return text[start - 1 : start] in ("/", "+", "%", "#", "@", "~") or text[end : end + 1] in ("/", "+", "%")


def _is_key(value: str) -> bool:
    if is_digest(value) or is_placeholder(value) or _BENIGN_BRANDS.match(value):
        return False
    branded = _BRANDED.fullmatch(value)
    body = branded.group("body") if branded else value
    upper, lower, digits = (sum(map(kind, body)) for kind in (str.isupper, str.islower, str.isdigit))
    if min(upper, lower, digits) < 3 or "--" in body or "__" in body:
        return False
    return looks_random(body, 20)

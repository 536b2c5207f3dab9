"""Finds internal hosts and private network addresses. Localhost, documentation ranges and examples stay.

A name ends in an internal domain for certain where the project says so (`internal_domains`), or where no program code
looks like it: `.corp`, `.lan`, `.intranet`. `settings.local` and `codes.internal` are code; `.local` and `.internal`
count only in a URL, before a port, after `@`, or with a hyphen or several labels with digits in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import IPv6Address

from whylens.normalize.finding import Finding
from whylens.normalize.keys import words
from whylens.normalize.page import Page, places

HOST, ADDRESS = "internal-host", "private-address"

_SURE = (b".corp", b".lan", b".intranet")
_UNSURE = (b".internal", b".local")

_ENDINGS = (*_SURE, *_UNSURE)

_LABELS = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-._")
#: What ends a name: no further label, no call, no member of a structure.
_END = re.compile(rb"(?![\w(\[<]|-\w|\.[a-z_])")
_PORT = re.compile(rb":\d{2,5}(?!\d)")
_BEFORE_URL = re.compile(rb"(?:://|[\w.+-]@)\Z")
_BEFORE_HOST = re.compile(
    rb"""\b(?:host(?:name)?|server|fqdn|ssh|ping|curl|telnet|nslookup|dig|node|machine|address|resolve|connect to)
    (?:\s+name)? ["'`]? [ \t]* [:=]? [ \t]* ["'`]? \Z""",
    re.VERBOSE,
)

_IN_PROSE = re.compile(rb"(?:^|\s)(?:on|at|from|to|via|behind|against|reach|contact|by) [\"'`]?\Z")

#: Names that are nobody's: those of the documentation and of tools everybody has.
_NOBODYS = re.compile(
    rb"(?:.+\.)?(?:host|gateway|kubernetes)\.docker\.internal|metadata(?:\.google)?\.internal|(?:.+\.)?svc\.cluster\.local"
    rb"|(?:.+\.)?rc\.local|(?:.+\.)?localhost\.local|\.?(?:env|gitignore)\..+"
)
_MADE_UP = words(
    """
    example examples test testing foo bar baz acme local localhost host hostname server machine node domain mydomain
    my-domain yourdomain your-domain company mycompany my-company yourcompany your-company myhost my-host your-host
    yourhost somehost some-host name dev sample demo dummy fake placeholder contoso raspberrypi printer router self
    this config settings
    """
)

#: Where a private IPv4 address may begin, and the address.
_BEGINNINGS = (b"10.", b"192.168.", b"172.", b"169.254.")
_IPV4 = re.compile(
    rb"""(?x)
    (?<![\w.-]) (?<!v\.) (?: 10 | 192\.168 | 172\.(?:1[6-9]|2\d|3[01]) | 169\.254 )
    (?: \.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d) ){2,3} (?![\w-]|\.\w)
    """
)
#: Addresses everybody has: the ranges themselves, virtual bridges, the clouds' metadata services.
_EVERYBODYS = re.compile(
    rb"10\.0\.0\.0|10\.0\.2\.(?:2|15)|10\.255\.255\.255|192\.168\.(?:0\.0|255\.255)|172\.1[67]\.0\.0|172\.17\.0\.1"
    rb"|172\.31\.255\.255|169\.254\.(?:0\.0|169\.254|170\.2|255\.255)"
)
_VERSION = re.compile(
    rb"(?:\bversion|\bver\.?|\bsdk|\brelease|\bkits?|[\\/-]|\bv|==|\bwindows)[ \t:=\"']{0,3}\Z"
)

#: Four hexadecimal digits and a colon, once every such digit is a zero.
_HEXADECIMAL = bytes.maketrans(b"123456789abcdef", b"0" * 15)
_IPV6 = re.compile(rb"(?<![\w:.])f(?:[cd][0-9a-f]{2}|e80)(?::[0-9a-f]{0,4}){2,7}(?![\w:])")


def hosts(page: Page) -> Iterator[Finding]:
    """Internal hosts and private addresses."""
    lower = page.lower
    for ending in [ending for ending in _ENDINGS if ending in lower]:
        yield from _named(page, ending, sure=ending in _SURE)
    for domain in page.internal_domains:
        yield from _named(page, domain.encode("ascii", "replace"), sure=True, own=True)
    numbered = _BEGINNINGS if b"0.0" in page.shape else ()
    for beginning in [beginning for beginning in numbered if beginning in lower]:
        for position in places(lower, beginning):
            match = _IPV4.match(lower, position)
            if match and _is_private(lower, match):
                yield Finding(ADDRESS, *match.span())
    if b":" in lower and (b"fe80:" in lower or b":0" in page.shape or b"::" in lower):
        for position in places(lower.translate(_HEXADECIMAL), b"0000:"):
            match = _IPV6.match(lower, position)
            if match and _is_ipv6(match.group().decode("ascii")):
                yield Finding(ADDRESS, *match.span())


def _named(page: Page, ending: bytes, *, sure: bool, own: bool = False) -> Iterator[Finding]:
    lower = page.lower
    for position in places(lower, ending):
        end = position + len(ending)
        if _END.match(lower, end) is None:
            continue
        start, floor = position, max(0, position - 250)
        while start > floor and lower[start - 1] in _LABELS:
            start -= 1
        while start < position and lower[start] in b".-_":
            start += 1
        name = lower[start:end]
        if own:
            if start < position or ending[:1] != b".":
                yield Finding(HOST, start, end)
        elif start < position and _is_host(page, start, end, name, sure=sure):
            yield Finding(HOST, start, end)


def _is_host(page: Page, start: int, end: int, name: bytes, *, sure: bool) -> bool:
    before = page.lower[max(0, start - 24) : start]
    labels = name.decode("ascii").split(".")[:-1]
    if _NOBODYS.fullmatch(name) or _MADE_UP.intersection(labels) or before.endswith((b"->", b"$", b"{")):
        return False
    written = page.plain[start:end]
    if b"_" in name or (written not in (name, name.upper()) and b"-" not in name):
        return False  # `codes.Internal` is code
    if sure or _BEFORE_URL.search(before) or _BEFORE_HOST.search(before) or _PORT.match(page.lower, end):
        return True
    if (
        name.endswith(b".internal")
        and _IN_PROSE.search(before)
        and not page.lower.startswith(b" import", end)
    ):
        return True
    numbered = sum(label[-1:].isdigit() for label in labels)
    return b"-" in name or (len(labels) > 1 and numbered > 0)


def _is_private(lower: bytes, match: re.Match[bytes]) -> bool:
    if match.group().count(b".") != 3 or _EVERYBODYS.fullmatch(match.group()):
        return False
    before = lower[max(0, match.start() - 12) : match.start()]
    return _VERSION.search(before) is None or before.endswith((b"//", b"://"))


def _is_ipv6(text: str) -> bool:
    try:
        address = IPv6Address(text)
    except ValueError:
        return False
    return address.is_private and ("::" in text or text.count(":") == 7) and text not in ("fe80::", "fe80::1")

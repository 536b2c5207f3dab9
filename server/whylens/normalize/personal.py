"""Finds e-mail addresses, with the name beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from whylens.normalize.finding import Finding
from whylens.normalize.page import Page

_LOCAL = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.!#&'*+-?^_~%")
_DOMAIN = re.compile(r"(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,8}([A-Za-z]{2,24})(?![\w-])")

#: Top-level domains of people's addresses, beside those of two letters; `P@f.kwargs` is code.
_TOP_LEVEL = re.compile(
    r"""(?xi)
      (?! py | ts | js | go | rb | cs ) [a-z]{2}
    | com | org | net | edu | gov | mil | int | info | biz | name | dev | app | tech | cloud | online | site | xyz | pro
    | email | systems | software | digital | company | group | agency | studio | design | world | team | family | live
    | consulting | solutions | engineering | technology | university | institute | foundation | health | bank
    | local | internal | lan | corp | intranet
    """
)

#: Domains where nobody has a mailbox of their own: documentation, machines, mailing lists.
_NOBODYS_DOMAIN = re.compile(
    r"""(?xi)
      (?: .+\. )? (?: example (?:\..+)? | example-\w+\..+ | test | invalid | localhost ) | \w+\.(?:local|internal|lan)
    | (?: lists? | lists-\w+ | ml | mail-archive | groups ) \..+ | .*\b googlegroups\.com | vger\.kernel\.org
    | .+\.gserviceaccount\.com
    | (?: (?:my|your)?(?:company|domain) | acme | foo | bar | email | mail | host | server | site ) \.\w{2,4}
    """
)
#: Mailboxes of programs and roles, and made-up names.
_NOBODY = re.compile(
    r"""(?xi)
      git | hg | svn | (?:no|do-?not)-?_?reply | bot | .*\[bot\] | .*-bot | support | info | security | help | contact
    | admin | root | postmaster | webmaster | abuse | bugs? | users? | username | you | me | someone | somebody | name
    | your[._-]?(?:name|email)? | foo | bar | test | dev
    | developers? | ci | build | team | ssh | deploy | \d+ | ec2-user
    """
)
#: The name before an address in angle brackets, as in trailers and headers.
_NAME = re.compile(r"(?:^|(?<=[\s:(,\"']))[^\W\d_a-z][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,3},? ?<\Z")


def personal(page: Page) -> Iterator[Finding]:
    """Personal data of somebody: made-up addresses and those of programs stay."""
    position = page.text.find("@")
    while position >= 0:
        found = _address(page.text, position)
        if found:
            yield found
        position = page.text.find("@", position + 1)


def _address(text: str, at: int) -> Finding | None:
    domain = _DOMAIN.match(text, at + 1)
    if not domain or not _TOP_LEVEL.fullmatch(domain[1]) or _NOBODYS_DOMAIN.fullmatch(domain.group()):
        return None
    start, floor = at, max(0, at - 64)
    while start > floor and text[start - 1] in _LOCAL:
        start -= 1
    while start < at and not text[start].isalnum():
        start += 1
    local = text[start:at]
    if (
        not local
        or not local.isascii()
        or set(local) & set("{}$=/|")
        or text[start - 1 : start] in (":", "/")
        or _NOBODY.fullmatch(local)
    ):
        return None
    end = domain.end()
    name = _NAME.search(text[max(0, start - 80) : start]) if text[end : end + 1] == ">" else None
    if name:
        return Finding("person", start - len(name.group()), end + 1)
    return Finding("e-mail", start, end)

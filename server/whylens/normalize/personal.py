"""Finds personal data: e-mail addresses with the name beside them, card, account and telephone numbers."""

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
    | consulting | solutions | engineering | technology | university | institute | foundation | health | bank | email
    """
)

#: Domains where nobody has a mailbox of their own: documentation, machines, mailing lists.
_NOBODYS_DOMAIN = re.compile(
    r"""(?xi)
      (?: .+\. )? (?: example (?:\..+)? | example-\w+\..+ | test | invalid | local | localhost | internal | lan )
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

_CARD = re.compile(
    rb"card\b[^\n\d]{0,40}((?:4\d{3}|5[1-5]\d{2}|6011|35\d{2})([ -])\d{4}\2\d{4}\2\d{4})(?![\d-])"
)
_IBAN = re.compile(
    rb"iban\b[^\n]{0,16}?\b([a-z]{2}\d{2}(?: ?[a-z0-9]{4}){3,7}(?: ?[a-z0-9]{1,3})?)(?![a-z0-9])"
)
_TELEPHONE = re.compile(
    rb"(?:phone|telephone|tel|mobile|cell|call|whatsapp|fax)\b[^\n\d+]{0,12}(\+?\(?\d[\d ().-]{7,18}\d)(?![a-z0-9_])"
)


def personal(page: Page) -> Iterator[Finding]:
    """Personal data of somebody: made-up addresses and those of programs stay."""
    position = page.text.find("@")
    while position >= 0:
        found = _address(page.text, position)
        if found:
            yield found
        position = page.text.find("@", position + 1)
    yield from _numbers(page.lower)


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


def _numbers(lower: bytes) -> Iterator[Finding]:
    for rule, word, pattern, holds in _TOLD:
        position = lower.find(word)
        while position >= 0:
            match = pattern.match(lower, position)
            if match and holds(match[1].decode("ascii")):
                yield Finding(rule, *match.span(1))
            position = lower.find(word, position + 1)


def _luhn(number: str) -> bool:
    digits = [int(character) for character in number if character.isdigit()]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[-2::-2])
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def _iban(number: str) -> bool:
    plain = number.replace(" ", "")
    return int("".join(str(int(character, 36)) for character in plain[4:] + plain[:4])) % 97 == 1


def _long(number: str) -> bool:
    return sum(map(str.isdigit, number)) >= 9


#: The word before a number, its form, and what must hold of it.
_TOLD = (
    ("card-number", b"card", _CARD, _luhn),
    ("account-number", b"iban", _IBAN, _iban),
    ("telephone", b"phone", _TELEPHONE, _long),
    ("telephone", b"tel", _TELEPHONE, _long),
    ("telephone", b"mobile", _TELEPHONE, _long),
    ("telephone", b"whatsapp", _TELEPHONE, _long),
)

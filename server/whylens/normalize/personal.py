"""Finds personal data: e-mail addresses with the name beside them, card and account numbers, telephone numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from whylens.normalize.finding import Finding

_LOCAL = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.!#$&'*+-/=?^_{|}~%")
_DOMAIN = re.compile(r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,8}[A-Za-z]{2,24}(?![\w-])")

#: Addresses that are nobody's: documentation, programs, lists, the pseudonyms of git hosts.
_NOBODY_DOMAIN = re.compile(
    r"(?:.+\.)?(?:example(?:\..+)?|test|invalid|local|localhost|internal|lan|example-\w+\..+)"
    r"|(?:lists?|lists-\w+)\..+|.*\b(?:googlegroups|groups)\.\w+|vger\.kernel\.org|.+\.gserviceaccount\.com"
    r"|(?:domain|company|mycompany|yourcompany|yourdomain|acme|foo|bar|email|mail|host|server|site|test)\.\w{2,4}",
    re.IGNORECASE,
)
_NOBODY = re.compile(
    r"git|hg|svn|no-?reply|do-?not-?reply|bot|.*\[bot\]|support|info|security|help|contact|admin|root|postmaster|webmaster"
    r"|abuse|user(?:name)?|you|your[._-]?(?:name|email)|me|someone|somebody|name|foo|bar|test|dev|developer|ci|build|team",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"(?:^|(?<=[\s:]))(?:[A-Z][\w.'’-]*|[^\W\d_a-z][\w'’-]+)(?: (?:[^\W\d_][\w.'’-]*)){0,3} <\Z"
)

_CARD = re.compile(r"(?<![\d.-])(?:4\d{3}|5[1-5]\d{2}|6011|35\d{2})([ -])\d{4}\1\d{4}\1\d{4}(?![\d-])")
_IBAN = re.compile(r"(?<![A-Z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])")
_PHONE = re.compile(
    r"(?:phone|telephone|tel|mobile|cell|call|whatsapp|fax)\b[^\n\d+]{0,12}(\+?\(?\d[\d ().-]{7,18}\d)",
    re.IGNORECASE,
)


def personal(text: str, shadow: bytes) -> Iterator[Finding]:
    """Personal data in `text`; `shadow` is its lower-case ASCII image of equal length."""
    position = text.find("@")
    while position >= 0:
        found = _address(text, position)
        if found:
            yield found
        position = text.find("@", position + 1)
    if re.search(rb"\d{4}[ -]\d{4}[ -]\d{4}[ -]", shadow):
        yield from (Finding("card-number", *m.span()) for m in _CARD.finditer(text) if _luhn(m.group()))
    if b"iban" in shadow:
        yield from (Finding("account-number", *m.span()) for m in _IBAN.finditer(text) if _iban(m.group()))
    for word in (b"phone", b"tel", b"mobile", b"whatsapp"):
        if word in shadow:
            yield from (Finding("telephone", *m.span(1)) for m in _PHONE.finditer(text))
            break


def _address(text: str, at: int) -> Finding | None:
    domain = _DOMAIN.match(text, at + 1)
    if not domain:
        return None
    start, floor = at, max(0, at - 64)
    while start > floor and text[start - 1] in _LOCAL:
        start -= 1
    while start < at and text[start] in ".'/=*{|":
        start += 1
    local = text[start:at]
    if not local or text[start - 1 : start] in (":", "/") or _NOBODY.fullmatch(local):
        return None
    if _NOBODY_DOMAIN.fullmatch(domain.group()):
        return None
    end = domain.end()
    person = (
        _PERSON.search(text, max(0, start - 80), start)
        if text[start - 1 : start] == "<" and text[end : end + 1] == ">"
        else None
    )
    return Finding("person", person.start(), end + 1) if person else Finding("e-mail", start, end)


def _luhn(text: str) -> bool:
    digits = [int(character) for character in text if character.isdigit()]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[-2::-2])
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def _iban(text: str) -> bool:
    plain = text.replace(" ", "")
    return int("".join(str(int(character, 36)) for character in plain[4:] + plain[:4])) % 97 == 1

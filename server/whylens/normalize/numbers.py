"""Finds card, account and telephone numbers: where their check digits hold, or their form or place leaves no doubt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from whylens.normalize.finding import Finding
from whylens.normalize.page import Page, places

#: The digits of the shortest telephone number, once what separates them is gone.
_FEWEST = b"0" * 8

CARD, ACCOUNT, TELEPHONE = "card-number", "account-number", "telephone"

#: In groups a card number is one anywhere; without gaps only behind a word that says so, or alone in quotes.
_CARD_FORMS = (b"0000 0000 0000 0", b"0000-0000-0000-0", b"0000 000000 00000", b"0000-000000-00000")
_GROUPED_CARD = re.compile(
    rb"(?<![\w.+-])(?:[2-6]\d{3}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|3[47]\d\d([ -])\d{6}\2\d{5})(?![\w.-]*\d)"
)
_PLAIN_CARD = re.compile(rb"(?<![\w.+/-])(?:3[47]\d{13}|[2-6]\d{15})(?![\w/.-]*\d)")
_CARD_WORD = re.compile(
    rb"(?:card|\bpan\b|\bvisa\b|master-?card|\bamex\b|american express|\bcc(?:num|_number)?\b|payment|discover)"
    rb"[^\n]{0,40}\Z"
)
_CARD_PREFIX = re.compile(
    r"4|5[1-5]|2(?:2[2-9]|[3-6]|7[01]|720)|3[47]|6(?:011|4[4-9]|5)|35(?:2[89]|[3-8])|62"
)

_IBAN = re.compile(rb"(?<![\w/.-])[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){2,7}(?: ?[a-z0-9]{1,3})?(?![\w/-])")
#: Length of an account number by its country.
_IBAN_LENGTHS = {
    "ad": 24, "ae": 23, "al": 28, "at": 20, "az": 28, "ba": 20, "be": 16, "bg": 22, "bh": 22, "br": 29, "ch": 21,
    "cr": 22, "cy": 28, "cz": 24, "de": 22, "dk": 18, "do": 28, "ee": 20, "es": 24, "fi": 18, "fo": 18, "fr": 27,
    "gb": 22, "ge": 22, "gi": 23, "gl": 18, "gr": 27, "gt": 28, "hr": 21, "hu": 28, "ie": 22, "il": 23, "is": 26,
    "it": 27, "jo": 30, "kw": 30, "kz": 20, "lb": 28, "li": 21, "lt": 20, "lu": 20, "lv": 21, "mc": 27, "md": 24,
    "me": 22, "mk": 19, "mt": 31, "nl": 18, "no": 15, "pk": 24, "pl": 28, "pt": 25, "qa": 29, "ro": 24, "rs": 22,
    "sa": 24, "se": 24, "si": 19, "sk": 24, "sm": 27, "tn": 24, "tr": 26, "ua": 29, "vg": 24, "xk": 20,
}  # fmt: skip
#: What stands before a number of an order or a thing that happens to have the form of an account.
_OTHER_NUMBER = re.compile(
    rb"(?:\bno\.?|number|order|invoice|serial|part|ref\.?|id|sku|hash)[ \t:=#\"']{1,4}\Z"
)

#: `+49 170 1234567`, `+1 (415) 555-2671`, `(415) 555-2671`; without gaps only where 11 digits or more follow.
_INTERNATIONAL = re.compile(
    rb"""(?x)
    (?<! [\w.+/*=)\]-] ) (?<! \d[ ] ) \+
    (?: [1-9]\d{0,2} (?: [ .-]? \(0?\d{1,4}\) )? (?: [ .-] \d{1,8} ){1,6} | [1-9]\d{10,13} )
    (?! [\w.-]*\d | [\w%*/+] )
    """
)
_BRACKETED = re.compile(rb"(?<![\w.+)-])\([2-9]\d{2}\) ?[2-9]\d{2}[-. ]\d{4}(?![\w-])")
_TOLD = re.compile(
    rb"(?:phone|telephone|tel|mobile|cell|call|whatsapp|fax|sms|telefon|telefono|handy|hotline)\b[^\n\d+]{0,16}"
    rb"(\+?\(?\d[\d ().-]{7,18}\d)(?![a-z0-9_])"
)
_WORDS = (b"phone", b"tel", b"mobile", b"whatsapp", b"fax", b"sms", b"telefon", b"hotline")
#: What stands for a number in a form: `+1 000 000 0000`.
_PLACEHOLDER = re.compile(r"\d{0,4}(\d)\1{5,}")

#: Calling codes of the world.
_CALLING = re.compile(
    r"1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689]\d|3[578]\d|42\d|5[09]\d|6[789]\d|8[0578]\d|9[679]\d"
)


def numbers(page: Page) -> Iterator[Finding]:
    """Numbers that are somebody's."""
    if _FEWEST in page.shape.translate(None, b" ().-"):
        yield from _cards(page)
        yield from _telephones(page)
    if b"AA00" in page.shape:
        for match in _at(page.lower, page.shape, b"AA00", _IBAN):
            end = _account_end(page.lower, match)
            if end:
                yield Finding(ACCOUNT, match.start(), end)


def _cards(page: Page) -> Iterator[Finding]:
    plain, shape = page.plain, page.shape
    for form in _CARD_FORMS:
        for match in _at(plain, shape, form, _GROUPED_CARD):
            if _is_card(match.group()):
                yield Finding(CARD, *match.span())
    for match in _at(plain, shape, b"0" * 15, _PLAIN_CARD):
        start, end = match.span()
        quoted = page.text[start - 1 : start] in ("'", '"', "`") and page.text[end : end + 1] in (
            "'",
            '"',
            "`",
        )
        told = _CARD_WORD.search(page.lower, max(0, start - 60), start)
        if (quoted or told) and _is_card(match.group()):
            yield Finding(CARD, start, end)


def _is_card(number: bytes) -> bool:
    digits = "".join(character for character in number.decode("ascii") if character.isdigit())
    return _CARD_PREFIX.match(digits) is not None and len(set(digits)) > 1 and luhn(digits)


def luhn(digits: str) -> bool:
    """Whether the last digit checks the others (ISO/IEC 7812)."""
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return (sum(map(int, digits[-1::-2])) + sum(doubled)) % 10 == 0


def _account_end(lower: bytes, match: re.Match[bytes]) -> int:
    """The end of an account number whose check digits hold; 0 where there is none."""
    length = _IBAN_LENGTHS.get(match.group()[:2].decode("ascii"), 0)
    taken = end = 0
    for end, byte in enumerate(match.group(), start=1):  # noqa: B007 - the place where the last digit stands
        taken += byte != 0x20
        if taken == length:
            break
    number = match.group()[:end].replace(b" ", b"").decode("ascii")
    rest = match.group()[end : end + 1]
    if (
        len(number) != length
        or rest.isalnum()
        or _OTHER_NUMBER.search(lower, max(0, match.start() - 16), match.start())
    ):
        return 0
    checked = int("".join(str(int(character, 36)) for character in number[4:] + number[:4]))
    return match.start() + end if checked % 97 == 1 else 0


def _telephones(page: Page) -> Iterator[Finding]:
    lower = page.lower
    shape = page.shape
    for form, pattern, holds in _FORMS:
        for match in _at(page.plain, shape, form, pattern):
            if holds(match.group().decode("ascii")):
                yield Finding(TELEPHONE, *match.span())
    for word in [word for word in _WORDS if word in lower]:
        for match in _at(lower, lower, word, _TOLD):
            number = match[1].decode("ascii")
            inside = lower[max(0, match.start() - 1) : match.start()].isalpha() and word != b"phone"
            if not inside and 9 <= sum(map(str.isdigit, number)) <= 15 and not _is_placeholder(number):
                yield Finding(TELEPHONE, *match.span(1))


def _at(image: bytes, shape: bytes, form: bytes, pattern: re.Pattern[bytes]) -> Iterator[re.Match[bytes]]:
    """The matches of `pattern` in `image` where `form` stands in `shape`; apart from each other."""
    if form not in shape:
        return
    done = 0
    for position in places(shape, form):
        match = pattern.match(image, position) if position >= done else None
        if match:
            done = match.end()
            yield match


def _is_international(number: str) -> bool:
    digits = "".join(filter(str.isdigit, number))
    return 8 <= len(digits) <= 15 and _CALLING.match(digits) is not None and not _is_placeholder(number)


def _is_placeholder(number: str) -> bool:
    return _PLACEHOLDER.fullmatch("".join(filter(str.isdigit, number))) is not None


_FORMS: tuple[tuple[bytes, re.Pattern[bytes], Callable[[str], bool]], ...] = (
    (b"+0", _INTERNATIONAL, _is_international),
    (b"(000)", _BRACKETED, lambda number: not _is_placeholder(number)),
)

"""Finds passwords and keys told in sentences: "the staging password is …", "log in with admin:…", "my key …"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from whylens.normalize.finding import Finding
from whylens.normalize.keys import Grade
from whylens.normalize.page import Page
from whylens.normalize.placeholders import is_digest
from whylens.normalize.randomness import looks_random
from whylens.normalize.values import is_secret, is_spoken_password

#: The word a sentence uses, at a keyword of the page.
_WORD = re.compile(
    rb"(?P<password>pass(?:words?|wd|phrase|codes?|wort|e)|pass(?=\s+(?:is|was)\b)|pwd?|kennwort|senha"
    rb"|contrase[n?]a)(?!\w)"
    rb"|(?P<token>token|secret|key)(?P<plural>s?)\b"
    rb"|(?P<login>log ?in|log on|cred(?:ential)?s?)\b"
)

#: What makes the word a part of a longer name, or of "public key".
_INSIDE = re.compile(rb"[a-z0-9_.]\Z|public[ _-]\Z")

#: Words of a sentence between the word and the value, a linking word or sign, the value.
_VALUE = r"""["'`*]{0,3}(?P<value>[^\s"'`<>]{6,512}+)"""
_LINKED = re.compile(
    rf"""(?ix)
    ['"`)*_]{{0,3}} (?: [ \t]+ [\w-]{{1,20}} ){{0,5}}? [ \t]*
    (?: [ \t] (?:is|was|are|be|as|to|ist|est|es|lautet) (?:[ \t]+now)? :? | [:=|] | -> | → | => ) [ \t]* {_VALUE}
    """
)
_BESIDE = re.compile(rf"['\"`]?[ \t]+{_VALUE}")
_NEAR = re.compile(rf"['\"`]?[ \t]+\w{{1,20}}[ \t]+{_VALUE}")

#: `admin:…` or `admin / …` in the 60 characters after "log in" or "credentials".
_PAIR = re.compile(
    r"""(?x) [^\n]{0,60}? [\s"'`(] ["'`*]{0,2}
    [\w.@-]{2,64} (?: : [ \t]? | [ \t]+/[ \t]+ ) (?P<value> [^\s"'`<>]{6,512}+ )
    """
)

#: "Password" in scripts other than Latin, and what links it to the value.
_ELSEWHERE = re.compile(
    rf"""(?x)
    (?: 密码 | 密碼 | 口令 | パスワード | 비밀번호 | [Пп]ароль ) ["'`]? [ \t]*
    (?: 是 | 为 | 為 | は | 은 | 는 | это | [:=：] )? [ \t]* {_VALUE}
    """
)

#: A key that is someone's: what follows is the key, also when it is plain hexadecimal.
_OWNED = re.compile(
    rb"""(?x)
    (?: my | our | your | this | the | following | old | new | api | access | secret | auth | live | test | prod
      | production | staging | temp | root | master ) [ ] \Z"""
)

#: Marks that end a sentence. `!` is none of them: it is a favourite of passwords.
_TRAILING = ".,;:?)]}*…"


def prose(page: Page) -> Iterator[Finding]:
    """Secrets told in sentences."""
    if not page.text.isascii():
        for word in _ELSEWHERE.finditer(page.text):
            start, end = _trim(page.text, *word.span("value"))
            if is_spoken_password(page.text[start:end]):
                yield Finding("spoken-password", start, end)
    for start, _ in page.keywords:
        word = _WORD.match(page.lower, start)
        if not word or _INSIDE.search(page.lower, max(0, start - 8), start):
            continue
        if word["login"]:
            found = _pair(page.text, word.end())
        elif word["password"]:
            found = _password(page.text, word.end())
        else:
            found = _token(page, word)
        if found:
            yield found


def _password(text: str, position: int) -> Finding | None:
    for start, end in _values(text, position):
        if is_spoken_password(text[start:end]):
            return Finding("spoken-password", start, end)
    return None


def _token(page: Page, word: re.Match[bytes]) -> Finding | None:
    before = page.lower[max(0, word.start() - 12) : word.start()]
    owned = not word["plural"] and (word["token"] != b"key" or _OWNED.search(before) is not None)
    for start, end in _values(page.text, word.end()):
        value = page.text[start:end]
        if not looks_random(value) or not is_secret(value, Grade.TOKEN, literal=False):
            continue
        if not is_digest(value) or (owned and len(value) >= 32):
            return Finding("spoken-token", start, end)
    return None


def _pair(text: str, position: int) -> Finding | None:
    match = _PAIR.match(text, position)
    if not match:
        return None
    start, end = _trim(text, *match.span("value"))
    return Finding("spoken-password", start, end) if is_spoken_password(text[start:end]) else None


def _values(text: str, position: int) -> Iterator[tuple[int, int]]:
    for pattern in (_LINKED, _BESIDE, _NEAR):
        match = pattern.match(text, position)
        if match:
            yield _trim(text, *match.span("value"))


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while end > start and text[end - 1] in _TRAILING:
        end -= 1
    return start, end

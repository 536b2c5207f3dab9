"""Finds passwords and keys told in sentences: "the staging password is …", "log in with admin:…", "my key …"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from whylens.normalize.finding import Finding
from whylens.normalize.keys import Grade
from whylens.normalize.placeholders import is_digest
from whylens.normalize.randomness import looks_random
from whylens.normalize.values import is_secret, is_spoken_password

#: Over the lower-case ASCII shadow.
WORD = re.compile(
    rb"pass(?:word|wd|phrase|code)?s?\b|\bpwd?\b|tokens?\b|secrets?\b|keys?\b|credentials?\b|creds\b|log ?(?:in|on)\b|sign in\b"
)

#: The bounds of a value within a sentence.
_VALUE = r"""["'`*]{0,3}(?P<value>[^\s"'`<>]{6,512}+)"""
_LINK = re.compile(
    rf"['\"`)]?(?:[ \t]+[\w-]{{1,20}}){{0,5}}?[ \t]*(?:[ \t](?:is|was|are|be|as|to)(?:[ \t]+now)?:?|[:=]|->|→|=>)[ \t]*{_VALUE}",
    re.IGNORECASE,
)
_BESIDE = re.compile(rf"['\"`]?[ \t]+(?:\w+[ \t]+)?{_VALUE}")
_PAIR = re.compile(
    r"""[^\n]{0,60}?[\s"'`(]["'`*]{0,2}(?P<user>[\w.@-]{2,64})(?:[ \t]{0,2}[:/][ \t]{0,2})(?P<value>[^\s"'`<>]{6,512}+)"""
)

#: A key that is someone's: what follows is the key, also when it is plain hexadecimal.
_OWNED = re.compile(
    rb"(?:my|our|your|old|new|api|access|secret|auth|live|test|prod|production|staging|temp|temporary|the|root|master) +\Z"
)

_PASSWORD_WORDS = (b"pas", b"pw", b"pwd")
_LOGIN_WORDS = (b"log", b"sig", b"cre")
_TRAILING = ".,;:!?)]}*…"


def prose(text: str, shadow: bytes) -> Iterator[Finding]:
    """Secrets of `text` told in sentences; `shadow` is its lower-case ASCII image of equal length."""
    for hit in WORD.finditer(shadow):
        word = hit.group()
        if word.startswith(_LOGIN_WORDS):
            found = _pair(text, hit.end())
        elif word.startswith(_PASSWORD_WORDS):
            found = _password(text, hit.end())
        else:
            found = _token(text, shadow, hit.start(), hit.end(), plural=word.endswith(b"s"))
        if found:
            yield found


def _password(text: str, position: int) -> Finding | None:
    for pattern in (_LINK, _BESIDE):
        match = pattern.match(text, position)
        if match:
            start, end = _trim(text, *match.span("value"))
            if is_spoken_password(text[start:end]):
                return Finding("spoken-password", start, end)
    return None


def _token(text: str, shadow: bytes, start: int, position: int, *, plural: bool) -> Finding | None:
    owned = _OWNED.search(shadow, max(0, start - 12), start) is not None or shadow[start : start + 1] != b"k"
    for pattern in (_LINK, _BESIDE):
        match = pattern.match(text, position)
        if not match:
            continue
        begin, end = _trim(text, *match.span("value"))
        value = text[begin:end]
        if not is_secret(value, Grade.TOKEN, literal=False) or not looks_random(value):
            continue
        if not is_digest(value) or (owned and len(value) >= 32 and not plural):
            return Finding("spoken-token", begin, end)
    return None


def _pair(text: str, position: int) -> Finding | None:
    match = _PAIR.match(text, position)
    if not match:
        return None
    start, end = _trim(text, *match.span("value"))
    return Finding("spoken-password", start, end) if is_spoken_password(text[start:end]) else None


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Without the marks that end a sentence; `!` stays, it is a favourite of passwords."""
    while end > start and text[end - 1] in _TRAILING and text[end - 1] != "!":
        end -= 1
    return start, end

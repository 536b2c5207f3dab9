# ruff: noqa: E501
"""Makes a sentence stand alone: leading connectives off, "this" and "it" tied to what they mean, 25 to 220 characters."""

from __future__ import annotations

import re

SHORTEST, LONGEST = 25, 220

_CONNECTIVE = re.compile(
    r"^(?:(?:however|also|additionally|moreover|furthermore|in addition|besides|fortunately|unfortunately|sadly|luckily|similarly"
    r"|in particular|finally|lastly|secondly|first(?:ly)?|currently|now|so|but|and|thus|hence|therefore|instead|anyway|well|basically|actually"
    r"|ok(?:ay)?|hmm+|no man|note|nb|n\.b\.|please note|please|further|(?:please )?note that|keep in mind|remember|that said|also note"
    r"|as a result|as such|in fact|of course|obviously|specifically|in summary|to be clear)(?: that)?[,:;]?(?:\.\.\.)?\s+)+(?!than\b|of\b|as\b|that\b)",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"^(?:th(?:is|ese|ose|at|ey|em)|it(?:['’]?s)?|its|he|she|such|doing so|here|there(?:by)?|then|otherwise|either|both|neither|another|the other"
    r"|one|some|same|the (?:same|reason|problem|issue|idea|fix|change|patch|error|bug|workaround|solution|rationale|motivation|intent(?:ion)?|goal|purpose"
    r"|effect|result|cause|difference|previous|old|new|original|current|latter|former|test|code|check|assumption|implementation|behaviou?r))\b",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"\*\*|__(?=\s|$)|(?<=\s)__|\[([^\]]+)\]\([^)]+\)|\[([^\]]+)\]\[[^\]]*\]")


def dangles(sentence: str) -> bool:
    """Whether the sentence opens with a word that needs the text before it."""
    return bool(_DANGLING.match(sentence))


def plain(sentence: str) -> str:
    """The sentence without Markdown emphasis, links and leading connectives, with a capital first letter."""
    text = _MARKUP.sub(lambda found: found[1] or found[2] or "", sentence).strip(" -–—*•")
    text = re.sub(r"\s+", " ", text)
    text = _CONNECTIVE.sub("", text)
    return capital(text)


def capital(text: str) -> str:
    """The text with a capital first letter, unless it opens with code or an identifier."""
    first = re.match(r"[a-z][a-z'’-]*(?=[\s,]|$)", text)
    return text[0].upper() + text[1:] if first else text


def uncapital(text: str) -> str:
    """The text with a small first letter where its first word is an ordinary word."""
    first = re.match(r"[A-Z][a-z'’-]*(?=[\s,]|$)", text)
    return text[0].lower() + text[1:] if first else text


def fit(text: str) -> str | None:
    """The text when its length is right, cut at a clause when it is too long, None when no good cut exists."""
    text = text.strip().rstrip(",;:")
    if len(text) < SHORTEST:
        return None
    if len(text) <= LONGEST:
        return text
    return _cut(text)


_CLAUSE_END = re.compile(
    r"\s*(?:;|\s[–—-]{1,2}\s|,\s(?:which|and|but|so|as|though|although|while|whereas|e\.g\.|i\.e\.|for example)\b|\s\()"
)


def _cut(text: str) -> str | None:
    stops = [found.start() for found in _CLAUSE_END.finditer(text) if 60 <= found.start() <= LONGEST]
    return text[: stops[-1]].rstrip(" ,;") if stops else None


def clipped(text: str, longest: int = LONGEST) -> str:
    """The text, cut with an ellipsis at a word when it is longer than allowed."""
    if len(text) <= longest:
        return text
    return text[: text.rfind(" ", 0, longest - 1)].rstrip(" ,;:") + "…"

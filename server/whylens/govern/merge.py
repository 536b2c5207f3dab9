"""When two statements are the same, and when near-equal words mean the opposite."""

from __future__ import annotations

import re

from rapidfuzz import fuzz

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_STOP = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "to",
        "in",
        "on",
        "for",
        "and",
        "or",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "it",
        "its",
        "this",
        "that",
        "with",
        "as",
        "by",
        "from",
        "at",
        "we",
        "so",
    ]
)

#: Words that turn a statement around. Two summaries that differ in one of them are never the same.
_POLARITY = re.compile(
    r"\b(?:not|no|never|n't|cannot|can't|don't|doesn't|didn't|won't|without|avoid|instead|disable[ds]?|enable[ds]?|"
    r"remove[ds]?|add(?:ed|s)?|revert(?:ed|s)?|reland(?:ed)?|drop(?:ped|s)?|allow(?:ed|s)?|forbid(?:den)?|deny|denied|"
    r"deprecat\w+|restore[ds]?|before|after|min(?:imum)?|max(?:imum)?|true|false|always|only|sync|async|start|stop|"
    r"increase[ds]?|decrease[ds]?|less|more|first|last|must|may)\b|n['’]t\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_IDENTIFIER = re.compile(r"`[^`]+`|\b\w*[a-z][A-Z]\w*\b|\b\w+_\w+\b|\b\w+\.\w+\b")

#: Token-set similarity (0..100) from which two statements of one kind count as near-equal.
NEAR_EQUAL = 92.0
#: Similarity (0..100) from which two words are forms of one: "retry" and "retries", or a slip of the pen.
SAME_WORD = 65.0


def summary_key(summary: str) -> str:
    """A key that is equal for summaries that differ only in case, punctuation and small words, in order."""
    return " ".join(word for word in _words(summary) if word not in _STOP)


def same_statement(one: str, other: str) -> bool:
    """Whether two summaries of one kind say the same: near-equal words, equal polarity, numbers and identifiers."""
    if summary_key(one) == summary_key(other):
        return turns(one) == turns(other)
    if turns(one) != turns(other) or numbers(one) != numbers(other):
        return False
    if identifiers(one) != identifiers(other):
        return False
    return fuzz.token_sort_ratio(summary_key(one), summary_key(other)) >= NEAR_EQUAL and not _replaced(
        one, other
    )


def _replaced(one: str, other: str) -> bool:
    """Whether a word of one stands in the place of an unlike word of the other: "the tab" is not "the space"."""
    first, second = (frozenset(summary_key(each).split()) for each in (one, other))
    left = [word for word in first - second if not _has_form(word, second - first)]
    right = [word for word in second - first if not _has_form(word, first - second)]
    return bool(left and right)


def _has_form(word: str, others: frozenset[str]) -> bool:
    return any(fuzz.ratio(word, other) >= SAME_WORD for other in others)


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def turns(text: str) -> list[str]:
    """The words of *text* that can turn it around, sorted."""
    return sorted(match.lower().replace("’", "'") for match in _POLARITY.findall(text))


def numbers(text: str) -> list[str]:
    """The numbers of *text*, sorted."""
    return sorted(_NUMBER.findall(text))


def identifiers(text: str) -> frozenset[str]:
    """The names of code in *text*."""
    return frozenset(match.strip("`") for match in _IDENTIFIER.findall(text))

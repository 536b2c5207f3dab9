"""When one statement turns another around: the same words with a "not" more or less, or with another number."""

from __future__ import annotations

import re

from rapidfuzz import fuzz

from whylens.govern.merge import identifiers, numbers, summary_key, turns

#: Similarity (0..100) of two statements without the words that turn them around.
_SAME_BUT_TURNED = 93.0
#: Fewer words say too little to be turned around.
_FEWEST_WORDS = 4
#: The words that deny; the others in the table of polarity may merely differ ("before" and "first").
_DENIES = frozenset(
    """
    not no never n't cannot can't don't doesn't didn't won't without avoid forbid forbidden deny denied
    """.split()  # noqa: SIM905 - a list of words reads best as words
)
_PAIRS = (
    frozenset({"enable", "disable"}),
    frozenset({"allow", "forbid"}),
    frozenset({"always", "never"}),
    frozenset({"before", "after"}),
    frozenset({"add", "remove"}),
    frozenset({"start", "stop"}),
    frozenset({"increase", "decrease"}),
    frozenset({"sync", "async"}),
    frozenset({"true", "false"}),
    frozenset({"must", "may"}),
)
_ENDING = re.compile(r"(?<=[a-z]{3})(?:d|ed|s)$")


def opposite(one: str, other: str) -> bool:
    """Whether two summaries say the same of the same thing, but one denies what the other holds."""
    if identifiers(one) != identifiers(other) or numbers(one) != numbers(other):
        return False
    if not _is_turned(turns(one), turns(other)):
        return False
    first, second = _without(one, turns(one)), _without(other, turns(other))
    if min(len(first.split()), len(second.split())) < _FEWEST_WORDS:
        return False
    return float(fuzz.token_sort_ratio(first, second)) >= _SAME_BUT_TURNED


def renumbered(one: str, other: str) -> bool:
    """Whether two summaries are word for word the same but for one number: a limit that was changed."""
    first, second = numbers(one), numbers(other)
    if len(first) != len(second) or len(first) != 1 or first == second or turns(one) != turns(other):
        return False
    words = [summary_key(re.sub(r"\d+(?:\.\d+)*", "#", each)) for each in (one, other)]
    return words[0] == words[1] and len(words[0].split()) >= _FEWEST_WORDS


def _is_turned(one: list[str], other: list[str]) -> bool:
    first, second = list(one), list(other)
    for word in one:
        if word in second:
            first.remove(word)
            second.remove(word)
    left = first + second
    if len(left) == 1:
        return left[0] in _DENIES
    if len(left) != 2 or len(first) != 1:
        return False
    return frozenset(left) in _PAIRS or frozenset(_base(word) for word in left) in _PAIRS


def _base(word: str) -> str:
    """*word* without its ending; "enabled" and "removes" keep the letter that belongs to them."""
    bare = _ENDING.sub("", word)
    return f"{bare}e" if any(f"{bare}e" in pair for pair in _PAIRS) else bare


def _without(summary: str, words: list[str]) -> str:
    return " ".join(each for each in summary_key(summary).split() if each not in words)

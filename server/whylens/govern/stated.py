"""A statement as it is compared with another: its title, its text, and the words of its subject."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

#: What English adds to a word, longest first; four letters or more are left.
_ENDINGS = (
    *("izations", "ization", "ations", "ation", "ments", "ment", "ings", "ing", "ions", "ion"),
    *("ies", "ied", "ers", "er", "es", "ed", "ly", "s", "e", "y"),
)
_SHORTEST_STEM = 4
#: Words that name no subject: small words, and those a change or a record says of itself.
_SMALL = frozenset(
    """
    a all also an and any another are as at be been both but by can change changes commit could decision did do
    document does earlier each for from had has have if in into is it its may more most new not of on one only or
    other our own patch propose proposal proposes should so some specifies such than that the their them then there
    these they this to too under up use used uses using via was we were what when where which while who will with
    would you your
    """.split()  # noqa: SIM905 - a list of words reads best as words
)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*|\d+(?:\.\d+)+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SENTENCE = re.compile(r"(?<=[.!?:])\s+|\n\s*\n|\n(?=\s*[-*] )")
#: Characters of a text that are read; what a statement is about stands at its beginning.
MOST_READ = 1500


@dataclass(frozen=True, slots=True)
class Stated:
    """One of two statements. `title` may be empty; `at` is Unix seconds; `is_change` tells a change to code (a commit)
    from a document (a record, a proposal)."""

    title: str
    text: str
    at: float = 0.0
    path: str = ""
    is_change: bool = False

    @property
    def whole(self) -> str:
        """Title and text in one."""
        return f"{self.title}. {self.text[:MOST_READ]}" if self.title else self.text[:MOST_READ]


@lru_cache(maxsize=4096)
def subject_words(text: str) -> tuple[str, ...]:
    """The words of *text* that can name a subject, without endings, in order; names in one word also in their parts."""
    found: list[str] = []
    for word in _WORD.findall(text):
        parts = _HUMP.split(word)
        for part in (word, *parts) if len(parts) > 1 else (word,):
            lower = part.lower()
            if len(lower) > 1 and lower not in _SMALL:
                found.append(stem(lower))
    return tuple(found)


def stem(word: str) -> str:
    """*word* without its ending."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)]
    return word


def opening(text: str, sentences: int) -> str:
    """The first *sentences* of *text*."""
    return " ".join(_SENTENCE.split(text.strip(), maxsplit=sentences)[:sentences])


def contained(part: str, whole: str) -> float:
    """The share (0..1) of the subject words of *part* that *whole* has too."""
    wanted = frozenset(subject_words(part))
    return len(wanted & frozenset(subject_words(whole))) / len(wanted) if wanted else 0.0


def alike(one: str, other: str) -> float:
    """How alike the subject words of two texts are: the cosine (0..1) of their dampened counts."""
    first, second = Counter(subject_words(one)), Counter(subject_words(other))
    shared = sum(_damped(count) * _damped(second[word]) for word, count in first.items() if word in second)
    return shared / (_length(first) * _length(second)) if shared else 0.0


def _damped(count: int) -> float:
    return 1.0 + math.log(count)


def _length(counts: Counter[str]) -> float:
    return math.sqrt(sum(_damped(count) ** 2 for count in counts.values()))

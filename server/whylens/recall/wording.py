"""How much of a query's wording a card holds: each word counts by how few of the candidates have it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from whylens.model.card import Card
from whylens.recall.terms import match_terms

#: Words of a query that are looked for; a long question says what it is about in its first words.
WORDS_LIMIT = 24
#: What English adds to a word; the rest is looked for anywhere, also inside identifiers.
_ENDINGS = ("ings", "ing", "ies", "ied", "es", "ed", "ly", "s", "e", "y")
_SHORTEST_STEM = 4
#: So much of a card's details is looked through: an import may bring a whole document.
DETAILS_LIMIT = 4000


def shares_found(query: str, texts: Sequence[str]) -> list[float]:
    """For each of the `text_of` cards the share (0..1) of the words of *query* it holds."""
    return shares_held(stems_of(query), texts)


def shares_held(pieces: Sequence[str], texts: Sequence[str], *, at_least: float = 0.0) -> list[float]:
    """For each text the share (0..1) of *pieces* that stand in it, each counting by how few of the texts hold it.

    When all together count less than *at_least*, a text that holds them all has less than 1.
    """
    if not pieces or not texts:
        return [0.0] * len(texts)
    held = [[piece in text for piece in pieces] for text in texts]
    weights = [_telling(sum(column), len(texts)) for column in zip(*held, strict=True)]
    total = max(at_least, sum(weights))
    return [sum([weight for weight, has in zip(weights, row, strict=True) if has]) / total for row in held]


def stems_of(text: str) -> list[str]:
    """The distinct words of *text* worth looking for, without their endings, in reading order."""
    return list(dict.fromkeys(stem(term) for term in match_terms(text)))[:WORDS_LIMIT]


def stem(word: str) -> str:
    """*word* without its ending, when four letters or more are left."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)]
    return word


def text_of(card: Card) -> str:
    """All a card says and names, in small letters."""
    names = " ".join((*card.symbols, *card.files))
    # each by itself: a single sign that is not ASCII makes all of a text slow to put into small letters
    return " ".join(map(str.lower, (card.summary, card.details[:DETAILS_LIMIT], card.rationale, names)))


def _telling(count: int, total: int) -> float:
    return max(0.05, math.log((total + 1.0) / (count + 0.5)))

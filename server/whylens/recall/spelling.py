"""Mends a mistyped name in a question, by the names of the cards it found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from rapidfuzz.distance import OSA

from whylens.model.card import Card
from whylens.recall.wording import stem, text_of

#: A shorter word is as often another word as a mistyped one.
SHORTEST = 6
#: From this length on two slips are allowed.
LONG = 12
_WORD = re.compile(r"\w+")
# A word with a hump or a `_` inside: a name, wherever it stands.
_NAME = re.compile(r"\w*(?:[a-z0-9][A-Z]|[^\W_]_[^\W_])\w*")
_PART = re.compile(r"[A-Z]?[a-z0-9]{3,}|[A-Z]{4,}")
_NO_DIGIT = re.compile(r"\D+")


def respelled(text: str, cards: Sequence[Card]) -> str:
    """*text* with each word that none of *cards* has replaced by the one name of theirs that is a slip away.

    Only names are corrected to: a plain word that is not remembered is a plain word that is not remembered.
    """
    words = [word for word in dict.fromkeys(_WORD.findall(text)) if len(word) >= SHORTEST]
    texts = [text_of(card) for card in cards] if words else []
    unknown = [word for word in words if not _is_known(word.lower(), texts)]
    if not unknown:
        return text
    names = _names_of(cards)
    meant = {word: name for word in unknown if (name := _meant(word.lower(), names))}
    return _WORD.sub(lambda found: meant.get(found[0], found[0]), text) if meant else text


def _is_known(word: str, texts: Iterable[str]) -> bool:
    root = stem(word)
    return any(root in text for text in texts)


def _names_of(cards: Iterable[Card]) -> Counter[str]:
    """The names the cards are about, in small letters, whole and in parts, with how often each comes up."""
    places = [name for card in cards for name in (*card.symbols, *card.files)]
    names = [*_WORD.findall(" ".join(places)), *_NAME.findall("\n".join(card.summary for card in cards))]
    return Counter(
        name.lower() for name in (*names, *_PART.findall(" ".join(names))) if len(name) >= SHORTEST
    )


def _meant(word: str, names: Counter[str]) -> str:
    """The name *word* is a slip away from; empty when there is none, or two are equally close and equally common."""
    allowed = 2 if len(word) >= LONG else 1
    near = sorted(
        (distance, -count, name)
        for name, count in names.items()
        if name[0] == word[0] and _NO_DIGIT.sub("", name) == _NO_DIGIT.sub("", word)
        if (distance := OSA.distance(word, name, score_cutoff=allowed)) <= allowed
    )
    if not near or (len(near) > 1 and near[0][:2] == near[1][:2]):
        return ""
    return near[0][2]

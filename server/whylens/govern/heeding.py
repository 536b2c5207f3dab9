"""Whether an edit does what a card says, or the opposite: told from the names of code the card speaks of. Pure.

A card that names no code, or speaks of it both for and against, says nothing about an edit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from whylens.govern.merge import identifiers
from whylens.model.card import Card
from whylens.model.words import Kind


class Heed(StrEnum):
    """What an edit did to what a card says."""

    FOLLOWS = "follows"
    BREAKS = "breaks"


#: Kinds that say what is to be done, or not.
_ADVICE = frozenset({Kind.CONSTRAINT, Kind.DECISION, Kind.PREFERENCE, Kind.FAILED_APPROACH})
_AGAINST = re.compile(
    r"\b(?:not|never|no|avoid(?:s|ed)?|without|don['’]t|doesn['’]t|didn['’]t|cannot|can['’]t|mustn['’]t|won['’]t|"
    r"instead of|rather than|stop(?:s|ped)? using|forbid(?:s|den)?|remove[ds]?|drop(?:s|ped)?|reject(?:s|ed)?)\b",
    re.IGNORECASE,
)
#: What ends the reach of such a word: another clause, or a reason.
_CLAUSE = re.compile(
    r"[,;:.!?](?:\s|$)|\b(?:because|since|as|so that|but|and use|use|in favou?r of)\b", re.IGNORECASE
)
_SHORTEST = 3


def heed(card: Card, removed: Sequence[str], added: Sequence[str]) -> Heed | None:
    """What an edit that took *removed* lines away and put *added* ones in means for *card*; None: nothing."""
    if card.kind not in _ADVICE:
        return None
    wanted, unwanted = spoken_of(card)
    came, went = _names(added), _names(removed)
    came, went = came - went, went - came
    follows = bool(wanted & came or unwanted & went)
    breaks = bool(wanted & went or unwanted & came)
    if follows == breaks:
        return None
    return Heed.FOLLOWS if follows else Heed.BREAKS


def spoken_of(card: Card) -> tuple[frozenset[str], frozenset[str]]:
    """The names of code the summary of *card* is for, and those it is against."""
    wanted: set[str] = set()
    unwanted: set[str] = set()
    start = 0
    for end in (*(each.start() for each in _CLAUSE.finditer(card.summary)), len(card.summary)):
        clause, start = card.summary[start:end], end
        turned = _AGAINST.search(clause)
        for name in identifiers(clause):
            against = turned is not None and clause.find(name) > turned.start()
            (unwanted if against or card.kind is Kind.FAILED_APPROACH else wanted).add(_bare(name))
    both = wanted & unwanted
    return frozenset(_long(wanted - both)), frozenset(_long(unwanted - both))


def _names(lines: Sequence[str]) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", "\n".join(lines)))


def _bare(name: str) -> str:
    """The last part of a name: `cache.clear()` is looked for as `clear`."""
    return re.split(r"\W+", name.rstrip("()"))[-1]


def _long(names: set[str]) -> set[str]:
    return {name for name in names if len(name) >= _SHORTEST}

"""Where queries and cards stand in a project, and how telling a shared place is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from whylens.model.anchor import SYMBOL_SEPARATOR
from whylens.model.card import Card

Names = frozenset[str]
_NONE: Names = frozenset()


class Places(NamedTuple):
    """Files and their folders (repo-relative), and symbols by their innermost name."""

    files: Names = _NONE
    folders: Names = _NONE
    symbols: Names = _NONE


class Rarity(NamedTuple):
    """How telling each place is among the candidates: 1 for one that a single card names, near 0 for a common one."""

    files: Mapping[str, float]
    folders: Mapping[str, float]
    symbols: Mapping[str, float]


class Asked(NamedTuple):
    """The places of a query, and the summed rarity of each kind of them, which is the same for every candidate."""

    places: Places
    files: float
    folders: float
    symbols: float


NOWHERE = Places()


def places_of(files: Iterable[str], symbols: Iterable[str]) -> Places:
    """The places named by paths and symbol paths. The root of the repository is no folder."""
    paths = frozenset(files)
    folders = frozenset([folder for path in paths if (folder := path.rpartition("/")[0])])
    return Places(paths, folders, frozenset([symbol.rpartition(SYMBOL_SEPARATOR)[2] for symbol in symbols]))


def places_of_card(card: Card) -> Places:
    """The places of a card: those it lists and those it is anchored at."""
    if not card.anchors:
        return places_of(card.files, card.symbols)
    files = (*card.files, *[anchor.path for anchor in card.anchors])
    return places_of(files, (*card.symbols, *[anchor.symbol[-1] for anchor in card.anchors if anchor.symbol]))


def rarity_among(placed: Sequence[Places]) -> Rarity:
    """Rarity counted over the candidates: those that share a place with the query are all among them."""
    total = len(placed)
    return Rarity(
        _rarity([places.files for places in placed], total),
        _rarity([places.folders for places in placed], total),
        _rarity([places.symbols for places in placed], total),
    )


def asked_among(places: Places, rarity: Rarity) -> Asked:
    """*places* with their weights; a name no candidate has is as rare as can be."""
    sums = (sum([rare.get(name, 1.0) for name in names]) for names, rare in zip(places, rarity, strict=True))
    return Asked(places, *sums)


def weight(names: Iterable[str], rarity: Mapping[str, float]) -> float:
    """The summed rarity of *names*, which candidates have."""
    return sum(map(rarity.__getitem__, names))


def overlap(shared: Names, asked: float, has: Names, rarity: Mapping[str, float]) -> float:
    """What a query and a card share against what each names (a cosine), the rare counting more: 0..1.

    *asked* is the weight of the query's names.
    """
    if not shared:
        return 0.0
    return weight(shared, rarity) / math.sqrt(asked * weight(has, rarity))


def _rarity(named: Sequence[Names], total: int) -> dict[str, float]:
    counts = Counter([name for names in named for name in names])
    by_count = {count: _rare(count, total) for count in set(counts.values())}
    return {name: by_count[count] for name, count in counts.items()}


def _rare(count: int, total: int) -> float:
    return max(0.05, math.log((total + 1.0) / (count + 0.5)) / math.log(total + 1.0))

"""Scores injections against what explains each change, and compares ways by paired bootstrap."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median

from whylens.model.card import Card

#: Draws of the bootstrap, and the seed that makes them the same each time.
DRAWS, SEED = 2000, 11


@dataclass(frozen=True, slots=True)
class Given:
    """What one way injected for one case: places (from 1) of the cards that explain it, cards, tokens, milliseconds."""

    places: tuple[int, ...]
    cards: int
    tokens: int
    ms: float = 0.0
    handles: tuple[str, ...] = ()

    @property
    def is_hit(self) -> bool:
        """Whether a card that explains the change is there."""
        return bool(self.places)


@dataclass(slots=True)
class Outcome:
    """One case: whether the memory could answer at all, and what each way gave."""

    commit: str
    title: str
    sort: str
    path: str
    symbol: str
    #: Handles of the cards in the store that explain it and may be injected.
    answers: tuple[str, ...]
    #: Whether one of them is sure enough to be put into a chat (`govern.confidence.is_sure`).
    is_sure: bool = False
    given: dict[str, Given] = field(default_factory=dict[str, Given])

    @property
    def is_answerable(self) -> bool:
        """Whether a card that explains the change is in the store."""
        return bool(self.answers)


def given(cards: Sequence[Card], answers: frozenset[str], tokens: int, ms: float = 0.0) -> Given:
    """*cards* as they were injected, in their order."""
    places = tuple(place for place, card in enumerate(cards, 1) if card.handle in answers)
    return Given(places, len(cards), tokens, ms, tuple(card.handle for card in cards))


def figures(outcomes: Sequence[Outcome], way: str) -> dict[str, float]:
    """The figures of one way: over the answerable cases what was found, over the others what came along for nothing."""
    can = [each.given[way] for each in outcomes if each.is_answerable]
    cannot = [each.given[way] for each in outcomes if not each.is_answerable]
    firsts = [each.places[0] for each in can if each.is_hit]
    return {
        "injected": _mean([each.is_hit for each in can]),
        "first": _mean([1 in each.places for each in can]),
        "in first 3": _mean([any(place <= 3 for place in each.places) for each in can]),
        "reciprocal rank": _mean([1 / each.places[0] if each.is_hit else 0.0 for each in can]),
        "median place": float(median(firsts)) if firsts else 0.0,
        "others": _mean([each.cards - len(each.places) for each in can]),
        "tokens": _mean([each.tokens for each in can]),
        "unanswerable: silent": _mean([each.cards == 0 for each in cannot]),
        "unanswerable: cards": _mean([each.cards for each in cannot]),
        "unanswerable: tokens": _mean([each.tokens for each in cannot]),
    }


def difference(
    outcomes: Sequence[Outcome], one: str, other: str, value: Callable[[Given], float]
) -> dict[str, float]:
    """By how much *one* is above *other* on the answerable cases, with the 2.5 and 97.5 percentiles of the draws."""
    pairs = [value(each.given[one]) - value(each.given[other]) for each in outcomes if each.is_answerable]
    return {"mean": _mean(pairs), **_interval(pairs)}


def interval(outcomes: Sequence[Outcome], way: str, value: Callable[[Given], float]) -> dict[str, float]:
    """The mean of *value* on the answerable cases, and its interval."""
    values = [value(each.given[way]) for each in outcomes if each.is_answerable]
    return {"mean": _mean(values), **_interval(values)}


def injected(one: Given) -> float:
    """1 when an explaining card is there."""
    return float(one.is_hit)


def reciprocal(one: Given) -> float:
    """1 over the place of the first explaining card, 0 without one."""
    return 1 / one.places[0] if one.places else 0.0


def _interval(values: Sequence[float]) -> dict[str, float]:
    if not values:
        return {"low": 0.0, "high": 0.0}
    draw = random.Random(SEED)
    means = sorted(fmean(draw.choices(values, k=len(values))) for _ in range(DRAWS))
    return {"low": round(means[int(0.025 * DRAWS)], 4), "high": round(means[int(0.975 * DRAWS) - 1], 4)}


def _mean(values: Sequence[float]) -> float:
    return round(fmean(values), 4) if values else 0.0

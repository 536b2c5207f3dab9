"""Orders candidates: one linear score per card, made of named parts, with the reasons in words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import mul
from typing import NamedTuple

from whylens.model.card import Card
from whylens.model.recall import Candidate, Hit, Query
from whylens.recall.explain import terms_of, why
from whylens.recall.features import FEATURES, Measured, measure_all
from whylens.recall.intent import Intent, intent_of
from whylens.recall.standing import STANDING, standing
from whylens.recall.weights import (
    AGELESS,
    OFFSET,
    OFFSET_WITHOUT_TEXT,
    OFFSET_WITHOUT_VECTORS,
    PARTS,
    WEIGHTS,
)

_WORDS_FOUND = FEATURES.index("words_found")
#: Below this cosine two texts have nothing to do with each other (MiniLM; unrelated sentences are around 0.05).
UNRELATED_BELOW = 0.15


def rank(query: Query, candidates: Sequence[Candidate], *, now: float) -> list[Hit]:
    """The best `query.k` hits, best first; scores are 0..1 (a logistic of the summed parts).

    `now` is Unix seconds; `query.before` replaces it when given. Of equal cards the better stays.
    """
    intent = intent_of(query)
    weights = weights_for(intent)
    at = query.before if query.before is not None else now
    admitted = [each for each in candidates if _admits(query, each.card)]
    offset = offset_for(query, admitted)
    scored: list[_Scored] = []
    for measured in measure_all(query, admitted):
        if not _is_found(query, intent, measured):
            continue
        own = _own(measured, intent, at, query.branch)
        total = offset + sum(map(mul, weights, measured.values)) + sum(own)
        scored.append(_Scored(total, measured, own))
    scored.sort(key=lambda each: (-each.total, -each.card.created_at, each.card.id))
    terms = terms_of(query)
    return [
        Hit(each.card, _logistic(each.total), _parts(each, weights), why(terms, each.measured))
        for each in islice(_merged(scored), query.k)
    ]


def weights_for(intent: Intent) -> tuple[float, ...]:
    """The learned weights in the order of the features, those of time at the pace of *intent*."""
    paced = PARTS["time"]
    return tuple(WEIGHTS[name] * (intent.pace if name in paced else 1.0) for name in FEATURES)


def offset_for(query: Query, candidates: Sequence[Candidate]) -> float:
    """The offset of the logistic, by what could be asked: text and meaning, text alone, or only the place."""
    if not query.text.strip():
        return OFFSET_WITHOUT_TEXT
    return OFFSET if any(each.cosine for each in candidates) else OFFSET_WITHOUT_VECTORS


class _Scored(NamedTuple):
    """A measured card, its score before the logistic, and the parts of it that are the card's own."""

    total: float
    measured: Measured
    own: tuple[float, ...]

    @property
    def card(self) -> Card:
        return self.measured.candidate.card


def _admits(query: Query, card: Card) -> bool:
    """Whether the filters of *query* let *card* through, whatever the retrievers did."""
    if query.before is not None and card.created_at >= query.before:
        return False
    return (not query.kinds or card.kind in query.kinds) and (not query.scopes or card.scope in query.scopes)


def _is_found(query: Query, intent: Intent, measured: Measured) -> bool:
    """Whether anything speaks for a card: its words, its meaning, its place, or the purpose of the question."""
    candidate = measured.candidate
    return (
        candidate.anchored
        or candidate.cosine >= UNRELATED_BELOW
        or any(candidate.matches.values())
        or measured.values[_WORDS_FOUND] > 0.0
        or bool(measured.shared_files or measured.shared_symbols)
        or intent.preference(candidate.card) > 0.0
        or intent.wants_recent
        or not (query.text.strip() or query.files or query.symbols)
    )


#: The parts that do not come from features: standing, purpose, and what stands for age where age says nothing.
_OWN = (*STANDING, "intent", "time")


def _own(measured: Measured, intent: Intent, at: float, branch: str) -> tuple[float, ...]:
    """What each part of `_OWN` adds to a card's score."""
    card = measured.candidate.card
    ageless = AGELESS[measured.form] * intent.pace
    where = measured.candidate.elsewhere
    return (*standing(card, now=at, branch=branch, elsewhere=where), intent.preference(card), ageless)


def _parts(scored: _Scored, weights: Sequence[float]) -> dict[str, float]:
    """What a score is made of, without what is nothing."""
    weighted = dict(zip(FEATURES, map(mul, weights, scored.measured.values), strict=True))
    parts = {part: sum(weighted[name] for name in names) for part, names in PARTS.items()}
    for part, value in zip(_OWN, scored.own, strict=True):
        parts[part] = parts.get(part, 0.0) + value
    return {name: round(part, 3) for name, part in parts.items() if round(part, 3)}


def _logistic(total: float) -> float:
    return 1.0 / (1.0 + math.exp(-total))


def _merged(scored: Iterable[_Scored]) -> Iterator[_Scored]:
    """The cards without those that repeat a better one word for word."""
    seen: set[tuple[str, str, str]] = set()
    for each in scored:
        card = each.card
        key = (card.kind.value, " ".join(card.summary.casefold().split()), " ".join(card.details.split()))
        if key not in seen:
            seen.add(key)
            yield each

"""Orders candidates: one linear score per card, made of named parts, with the reasons in words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from whylens.model.card import Card
from whylens.model.recall import Candidate, Hit, Query
from whylens.recall.explain import why
from whylens.recall.features import Measured, measure_all
from whylens.recall.intent import Intent, intent_of
from whylens.recall.standing import standing
from whylens.recall.weights import OFFSET, PARTS, WEIGHTS


def rank(query: Query, candidates: Sequence[Candidate], *, now: float) -> list[Hit]:
    """The best `query.k` hits, best first; scores are 0..1 (a logistic of the summed parts).

    `now` is Unix seconds; `query.before` replaces it when given. Of equal cards the better stays.
    """
    intent = intent_of(query)
    admitted = [each for each in candidates if _admits(query, each.card)]
    scored = [_score(query, intent, each, now) for each in measure_all(query, admitted, now=now)]
    scored.sort(key=lambda each: (-each.score, -each.card.created_at, each.card.id))
    return [each.as_hit(query) for each in islice(_merged(scored), query.k)]


@dataclass(frozen=True, slots=True)
class _Scored:
    """A measured card with its score, before the reasons are told: only the best few need them."""

    measured: Measured
    card: Card
    score: float
    parts: dict[str, float]

    def as_hit(self, query: Query) -> Hit:
        parts = {name: round(part, 3) for name, part in self.parts.items() if round(part, 3)}
        return Hit(self.card, self.score, parts, why(query, self.measured))


def _admits(query: Query, card: Card) -> bool:
    """Whether the filters of *query* let *card* through, whatever the retrievers did."""
    if query.before is not None and card.created_at >= query.before:
        return False
    return (not query.kinds or card.kind in query.kinds) and (not query.scopes or card.scope in query.scopes)


def _score(query: Query, intent: Intent, measured: Measured, now: float) -> _Scored:
    values = measured.values
    parts = {part: sum(WEIGHTS[name] * values[name] for name in names) for part, names in PARTS.items()}
    card = measured.candidate.card
    parts |= standing(card, now=now, branch=query.branch)
    if preferred := intent.preference(card):
        parts["intent"] = preferred
    score = 1.0 / (1.0 + math.exp(-(OFFSET + sum(parts.values()))))
    return _Scored(measured, card, score, parts)


def _merged(scored: Iterable[_Scored]) -> Iterator[_Scored]:
    """The cards without those that repeat a better one word for word."""
    seen: set[tuple[str, str, str]] = set()
    for each in scored:
        card = each.card
        key = (card.kind.value, " ".join(card.summary.casefold().split()), " ".join(card.details.split()))
        if key not in seen:
            seen.add(key)
            yield each

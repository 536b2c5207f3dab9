"""The score of each candidate of a question: weighted features and the card's own standing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from whylens.model.card import Card
from whylens.model.recall import Candidate, Query
from whylens.recall.features import FEATURES, Measured, measure_all
from whylens.recall.intent import Intent
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


class Scored(NamedTuple):
    """A measured card, its score before the logistic, and the parts of it that are the card's own."""

    total: float
    measured: Measured
    own: tuple[float, ...]

    @property
    def card(self) -> Card:
        """The card."""
        return self.measured.candidate.card

    @property
    def chance(self) -> float:
        """The score as it is shown: 0..1."""
        return 1.0 / (1.0 + math.exp(-self.total))

    @property
    def for_question(self) -> float:
        """The score without what the card's standing and the purpose of the question add whatever was asked."""
        return self.total - sum(self.own[:-1])

    def is_at(self, query: Query) -> bool:
        """Whether the card stands at a symbol asked about: in its file, when files were named."""
        shared = bool(self.measured.shared_symbols)
        return shared and (not query.files or bool(self.measured.shared_files))

    def parts(self, weights: Sequence[float]) -> dict[str, float]:
        """What the score is made of, without what is nothing."""
        weighted = dict(zip(FEATURES, map(mul, weights, self.measured.values), strict=True))
        parts = {part: sum(weighted[name] for name in names) for part, names in PARTS.items()}
        for part, value in zip(_OWN, self.own, strict=True):
            parts[part] = parts.get(part, 0.0) + value
        return {name: round(part, 3) for name, part in parts.items() if round(part, 3)}


def score_all(
    query: Query, candidates: Sequence[Candidate], intent: Intent, texts: Sequence[str], *, now: float
) -> list[Scored]:
    """The candidates for which anything speaks, the best first; *texts* are `text_of` their cards.

    `now` is Unix seconds; `query.before` replaces it when given.
    """
    weights = weights_for(intent)
    at = query.before if query.before is not None else now
    offset = offset_for(query, candidates)
    scored: list[Scored] = []
    for measured in measure_all(query, candidates, texts):
        if not _is_found(query, intent, measured):
            continue
        own = _own(measured, intent, at, query.branch)
        total = offset + sum(map(mul, weights, measured.values)) + sum(own)
        scored.append(Scored(total, measured, own))
    scored.sort(key=lambda each: (-each.total, -each.card.created_at, each.card.id))
    return scored


def weights_for(intent: Intent) -> tuple[float, ...]:
    """The learned weights in the order of the features, those of time at the pace of *intent*."""
    paced = PARTS["time"]
    return tuple(WEIGHTS[name] * (intent.pace if name in paced else 1.0) for name in FEATURES)


def offset_for(query: Query, candidates: Sequence[Candidate]) -> float:
    """The offset of the logistic, by what could be asked: text and meaning, text alone, or only the place."""
    if not query.text.strip():
        return OFFSET_WITHOUT_TEXT
    return OFFSET if any(each.cosine for each in candidates) else OFFSET_WITHOUT_VECTORS


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

"""Whether a newer statement takes the place of an older one, changes it, speaks against it, or is merely related."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from whylens.govern.relation_cues import DROP
from whylens.govern.relation_signals import of_changes, of_documents
from whylens.govern.relation_weights import (
    CHANGES,
    DOCUMENTS,
    OFFSET_OF_CHANGES,
    OFFSET_OF_DOCUMENTS,
    REPLACES,
)
from whylens.govern.stated import Stated, contained


class Bearing(StrEnum):
    """What a newer statement is to an older one."""

    SUPERSEDES = "supersedes"
    AMENDS = "amends"
    CONTRADICTS = "contradicts"
    RELATED = "related"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The bearing, how likely (0..1) it is more than related, and what each signal added to the logarithm of odds."""

    bearing: Bearing
    score: float
    parts: dict[str, float]

    @property
    def why(self) -> tuple[str, ...]:
        """The signals that spoke, strongest first."""
        spoke = [name for name, value in self.parts.items() if abs(value) >= 0.1]
        return tuple(sorted(spoke, key=lambda name: -abs(self.parts[name])))


def judge(older: Stated, newer: Stated) -> Judgement:
    """What *newer* is to *older*. Needs no model; a millisecond at most for texts of a few paragraphs."""
    is_change = newer.is_change
    signals = of_changes(older, newer) if is_change else of_documents(older, newer)
    weights, offset = (CHANGES, OFFSET_OF_CHANGES) if is_change else (DOCUMENTS, OFFSET_OF_DOCUMENTS)
    parts = {name: weights[name] * value for name, value in signals.items()}
    score = 1.0 / (1.0 + math.exp(-(offset + sum(parts.values()))))
    return Judgement(_bearing(older, newer) if score >= REPLACES else Bearing.RELATED, score, parts)


def _bearing(older: Stated, newer: Stated) -> Bearing:
    """Of two that do not go together: a change speaks against the older, a document replaces it or ends it."""
    if newer.is_change:
        return Bearing.CONTRADICTS
    does_away = DROP.match(newer.title) or DROP.search(newer.title[-12:])
    return Bearing.CONTRADICTS if does_away and contained(older.title, newer.title) else Bearing.SUPERSEDES

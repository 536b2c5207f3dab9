"""A finding: a card in the making, before it gets a basis and files."""

from __future__ import annotations

from dataclasses import dataclass

from whylens.extract.sentences import Sentence
from whylens.model.words import Kind

#: Certainty of what is kept but waits in the review queue (`govern.confidence`).
TENTATIVE = 0.3


@dataclass(frozen=True, slots=True)
class Finding:
    """What a card will say, the rule that found it, and the sentence it was taken from."""

    kind: Kind
    rule: str
    certainty: float
    importance: float
    summary: str
    sentence: Sentence
    rationale: str = ""

"""Whether anything remembered answers a question at all: the chance, told from how its best card stands out.

The best of a memory is always something. It answers when its score is high, when few others come near, and when it is
nearer in meaning than what comes after it; a question whose words no memory has is likely about something else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from whylens.model.recall import Query
from whylens.recall.features import FEATURES, REAL_MATCH, Measured, words_of
from whylens.recall.relevance_weights import (
    CONSTANT,
    CONSTANT_WITHOUT_VECTORS,
    WEIGHTS,
    WEIGHTS_WITHOUT_VECTORS,
)
from whylens.recall.wording import stems_of

#: The cards after the best few, which are what a question finds when nothing answers it.
_FIELD = slice(5, 25)
#: Cards that come next to the nearest one in meaning.
_NEXT = slice(1, 11)
_MEANING = FEATURES.index("meaning")


class Signals(NamedTuple):
    """What the chance is told from.

    `score`: of the best card, in the logarithm of odds. `rivals`: the logarithm of how many cards come as near.
    `ahead`: how far the best is before the field. `nearer`: by how much the nearest card in meaning is nearer than
    those next to it. `words`: the keyword score of the best card, 1 for a real match. `unknown`: the share of the
    question's words that no card found has. `found`: the logarithm of how many cards were found; `few`: one by their
    number. `files` and `symbols`: whether a place was asked about.
    """

    score: float
    rivals: float
    ahead: float
    nearer: float
    words: float
    unknown: float
    found: float
    few: float
    files: float
    symbols: float


def signals(
    query: Query, scores: Sequence[float], measured: Sequence[Measured], texts: Sequence[str]
) -> Signals:
    """The signals of an answer. *scores* and *measured* are of the cards found, the best first; at least one.

    *texts* are `wording.text_of` the cards found, in any order.
    """
    best, field = scores[0], scores[_FIELD]
    meanings = sorted((each.values[_MEANING] for each in measured), reverse=True)
    after = meanings[_NEXT]
    return Signals(
        score=best,
        rivals=math.log(sum([math.exp(score - best) for score in scores])),
        ahead=best - fmean(field) if field else 0.0,
        nearer=meanings[0] - fmean(after) if after else 0.0,
        words=words_of(measured[0].candidate) / REAL_MATCH,
        unknown=_share_unknown(query, texts),
        found=math.log1p(len(scores)),
        few=1.0 / len(scores),
        files=float(bool(query.files)),
        symbols=float(bool(query.symbols)),
    )


def chance(told: Signals, *, with_vectors: bool) -> float:
    """How likely (0..1) one of the best ten cards is what was asked for."""
    weights = WEIGHTS if with_vectors else WEIGHTS_WITHOUT_VECTORS
    constant = CONSTANT if with_vectors else CONSTANT_WITHOUT_VECTORS
    odds = constant + sum([weights[name] * value for name, value in zip(told._fields, told, strict=True)])
    return 1.0 / (1.0 + math.exp(-odds))


def _share_unknown(query: Query, texts: Sequence[str]) -> float:
    stems = stems_of(query.text)
    unknown = sum(not any(stem in text for text in texts) for stem in stems)
    return unknown / len(stems) if stems else 0.0

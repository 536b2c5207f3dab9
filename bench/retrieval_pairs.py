"""Compares two rankers question by question: the mean difference and its 95 % interval, by paired bootstrap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bench.retrieval_data import Question, group_of
from bench.retrieval_score import MEASURES, Run, measure, overlap_band

#: A part with fewer questions says nothing.
ENOUGH = 50
_RESAMPLES = 2000
COMPARED = ("MRR@10", "R@5")


@dataclass(frozen=True, slots=True)
class Lead:
    """By how much ours is better than the strongest of the others in one part, with the interval of the difference."""

    part: str
    questions: int
    measure: str
    ours: float
    rival: str
    theirs: float
    low: float
    high: float


def leads(questions: Sequence[Question], ours: Run, others: Mapping[str, Run]) -> list[Lead]:
    """The lead over the strongest rival in all questions, in each group and each band of shared words."""
    table = {name: _rows(questions, run) for name, run in {"": ours, **others}.items()}
    made: list[Lead] = []
    for part, chosen in _parts(questions).items():
        for name in COMPARED:
            column = MEASURES.index(name)
            values = {rival: rows[chosen, column] for rival, rows in table.items()}
            own = values.pop("")
            rival = max(values, key=lambda each: float(values[each].mean()))
            made.append(_lead(part, name, own, rival, values[rival]))
    return made


def _lead(part: str, name: str, own: np.ndarray, rival: str, theirs: np.ndarray) -> Lead:
    chance = np.random.default_rng(0)
    drawn = chance.integers(0, len(own), (_RESAMPLES, len(own)))
    low, high = np.percentile((own - theirs)[drawn].mean(axis=1), [2.5, 97.5])
    means = float(own.mean()), float(theirs.mean())
    return Lead(part, len(own), name, means[0], rival, means[1], float(low), float(high))


def _rows(questions: Sequence[Question], run: Run) -> np.ndarray:
    return np.array([measure(question, run.get(question.id, ())) for question in questions])


def _parts(questions: Sequence[Question]) -> dict[str, np.ndarray]:
    """The indices of the questions of each part that has enough."""
    named: dict[str, list[int]] = {}
    for index, question in enumerate(questions):
        for part in ("all", group_of(question.project), f"overlap {overlap_band(question)}"):
            named.setdefault(part, []).append(index)
    return {part: np.array(chosen) for part, chosen in named.items() if len(chosen) >= ENOUGH}

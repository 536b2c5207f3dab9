"""Scores rankings: MRR@10, recall and nDCG, over all questions and by kind of question."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean

from bench.retrieval_data import Question, group_of, reported_project

MEASURES = ("MRR@10", "R@1", "R@5", "R@10", "nDCG@10")
Row = tuple[float, ...]
Figures = dict[str, float]
#: Run: question id -> memory ids, best first.
Run = Mapping[str, Sequence[str]]

_DIRECT, _REMOVED = 2, 1
_GAINS = {_DIRECT: 3.0, _REMOVED: 1.0}
_DEPTH = 40
_RESAMPLES = 500


def score(questions: Sequence[Question], run: Run) -> dict[str, object]:
    """Micro (over questions, with half the width of a bootstrap 95 % interval), macro (over projects), and parts."""
    rows = [measure(question, run.get(question.id, ())) for question in questions]
    return {
        "questions": len(questions),
        "micro": _means(rows),
        "micro ±": _spread(rows),
        "macro": _macro(questions, rows),
        "by group": _by(questions, rows, lambda each: group_of(each.project)),
        "by project": _by(questions, rows, lambda each: reported_project(each.project)),
        "by overlap": _by(questions, rows, overlap_band),
        "by link": _by(questions, rows, lambda each: each.link),
    }


def measure(question: Question, ranked: Sequence[str]) -> Row:
    """The measures of one ranking. MRR and recall count direct answers; those at one remove are taken out first."""
    grades = question.grades
    direct = {each for each, grade in grades.items() if grade == _DIRECT}
    unique = list(dict.fromkeys(ranked))[:_DEPTH]
    strict = [each for each in unique if grades.get(each) != _REMOVED]
    first = next((place for place, each in enumerate(strict[:10], 1) if each in direct), None)
    ideal = _gain(sorted(grades.values(), reverse=True))
    return (
        1.0 / first if first else 0.0,
        *(_recall(strict, direct, k) for k in (1, 5, 10)),
        _gain([grades.get(each, 0) for each in unique]) / ideal if ideal else 0.0,
    )


def overlap_band(question: Question) -> str:
    """How much of the question's wording the best answer shares."""
    if group_of(question.project) == "turns":
        return "n/a"
    return "<=0.2" if question.overlap <= 0.2 else "<=0.5" if question.overlap <= 0.5 else ">0.5"


def _recall(ranked: Sequence[str], direct: set[str], k: int) -> float:
    return len(direct & set(ranked[:k])) / min(len(direct), k) if direct else 0.0


def _gain(grades: Sequence[int]) -> float:
    return sum(_GAINS.get(grade, 0.0) / math.log2(place + 2) for place, grade in enumerate(grades[:10]))


def _means(rows: Sequence[Row]) -> Figures:
    columns = zip(*rows, strict=True)
    return {name: round(fmean(column), 4) for name, column in zip(MEASURES, columns, strict=True)}


def _spread(rows: Sequence[Row]) -> Figures:
    chance = random.Random(0)
    drawn = [_means(chance.choices(rows, k=len(rows))) for _ in range(_RESAMPLES)]
    spread: Figures = {}
    for name in MEASURES:
        values = sorted(each[name] for each in drawn)
        low, high = values[int(0.025 * _RESAMPLES)], values[int(0.975 * _RESAMPLES)]
        spread[name] = round((high - low) / 2, 4)
    return spread


def _macro(questions: Sequence[Question], rows: Sequence[Row]) -> Figures:
    parts = _by(questions, rows, lambda each: reported_project(each.project)).values()
    return {name: round(fmean(part[name] for part in parts), 4) for name in MEASURES}


def _by(
    questions: Sequence[Question], rows: Sequence[Row], key: Callable[[Question], str]
) -> dict[str, Figures]:
    groups: dict[str, list[Row]] = {}
    for question, row in zip(questions, rows, strict=True):
        groups.setdefault(key(question), []).append(row)
    return {name: {"n": len(group), **_means(group)} for name, group in sorted(groups.items())}

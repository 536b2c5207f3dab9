"""Learns the ranking weights from the retrieval set, and checks them on projects they were not learned from.

Run as `python -m bench.learn_weights --data DIR [--ablation]`. The model is a listwise softmax over the candidates the
product itself retrieves for a question, with weight decay, solved by Newton's method: a table of a few numbers that can
be read. Each question is asked with all its files and functions, with one file, and with none, so that one table serves
all three. Use the printed table only if the cross-validated figures are better than those noted in `weights.py`.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import numpy as np

from bench.retrieval import ASKING
from bench.retrieval_cases import Retrieved, kept_or_collected
from bench.retrieval_score import MEASURES, measure
from whylens.recall.features import FEATURES, measure_all
from whylens.recall.weights import PARTS

#: Ways of asking that are learned from, and that are only looked at.
LEARNED = ("whylens", "whylens, one file", "whylens, no files")
WEIGHT_DECAY = 5.0
#: What an answer at one remove counts beside a direct one.
REMOVED = 0.2
STEPS = 12


@dataclass(frozen=True, slots=True)
class Case:
    """One question asked in one way: features (candidates x features), grades and ids of the candidates."""

    asked: Retrieved
    features: np.ndarray
    grades: np.ndarray
    ids: list[str]

    @property
    def target(self) -> np.ndarray:
        """What each candidate's share of the softmax should be; all 0 when no answer was retrieved."""
        wanted = np.where(self.grades == 2, 1.0, np.where(self.grades == 1, REMOVED, 0.0))
        return wanted / (wanted.sum() or 1.0)


def case_of(asked: Retrieved) -> Case:
    """*asked* as the ranker sees it."""
    values = [each.values for each in measure_all(asked.query, asked.candidates)]
    ids = [each.card.ref for each in asked.candidates]
    grades = np.array([asked.question.grades.get(each, 0) for each in ids], dtype=int)
    return Case(asked, np.array(values, dtype=float).reshape(len(ids), len(FEATURES)), grades, ids)


class Stacked:
    """The features of many cases on top of each other, of chosen columns, scaled to a spread of 1."""

    def __init__(self, cases: Sequence[Case], columns: Sequence[int]) -> None:
        answered = [case for case in cases if case.target.any()]
        self.scale = np.concatenate([case.features[:, columns] for case in cases]).std(axis=0)
        self.scale[self.scale == 0.0] = 1.0
        self.features = np.concatenate([case.features[:, columns] for case in answered]) / self.scale
        self.targets = np.concatenate([case.target for case in answered])
        self.sizes = np.array([len(case.ids) for case in answered])
        self.starts = np.concatenate([[0], np.cumsum(self.sizes)[:-1]])

    def chances(self, weights: np.ndarray) -> np.ndarray:
        """The softmax of each case's scores."""
        scores = self.features @ weights
        powers = np.exp(scores - np.repeat(np.maximum.reduceat(scores, self.starts), self.sizes))
        return powers / np.repeat(np.add.reduceat(powers, self.starts), self.sizes)

    def loss(self, weights: np.ndarray, decay: float) -> float:
        """What is to be made small."""
        missed = float(self.targets @ np.log(self.chances(weights) + 1e-300))
        return 0.5 * decay * float(weights @ weights) - missed

    def step(self, weights: np.ndarray, decay: float) -> np.ndarray:
        """Newton's step from *weights*."""
        chances = self.chances(weights)
        means = np.add.reduceat(self.features * chances[:, None], self.starts)
        slope = decay * weights - (self.targets @ self.features - means.sum(axis=0))
        curve = decay * np.eye(len(weights)) - means.T @ means
        return np.linalg.solve(curve + (self.features * chances[:, None]).T @ self.features, slope)


def learn(cases: Sequence[Case], decay: float = WEIGHT_DECAY, without: Collection[str] = ()) -> np.ndarray:
    """The weights that make the answers of *cases* most likely among their candidates; 0 for features left out."""
    columns = [index for index, name in enumerate(FEATURES) if name not in without]
    stacked = Stacked(cases, columns)
    weights = np.zeros(len(columns))
    for _ in range(STEPS):
        step, before = stacked.step(weights, decay), stacked.loss(weights, decay)
        while stacked.loss(weights - step, decay) > before and np.abs(step).max() > 1e-6:
            step = step / 2
        weights = weights - step
    learned = np.zeros(len(FEATURES))
    learned[columns] = weights / stacked.scale
    return learned


def calibrated(weights: np.ndarray, cases: Sequence[Case]) -> tuple[np.ndarray, float]:
    """*weights* scaled, and an offset, so that the logistic of a score is the share of such candidates that answer."""
    scores = np.concatenate([case.features @ weights for case in cases])
    right = np.concatenate([case.grades == 2 for case in cases]).astype(float)
    design = np.stack([scores, np.ones_like(scores)], axis=1)
    line = np.zeros(2)
    for _ in range(4 * STEPS):
        chances = 1.0 / (1.0 + np.exp(-design @ line))
        curve = (design * (chances * (1 - chances))[:, None]).T @ design + 1e-6 * np.eye(2)
        line = line + np.linalg.solve(curve, design.T @ (right - chances))
    return weights * line[0], float(line[1])


Scored = list[tuple[Case, np.ndarray]]


def cross_validated(
    cases: Sequence[Case], decay: float = WEIGHT_DECAY, without: Collection[str] = ()
) -> dict[str, Scored]:
    """For each way of asking the cases with scores from weights that never saw their project."""
    scored: dict[str, Scored] = {}
    for fold in folds(cases):
        seen = [case for case in cases if case.asked.fold != fold and case.asked.way in LEARNED]
        weights = learn(seen, decay, without)
        for case in cases:
            if case.asked.fold == fold:
                scored.setdefault(case.asked.way, []).append((case, case.features @ weights))
    return scored


def folds(cases: Sequence[Case]) -> list[str]:
    """The projects, each of which is left out once."""
    return sorted({case.asked.fold for case in cases})


def figures(scored: Scored) -> dict[str, float]:
    """Mean measures over scored cases."""
    rows = [
        measure(case.asked.question, [case.ids[index] for index in np.argsort(-scores, kind="stable")])
        for case, scores in scored
    ]
    return {name: fmean(column) for name, column in zip(MEASURES, zip(*rows, strict=True), strict=True)}


def main() -> int:
    """Print cross-validated figures, then the table learned from everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=os.environ.get("WHYLENS_EVALS"))
    parser.add_argument("--home", type=Path, help="a home to keep and use again (default: a throw-away one)")
    parser.add_argument("--cases", type=Path, help="keep what was retrieved in this file, and use it again")
    parser.add_argument("--ablation", action="store_true", help="learn again without each signal")
    arguments = parser.parse_args()
    if arguments.data is None:
        print("learn_weights: name the data folder with --data or WHYLENS_EVALS")
        return 1
    with tempfile.TemporaryDirectory(prefix="whylens-bench-") as made:
        found = kept_or_collected(arguments.cases, Path(arguments.data), arguments.home or Path(made))
    cases = [case_of(each) for each in found]
    _report_ablation(cases) if arguments.ablation else _report(cases)
    return 0


def _report(cases: list[Case]) -> None:
    print(f"cross-validated over projects  {'':4}" + "".join(f"{name:>9}" for name in MEASURES))
    for way, scored in cross_validated(cases).items():
        _print(way, figures(scored))
        for fold in folds(cases) if way in LEARNED else ():
            _print(f"  {fold}", figures([each for each in scored if each[0].asked.fold == fold]))
    learned = [case for case in cases if case.asked.way in LEARNED]
    weights, offset = calibrated(learn(learned), learned)
    for way in ASKING:
        seen = [(case, case.features @ weights) for case in cases if case.asked.way == way]
        _print(f"not cross-validated: {way}", figures(seen))
    for name, value in zip(FEATURES, weights, strict=True):
        print(f'    "{name}": {value:.2f},')
    print(f"OFFSET = {offset:.2f}")


def _report_ablation(cases: list[Case]) -> None:
    print("cross-validated MRR@10 / R@5 with signals left out, learned anew each time")
    print(f"{'':22}" + "".join(f"{way.removeprefix('whylens, '):>24}" for way in ASKING))
    left_out = {"nothing": (), **PARTS, **{name: (name,) for name in FEATURES}}
    for name, without in left_out.items():
        row = cross_validated(cases, without=without)
        cells = [figures(row[way]) for way in ASKING]
        shown = (f"{each['MRR@10']:.3f} / {each['R@5']:.3f}" for each in cells)
        print(f"{name:22}" + "".join(f"{each:>24}" for each in shown), flush=True)


def _print(name: str, row: dict[str, float]) -> None:
    print(f"{name:35}" + "".join(f"{row[measure]:9.3f}" for measure in MEASURES))


if __name__ == "__main__":
    raise SystemExit(main())

"""Learns the ranking weights from the retrieval set, and checks them on projects they were not learned from.

Run as `python -m bench.learn_weights --data DIR`. The model is a listwise softmax over the candidates the product
itself retrieves for a question, with weight decay, solved by Newton's method: a table of a few numbers that can be
read. Each question is asked with all its files and functions, with one file, and with none, so that one table serves
all three. Use the printed table only if the cross-validated figures are better than those noted in `weights.py`.
"""

from __future__ import annotations

import argparse
import os
import pickle
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import numpy as np

from bench.retrieval import ASKING, DEADLINE, imported
from bench.retrieval_data import Question, load
from bench.retrieval_score import MEASURES, measure
from whylens.memory import recalling
from whylens.model.recall import Candidate, Hit, Query
from whylens.recall.features import FEATURES, measure_all

#: Ways of asking that are learned from, and that are only looked at.
LEARNED = ("whylens", "whylens, one file", "whylens, no files")
WEIGHT_DECAY = 5.0
#: What an answer at one remove counts beside a direct one.
REMOVED = 0.2
STEPS = 12


@dataclass(frozen=True, slots=True)
class Case:
    """One question asked in one way: features (candidates x features), grades and ids of the candidates."""

    question: Question
    way: str
    features: np.ndarray
    grades: np.ndarray
    ids: list[str]

    @property
    def fold(self) -> str:
        """The project left out together with this case; the small decision logs are one."""
        return "adr" if self.question.project.startswith("adr") else self.question.project

    @property
    def target(self) -> np.ndarray:
        """What each candidate's share of the softmax should be; all 0 when no answer was retrieved."""
        wanted = np.where(self.grades == 2, 1.0, np.where(self.grades == 1, REMOVED, 0.0))
        return wanted / (wanted.sum() or 1.0)


def learn(cases: Sequence[Case], decay: float = WEIGHT_DECAY) -> np.ndarray:
    """The weights that make the answers of *cases* most likely among their candidates."""
    scale = np.concatenate([case.features for case in cases]).std(axis=0)
    scale[scale == 0.0] = 1.0
    ready = [(case.features / scale, case.target) for case in cases if case.target.any()]
    weights = np.zeros(len(FEATURES))
    for _ in range(STEPS):
        slope, curve = _derivatives(ready, weights, decay)
        step = np.linalg.solve(curve, slope)
        while (
            _loss(ready, weights - step, decay) > _loss(ready, weights, decay) and np.abs(step).max() > 1e-6
        ):
            step = step / 2
        weights = weights - step
    return weights / scale


Ready = list[tuple[np.ndarray, np.ndarray]]


def _loss(ready: Ready, weights: np.ndarray, decay: float) -> float:
    missed = sum(float(target @ np.log(_softmax(features @ weights) + 1e-300)) for features, target in ready)
    return 0.5 * decay * float(weights @ weights) - missed


def _derivatives(ready: Ready, weights: np.ndarray, decay: float) -> tuple[np.ndarray, np.ndarray]:
    slope, curve = decay * weights, decay * np.eye(len(weights))
    for features, target in ready:
        chances = _softmax(features @ weights)
        mean = chances @ features
        slope = slope - (target @ features - mean)
        curve = curve + (features * chances[:, None]).T @ features - np.outer(mean, mean)
    return slope, curve


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


def cross_validated(
    cases: Sequence[Case], decay: float = WEIGHT_DECAY
) -> dict[str, list[tuple[Case, np.ndarray]]]:
    """For each way of asking the cases with scores from weights that never saw their project."""
    scored: dict[str, list[tuple[Case, np.ndarray]]] = {}
    for fold in sorted({case.fold for case in cases}):
        weights = learn([case for case in cases if case.fold != fold and case.way in LEARNED], decay)
        for case in cases:
            if case.fold == fold:
                scored.setdefault(case.way, []).append((case, case.features @ weights))
    return scored


def figures(scored: Sequence[tuple[Case, np.ndarray]]) -> dict[str, float]:
    """Mean measures over scored cases."""
    rows = [
        measure(case.question, [case.ids[index] for index in np.argsort(-scores, kind="stable")])
        for case, scores in scored
    ]
    return {name: fmean(column) for name, column in zip(MEASURES, zip(*rows, strict=True), strict=True)}


def collect(data_dir: Path, home: Path) -> list[Case]:
    """Every question of the set in every way of asking, with the candidates the product retrieves for it."""
    data = load(data_dir / "memory_retrieval")
    cases: list[Case] = []
    for project, memories in data.memories.items():
        with imported(project, memories, home) as memory, _Recorder() as recorder:
            for question in (each for each in data.questions if each.project == project):
                for way, asking in ASKING.items():
                    memory.recall(asking(question), deadline=DEADLINE)
                    cases.append(_case(question, way, *recorder.last))
    return cases


class _Recorder:
    """Stands in for the ranker, to see exactly what it is given."""

    def __enter__(self) -> _Recorder:
        self._rank = recalling.rank
        recalling.rank = self
        return self

    def __exit__(self, *_: object) -> None:
        recalling.rank = self._rank

    def __call__(self, query: Query, candidates: Sequence[Candidate], *, now: float) -> list[Hit]:
        self.last = (query, candidates)
        return []


def _case(question: Question, way: str, query: Query, candidates: Sequence[Candidate]) -> Case:
    values = [each.values for each in measure_all(query, candidates)]
    ids = [each.card.ref for each in candidates]
    grades = np.array([question.grades.get(each, 0) for each in ids], dtype=int)
    return Case(question, way, np.array(values).reshape(len(ids), len(FEATURES)), grades, ids)


def _softmax(scores: np.ndarray) -> np.ndarray:
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()


def main() -> int:
    """Print cross-validated figures, then the table learned from everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=os.environ.get("WHYLENS_EVALS"))
    parser.add_argument("--home", type=Path, help="a home to keep and use again (default: a throw-away one)")
    parser.add_argument(
        "--cases", type=Path, help="keep the collected cases in this file, and use them again"
    )
    arguments = parser.parse_args()
    if arguments.data is None:
        print("learn_weights: name the data folder with --data or WHYLENS_EVALS")
        return 1
    with tempfile.TemporaryDirectory(prefix="whylens-bench-") as made:
        cases = _kept(arguments.cases) or collect(Path(arguments.data), arguments.home or Path(made))
    if arguments.cases is not None:
        arguments.cases.write_bytes(pickle.dumps(cases))
    _report(cases)
    return 0


def _kept(file: Path | None) -> list[Case]:
    return pickle.loads(file.read_bytes()) if file is not None and file.exists() else []


def _report(cases: list[Case]) -> None:
    print(f"cross-validated over projects  {'':4}" + "".join(f"{name:>9}" for name in MEASURES))
    for way, scored in cross_validated(cases).items():
        _print(way, figures(scored))
        for fold in sorted({case.fold for case, _ in scored}) if way in LEARNED else ():
            _print(f"  {fold}", figures([each for each in scored if each[0].fold == fold]))
    learned = [case for case in cases if case.way in LEARNED]
    weights, offset = calibrated(learn(learned), learned)
    for way in ASKING:
        _print(
            f"not cross-validated: {way}", figures([(c, c.features @ weights) for c in cases if c.way == way])
        )
    for name, value in zip(FEATURES, weights, strict=True):
        print(f'    "{name}": {value:.2f},')
    print(f"OFFSET = {offset:.2f}")


def _print(name: str, row: dict[str, float]) -> None:
    print(f"{name:35}" + "".join(f"{row[measure]:9.3f}" for measure in MEASURES))


if __name__ == "__main__":
    raise SystemExit(main())

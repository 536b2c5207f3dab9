"""Learns the two tables by which a newer statement is held against an older one, and checks them on other projects.

Run as `python -m bench.learn_supersession --data DIR [--more FILE …]`. Two logistic tables with weight decay, one for
changes to code and one for documents. FILE holds further pairs in the same form (JSON lines); they count a little, and
as many positive as negative, so that they steady the tables without setting them.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from whylens.govern.relation_signals import of_changes, of_documents
from whylens.govern.stated import Stated

WEIGHT_DECAY = 2.0
#: What a further pair counts beside one of the set.
FURTHER = 0.2
STEPS = 40
#: Parts of the split by documents.
PARTS = 10


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair of the set. `fold` is the project, the small decision logs being one; `group` names the documents that
    hang together, so that none is both learned from and asked about."""

    older: Stated
    newer: Stated
    label: str
    positive: bool
    domain: str
    fold: str
    group: str


def load(file: Path) -> list[Pair]:
    """The pairs of *file*. A change is what comes without a title: its subject was taken away with what it reverts."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    groups = _Groups()
    for row in rows:
        groups.join(*(str(row[side].get("id", row["id"])) for side in ("older", "newer")))
    return [_pair(row, groups.of(str(row["older"].get("id", row["id"])))) for row in rows]


def _pair(row: dict, group: str) -> Pair:
    is_change = not row["newer"]["title"]
    older, newer = (
        Stated(each["title"], each["text_masked"], each["ts"], each["path"], is_change)
        for each in (row["older"], row["newer"])
    )
    fold = "adr" if row["project"].startswith("adr") else row["project"]
    return Pair(older, newer, row["label"], row["positive"], row["domain"], fold, group)


class _Groups:
    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def of(self, name: str) -> str:
        while (parent := self._parent.setdefault(name, name)) != name:
            name = parent
        return name

    def join(self, one: str, other: str) -> None:
        self._parent[self.of(one)] = self.of(other)


@dataclass(frozen=True, slots=True)
class Table:
    """Weights by the name of a signal, and the offset."""

    names: tuple[str, ...]
    weights: np.ndarray
    offset: float

    def score(self, signals: np.ndarray) -> np.ndarray:
        """Chances (pairs) for signals (pairs x names)."""
        return 1.0 / (1.0 + np.exp(-(signals @ self.weights + self.offset)))


Signals = Callable[[Stated, Stated], dict[str, float]]


def learn(pairs: Sequence[Pair], further: Sequence[Pair], signals: Signals) -> Table:
    """The table that makes the labels of *pairs* likely, steadied by *further* ones."""
    names, values = _matrix([*pairs, *further], signals)
    truth = np.array([each.positive for each in (*pairs, *further)], dtype=float)
    counts = np.concatenate([np.ones(len(pairs)), _balanced([each.positive for each in further])])
    middle, scale = values.mean(axis=0), values.std(axis=0)
    scale[scale == 0.0] = 1.0
    design = np.c_[(values - middle) / scale, np.ones(len(values))]
    decay = np.diag([WEIGHT_DECAY] * len(names) + [1e-6])
    line = np.zeros(design.shape[1])
    for _ in range(STEPS):
        chances = 1.0 / (1.0 + np.exp(-design @ line))
        slope = design.T @ (counts * (chances - truth)) + decay @ line
        curve = (design.T * (counts * chances * (1 - chances))) @ design + decay
        line = line - np.linalg.solve(curve, slope)
    weights = line[:-1] / scale
    return Table(names, weights, float(line[-1] - weights @ middle))


def _balanced(positive: Sequence[bool]) -> np.ndarray:
    truth = np.array(positive, dtype=bool)
    if not truth.any() or truth.all():
        return np.zeros(len(truth))
    half = FURTHER * len(truth) / 2
    return np.where(truth, half / truth.sum(), half / (~truth).sum())


def _matrix(pairs: Sequence[Pair], signals: Signals) -> tuple[tuple[str, ...], np.ndarray]:
    rows = [signals(pair.older, pair.newer) for pair in pairs]
    names = tuple(rows[0])
    return names, np.array([[row[name] for name in names] for row in rows])


def cross_validated(
    pairs: Sequence[Pair], seed: int | None = None, further: Sequence[Pair] = ()
) -> np.ndarray:
    """The chance of each pair from tables that never saw its project; with a *seed* none of its documents."""
    scores = np.zeros(len(pairs))
    parts = _parts(pairs, seed)
    for is_change, signals in ((True, of_changes), (False, of_documents)):
        chosen = np.array([pair.newer.is_change == is_change for pair in pairs])
        more = [each for each in further if each.newer.is_change == is_change]
        for part in set(parts):
            held = np.array([each == part for each in parts])
            known = [pairs[index] for index in np.flatnonzero(chosen & ~held)]
            asked = np.flatnonzero(chosen & held)
            if not len(asked):
                continue
            folds = {pairs[index].fold for index in asked} if seed is None else frozenset()
            table = learn(known, [each for each in more if each.fold not in folds], signals)
            scores[asked] = table.score(_matrix([pairs[index] for index in asked], signals)[1])
    return scores


def _parts(pairs: Sequence[Pair], seed: int | None) -> list[str | int]:
    if seed is None:
        return [pair.fold for pair in pairs]
    groups = sorted({pair.group for pair in pairs})
    order = np.random.default_rng(seed).permutation(len(groups))
    part = {groups[index]: place % PARTS for place, index in enumerate(order)}
    return [part[pair.group] for pair in pairs]


def main() -> int:
    """Print the F1 of cross-validated tables at several bars, then the tables learned from everything."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=os.environ.get("WHYLENS_EVALS"))
    parser.add_argument("--more", type=Path, nargs="*", default=[], help="further pairs, as JSON lines")
    arguments = parser.parse_args()
    if arguments.data is None:
        print("learn_supersession: name the data folder with --data or WHYLENS_EVALS")
        return 1
    pairs = load(Path(arguments.data) / "supersession" / "pairs.jsonl")
    further = [pair for file in arguments.more for pair in load(file)]
    _report(pairs, further)
    return 0


def _report(pairs: Sequence[Pair], further: Sequence[Pair]) -> None:
    for name, scores in (
        ("other projects", [cross_validated(pairs, further=further)]),
        ("other documents", [cross_validated(pairs, seed, further) for seed in range(5)]),
    ):
        for kinds in ({"commit"}, {"adr", "standard"}, {"commit", "adr", "standard"}):
            row = " ".join(
                f"{bar}: {_f1(pairs, scores, bar, kinds):.3f}" for bar in (0.3, 0.35, 0.4, 0.45, 0.5)
            )
            print(f"F1 from {name:16} {'+'.join(sorted(kinds)):20} {row}")
    for is_change, signals in ((True, of_changes), (False, of_documents)):
        known, more = (
            [each for each in some if each.newer.is_change == is_change] for some in (pairs, further)
        )
        table = learn(known, more, signals)
        for signal, weight in zip(table.names, table.weights, strict=True):
            print(f'    "{signal}": {weight:.2f},')
        print(f"OFFSET = {table.offset:.2f}")


def _f1(pairs: Sequence[Pair], scored: Sequence[np.ndarray], bar: float, domains: set[str]) -> float:
    chosen = np.array([pair.domain in domains for pair in pairs])
    truth = np.array([pair.positive for pair in pairs])[chosen]
    each = [2 * (truth & (s[chosen] >= bar)).sum() / (truth.sum() + (s[chosen] >= bar).sum()) for s in scored]
    return float(np.mean(each))


if __name__ == "__main__":
    raise SystemExit(main())

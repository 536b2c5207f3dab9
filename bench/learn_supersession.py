"""Learns the two tables by which a newer statement is held against an older one, and checks them on other projects.

Run as `python -m bench.learn_supersession --data DIR [--more FILE …]`. Two logistic tables with weight decay, one for
changes to code and one for documents. Each FILE holds further pairs of one kind of source in the same form (JSON
lines); they count a little, and as many positive as negative, so that they steady the tables without setting them.
"own bar" is F1 with the bar that was best for the learned pairs; the other columns are one bar for all.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from whylens.govern.relation_signals import of_changes, of_documents
from whylens.govern.stated import Stated

WEIGHT_DECAY = 2.0
#: What a further pair counts beside one of the set.
FURTHER = 0.3
STEPS = 40
#: Weight decay of the offsets of further pairs: hardly any.
OFFSET_DECAY = 0.05
#: Parts of the split by documents.
PARTS = 10
#: Bars that are tried; and the parts, and the splits of the learned pairs, in which the best is found.
BARS = (0.3, 0.35, 0.4, 0.45, 0.5)
BAR_PARTS = 5
BAR_SPLITS = 3


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
#: Further pairs, by where they come from. Each source has an offset of its own, so that only its slopes are taken over.
Further = Sequence[Sequence[Pair]]


def learn(pairs: Sequence[Pair], further: Further, signals: Signals) -> Table:
    """The table that makes the labels of *pairs* likely, steadied by *further* ones."""
    names = tuple(signals(pairs[0].older, pairs[0].newer))
    values = np.array([_values(pair, signals) for some in (pairs, *further) for pair in some])
    truth = np.array([pair.positive for some in (pairs, *further) for pair in some], dtype=float)
    counts = np.concatenate([np.ones(len(pairs)), *(_balanced(some) for some in further)])
    middle, scale = values.mean(axis=0), values.std(axis=0)
    scale[scale == 0.0] = 1.0
    design = np.c_[(values - middle) / scale, _sources(len(pairs), further), np.ones(len(values))]
    decay = np.diag([WEIGHT_DECAY] * len(names) + [OFFSET_DECAY] * len(further) + [1e-6])
    line = np.zeros(design.shape[1])
    for _ in range(STEPS):
        chances = 1.0 / (1.0 + np.exp(-design @ line))
        slope = design.T @ (counts * (chances - truth)) + decay @ line
        curve = (design.T * (counts * chances * (1 - chances))) @ design + decay
        line = line - np.linalg.solve(curve, slope)
    weights = line[: len(names)] / scale
    return Table(names, weights, float(line[-1] - weights @ middle))


def _sources(known: int, further: Further) -> np.ndarray:
    """One column a source of further pairs, 1 for what comes from it."""
    sizes = [known, *map(len, further)]
    source = np.repeat(np.arange(len(sizes)), sizes)
    return (source[:, None] == np.arange(1, len(sizes))).astype(float)


def _balanced(further: Sequence[Pair]) -> np.ndarray:
    truth = np.array([pair.positive for pair in further], dtype=bool)
    if not truth.any() or truth.all():
        return np.zeros(len(truth))
    half = FURTHER * len(truth) / 2
    return np.where(truth, half / truth.sum(), half / (~truth).sum())


@cache
def _values(pair: Pair, signals: Signals) -> tuple[float, ...]:
    return tuple(signals(pair.older, pair.newer).values())


@dataclass(frozen=True, slots=True)
class Unseen:
    """The chance of each pair from tables that never saw it, and whether it is at or over the bar that was best for
    the pairs those tables were learned from."""

    scores: np.ndarray
    found: np.ndarray


def cross_validated(pairs: Sequence[Pair], seed: int | None = None, further: Further = ()) -> Unseen:
    """From tables that never saw the project of a pair; with a *seed* none of its documents."""
    unseen = Unseen(np.zeros(len(pairs)), np.zeros(len(pairs), dtype=bool))
    parts = np.array([pair.fold for pair in pairs]) if seed is None else _parts(pairs, seed, PARTS)
    for is_change, signals in ((True, of_changes), (False, of_documents)):
        chosen = np.array([pair.newer.is_change == is_change for pair in pairs])
        more = _of_kind(further, is_change)
        for part in dict.fromkeys(parts[chosen]):
            known = [pairs[index] for index in np.flatnonzero(chosen & (parts != part))]
            asked = np.flatnonzero(chosen & (parts == part))
            others = [[each for each in some if seed is not None or each.fold != part] for some in more]
            scores = _scores([pairs[index] for index in asked], learn(known, others, signals), signals)
            unseen.scores[asked] = scores
            unseen.found[asked] = scores >= best_bar(known, others, signals)
    return unseen


def best_bar(pairs: Sequence[Pair], further: Further, signals: Signals) -> float:
    """The bar with the best F1 on *pairs*, each scored by a table that saw none of its documents."""
    scored: list[np.ndarray] = []
    for seed in range(BAR_SPLITS):
        parts, scores = _parts(pairs, seed, BAR_PARTS), np.zeros(len(pairs))
        for part in dict.fromkeys(parts):
            known = [pair for pair, its in zip(pairs, parts, strict=True) if its != part]
            asked = np.flatnonzero(parts == part)
            scores[asked] = _scores([pairs[at] for at in asked], learn(known, further, signals), signals)
        scored.append(scores)
    truth = np.array([pair.positive for pair in pairs])
    return max(BARS, key=lambda bar: np.mean([f1(truth, scores >= bar) for scores in scored]))


def f1(truth: np.ndarray, found: np.ndarray) -> float:
    """F1 of *found* (booleans) against *truth*."""
    return float(2 * (truth & found).sum() / max(1, truth.sum() + found.sum()))


def _scores(pairs: Sequence[Pair], table: Table, signals: Signals) -> np.ndarray:
    return table.score(np.array([_values(pair, signals) for pair in pairs]))


def _of_kind(further: Further, is_change: bool) -> list[list[Pair]]:
    kinds = [[pair for pair in some if pair.newer.is_change == is_change] for some in further]
    return [some for some in kinds if some]


def _parts(pairs: Sequence[Pair], seed: int, count: int) -> np.ndarray:
    groups = sorted({pair.group for pair in pairs})
    order = np.random.default_rng(seed).permutation(len(groups))
    part = {groups[index]: place % count for place, index in enumerate(order)}
    return np.array([part[pair.group] for pair in pairs])


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
    further = [load(file) for file in arguments.more]
    _report(pairs, further)
    return 0


def _report(pairs: Sequence[Pair], further: Further) -> None:
    truth = np.array([pair.positive for pair in pairs])
    kinds = np.array([pair.newer.is_change for pair in pairs])
    for name, runs in (
        ("other projects", [cross_validated(pairs, further=further)]),
        ("other documents", [cross_validated(pairs, seed, further) for seed in range(5)]),
    ):
        for kind, chosen in (("changes", kinds), ("documents", ~kinds), ("both", kinds | True)):
            at = {
                bar: np.mean([f1(truth[chosen], each.scores[chosen] >= bar) for each in runs]) for bar in BARS
            }
            own = np.mean([f1(truth[chosen], each.found[chosen]) for each in runs])
            print(
                f"F1 from {name:15} {kind:9} own bar: {own:.3f} ", *(f"{bar}: {at[bar]:.3f}" for bar in BARS)
            )
    for is_change, signals in ((True, of_changes), (False, of_documents)):
        known = [pair for pair in pairs if pair.newer.is_change == is_change]
        table = learn(known, _of_kind(further, is_change), signals)
        for signal, weight in zip(table.names, table.weights, strict=True):
            print(f'    "{signal}": {weight:.2f},')
        print(
            f"OFFSET = {table.offset:.2f}; best bar {best_bar(known, _of_kind(further, is_change), signals)}"
        )


if __name__ == "__main__":
    raise SystemExit(main())

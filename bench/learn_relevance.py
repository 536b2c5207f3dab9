"""Learns when a question is answered at all, and shows what silence costs.

Run as `python -m bench.learn_relevance --data DIR [--cases FILE]`. Every question of the retrieval set is asked twice:
of the memory as it is, and of the memory without what answers it, directly or at one remove. Of the second kind at
least nine of ten should get nothing. What remains there is of the same project and often of the same file, so this is
as hard as it gets. Smaller memories are made by leaving out a share of what was found, so that the table holds for
them too. Everything is cross-validated: neither the table nor its floor has seen the project it is judged on.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from bench.learn_weights import LEARNED
from bench.retrieval_cases import Retrieved, kept_or_collected
from whylens.model.recall import Candidate
from whylens.recall.rank import HIT_FLOOR, answer, signals_of
from whylens.recall.relevance import Signals

#: Shares of what was found that are kept, for memories of about so much of the size.
SHARES = (1.0, 0.3, 0.1, 0.03, 0.01, 0.0)
#: Silence wanted where there is no answer, and where somebody asked and may look for himself.
SURE_SILENCE, MAYBE_SILENCE = 0.92, 0.4
#: An answer counts when it is among so many first hits.
FIRST = 10
DECAY = 3.0
_CURVE = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98)


@dataclass(frozen=True, slots=True)
class Pair:
    """A question with its answer in the memory, and without: the signals of both (None where nothing is found).

    `place` is that of the first direct answer among the hits (from 0; large when it is not there); `here` says that
    without the answer a card at the very symbol is still found.
    """

    asked: Retrieved
    share: float
    answered: Signals
    unanswered: Signals | None
    place: int
    here: bool


def pairs(found: Sequence[Retrieved], *, with_vectors: bool) -> list[Pair]:
    """Every question in the ways that are learned from, in memories of each size."""
    asked = [each for each in found if each.way in LEARNED]
    made = [_pair(each, share, with_vectors) for each in asked for share in SHARES]
    return [each for each in made if each is not None]


def _pair(asked: Retrieved, share: float, with_vectors: bool) -> Pair | None:
    full = replace(asked, candidates=tuple(_thinned(asked, share, with_vectors)))
    empty, now = full.without_answers(), asked.question.at
    told = (
        signals_of(full.query, full.candidates, now=now),
        signals_of(empty.query, empty.candidates, now=now),
    )
    if told[0] is None:
        return None
    hits = answer(full.query, full.candidates, now=now).hits
    here = any(hit.relevant and hit.score < HIT_FLOOR for hit in hits)
    return Pair(asked, share, told[0], told[1], _place(asked, [hit.card.ref for hit in hits]), here)


def _thinned(asked: Retrieved, share: float, with_vectors: bool) -> Iterator[Candidate]:
    chance = random.Random(f"{asked.question.id} {share}")
    for each in asked.candidates:
        if each.card.ref not in asked.question.grades and chance.random() >= share:
            continue
        if with_vectors:
            yield each
        elif any(each.matches.values()) or not set(asked.query.files).isdisjoint(each.card.files):
            yield replace(each, cosine=0.0)


def _place(asked: Retrieved, refs: Sequence[str]) -> int:
    strict = [ref for ref in refs if asked.question.grades.get(ref) != 1]
    return next((place for place, ref in enumerate(strict) if asked.question.grades.get(ref) == 2), 10**6)


# -- learning ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Table:
    """A learned table: weights in the order of the signals, and the constant."""

    weights: np.ndarray
    constant: float

    def odds(self, told: Sequence[Signals | None]) -> np.ndarray:
        """The logarithm of odds that each is answered; below all where nothing was found."""
        rows = np.array([each or [np.nan] * len(self.weights) for each in told], dtype=float)
        return np.nan_to_num(rows @ self.weights + self.constant, nan=-100.0)


def learn(seen: Sequence[Pair]) -> Table:
    """A logistic regression with weight decay: answered among the first hits, or not in the memory."""
    answered = [each.answered for each in seen if each.place < FIRST]
    unanswered = [each.unanswered for each in seen if each.unanswered is not None]
    rows = np.array([*answered, *unanswered], dtype=float)
    right = np.concatenate([np.ones(len(answered)), np.zeros(len(unanswered))])
    middle, spread = rows.mean(axis=0), rows.std(axis=0)
    spread[spread == 0.0] = 1.0
    design = np.column_stack([(rows - middle) / spread, np.ones(len(rows))])
    held = np.diag([*[DECAY] * rows.shape[1], 1e-6])
    line = np.zeros(design.shape[1])
    for _ in range(20):
        chances = 1.0 / (1.0 + np.exp(-design @ line))
        curve = (design * (chances * (1.0 - chances))[:, None]).T @ design + held
        line = line + np.linalg.solve(curve, design.T @ (right - chances) - held @ line)
    weights = line[:-1] / spread
    return Table(weights, float(line[-1] - weights @ middle))


def floor_of(table: Table, seen: Sequence[Pair], silence: float) -> float:
    """The odds below which so large a share of the unanswered questions, in each way of asking, stays."""
    full = [each for each in seen if each.share == 1.0]
    by_way = ([each.unanswered for each in full if each.asked.way == way] for way in LEARNED)
    return float(np.mean([np.quantile(table.odds(told), silence) for told in by_way]))


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair with the odds of both questions, less the floor of a table that never saw its project."""

    pair: Pair
    answered: float
    unanswered: float


def cross_validated(made: Sequence[Pair]) -> list[Judged]:
    """Every pair, judged by a table and a floor learned from the other projects."""
    judged: list[Judged] = []
    for fold in sorted({each.asked.fold for each in made}):
        table = learn(seen := [each for each in made if each.asked.fold != fold])
        floor = floor_of(table, seen, SURE_SILENCE)
        own = [each for each in made if each.asked.fold == fold]
        yes = table.odds([each.answered for each in own]) - floor
        no = table.odds([each.unanswered for each in own]) - floor
        judged += [Judged(*each) for each in zip(own, yes.tolist(), no.tolist(), strict=True)]
    return judged


# -- printing ----------------------------------------------------------------------------------------------------


def main() -> int:
    """Print the trade-off, cross-validated, and the tables learned from everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=os.environ.get("WHYLENS_EVALS"))
    parser.add_argument("--home", type=Path, help="a home to keep and use again (default: a throw-away one)")
    parser.add_argument("--cases", type=Path, help="keep what was retrieved in this file, and use it again")
    arguments = parser.parse_args()
    if arguments.data is None:
        print("learn_relevance: name the data folder with --data or WHYLENS_EVALS")
        return 1
    with tempfile.TemporaryDirectory(prefix="whylens-bench-") as made:
        found = kept_or_collected(arguments.cases, Path(arguments.data), arguments.home or Path(made))
    for name, with_vectors in (("WEIGHTS", True), ("WEIGHTS_WITHOUT_VECTORS", False)):
        print(f"\n== {'with' if with_vectors else 'without'} vectors")
        both = pairs(found, with_vectors=with_vectors)
        _show(cross_validated(both))
        _show_table(name, both)
    return 0


def _show(judged: Sequence[Judged]) -> None:
    print(f"{'memory':10}{'asked':28}{'silent, no answer':>18}{'kept of first 10':>18}{'kept of first':>15}")
    for share in SHARES:
        for way in LEARNED:
            own = [each for each in judged if each.pair.share == share and each.pair.asked.way == way]
            print(f"{share:<10}{way:28}{_silent(own):18.3f}{_kept(own, FIRST):18.3f}{_kept(own, 1):15.3f}")
    whole = [each for each in judged if each.pair.share == 1.0]
    print("silent by project: " + ", ".join(f"{fold} {_silent(own):.2f}" for fold, own in _by_fold(whole)))
    print(f"\ntrade-off, whole memory {'':15}" + "".join(f"{silence:9.2f}" for silence in _CURVE))
    for way in LEARNED:
        own = [each for each in whole if each.pair.asked.way == way]
        floors = [float(np.quantile([each.unanswered for each in own], silence)) for silence in _CURVE]
        for name, first in (("kept of first 10", FIRST), ("kept of first", 1)):
            print(f"{way:22}{name:17}" + "".join(f"{_kept(own, first, floor):9.3f}" for floor in floors))


def _silent(own: Sequence[Judged]) -> float:
    return float(np.mean([each.unanswered < 0.0 for each in own]))


def _kept(own: Sequence[Judged], first: int, floor: float = 0.0) -> float:
    return float(np.mean([each.answered >= floor for each in own if each.pair.place < first]))


def _by_fold(judged: Sequence[Judged]) -> list[tuple[str, list[Judged]]]:
    names = sorted({each.pair.asked.fold for each in judged})
    return [(name, [each for each in judged if each.pair.asked.fold == name]) for name in names]


def _show_table(name: str, made: Sequence[Pair]) -> None:
    table = learn(made)
    print(f"\n{name}: dict[str, float] = {{")
    for signal, weight in zip(Signals._fields, table.weights, strict=True):
        print(f'    "{signal}": {weight:.3f},')
    print("}")
    print(f"{name.replace('WEIGHTS', 'CONSTANT')} = {table.constant:.3f}")
    for word, silence in (("SURE", SURE_SILENCE), ("MAYBE", MAYBE_SILENCE)):
        print(f"{word} = {1.0 / (1.0 + np.exp(-floor_of(table, made, silence))):.3f}")


if __name__ == "__main__":
    raise SystemExit(main())

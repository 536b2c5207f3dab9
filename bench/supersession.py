"""Measures whether a newer statement is known to take the place of an older one, beside simple ways to guess it.

A pair is positive when the newer supersedes, amends or contradicts the older; `f1` is that of the positive class,
`label` the share of found positives with the right bearing, and `ap` average precision. `text_masked` leaves out the
sentences that give it away. `whylens` uses the table as shipped; `cross-validated` learns a table from the other
projects each time, `by groups` from nine tenths of the documents (no document on both sides), a mean of five splits;
`own bar` takes the bar that was best for the learned pairs instead of the shipped one.
Run as `python -m bench.supersession --data DIR [--more FILE …]` (the set is `DIR/supersession`; the FILEs are those of
`bench.learn_supersession`, and steady the cross-validated tables).
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from bench.learn_supersession import Further, Pair, cross_validated, load
from whylens.govern.relation import Bearing, judge
from whylens.govern.relation_weights import REPLACES

#: Random splits the second cross-validation is a mean of.
SPLITS = 5
_MARKS = re.compile(
    r"\b(?:supersed\w*|obsolet\w*|replac\w*|amend\w*|deprecat\w*|remov\w*|undo\w*|revert\w*|no longer|instead of"
    r"|discontinu\w*|decommission\w*|drop\w*|switch\w*|refactor\w*|migrat\w*)\b",
    re.IGNORECASE,
)


def run(data_dir: Path, further: Further = ()) -> dict[str, Any]:
    """The figures of the product, of tables that never saw the project, and of the baselines."""
    file = data_dir / "supersession" / "pairs.jsonl"
    if not file.is_file():
        return {"status": "not measured", "reason": f"no {file}"}
    pairs = load(file)
    judged = [judge(pair.older, pair.newer) for pair in pairs]
    results = {"whylens": figures(pairs, [each.score for each in judged], REPLACES)}
    results["whylens"]["label"] = _labels(pairs, [each.bearing for each in judged])
    unseen = cross_validated(pairs, further=further)
    results["  cross-validated"] = figures(pairs, unseen.scores, REPLACES)
    splits = [cross_validated(pairs, seed, further) for seed in range(SPLITS)]
    results["  by groups"] = _mean([figures(pairs, each.scores, REPLACES) for each in splits])
    own_bar = _mean([figures(pairs, each.found, 1.0) for each in splits])
    results["  by groups, own bar"] = {name: value for name, value in own_bar.items() if name != "ap"}
    for kind, is_change in (("changes", True), ("documents", False)):
        chosen = [index for index, pair in enumerate(pairs) if pair.newer.is_change == is_change]
        kept = [pairs[index] for index in chosen]
        rows = [figures(kept, each.scores[chosen], REPLACES) for each in splits]
        results[f"  {kind} by groups"] = _mean(rows)
    for domain in dict.fromkeys(pair.domain for pair in pairs):
        chosen = [index for index, pair in enumerate(pairs) if pair.domain == domain]
        scores = [judged[index].score for index in chosen]
        results[f"  {domain}"] = figures([pairs[index] for index in chosen], scores, REPLACES)
    baselines = {name: figures(pairs, *guesses(pairs)) for name, guesses in BASELINES.items()}
    return {"status": "measured", "results": results, "baselines": baselines}


def figures(pairs: Sequence[Pair], scores: Sequence[float], bar: float) -> dict[str, float]:
    """Pairs, precision, recall, F1 and average precision of *scores* at *bar*."""
    found = [score >= bar for score in scores]
    right = sum(is_found and pair.positive for is_found, pair in zip(found, pairs, strict=True))
    wanted = sum(pair.positive for pair in pairs)
    return {
        "pairs": len(pairs),
        "precision": right / max(1, sum(found)),
        "recall": right / max(1, wanted),
        "f1": 2 * right / max(1, sum(found) + wanted),
        "ap": _average_precision([pair.positive for pair in pairs], scores),
    }


def _average_precision(positive: Sequence[bool], scores: Sequence[float]) -> float:
    """Equal scores are put in a random order, and averaged over twenty of them."""
    orders = np.random.default_rng(0)
    found: list[float] = []
    for _ in range(20):
        order = np.lexsort((orders.random(len(scores)), -np.array(scores, dtype=float)))
        hits = np.cumsum([positive[index] for index in order])
        found.append(
            fmean([hits[at] / (at + 1) for at, index in enumerate(order) if positive[index]] or [0.0])
        )
    return fmean(found)


def _labels(pairs: Sequence[Pair], bearings: Sequence[Bearing]) -> float:
    both = [(pair.label, each) for pair, each in zip(pairs, bearings, strict=True)]
    found = [
        label == each for label, each in both if label != Bearing.RELATED and each is not Bearing.RELATED
    ]
    return sum(found) / max(1, len(found))


def _mean(rows: Sequence[dict[str, float]]) -> dict[str, float]:
    return {name: fmean(row[name] for row in rows) for name in rows[0]} | {"pairs": int(rows[0]["pairs"])}


def _all(pairs: Sequence[Pair]) -> tuple[list[float], float]:
    return [1.0] * len(pairs), 0.5


def _marks(pairs: Sequence[Pair]) -> tuple[list[float], float]:
    return [float(bool(_MARKS.search(f"{each.newer.title} {each.newer.text}"))) for each in pairs], 0.5


def _similarity(pairs: Sequence[Pair]) -> tuple[list[float], float]:
    """Cosine of rare words; the more alike half is called positive."""
    texts = [[_words(f"{each.title} {each.text}") for each in (pair.older, pair.newer)] for pair in pairs]
    among = Counter(word for both in texts for words in both for word in words)
    rare = {word: math.log(2 * len(pairs) / (1 + count)) for word, count in among.items()}
    scores = [_cosine(*both, rare) for both in texts]
    return scores, sorted(scores)[len(scores) // 2]


def _words(text: str) -> Counter[str]:
    return Counter(word for word in re.findall(r"[a-z][a-z0-9_]+", text.lower()) if len(word) > 3)


def _cosine(one: Counter[str], other: Counter[str], rare: dict[str, float]) -> float:
    first, second = (
        {word: (1 + math.log(count)) * rare[word] for word, count in each.items()} for each in (one, other)
    )
    size = math.sqrt(sum(x * x for x in first.values()) * sum(x * x for x in second.values()))
    return sum(value * second.get(word, 0.0) for word, value in first.items()) / (size or 1.0)


BASELINES = {"all positive": _all, "marker words": _marks, "similarity": _similarity}


def main() -> int:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=os.environ.get("WHYLENS_EVALS"))
    parser.add_argument("--more", type=Path, nargs="*", default=[], help="further pairs, as JSON lines")
    arguments = parser.parse_args()
    if arguments.data is None:
        print("supersession: name the data folder with --data or WHYLENS_EVALS")
        return 1
    further = [load(file) for file in arguments.more]
    print(json.dumps(run(Path(arguments.data), further), indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

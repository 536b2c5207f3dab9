"""How likely it is that a reader finds a card right: learned from cards that readers judged, by how they are worded.

A rule that is right nine times of ten is wrong in ways that repeat: a title that only names a thing, a reason that
opens with the old state, a to-do that leans on the line above. `soundness.tsv` (made by `bench.learn_soundness`) says
how much each such sign tells; a score is a sum of weights (log odds), as in `model`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import pairwise

from whylens.extract.phrasing import dangles, is_complete, plain, points_back
from whylens.extract.worth.features import bucket, signs_of, words
from whylens.extract.worth.model import BIAS
from whylens.model.card import CardDraft

#: Between a title and its reason (`body.settling`).
_JOINT = " — "
_BACK = re.compile(r"\b(?:this|these|those|it|they|them|such|here|above|below)\b", re.IGNORECASE)


def soundness(draft: CardDraft, *, placed: bool, weights: Mapping[str, float] | None = None) -> float:
    """The probability that a reader finds the card of *draft* right. `placed`: it stands at a symbol."""
    weights = learned() if weights is None else weights
    odds = sum(weights.get(each, 0.0) for each in (BIAS, *features(draft, placed=placed)))
    return 1 / (1 + math.exp(-odds))


@cache
def learned() -> dict[str, float]:
    """The weights the package comes with."""
    text = files("whylens.extract.worth").joinpath("soundness.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {name: int(weight) / 1000 for name, weight in rows}


def features(draft: CardDraft, *, placed: bool) -> set[str]:
    """What is seen of a card: the rule, its shape, its words, and those of the passage around it."""
    return set(_features(draft, placed))


def _features(draft: CardDraft, placed: bool) -> Iterator[str]:
    summary = draft.summary
    title, joint, reason = summary.partition(_JOINT)
    said = reason if joint else summary
    yield from (f"rule {draft.rule}", f"family {draft.rule.split('-')[0]}", f"from {draft.basis}")
    yield from (f"kind {draft.kind}", f"rule {draft.rule} {'joined' if joint else 'alone'}")
    yield "placed" if placed else "nowhere"
    yield "joined" if joint else "alone"
    yield f"long {bucket(len(summary.split()), (5, 9, 14, 20, 28, 40))}"
    yield f"points {bucket(len(_BACK.findall(said)), (0, 1, 2, 4))}"
    yield f"passage {bucket(len(draft.details), (0, 120, 240, 400))}"
    yield from (f"is {name}" for name in signs_of(said))
    yield from (name for name, sign in _SHAPE.items() if sign(said))
    yield from _runs(words(said), opens="^")
    yield from (f"title {each}" for each in (_runs(words(title), opens="^") if joint else ()))
    yield from (f"near {each}" for each in set(words(draft.details)) - set(words(summary)))


_SHAPE: dict[str, Callable[[str], object]] = {
    "dangling": lambda text: dangles(plain(text)),
    "leaning": lambda text: points_back(plain(text)),
    "broken off": lambda text: not is_complete(plain(text)),
    "small start": lambda text: text[:1].islower(),
    "dots": lambda text: "…" in text or "..." in text,
    "in brackets": lambda text: text.endswith(")"),
}  # fmt: skip


def _runs(found: list[str], *, opens: str) -> Iterable[str]:
    yield from found
    yield from (" ".join(pair) for pair in pairwise(found))
    yield opens + " ".join(found[:1])
    yield opens + " ".join(found[:2])

"""The learned weights: how much each feature says for keeping a sentence, and for each kind of card.

`weights.tsv` is made by `bench.learn_sentences` and holds one feature a line: its name, then its weight for keeping
the sentence and for each of `KINDS`. A score is a sum of weights (log odds); nothing else is computed here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from whylens.model.words import Kind

#: The kinds a sentence may be given, in the order of the columns. A plain fact is none of them: nearly every statement
#: may be called one, and whoever looks for a reason is helped by a sharper word.
KINDS = (
    Kind.DECISION, Kind.CONSTRAINT, Kind.ISSUE, Kind.TODO, Kind.EVIDENCE, Kind.FAILED_APPROACH,
)  # fmt: skip
#: The feature that every sentence has.
BIAS = ""
Weights = dict[str, tuple[float, ...]]
_NOTHING = (0.0,) * (1 + len(KINDS))


@cache
def learned() -> Weights:
    """The weights the package comes with."""
    text = files("whylens.extract.worth").joinpath("weights.tsv").read_text(encoding="utf-8")
    return dict(_row(line) for line in text.splitlines() if line and not line.startswith("#"))


def _row(line: str) -> tuple[str, tuple[float, ...]]:
    name, *numbers = line.split("\t")
    given = tuple(int(number or 0) / 1000 for number in numbers)
    return name, given + _NOTHING[len(given) :]


def judge(features: Iterable[str], weights: Weights | None = None) -> tuple[float, Kind]:
    """The log odds that a sentence with these features is worth a card, and the likeliest kind of that card."""
    weights = learned() if weights is None else weights
    rows = [weights.get(feature, _NOTHING) for feature in (BIAS, *features)]
    worth, *kinds = (sum(column) for column in zip(*rows, strict=True))
    return worth, KINDS[max(range(len(KINDS)), key=lambda rank: kinds[rank])]

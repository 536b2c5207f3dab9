"""How alike a remembered symbol and a present one are, from 0 to 1."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import sqrt
from typing import Protocol

from whylens.anchor.outline import Outline, Symbol
from whylens.model.anchor import Anchor

_TOKEN = re.compile(r"\w+|[^\w\s]")

#: How many of the symbols that share a line are counted, and how many of those that share most are compared.
_VOTERS = 64
_CONTENDERS = 12

#: Bodies of which one is so many times longer (after a little slack) are not compared.
_SIZES_APART = 8
_SLACK = 40

Pairs = Counter[tuple[str, str]]


class Likeness(Protocol):
    """Compares what is known of an anchored symbol with a symbol of some outline."""

    def __call__(self, outline: Outline, symbol: Symbol) -> float:
        """Return how alike they are, 0 to 1."""
        ...


class SketchLikeness:
    """All that is left is the sketch of the anchor: the share of lines in common."""

    def __init__(self, anchor: Anchor) -> None:
        self._sketch = anchor.sketch

    def __call__(self, outline: Outline, symbol: Symbol) -> float:
        """Return the share of lines in common; lines frequent in the document weigh less."""
        return by_lines(self._sketch, outline.sketch(symbol), outline.line_counts)


class TextLikeness:
    """The old text is at hand: the share of neighbouring tokens in common, the symbol's own name left out.

    Finer than lines: a renamed argument changes many lines but few tokens. Pairs of words count as much as pairs of
    all tokens: punctuation alone makes all short functions look alike.
    """

    def __init__(self, outline: Outline, symbol: Symbol) -> None:
        self._own = _pairs(outline, symbol)
        self._weight = symbol.weight
        self._seen: dict[tuple[int, int], float] = {}

    def __call__(self, outline: Outline, symbol: Symbol) -> float:
        """Return the mean share (Dice) of token pairs and of word pairs in common; 0 for very different sizes."""
        small, large = sorted((self._weight + _SLACK, symbol.weight + _SLACK))
        if large > _SIZES_APART * small:
            return 0.0
        key = (id(outline), id(symbol))
        if key not in self._seen:
            other = _pairs(outline, symbol)
            self._seen[key] = sum(map(_dice, self._own, other)) / 2
        return self._seen[key]


def _pairs(outline: Outline, symbol: Symbol) -> tuple[Pairs, Pairs]:
    text = "\n".join(outline.lines[symbol.start - 1 : symbol.end])
    tokens = ["_" if token == symbol.name else token for token in _TOKEN.findall(text)]
    words = [token for token in tokens if token[0].isalpha() or token[0] == "_"]
    return Counter(pairwise(tokens)), Counter(pairwise(words))


def _dice(one: Pairs, other: Pairs) -> float:
    return 2 * (one & other).total() / max(1, one.total() + other.total())


def by_lines(one: Sequence[int], other: Sequence[int], counts: Mapping[int, int]) -> float:
    """Return how alike two sketches are: the root of the share of lines in common, frequent ones weighing less.

    The root puts it on the scale of token pairs: one changed token spoils a whole line.
    """
    if not one or not other:
        return 0.0
    first, second = Counter(one), Counter(other)
    common = first & second
    if not common:
        return 0.0
    weight = {line: max(1, counts.get(line, 1)) ** -0.5 for line in first.keys() | second.keys()}
    total = sum(weight[line] * count for line, count in (first + second).items())
    return sqrt(2 * sum(weight[line] * count for line, count in common.items()) / total)


def rival_of(outline: Outline, symbol: Symbol) -> float:
    """Return how alike the most similar other symbol of the same family is; 1.0 for an equal body."""
    family = family_of(symbol.kind)
    twins = outline.by_body.get(symbol.body_hash, ()) if symbol.body_hash else ()
    if any(one is not symbol and family_of(one.kind) == family for one in twins):
        return 1.0
    own = outline.sketch(symbol)
    others = (one for one in most_shared(outline, own) if one is not symbol and not nested(one, symbol))
    return max(
        (
            by_lines(own, outline.sketch(one), outline.line_counts)
            for one in others
            if family_of(one.kind) == family
        ),
        default=0.0,
    )


def most_shared(outline: Outline, sketch: Sequence[int]) -> list[Symbol]:
    """Return the symbols of a document that share the most lines with a sketch, the most first."""
    votes: Counter[int] = Counter()
    symbols: dict[int, Symbol] = {}
    for line in set(sketch):
        for one in outline.holders.get(line, ())[:_VOTERS]:
            votes[id(one)] += 1
            symbols[id(one)] = one
    return [symbols[key] for key, _ in votes.most_common(_CONTENDERS)]


def nested(one: Symbol, other: Symbol) -> bool:
    """Whether one of two symbols of a document lies within the other."""
    return (one.start <= other.start and other.end <= one.end) or (
        other.start <= one.start and one.end <= other.end
    )


_CALLABLE = frozenset({"function", "method", "test", "macro"})
_VALUE = frozenset({"variable", "constant", "field"})
_APART = frozenset({"impl", "section", "namespace", "module"})


def family_of(kind: str) -> str:
    """Return the family of a kind: a function may become a method or a macro, never a class."""
    if kind in _CALLABLE:
        return "callable"
    if kind in _VALUE:
        return "value"
    return kind if kind in _APART else "type"

"""How alike two bodies are, from 0 to 1, by the lines they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from whylens.anchor.outline import Outline, Symbol

CALLABLE = frozenset({"function", "method", "test", "macro"})
VALUE = frozenset({"variable", "constant", "field"})


def group_of(kind: str) -> str:
    """Return the family of a kind: a function may become a method, never a class."""
    if kind in CALLABLE:
        return "callable"
    if kind in VALUE:
        return "value"
    return kind if kind in {"impl", "section"} else "type"


def shared_lines(one: Sequence[int], other: Sequence[int], counts: Mapping[int, int] | None = None) -> float:
    """Return the share of lines two sketches have in common (Dice); lines frequent in `counts` weigh less."""
    if not one or not other:
        return 0.0
    first, second = Counter(one), Counter(other)
    common = first & second
    if counts is None:
        return 2 * common.total() / (len(one) + len(other))
    weight = {line: 1 / max(1, counts.get(line, 1)) ** 0.5 for line in first.keys() | second.keys()}
    total = sum(weight[line] * count for line, count in (first + second).items())
    return 2 * sum(weight[line] * count for line, count in common.items()) / total


def rival_of(outline: Outline, symbol: Symbol) -> float:
    """Return how alike the most similar other symbol of the same family is; 1.0 for an equal body."""
    own = outline.sketch(symbol)
    wanted, family, best = set(own), group_of(symbol.kind), 0.0
    for other in outline.symbols:
        if other is symbol or group_of(other.kind) != family or _nested(other, symbol):
            continue
        if other.body_hash and other.body_hash == symbol.body_hash:
            return 1.0
        lines = outline.line_hashes[other.start - 1 : other.end]
        if wanted.isdisjoint(lines) and other.head_hash not in wanted:
            continue
        best = max(best, shared_lines(own, outline.sketch(other), outline.line_counts))
    return best


def _nested(one: Symbol, other: Symbol) -> bool:
    return (one.start <= other.start and other.end <= one.end) or (
        other.start <= one.start and one.end <= other.end
    )

"""Fits the chosen cards into a token budget: never over it, all lines before any second line, the best first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from whylens.inject.render import card_line, second_line
from whylens.model.card import Card

#: Second lines are for the first few cards only.
SECONDS_LIMIT = 5


@dataclass(frozen=True, slots=True)
class Packed:
    """The text, its tokens by the caller's own count, the cards in it, and how many the budget left out."""

    text: str
    tokens: int
    cards: tuple[Card, ...]
    left_out: int


def pack(header: str, cards: Sequence[Card], *, budget: int, count: Callable[[str], int]) -> Packed:
    """As many of *cards* as *budget* tokens hold, in order; nothing at all when not even one fits.

    Tokens of joined lines are not the sum of their tokens, so it is the finished text that is counted.
    """
    lines = [card_line(card) for card in cards]
    kept = _fitting(header, lines, budget, count)
    text = "\n".join((header, *(lines[index] for index in kept)))
    if not kept or (tokens := count(text)) > budget:
        return Packed("", 0, (), len(cards))
    seconds: dict[int, str] = {}
    for index in kept[:SECONDS_LIMIT]:
        if not (second := second_line(cards[index])):
            continue
        longer = _joined(header, lines, kept, {**seconds, index: second})
        if (cost := count(longer)) <= budget:
            seconds[index], text, tokens = second, longer, cost
    return Packed(text, tokens, tuple(cards[index] for index in kept), len(cards) - len(kept))


def _fitting(header: str, lines: Sequence[str], budget: int, count: Callable[[str], int]) -> list[int]:
    """The indices of the lines that fit: a long one is passed over for a shorter one that is worth less."""
    kept: list[int] = []
    for index in range(len(lines)):
        if count(_joined(header, lines, [*kept, index], {})) <= budget:
            kept.append(index)
    return kept


def _joined(header: str, lines: Sequence[str], kept: Sequence[int], seconds: dict[int, str]) -> str:
    parts = [header]
    for index in kept:
        parts.append(lines[index])
        if index in seconds:
            parts.append(seconds[index])
    return "\n".join(parts)

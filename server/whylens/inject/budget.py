"""Fits the chosen cards into a token budget: never over it, all lines before any second line, the best first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from whylens.inject.render import CLOSING, OPEN_SECTION, OPENING, card_line, is_open, second_line
from whylens.model.card import Card

#: Second lines are for the first few cards only.
SECONDS_LIMIT = 5


@dataclass(frozen=True, slots=True)
class Packed:
    """The text, its tokens by the caller's own count, and the cards in it in the order they are read.

    `costs` are the tokens of each card's lines alone; `left_out` is how many cards the budget had no room for.
    """

    text: str
    tokens: int
    cards: tuple[Card, ...]
    left_out: int
    costs: tuple[int, ...] = ()


def pack(
    header: str,
    cards: Sequence[Card],
    *,
    budget: int,
    count: Callable[[str], int],
    repeats: Mapping[str, Sequence[Card]] | None = None,
) -> Packed:
    """As many of *cards* as *budget* tokens hold, the better first; nothing at all when not even one fits.

    A card that fits is never left out for one that comes after it. Tokens of joined lines are not the sum of their
    tokens, so it is the finished text that is counted. *repeats* are cards, by the id of another, that say the same.
    """
    same = repeats or {}
    page = _Page(header, cards, [card_line(card, same.get(card.id, ())) for card in cards])
    kept: list[int] = []
    for index in range(len(cards)):
        if count(page.text([*kept, index])) <= budget:
            kept.append(index)
    if not kept:
        return Packed("", 0, (), len(cards))
    for index in kept[:SECONDS_LIMIT]:
        if second := second_line(cards[index]):
            page.seconds[index] = second
            if count(page.text(kept)) > budget:
                del page.seconds[index]
    text, read = page.text(kept), page.order(kept)
    return Packed(
        text,
        count(text),
        tuple(cards[index] for index in read),
        len(cards) - len(kept),
        tuple(count("\n".join(page.lines_of(index))) for index in read),
    )


class _Page:
    """The text as it grows: lines of cards by their index, and second lines where there was room."""

    def __init__(self, header: str, cards: Sequence[Card], lines: Sequence[str]) -> None:
        self._header = header
        self._lines = lines
        self._open = [is_open(card) for card in cards]
        self.seconds: dict[int, str] = {}

    def order(self, kept: Iterable[int]) -> list[int]:
        """The indices as they are read: what is settled before what is open."""
        return sorted(kept, key=self._open.__getitem__)

    def lines_of(self, index: int) -> list[str]:
        """The one or two lines of a card."""
        second = self.seconds.get(index)
        return [self._lines[index], second] if second else [self._lines[index]]

    def text(self, kept: Iterable[int]) -> str:
        """The whole text with the cards at *kept*."""
        parts = [OPENING, self._header]
        is_titled = False
        for index in self.order(kept):
            if self._open[index] and not is_titled:
                is_titled = True
                parts.append(OPEN_SECTION)
            parts += self.lines_of(index)
        return "\n".join((*parts, CLOSING))

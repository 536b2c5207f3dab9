"""Fits the chosen cards into a token budget: never over it, all lines before any second line, the best first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from whylens.inject.render import (
    CLOSING,
    OPEN_SECTION,
    OPENING,
    UNSURE_SECTION,
    card_line,
    is_open,
    second_line,
)
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
    unsure: Collection[str] = (),
) -> Packed:
    """As many of *cards* as *budget* tokens hold, the better first; nothing at all when not even one fits.

    A card that fits is never left out for one that comes after it. Tokens of joined lines are not the sum of their
    tokens, so it is the finished text that is counted. *repeats* are cards, by the id of another, that say the same;
    *unsure* are the ids of those that stand apart.
    """
    same = repeats or {}
    lines = [card_line(card, same.get(card.id, ())) for card in cards]
    page = _Page(header, lines, [_section(card, unsure) for card in cards])
    kept = _kept(page, cards, budget, count)
    if not kept:
        return Packed("", 0, (), len(cards))
    text, read = page.text(kept), page.order(kept)
    return Packed(
        text,
        count(text),
        tuple(cards[index] for index in read),
        len(cards) - len(kept),
        tuple(count("\n".join(page.lines_of(index))) for index in read),
    )


def _kept(page: _Page, cards: Sequence[Card], budget: int, count: Callable[[str], int]) -> list[int]:
    """The indices of the cards that fit, their second lines put on *page*. Counting is what takes time: the usual case,
    that everything fits, is tried at once."""
    every = list(range(len(cards)))
    seconds = {index: second for index in every[:SECONDS_LIMIT] if (second := second_line(cards[index]))}
    page.seconds = dict(seconds)
    if cards and count(page.text(every)) <= budget:
        return every
    page.seconds = {}
    kept: list[int] = []
    for index in every:
        if count(page.text([*kept, index])) <= budget:
            kept.append(index)
    for index in kept[:SECONDS_LIMIT]:
        if second := seconds.get(index) or second_line(cards[index]):
            page.seconds[index] = second
            if count(page.text(kept)) > budget:
                del page.seconds[index]
    return kept


#: The titles of the sections, in the order they are read; the first has none.
_TITLES = ("", UNSURE_SECTION, OPEN_SECTION)


def _section(card: Card, unsure: Collection[str]) -> int:
    return 2 if is_open(card) else 1 if card.id in unsure else 0


class _Page:
    """The text as it grows: lines of cards by their index, their sections, and second lines where there was room."""

    def __init__(self, header: str, lines: Sequence[str], sections: Sequence[int]) -> None:
        self._header = header
        self._lines = lines
        self._sections = sections
        self.seconds: dict[int, str] = {}

    def order(self, kept: Iterable[int]) -> list[int]:
        """The indices as they are read: section by section."""
        return sorted(kept, key=self._sections.__getitem__)

    def lines_of(self, index: int) -> list[str]:
        """The one or two lines of a card."""
        second = self.seconds.get(index)
        return [self._lines[index], second] if second else [self._lines[index]]

    def text(self, kept: Iterable[int]) -> str:
        """The whole text with the cards at *kept*."""
        parts = [OPENING, self._header]
        for section, indices in groupby(self.order(kept), key=self._sections.__getitem__):
            parts += [_TITLES[section]] if section else []
            parts += [line for index in indices for line in self.lines_of(index)]
        return "\n".join((*parts, CLOSING))

"""Where the user is, and how near a card stands to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from whylens.model.anchor import SYMBOL_SEPARATOR
from whylens.model.card import Card
from whylens.model.recall import Hit

_FROM_TEXT = frozenset({"text", "meaning"})


class Nearness(IntEnum):
    """How near a card stands: elsewhere, among the files it speaks of, anchored in the file, at the very function."""

    ELSEWHERE = 0
    NAMED = 1
    FILE = 2
    FUNCTION = 3


@dataclass(frozen=True, slots=True)
class Here:
    """The files and symbols (by their innermost name) the user is at, and the ids of the cards that stand there in the
    live text. `is_question`: nothing was asked in words, so that the place is the question."""

    files: frozenset[str] = frozenset()
    symbols: frozenset[str] = frozenset()
    standing: frozenset[str] = frozenset()
    is_question: bool = False

    @classmethod
    def of(
        cls,
        hits: Sequence[Hit],
        files: Sequence[str],
        symbols: Sequence[str],
        standing: frozenset[str] = frozenset(),
    ) -> Here:
        """The place as `choose` compares it. Hits whose scores have no part from words or meaning were found by a
        question that had no text."""
        said = any(_FROM_TEXT & hit.parts.keys() for hit in hits)
        return cls(frozenset(files), frozenset(map(_innermost, symbols)), standing, is_question=not said)

    @property
    def is_known(self) -> bool:
        """Whether there is a place at all."""
        return bool(self.files or self.symbols or self.standing)

    def nearness(self, card: Card) -> Nearness:
        """How near *card* stands."""
        names = {_innermost(symbol) for symbol in card.symbols}
        names |= {anchor.symbol[-1] for anchor in card.anchors if anchor.symbol}
        is_of_file = any(
            path in self.files for path in (*card.files, *(anchor.path for anchor in card.anchors))
        )
        if card.id in self.standing or (self.symbols & names and (is_of_file or not self.files)):
            return Nearness.FUNCTION
        if any(anchor.path in self.files for anchor in card.anchors):
            return Nearness.FILE
        return Nearness.NAMED if is_of_file else Nearness.ELSEWHERE


def _innermost(symbol: str) -> str:
    return symbol.split(SYMBOL_SEPARATOR)[-1]

"""Where lenses stand while the text moves: placed once per view, shifted by edits, never gone for a moment. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from whylens.lsp.mirror import LineEdit
from whylens.lsp.words import lens_title
from whylens.memory.requests import FileView, SymbolCards
from whylens.model.settings import Lenses


@dataclass(frozen=True, slots=True)
class PlacedLens:
    """The cards of a symbol, what the lens says of them, and the line (0-based) the symbol begins on now."""

    line: int
    cards: SymbolCards
    title: str


def placed(view: FileView, setting: Lenses) -> tuple[PlacedLens, ...]:
    """The lenses of a fresh view that are worth a line, from top to bottom; above decorators and annotations."""
    lenses = (PlacedLens(each.start - 1, each, lens_title(each.cards, setting)) for each in view.symbols)
    return tuple(sorted((each for each in lenses if each.title), key=lambda each: each.line))


def shifted(lenses: Sequence[PlacedLens], edits: Iterable[LineEdit]) -> tuple[PlacedLens, ...]:
    """The lenses after *edits*; one whose line was replaced is dropped, for its place is no longer known."""
    for edit in edits:
        moved = ((each, edit.shift(each.line)) for each in lenses)
        lenses = [replace(each, line=line) for each, line in moved if line is not None]
    return tuple(lenses)


def held(fresh: Sequence[PlacedLens], before: Sequence[PlacedLens]) -> tuple[PlacedLens, ...]:
    """The *fresh* lenses, and those of *before* that a half-typed line has hidden from the parser for now."""
    known, lines = {each.cards.symbol for each in fresh}, {each.line for each in fresh}
    kept = (each for each in before if each.cards.symbol not in known and each.line not in lines)
    return tuple(sorted((*fresh, *kept), key=lambda each: each.line))


def looks_of(lenses: Iterable[PlacedLens]) -> list[tuple[int, str, tuple[str, ...]]]:
    """What a client would see differ: lines, titles, and the cards behind them."""
    return [(each.line, each.title, tuple(placed.card.id for placed in each.cards.cards)) for each in lenses]

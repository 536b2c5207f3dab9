"""Where lenses stand while the text moves: placed once per view, shifted by edits, never gone for a moment. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from whylens.lsp.mirror import LineEdit
from whylens.memory.requests import FileView, SymbolCards


@dataclass(frozen=True, slots=True)
class PlacedLens:
    """The cards of a symbol and the line (0-based) its name stands on now."""

    line: int
    cards: SymbolCards


def placed(view: FileView) -> tuple[PlacedLens, ...]:
    """The lenses of a fresh view, from top to bottom."""
    lenses = (PlacedLens(each.name_line - 1, each) for each in view.symbols if each.cards)
    return tuple(sorted(lenses, key=lambda each: each.line))


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


def looks_of(lenses: Iterable[PlacedLens]) -> tuple[tuple[int, tuple[tuple[str, int], ...]], ...]:
    """What a client would see differ: lines, and the cards on them with their versions."""
    return tuple(
        (each.line, tuple((placed.card.id, placed.card.version) for placed in each.cards.cards))
        for each in lenses
    )

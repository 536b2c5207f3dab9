"""Lenses while the text moves."""

from __future__ import annotations

from whylens.lsp.lenses import PlacedLens, held, looks_of, placed, shifted
from whylens.lsp.mirror import LineEdit
from whylens.memory.requests import FileView, PlacedCard, SymbolCards
from whylens.model.anchor import Place
from whylens.model.card import Card
from whylens.model.settings import Lenses
from whylens.model.words import AnchorState, Kind


def noted(name: str, line: int) -> SymbolCards:
    return symbol(name, line, Kind.FACT)


def symbol(name: str, line: int, kind: Kind = Kind.ISSUE, decorators: int = 0) -> SymbolCards:
    card = Card(f"card of {name}", name, "user", kind, "said")
    place = Place(AnchorState.EXACT, "a.py", (name,), line, line + 2, line)
    return SymbolCards((name,), line, line + decorators, line + 2, (PlacedCard(card, place),))


def test_a_lens_stands_above_the_decorators_of_its_symbol() -> None:
    view = FileView("a.py", symbols=(symbol("a", 3, decorators=2),))
    assert [each.line for each in placed(view, Lenses.ALL)] == [2]


def test_lenses_stand_on_the_line_of_the_name_from_top_to_bottom() -> None:
    view = FileView(
        "a.py", symbols=(symbol("b", 7), symbol("a", 3), SymbolCards(("c",), 1, 1, 2, ()), noted("n", 5))
    )
    assert [(each.line, each.cards.symbol) for each in placed(view, Lenses.ALL)] == [(2, ("a",)), (6, ("b",))]


def test_an_edit_above_moves_a_lens_and_an_edit_of_its_line_removes_it() -> None:
    lenses = placed(FileView("a.py", symbols=(symbol("a", 3), symbol("b", 7))), Lenses.ALL)
    moved = shifted(lenses, [LineEdit(0, 0, 2, keeps_head=False, keeps_tail=True)])
    assert [each.line for each in moved] == [4, 8]
    gone = shifted(moved, [LineEdit(4, 5, 0, keeps_head=False, keeps_tail=False)])
    assert [each.cards.symbol for each in gone] == [("b",)]


def test_a_lens_the_parser_lost_is_held_unless_its_symbol_or_line_is_taken() -> None:
    before = placed(FileView("a.py", symbols=(symbol("a", 3), symbol("b", 7), symbol("c", 9))), Lenses.ALL)
    fresh = (PlacedLens(6, symbol("d", 7), "d"), PlacedLens(12, symbol("c", 13), "c"))
    assert [(each.line, each.cards.symbol[0]) for each in held(fresh, before)] == [
        (2, "a"),
        (6, "d"),
        (12, "c"),
    ]


def test_another_title_is_seen_as_a_difference() -> None:
    defect, decision = (
        placed(FileView("a.py", symbols=(symbol("a", 3, kind),)), Lenses.ALL)
        for kind in (Kind.ISSUE, Kind.DECISION)
    )
    assert looks_of(defect) != looks_of(decision)
    assert looks_of(defect) == looks_of(placed(FileView("a.py", symbols=(symbol("a", 3),)), Lenses.ALL))

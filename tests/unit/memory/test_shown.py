"""How a card reads on one line."""

from __future__ import annotations

from dataclasses import replace

from tests.store.making import make_card
from whylens.memory.shown import quote, told
from whylens.model.source import SourceRef
from whylens.model.words import Basis

COMMIT = (SourceRef(Basis.COMMIT, "c0ffee", at=1.0),)


def test_a_sentence_that_the_summary_says_is_not_quoted_again() -> None:
    card = make_card(
        "one",
        "Fixed: the order of rows — rows are sorted by a set.",
        details="Rows are sorted by a set. Use a list instead, so that the order is the same every time.",
    )
    assert quote(card).startswith("… Use a list instead")


def test_what_a_message_says_of_its_own_time_is_said_to_be_of_then() -> None:
    card = make_card(
        "one", "Compute the width lazily", details="Currently the width is computed on every write."
    )
    assert told(replace(card, sources=COMMIT), 300).startswith("before this change: “Currently")
    assert told(replace(card, sources=(SourceRef(Basis.COMMENT, "a.py", 1),)), 300).startswith("“Currently")


def test_a_whole_paragraph_is_said_to_be_told_with_its_change() -> None:
    card = make_card(
        "one", "Use a private folder", details="The name of the folder can be guessed by others."
    )
    assert told(replace(card, sources=COMMIT, rule="background"), 300).startswith(
        "told with this change: “The name"
    )


def test_a_day_nobody_knows_is_not_the_day_of_learning() -> None:
    card = make_card("one", created_at=9.0, valid_from=0.0)
    assert replace(card, sources=(SourceRef(Basis.COMMENT, "a.py", 1),)).said_at == 0.0
    assert replace(card, sources=(SourceRef(Basis.USER),)).said_at == 9.0

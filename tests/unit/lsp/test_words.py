"""What a lens says, and when it says nothing."""

from __future__ import annotations

import unicodedata

import pytest

from whylens.lsp.words import FIXED, KINDS, lens_title
from whylens.memory.requests import PlacedCard
from whylens.model.anchor import Place
from whylens.model.card import Card
from whylens.model.settings import Lenses
from whylens.model.words import AnchorState, Kind, Status


def cards(*kinds: str) -> list[PlacedCard]:
    place = Place(AnchorState.EXACT, "a.py")
    return [PlacedCard(made(str(number), kind), place) for number, kind in enumerate(kinds)]


def made(name: str, kind: str) -> Card:
    word, _, rest = kind.partition(" ")
    status = Status.ARCHIVED if rest == "archived" else Status.ACTIVE
    rule = "fixed-by-commit" if rest == "fixed" else ""
    return Card(name, name, "user", Kind(word), "said", status=status, rule=rule)


@pytest.mark.parametrize(
    ("kinds", "everything", "defects"),
    [
        ((), "", ""),
        (("issue",), "⚠ 1 known defect", "⚠ 1 known defect"),
        (
            ("decision", "issue", "decision"),
            "⚠ 1 known defect · 2 decisions",
            "⚠ 1 known defect · 2 decisions",
        ),
        (("issue fixed",), "", ""),
        (("issue archived", "decision"), "◆ 1 decision", ""),
        (("constraint", "failed_approach"), "§ 1 constraint · 1 failed approach", ""),
        (("fact", "todo", "evidence", "preference", "observation", "summary"), "", ""),
    ],
)
def test_a_lens_says_what_is_worth_a_line(kinds: tuple[str, ...], everything: str, defects: str) -> None:
    assert lens_title(cards(*kinds), Lenses.ALL) == everything
    assert lens_title(cards(*kinds), Lenses.DEFECTS) == defects
    assert lens_title(cards(*kinds), Lenses.OFF) == ""


def test_every_kind_has_words() -> None:
    assert set(KINDS) == set(Kind)


@pytest.mark.parametrize("icon", sorted({words.icon for words in (*KINDS.values(), FIXED)}))
def test_an_icon_is_one_sign_that_needs_no_emoji_font(icon: str) -> None:
    """Signs shown as emoji wherever they stand are those that are as wide as two letters."""
    assert len(icon) == 1
    assert ord(icon) < 0x10000
    assert unicodedata.east_asian_width(icon) != "W"

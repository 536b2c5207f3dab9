"""How sure a card is, is put into words in one place: no view rounds by itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from whylens.model.card import Card
from whylens.model.sure import percent, sureness
from whylens.model.words import Kind

ROOT = Path(__file__).parents[3]
FORMATS = re.compile(
    r"confidence[^\n]{0,20}(?:\* ?100|:\.[0-9]f|:\.[0-9]%|\.toFixed)|100 ?\* ?\w+\.confidence"
)


@pytest.mark.parametrize(
    ("confidence", "said"),
    [
        (0.705, "71%"),
        (0.285, "29%"),
        (0.125, "13%"),
        (0.7049, "71%"),
        (0.7044, "70%"),
        (1.0, "100%"),
        (0.0, "0%"),
    ],
)
def test_halves_are_rounded_up_as_the_three_digits_of_the_wire_read(confidence: float, said: str) -> None:
    assert percent(confidence) == said == percent(round(confidence, 3))


def test_a_confirmed_card_is_called_so() -> None:
    assert (
        sureness(Card("a", "W-a", "user", Kind.FACT, "said", confidence=0.97, confirmed_at=1.0))
        == "confirmed"
    )


@pytest.mark.parametrize(
    "folder", ["client/src", "server/whylens/lsp", "server/whylens/inject", "server/whylens/memory"]
)
def test_no_view_rounds_a_confidence_by_itself(folder: str) -> None:
    files = [each for each in (ROOT / folder).rglob("*") if each.suffix in (".py", ".ts")]
    assert files
    assert [str(each) for each in files if FORMATS.search(each.read_text(encoding="utf-8"))] == []

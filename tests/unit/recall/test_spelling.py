import pytest
from hypothesis import given
from hypothesis import strategies as st

from whylens.model.card import Card
from whylens.model.words import Kind
from whylens.recall.spelling import respelled


def card(summary: str, *symbols: str) -> Card:
    return Card("c", "W-c", "user", Kind.ISSUE, summary, symbols=symbols)


CARDS = [
    card("Loops on an empty header.", "parseHeader", "retry_upload"),
    card("Colour is read as utf8_bytes."),
]


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("why does parseHaeder loop", "why does parseheader loop"),
        ("retry_uplod again", "retry_upload again"),
        ("the heeader", "the header"),
        ("utf8_bites", "utf8_bytes"),
    ],
)
def test_a_slip_in_a_name_is_mended(asked: str, meant: str) -> None:
    assert respelled(asked, CARDS) == meant


@pytest.mark.parametrize(
    "asked",
    [
        "why does parseHeader loop",  # right as it is
        "the colours",  # known but for its ending
        "a wedding invitation",  # a word like any other, and no name near it
        "utf9_bytes",  # another number is another thing
        "gather",  # one slip and another first letter
        "",
    ],
)
def test_what_is_no_slip_stays(asked: str) -> None:
    assert respelled(asked, CARDS) == asked


def test_of_two_names_equally_near_none_is_taken() -> None:
    assert respelled("readFrome", [card("x", "readFrame", "readFroma")]) == "readFrome"


@given(st.text(max_size=60))
def test_any_text_comes_back_as_text_without_cards(text: str) -> None:
    assert respelled(text, []) == text

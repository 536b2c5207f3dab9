import pytest
from hypothesis import given
from hypothesis import strategies as st

from whylens.model.card import Card
from whylens.model.words import Kind
from whylens.recall.names import exact_names, names_symbol, shares_exact


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("why does E0382 come back", ["e0382"]),
        ("CVE-2024-1234 in parse_header", ["cve-2024-1234", "parse_header"]),
        ("readConfig or net.http.readTimeout?", ["readconfig", "net.http.readtimeout"]),
        ("ECONNRESET while the socket closes", ["econnreset"]),
        ("The server is slow", []),
        ("lib/ftp.c is plain, lib/ftp2.c has a digit", ["lib/ftp2.c"]),
    ],
)
def test_a_name_has_a_digit_an_underscore_a_hump_or_capitals_alone(text: str, names: list[str]) -> None:
    assert exact_names(text) == names


def test_a_card_with_the_very_code_holds_more_than_one_with_another() -> None:
    texts = ["gives up on e0382.", "gives up on e0383.", *["something else"] * 8]
    same, other, *_ = shares_exact("what about E0382", texts)
    assert same > other == 0.0


def test_a_name_every_card_holds_says_next_to_nothing() -> None:
    common = shares_exact("use_after_free", ["a use_after_free here"] * 10)
    rare = shares_exact("use_after_free", ["a use_after_free here", *["nothing"] * 9])
    assert common[0] < 0.1 < rare[0]


@given(st.text(max_size=60), st.lists(st.text(max_size=60).map(str.lower), max_size=5))
def test_shares_are_never_below_0_or_above_1(query: str, texts: list[str]) -> None:
    assert all(0.0 <= share <= 1.0 + 1e-9 for share in shares_exact(query, texts))


def test_a_question_names_the_symbol_a_card_stands_at_however_deep_it_is() -> None:
    card = Card("c", "W-c", "user", Kind.ISSUE, "Loops forever.", symbols=("Parser › readHeader", "go"))
    assert names_symbol("why does readheader loop", card)
    assert not names_symbol("go on with the parser", card)

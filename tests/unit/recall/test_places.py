from hypothesis import given
from hypothesis import strategies as st

from whylens.model.anchor import Anchor
from whylens.model.card import Card
from whylens.model.words import Kind
from whylens.recall.places import (
    asked_among,
    overlap,
    places_of,
    places_of_card,
    rarity_among,
    weight,
)


def test_a_card_stands_where_it_says_and_where_it_is_anchored() -> None:
    card = Card(
        "c",
        "W-1",
        "user",
        Kind.FACT,
        "x",
        files=("lib/a.c",),
        symbols=("module › Parser › parse",),
        anchors=(Anchor("src/b.c", ("Parser", "emit")),),
    )
    places = places_of_card(card)
    assert places.files == {"lib/a.c", "src/b.c"}
    assert places.folders == {"lib", "src"}
    assert places.symbols == {"parse", "emit"}


def test_the_root_of_the_repository_is_no_common_folder() -> None:
    assert places_of(("README.md",), ()).folders == frozenset()


def test_a_place_few_name_is_rarer() -> None:
    rarity = rarity_among([places_of(("common", *rare), ()) for rare in (("rare",), (), ())])
    assert rarity.files["rare"] > rarity.files["common"] > 0.0


NAMES = st.frozensets(st.sampled_from("abcdef"))


@given(NAMES, NAMES)
def test_overlap_is_between_0_and_1_and_whole_for_equal_places(
    one: frozenset[str], other: frozenset[str]
) -> None:
    rarity = {name: 0.1 + index / 6 for index, name in enumerate("abcdef")}

    def alike(asked: frozenset[str], has: frozenset[str]) -> float:
        return overlap(asked & has, weight(asked, rarity), has, rarity)

    assert 0.0 <= alike(one, other) <= 1.0 + 1e-9
    assert abs(alike(one, other) - alike(other, one)) < 1e-9
    if one:
        assert abs(alike(one, one) - 1.0) < 1e-9


def test_a_name_no_candidate_has_is_as_rare_as_can_be() -> None:
    rarity = rarity_among([places_of(("a.py", "b.py"), ())] * 3)
    asked = asked_among(places_of(("a.py", "gone.py"), ()), rarity)
    assert asked.files == rarity.files["a.py"] + 1.0
    assert (asked.folders, asked.symbols) == (0.0, 0.0)

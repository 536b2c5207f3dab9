"""The budget holds for any cards, and a card that fits is never left out for a lesser one."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from tests.unit.inject.test_neutral import HOSTILE
from whylens.embed.tokens import estimate_tokens
from whylens.inject.budget import pack
from whylens.inject.render import CLOSING, OPEN_SECTION, OPENING, UNSURE_SECTION
from whylens.model.card import Card
from whylens.model.words import Kind, Status


def octets(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


COUNTERS: list[Callable[[str], int]] = [octets, len, estimate_tokens, lambda text: len(text.split())]
STATUSES = [Status.ACTIVE, Status.ACTIVE, Status.STALE, Status.CONFLICTING]


@st.composite
def some_cards(draw: st.DrawFn) -> list[Card]:
    said = draw(st.lists(st.tuples(HOSTILE, HOSTILE, HOSTILE), max_size=14))
    return [
        Card(
            f"c{number}",
            f"W-{number:04x}",
            "user",
            draw(st.sampled_from(list(Kind))),
            summary,
            details=details,
            rationale=rationale,
            status=draw(st.sampled_from(STATUSES)),
        )
        for number, (summary, details, rationale) in enumerate(said)
    ]


@given(some_cards(), st.integers(0, 4000), st.sampled_from(COUNTERS))
def test_no_text_is_over_the_budget_by_any_count(
    cards: list[Card], budget: int, count: Callable[[str], int]
) -> None:
    packed = pack("notes", cards, budget=budget, count=count)
    assert count(packed.text) <= budget
    assert packed.tokens == count(packed.text)
    assert len(packed.cards) + packed.left_out == len(cards)
    assert len(packed.costs) == len(packed.cards)


@given(some_cards(), st.integers(0, 4000), st.sampled_from(COUNTERS))
def test_a_card_is_left_out_only_when_it_does_not_fit_beside_the_better_ones(
    cards: list[Card], budget: int, count: Callable[[str], int]
) -> None:
    kept = {card.id for card in pack("notes", cards, budget=budget, count=count).cards}
    for place, card in enumerate(cards):
        if card.id not in kept:
            better = [each for each in cards[:place] if each.id in kept]
            alone = pack("notes", [*better, card], budget=1_000_000, count=lambda text: len(text) * 0 + 1)
            lines = [
                line for line in alone.text.split("\n") if not line.startswith(("  quoted: ", "  because: "))
            ]
            assert count("\n".join(lines)) > budget


@given(some_cards(), st.integers(0, 4000))
def test_what_is_unsure_and_what_is_not_settled_stand_in_sections_after_the_rest(
    cards: list[Card], budget: int
) -> None:
    text = pack("notes", cards, budget=budget, count=len, unsure={"c0", "c3", "c5"}).text
    if not text:
        return
    lines = text.split("\n")
    assert lines[:2] == [OPENING, "notes"]
    assert lines[-1] == CLOSING
    settled, titles, rest = text.partition(OPEN_SECTION)
    sure, _, apart = settled.partition(UNSURE_SECTION)
    assert not any(f"[W-000{number}]" in sure for number in (0, 3, 5))
    assert apart.count("- [W-") <= 3
    assert "CONFLICTS WITH" not in settled
    assert "] todo, " not in settled
    assert bool(titles) == ("- [W-" in rest)

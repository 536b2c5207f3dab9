"""Passive feedback is weak: it hides, shows and deletes nothing, and the user's word beats it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whylens.govern.confidence import WRITE_THRESHOLD
from whylens.govern.feedback import CEILING, WEIGHTS, Signal, Tally, weigh
from whylens.govern.heeding import Heed, heed
from whylens.model.card import Card
from whylens.model.words import Kind, Status

PAGE = (Path(__file__).parents[3] / "docs" / "feedback.md").read_text(encoding="utf-8")
CARD = Card(
    "c1", "W-c1c1", "user", Kind.CONSTRAINT, "Always call `flush()` before `close()`", confidence=0.75
)
NOW = 1_760_000_000.0
SIGNALS = st.lists(st.tuples(st.sampled_from(Signal), st.floats(0, 40_000_000)), max_size=200)


def after(card: Card, seen: list[tuple[Signal, float]]) -> tuple[Card, dict[Signal, Tally]]:
    """*card* once all was *seen*."""
    tallies: dict[Signal, Tally] = {}
    for signal, later in seen:
        tallies[signal], amount = weigh(card, tallies.get(signal, Tally()), signal, NOW + later)
        card = replace(card, confidence=card.confidence + amount)
    return card, tallies


def test_every_signal_has_a_weight_that_can_be_said() -> None:
    assert set(WEIGHTS) == set(Signal)
    assert all(each.said and abs(each.amount) <= each.most for each in WEIGHTS.values())


@pytest.mark.parametrize("signal", Signal)
def test_the_page_on_feedback_has_the_table(signal: Signal) -> None:
    weight = WEIGHTS[signal]
    assert f"| {weight.said} | {weight.amount:+.2f} | {weight.most:.2f} |" in PAGE


@given(SIGNALS, st.floats(0.0, 1.0), st.sampled_from(Status))
def test_what_the_user_confirmed_is_moved_by_nothing(
    seen: list[tuple[Signal, float]], confidence: float, status: Status
) -> None:
    card = replace(CARD, confidence=confidence, status=status, confirmed_at=NOW)
    assert after(card, seen)[0] == card


@given(SIGNALS, st.floats(0.0, 1.0), st.sampled_from([Status.REJECTED, Status.SUPERSEDED, Status.ARCHIVED]))
def test_what_was_put_away_is_moved_by_nothing(
    seen: list[tuple[Signal, float]], confidence: float, status: Status
) -> None:
    card = replace(CARD, confidence=confidence, status=status)
    assert after(card, seen)[0] == card


@given(SIGNALS, st.floats(0.0, 1.0), st.sampled_from([Status.ACTIVE, Status.STALE, Status.CONFLICTING]))
def test_no_use_and_no_neglect_carries_a_card_over_the_threshold(
    seen: list[tuple[Signal, float]], confidence: float, status: Status
) -> None:
    live, _ = after(replace(CARD, confidence=confidence, status=status), seen)
    assert (live.confidence >= WRITE_THRESHOLD) == (
        confidence >= WRITE_THRESHOLD
    ) or live.confidence >= confidence
    assert live.confidence <= max(confidence, CEILING)
    waits, _ = after(replace(CARD, confidence=confidence, status=Status.CANDIDATE), seen)
    assert waits.confidence < WRITE_THRESHOLD or waits.confidence <= confidence
    assert (live.status, waits.status) == (status, Status.CANDIDATE)


@given(SIGNALS)
def test_each_signal_moves_a_card_by_no_more_than_its_table_says(seen: list[tuple[Signal, float]]) -> None:
    card, tallies = after(CARD, seen)
    for signal, tally in tallies.items():
        assert abs(tally.moved) <= WEIGHTS[signal].most + 1e-9
        assert tally.count == sum(each is signal for each, _ in seen)
    assert card.confidence - CARD.confidence == pytest.approx(sum(each.moved for each in tallies.values()))


def test_a_chat_that_says_a_handle_all_day_counts_once() -> None:
    once, _ = after(CARD, [(Signal.CITED, 0.0)])
    often, tallies = after(CARD, [(Signal.CITED, minute * 60.0) for minute in range(100)])
    assert once.confidence == often.confidence > CARD.confidence
    assert tallies[Signal.CITED].count == 100


def test_neglect_is_the_weakest_of_signs() -> None:
    ignored, _ = after(CARD, [(Signal.UNUSED, day * 86_400.0) for day in range(1_000)])
    assert ignored.confidence == pytest.approx(CARD.confidence - 0.06)
    assert ignored.is_live


NEVER = replace(CARD, summary="Never call `reset_pool()` here, because `drain()` needs the old one")
TRIED = replace(
    CARD, kind=Kind.FAILED_APPROACH, summary="Tried `lru_cache` for the parser; workers kept stale trees"
)
FACT = replace(CARD, kind=Kind.FACT, summary="`flush()` is slow")


@pytest.mark.parametrize(
    ("card", "removed", "added", "expected"),
    [
        (CARD, [], ["    self.flush()"], Heed.FOLLOWS),
        (CARD, ["    self.flush()"], [], Heed.BREAKS),
        (CARD, ["    self.flush()"], ["    self.flush(True)"], None),
        (CARD, ["    x = 1"], ["    x = 2"], None),
        (NEVER, [], ["    reset_pool()"], Heed.BREAKS),
        (NEVER, ["    reset_pool()"], ["    drain()"], Heed.FOLLOWS),
        (NEVER, ["    a = reset_pool"], ["    b = reset_pool"], None),
        (TRIED, ["def parse(text):"], ["@lru_cache", "def parse(text):"], Heed.BREAKS),
        (FACT, [], ["flush()"], None),
        (replace(CARD, summary="Keep it simple"), [], ["keep = it"], None),
        (replace(CARD, summary="Use `join()`, never `concat()`"), ["concat()"], ["join()"], Heed.FOLLOWS),
        (replace(CARD, summary="Use `join()`, never `concat()`"), ["join()"], ["concat()"], Heed.BREAKS),
    ],
)
def test_an_edit_is_held_against_what_a_card_says_of_names(
    card: Card, removed: list[str], added: list[str], expected: Heed | None
) -> None:
    assert heed(card, removed, added) is expected


NAMES = st.lists(st.sampled_from(["flush()", "close()", "reset_pool()", "x = 1", "drain"]), max_size=4)


@given(st.sampled_from([CARD, NEVER, TRIED]), NAMES, NAMES)
def test_undoing_an_edit_means_the_opposite(card: Card, removed: list[str], added: list[str]) -> None:
    opposite = {Heed.FOLLOWS: Heed.BREAKS, Heed.BREAKS: Heed.FOLLOWS, None: None}
    assert heed(card, added, removed) is opposite[heed(card, removed, added)]

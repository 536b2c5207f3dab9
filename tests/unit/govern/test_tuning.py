"""Tuning proposes what the feedback of a project speaks for, measures it on feedback not seen, and stays bounded."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whylens.govern.confidence import STARTING, is_sure
from whylens.govern.tuning import (
    BUDGET,
    Labelled,
    Outcome,
    Tuning,
    propose,
    read_tuning,
    tuning_text,
)
from whylens.model.card import Card
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind


def judged(number: int, certainty: float, is_right: bool, basis: Basis = Basis.COMMIT) -> Labelled:
    confidence = STARTING[basis] * (0.5 + 0.5 * certainty)
    card = Card(
        f"c{number}", f"W-{number}", "user", Kind.DECISION, f"Said {number}",
        sources=(SourceRef(basis, "x"),), confidence=confidence,
    )  # fmt: skip
    return Labelled(card, is_right, float(number))


def context(number: int, used: list[bool], ends: list[int], kinds: list[Kind] | None = None) -> Outcome:
    kinds = kinds or [Kind.DECISION] * len(used)
    scores = tuple(0.5 - 0.02 * place for place in range(len(used)))
    return Outcome(float(number), tuple(kinds), scores, tuple(ends), tuple(used))


def names(labelled: list[Labelled], outcomes: list[Outcome], now: Tuning | None = None) -> dict[str, str]:
    return {each.name: each.after for each in propose(labelled, outcomes, now or Tuning())}


def test_nothing_is_proposed_from_little() -> None:
    assert names([judged(n, 0.9, n % 2 == 0) for n in range(10)], []) == {}
    assert names([], [context(n, [True], [100]) for n in range(10)]) == {}


def test_where_the_less_certain_are_wrong_more_certainty_is_asked_for() -> None:
    feedback = [judged(n, 0.96 if n % 2 else 0.87, bool(n % 2)) for n in range(40)]
    found = names(feedback, [])
    assert 0.87 < float(found["sure"]) <= 0.96
    (change,) = [each for each in propose(feedback, [], Tuning()) if each.name == "sure"]
    assert change.measured_before == "10 right and 10 wrong of 20 judged given as certain"
    assert change.measured_after == "10 right and 0 wrong of 20 judged given as certain"
    tuned = change.tuning(Tuning())
    assert [is_sure(each.card, tuned.sure) for each in feedback[:2]] == [False, True]


def test_where_the_less_certain_are_right_less_certainty_is_asked_for() -> None:
    feedback = [judged(n, 0.60 if n % 5 == 0 else 0.80, n % 5 != 0) for n in range(40)]
    assert 0.60 < float(names(feedback, [])["sure"]) <= 0.80


def test_what_held_only_in_the_past_is_not_proposed() -> None:
    past = [judged(n, 0.96 if n % 2 else 0.87, bool(n % 2)) for n in range(20)]
    since = [judged(20 + n, 0.96 if n % 2 else 0.87, not n % 2) for n in range(20)]
    assert "sure" not in names([*past, *since], [])


def test_a_source_that_is_mostly_wrong_waits_and_no_other_does() -> None:
    wrong = [judged(n, 0.95, n % 5 == 0, Basis.COMMENT) for n in range(20)]
    right = [judged(n, 0.95, True, Basis.RECORD) for n in range(20)]
    (change,) = [each for each in propose([*wrong, *right], [], Tuning()) if each.name == "waits"]
    assert change.tuning(Tuning()).waits == {Basis.COMMENT}


def test_one_bad_week_of_a_source_says_nothing() -> None:
    feedback = [judged(n, 0.95, n >= 10, Basis.COMMENT) for n in range(20)]
    assert "waits" not in names(feedback, [])


def test_a_budget_whose_end_is_never_used_shrinks() -> None:
    outcomes = [context(n, [True, True, False, False], [150, 300, 600, 1100]) for n in range(40)]
    (change,) = propose([], outcomes, Tuning())
    assert (change.name, change.after) == ("budget", "400 tokens")
    assert change.measured_after == "100% of the used notes, 300 tokens a context"


def test_a_budget_whose_end_is_used_grows_by_one_step() -> None:
    outcomes = [context(n, [False, False, True], [300, 700, 1180]) for n in range(40)]
    assert names([], outcomes)["budget"] == "1,500 tokens"


def test_kinds_that_are_used_come_first() -> None:
    kinds = [Kind.FACT, Kind.CONSTRAINT, Kind.FACT]
    outcomes = [context(n, [False, True, False], [200, 500, 1180], kinds) for n in range(60)]
    (change,) = [each for each in propose([], outcomes, Tuning()) if each.name == "kinds"]
    nudges = change.tuning(Tuning()).kinds
    assert nudges[Kind.CONSTRAINT] > 0 > nudges[Kind.FACT]
    assert change.measured_before.endswith("0.500") and change.measured_after == "1.000"


LABELS = st.lists(
    st.builds(judged, st.integers(0, 999), st.floats(0, 1), st.booleans(), st.sampled_from(Basis)),
    max_size=60,
)
OUTCOMES = st.lists(
    st.builds(
        lambda number, used, kind: context(number, used, [150 * (n + 1) for n in range(len(used))], [kind] * len(used)),
        st.integers(0, 999), st.lists(st.booleans(), max_size=6), st.sampled_from(Kind),
    ),
    max_size=60,
)  # fmt: skip


@given(LABELS, OUTCOMES)
def test_whatever_is_proposed_is_bounded_and_can_be_kept(
    labelled: list[Labelled], outcomes: list[Outcome]
) -> None:
    tuned = Tuning()
    for each in propose(labelled, outcomes, tuned):
        tuned = each.tuning(tuned)
        assert each.before != each.after
    assert read_tuning(tuning_text(tuned)) == tuned
    assert 0.70 <= tuned.sure <= 0.98
    assert 400 <= tuned.budget <= 2_400
    assert all(abs(value) <= 0.5 for value in tuned.kinds.values())
    assert Basis.USER not in tuned.waits


@pytest.mark.parametrize(
    "text",
    [None, "", "[]", "nonsense", '{"sure": 0.1}', '{"budget": 7}', '{"budget": "x"}', '{"kinds": {"fact": "a"}}',
     '{"waits": ["nothing"]}', '{"kinds": []}', '{"sure": null}'],
)  # fmt: skip
def test_what_cannot_be_read_is_the_default(text: str | None) -> None:
    assert read_tuning(text) == Tuning()


def test_the_defaults_change_nothing() -> None:
    card = judged(1, 0.9, True).card
    assert is_sure(card) == is_sure(card, Tuning().sure)
    assert not is_sure(replace(card, confidence=0.6)) and Tuning().budget == BUDGET

"""What a commit said is kept only while the code it was about is there."""

from __future__ import annotations

import pytest

from whylens.anchor.make import make_anchor
from whylens.capture.holding import holds_today
from whylens.capture.placing import Place
from whylens.model.card import CardDraft
from whylens.model.words import Basis, Kind

ANCHOR = make_anchor("a.py", "def send():\n    return 1\n", symbol=("send",))


def draft(kind: Kind = Kind.DECISION, rule: str = "reason", basis: Basis = Basis.COMMIT) -> CardDraft:
    return CardDraft(kind, "net: keep the socket open", "Otherwise it drops.", basis=basis, rule=rule)


@pytest.mark.parametrize(
    ("kind", "anchored", "surviving", "holds"),
    [
        (Kind.DECISION, True, 0.9, True),
        (Kind.DECISION, True, None, True),
        (Kind.DECISION, True, 0.1, False),
        (Kind.CONSTRAINT, True, 0.0, False),
        (Kind.ISSUE, True, 0.0, True),
        (Kind.FAILED_APPROACH, True, 0.0, True),
        (Kind.DECISION, False, 0.9, True),
        (Kind.DECISION, False, 0.2, False),
        (Kind.ISSUE, False, 0.2, False),
        (Kind.ISSUE, False, None, False),
    ],
)
def test_a_choice_holds_while_its_lines_do_and_a_defect_while_its_place_does(
    kind: Kind, anchored: bool, surviving: float | None, holds: bool
) -> None:
    place = Place((ANCHOR,) if anchored else (), ("a.py",), surviving)
    assert holds_today(draft(kind), place) is holds


@pytest.mark.parametrize("rule", ["explained", "previously", "problem", "invariant", "requires"])
def test_what_leans_on_its_function_needs_one(rule: str) -> None:
    assert not holds_today(draft(rule=rule), Place((), ("a.py",), 1.0))
    assert holds_today(draft(rule=rule), Place((ANCHOR,), ("a.py",), 1.0))


def test_what_was_written_for_later_readers_holds_without_lines() -> None:
    assert holds_today(draft(basis=Basis.TRAILER), Place())


@pytest.mark.parametrize(
    ("functions", "surviving", "holds"),
    [(1, 0.9, True), (4, 0.6, True), (5, 0.9, False), (0, 0.9, False), (1, 0.4, False)],
)
def test_what_is_told_around_a_change_holds_at_few_functions_while_most_of_it_is_there(
    functions: int, surviving: float, holds: bool
) -> None:
    place = Place((ANCHOR,) * functions, ("a.py",), surviving)
    for rule, kind in (("background", Kind.DECISION), ("fixed-background", Kind.ISSUE)):
        assert holds_today(draft(kind, rule), place) is holds

"""The summary of a session, and what a user refutes in it."""

from __future__ import annotations

import pytest

from whylens.extract.stories.day import MOST_ENTRIES, MOST_FILES, Day, goal_of
from whylens.extract.stories.refuted import is_refutation, refuted
from whylens.model.happening import Edited, Said, Speaker
from whylens.model.words import Basis, Scope

NOON = 1_709_553_600.0
EDIT = Edited(NOON, "pool.go", ("Pool", "Take"), ("p.n--",), ("if p.n > 0 {",))


@pytest.mark.parametrize(
    ("said", "goal"),
    [
        ("Can you add a discount to Cart.total?", "add a discount to Cart.total"),
        ("Please fix the slugs", "fix the slugs"),
        (
            "The slugs are broken, please fix slug so umlauts are kept.",
            "fix slug so umlauts are kept",
        ),
        ("hi, I want to migrate the store to SQLite", "migrate the store to SQLite"),
        ("Refactor the parser. It is slow.", "Refactor the parser"),
        ("thanks", ""),
        ("This did not work because it deadlocks", ""),
        ("ok", ""),
        ("we'll keep ping because the balancer needs it", ""),
        ("", ""),
    ],
)
def test_the_goal_is_what_somebody_asks_for(said: str, goal: str) -> None:
    assert goal_of(said) == goal


def test_a_summary_says_goal_outcome_and_files_and_belongs_to_the_log() -> None:
    day = Day(NOON, NOON + 60)
    day.asked("Please fix the slugs")
    day.edited(EDIT)
    day.concluded("Fixed in `Pool.Take`: it went below zero")
    story = day.summary(["`go test` fails"])
    assert story.draft is not None
    assert (
        story.draft.summary
        == "Work of 2024-03-04: Fix the slugs; 1 defect fixed, 1 left open; changed pool.go"
    )
    assert story.draft.scope is Scope.LOG
    assert story.draft.basis is Basis.CHAT_USER
    assert story.draft.evidence in story.told


def test_a_branch_stands_for_the_goal_where_nobody_said_one() -> None:
    day = Day(NOON, NOON, branch="feature/credit-notes")
    for number in range(5):
        day.edited(Edited(NOON, f"src/f{number}.py"))
    story = day.summary([])
    assert story.draft is not None
    assert (
        "On branch feature/credit-notes; changed f0.py, f1.py, f2.py and 2 more files" in story.draft.summary
    )


def test_a_little_editing_is_no_event() -> None:
    day = Day(NOON, NOON)
    day.edited(EDIT)
    day.edited(Edited(NOON, "b.go"))
    assert not day.is_eventful
    day.edited(Edited(NOON, "c.go"))
    assert day.is_eventful


def test_a_long_day_stays_within_its_bounds() -> None:
    day = Day(NOON, NOON)
    for number in range(1_000):
        day.edited(Edited(NOON, f"f{number}.py"))
        day.concluded(f"Fixed {number}")
        day.committed(f"{number:040d}")
    assert len(day.files) == MOST_FILES
    assert len(day.outcomes) == len(day.commits) == MOST_ENTRIES
    story = day.summary([f"open {number}" for number in range(100)])
    assert len(story.told) < 4_000


def said(text: str, at: float = NOON + 60) -> Said:
    return Said(at, Speaker.USER, text)


def test_what_did_not_work_is_named_after_the_code_that_was_changed() -> None:
    story = refuted(said("That didn't work because two goroutines can pass the check. Try again."), [EDIT])
    assert story is not None
    assert story.draft is not None
    assert story.draft.summary == (
        "A change of `Pool.Take` did not work because two goroutines can pass the check."
    )
    assert story.draft.evidence in story.told
    assert "+if p.n > 0 {" in story.draft.details


@pytest.mark.parametrize(
    "text",
    [
        "This did not work.",
        "Maybe this did not work because of the cache?",
        "This did not work because maybe the cache is shared",
        "The old gateway did not work because it was down",
        "This did not work because no",
        "That didn't work because my VPN was off all morning",
        "It didn't work because you forgot to pass the option",
    ],
)
def test_without_a_reason_or_with_a_doubt_it_is_nothing(text: str) -> None:
    assert refuted(said(text), [EDIT]) is None


def test_without_an_edit_shortly_before_nobody_knows_what_is_meant() -> None:
    text = "This did not work because two goroutines can pass the check"
    assert refuted(said(text), []) is None
    assert refuted(said(text, NOON + 9_000), [EDIT]) is None
    assert refuted(said(text, NOON - 60), [EDIT]) is None
    assert is_refutation(text)

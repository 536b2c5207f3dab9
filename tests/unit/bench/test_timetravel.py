"""The journey through time finds the changes that mend something, who wrote what they take away, and what was found."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.timetravel_cases import find_cases, named_commits, removed_lines, sort_of
from bench.timetravel_rivals import by_keywords, in_file
from bench.timetravel_score import Given, Outcome, difference, figures, given, injected
from tests.support.repository import Repository
from whylens.model.card import Card
from whylens.model.words import Kind
from whylens.runtime.git import Commit

NAMES = frozenset({"queue.py"})
FIRST = (
    "def drain(queue):\n    return queue.pop()\n\n\ndef close(queue):\n    queue.clear()\n    return None\n"
)
BATCHES = FIRST.replace("return queue.pop()", "return queue[:50]")
MENDED = BATCHES.replace("return queue[:50]", "return queue[:49]")


def commit(subject: str, body: str = "", author: str = "A Developer") -> Commit:
    return Commit("a" * 40, ("b" * 40,), author, "developer@example.com", 1.0, subject, body)


def card(number: int, summary: str, **fields: object) -> Card:
    return Card(f"c{number}", f"W-{number:04x}", "user", Kind.DECISION, summary, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("subject", "body", "sort"),
    [
        ("Fix a crash when the queue is closed twice", "", "fix"),
        ('Revert "Drain in batches"', "", "revert"),
        ("queue: go back to lists", "This reverts commit 0123456789.", "revert"),
        ("queue: drain all", "This regressed in 2.1.", "regression"),
        ("Drain the queue in batches", "", ""),
        ("Fix a typo", "", ""),
        ("docs: fix the example", "", ""),
    ],
)
def test_only_what_mends_behaviour_is_a_case(subject: str, body: str, sort: str) -> None:
    assert sort_of(commit(subject, body)) == sort


def test_what_robots_write_is_no_case() -> None:
    assert sort_of(commit("Fix the build of x", author="renovate[bot]")) == ""


def test_lines_that_are_only_added_take_nothing_away() -> None:
    diff = "@@ -3 +3,2 @@ def f\n-a\n+b\n+c\n@@ -9,2 +10,0 @@\n-d\n-e\n@@ -20,0 +20 @@\n+f\n"
    assert removed_lines(diff) == [(3, 3), (9, 10)]


def test_a_message_names_commits_by_id_and_by_number_and_words_are_no_ids() -> None:
    assert named_commits("Follow-up to 58e5f5e and #1234, deadbeef defaced") == (["58e5f5e"], ["1234"])


def test_the_cause_is_who_wrote_the_lines_that_go_and_who_the_message_names(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "project")
    repository.commit("Start", {"queue.py": FIRST})
    batches = repository.commit("Drain in batches", {"queue.py": BATCHES})
    named = repository.commit("Say what the queue is (#77)", {"readme.txt": "a queue\n"})
    fix = repository.commit("Fix the size of a batch\n\nSee #77.", {"queue.py": MENDED})
    (case,) = find_cases(repository.root, 10, seed=1, names=NAMES)
    assert (case.commit, case.path, case.line, case.symbol) == (fix, "queue.py", 2, ("drain",))
    assert set(case.causes) == {batches, named}


def test_a_fix_that_takes_nothing_away_is_no_case(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "project")
    repository.commit("Start", {"queue.py": FIRST})
    repository.commit("Fix the end", {"queue.py": FIRST + "\n\ndef more():\n    return 1\n"})
    assert list(find_cases(repository.root, 10, seed=1, names=NAMES)) == []


def test_rivals_search_the_same_cards() -> None:
    cards = [
        card(1, "Keep the list when it is closed", files=("queue.py",), created_at=1.0),
        card(2, "Drain in batches of fifty", files=("queue.py",), created_at=2.0),
        card(3, "Drains may block", files=("other.py",), created_at=3.0),
    ]
    assert {each.handle for each in by_keywords(cards, "Fix the drain")} == {"W-0003", "W-0002"}
    assert [each.handle for each in in_file(cards, "queue.py")] == ["W-0002", "W-0001"]


def test_places_count_from_one_and_only_answerable_cases_are_scored() -> None:
    cards = [card(number, "x") for number in range(3)]
    hit = given(cards, frozenset({"W-0001"}), tokens=30)
    assert hit.places == (2,)
    outcomes = [
        Outcome("a", "", "fix", "", "", ("W-0001",), given={"ours": hit, "none": Given((), 0, 0)}),
        Outcome(
            "b", "", "fix", "", "", ("W-0009",), given={"ours": Given((), 1, 10), "none": Given((), 0, 0)}
        ),
        Outcome("c", "", "fix", "", "", (), given={"ours": Given((), 2, 20), "none": Given((), 0, 0)}),
    ]
    found = figures(outcomes, "ours")
    assert (found["injected"], found["first"], found["reciprocal rank"]) == (0.5, 0.0, 0.25)
    assert (found["others"], found["unanswerable: cards"], found["unanswerable: silent"]) == (1.5, 2.0, 0.0)
    above = difference(outcomes, "ours", "none", injected)
    assert above["mean"] == 0.5
    assert above["low"] == 0.0
    assert above["high"] == 1.0

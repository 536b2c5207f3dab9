"""The stories of commands: what was mended, and how things run."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whylens.extract.stories import runs
from whylens.extract.stories.runs import Runs, is_test_file
from whylens.extract.stories.story import Story, Turn
from whylens.model.happening import Edited, Ran

RED = "E       assert 1000 == 90\nFAILED tests/test_cart.py::test_discount - assert 1000 == 90\n1 failed in 0.1s\n"
GREEN = "4 passed in 0.1s\n"


def run(at: float, command: str, code: int | None, output: str = "") -> Ran:
    return Ran(at, command, code, output=output)


def edit(at: float, path: str = "cart.py", *, old: str = "a = b", new: str = "a = c") -> Edited:
    return Edited(at, path, ("discount",), (old,), (new,))


def story_of(following: Runs, *acts: Ran | Edited, by_assistant: bool = False) -> list[Story]:
    told: list[Story] = []
    for act in acts:
        if isinstance(act, Edited):
            following.edited(act)
        else:
            told += following.ran(act, by_assistant=by_assistant)[1]
    return told


def test_a_test_that_fails_is_edited_for_and_passes_is_a_fix_with_the_failing_line_as_evidence() -> None:
    (story,) = story_of(Runs(), run(0, "pytest", 1, RED), edit(10), run(20, "pytest", 0, GREEN))
    assert story.turn is Turn.SUPPORTED
    assert story.draft is not None
    assert (
        story.draft.summary == "Fixed in `discount`: the test test_discount failed with “assert 1000 == 90”"
    )
    assert story.draft.evidence == "E       assert 1000 == 90"
    assert story.draft.rule == "fixed-test-failure"
    assert story.draft.evidence in story.told


def test_it_is_told_once_and_not_again_with_every_pass() -> None:
    following = Runs()
    assert len(story_of(following, run(0, "pytest", 1, RED), edit(10), run(20, "pytest", 0, GREEN))) == 1
    assert story_of(following, edit(30), run(40, "pytest", 0, GREEN)) == []


@pytest.mark.parametrize(
    "acts",
    [
        (run(0, "pytest", 1, RED), run(20, "pytest", 0, GREEN)),
        (run(0, "pytest", 1, RED), edit(10, "README.md"), run(20, "pytest", 0, GREEN)),
        (run(0, "pytest", 1, RED), edit(10, "tests/test_cart.py"), run(20, "pytest", 0, GREEN)),
        (run(0, "pytest", 1, RED), edit(10), run(20, "pytest tests", 0, GREEN)),
        (run(0, "pytest", 1, RED), edit(10), run(20, "pytest", None, "")),
        (run(0, "pytest", 130, RED), edit(10), run(20, "pytest", 0, GREEN)),
        (run(0, "pytest", 1, ""), edit(10), run(20, "pytest", 0, GREEN)),
        (run(0, "pytest", 1, RED), edit(10), run(90_000, "pytest", 0, GREEN)),
        (run(0, "npm run build", 1, RED), edit(10), run(20, "npm run build", 0, "")),
        (
            run(0, "pytest", 1, RED),
            *(edit(n, f"m{n}.py") for n in range(1, 12)),
            run(20, "pytest", 0, GREEN),
        ),
    ],
    ids=[
        "no edit",
        "only prose",
        "only the test",
        "another command",
        "nobody knows how it ended",
        "stopped by the user",
        "does not say what failed",
        "a day later",
        "a build",
        "work on many files",
    ],
)
def test_what_is_no_fix_is_not_told(acts: tuple[Ran | Edited, ...]) -> None:
    assert [each for each in story_of(Runs(), *acts) if each.turn is Turn.SUPPORTED] == []


def test_a_test_that_is_being_written_may_fail_first() -> None:
    written = edit(0, "tests/test_cart.py")
    missing = "E       NameError: name 'discount' is not defined\n1 failed in 0.1s"
    for acts in (
        (written, edit(1), run(5, "pytest", 1, RED), edit(10), run(20, "pytest", 0, GREEN)),
        (written, run(5, "pytest", 1, RED), edit(10, old=""), run(20, "pytest", 0, GREEN)),
        (written, run(5, "pytest", 1, missing), edit(10), run(20, "pytest", 0, GREEN)),
    ):
        assert story_of(Runs(), *acts) == []


def test_a_new_test_that_makes_older_code_change_shows_a_defect() -> None:
    written = edit(0, "tests/test_cart.py", old="", new="def test_discount(): ...")
    acts = (written, run(5, "pytest", 1, RED), edit(10), run(20, "pytest", 0, GREEN))
    assert [each.turn for each in story_of(Runs(), *acts)] == [Turn.SUPPORTED]


def test_a_test_that_passed_since_it_was_written_and_fails_again_is_a_fix() -> None:
    following = Runs()
    acts = (
        edit(0, "tests/test_cart.py"),
        run(5, "pytest", 0, GREEN),
        edit(6),
        run(7, "pytest", 1, RED),
        edit(10, new="a = d"),
        run(20, "pytest", 0, GREEN),
    )
    assert len(story_of(following, *acts)) == 1


def test_what_an_assistant_ran_is_less_sure() -> None:
    acts = (run(0, "pytest", 1, RED), edit(10), run(20, "pytest", 0, GREEN))
    (by_user,), (by_assistant,) = story_of(Runs(), *acts), story_of(Runs(), *acts, by_assistant=True)
    assert by_user.draft is not None
    assert by_assistant.draft is not None
    assert by_assistant.draft.certainty < by_user.draft.certainty


def test_a_command_that_works_after_others_did_not_is_a_fact() -> None:
    (story,) = story_of(
        Runs(),
        run(0, "pytest", 127, "pytest: command not found"),
        run(5, "python -m pytest", 1, "No module named pytest"),
        run(9, "uv run pytest", 0, GREEN),
    )
    assert story.draft is not None
    assert story.draft.summary == "The tests run with `uv run pytest`."
    assert "`pytest` (exit 127)" in story.draft.rationale


@pytest.mark.parametrize(
    "acts",
    [
        (run(0, "pytest", 1, RED), run(1, "python -m pytest", 1, RED), run(9, "uv run pytest", 0, GREEN)),
        (run(0, "pytest", 127, ""), edit(3), run(9, "uv run pytest", 0, GREEN)),
        (run(0, "pytest", 127, ""), run(9, "npm run build", 0, "")),
        (run(0, "pytest", 127, ""), run(9, "uv run pytest -k one", 0, GREEN)),
        (run(0, "pytest", 127, ""), run(9, "cd /home/someone/x && pytest", 0, GREEN)),
        (run(0, "lss", 127, ""), run(9, "ls", 0, "")),
        (run(0, "pytest", 127, ""), run(9_000, "uv run pytest", 0, GREEN)),
        (run(0, "eslint .", 1, "3 problems"), run(5, "mypy", 1, "2 errors"), run(9, "ruff check", 0, "")),
    ],
    ids=[
        "tests failed",
        "edited meanwhile",
        "for something else",
        "narrow",
        "of one machine",
        "one-off",
        "much later",
        "checks that found something",
    ],
)
def test_what_is_no_way_to_run_things_is_not_a_fact(acts: tuple[Ran | Edited, ...]) -> None:
    assert [each for each in story_of(Runs(), *acts) if each.turn is Turn.LEARNED] == []


def test_what_still_fails_is_an_open_question() -> None:
    following = Runs()
    story_of(following, run(0, "pytest", 1, RED))
    assert [(text, failure.test) for text, failure in following.failing()] == [("pytest", "test_discount")]


def test_it_is_none_any_more_once_all_tests_passed_however_they_were_run() -> None:
    following = Runs()
    story_of(following, run(0, "pytest -s", 1, RED), edit(5), run(9, "pytest", 0, GREEN))
    assert following.failing() == []


@pytest.mark.parametrize(
    "path",
    ["tests/a.py", "src/test_a.py", "a_test.go", "a.spec.ts", "src/test/java/X.java", "BillingTest.java"],
)
def test_files_of_tests_are_known(path: str) -> None:
    assert is_test_file(path)


@pytest.mark.parametrize("path", ["src/latest.py", "contest.go", "attestation/a.py", "inspect.ts"])
def test_other_files_are_not(path: str) -> None:
    assert not is_test_file(path)


@given(
    st.lists(
        st.tuples(st.integers(0, 9_999), st.integers(0, 150), st.sampled_from([0, 1, 127, None, 130])),
        max_size=300,
    )
)
def test_whatever_is_run_what_is_held_stays_bounded(acts: list[tuple[int, int, int | None]]) -> None:
    following = Runs()
    for at, number, code in acts:
        following.edited(edit(at, f"f{number}.py"))
        following.ran(run(at, f"pytest -m m{number}", code, RED if code == 1 else GREEN))
    sizes = following.sizes()
    assert sizes["commands"] <= runs.MOST_COMMANDS
    assert sizes["edits"] <= runs.MOST_EDITS
    assert sizes["variants"] <= runs.MOST_VARIANTS

"""Several edits as one change, in words and as a difference."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whylens.extract.stories.change import LONGEST_LINE, MOST_LINES, MOST_SHOWN, difference, sentence, united
from whylens.model.happening import Edited


def edit(removed: list[str], added: list[str], at: float = 1.0) -> Edited:
    return Edited(at, "a.py", ("f",), tuple(removed), tuple(added))


def test_one_line_says_from_what_to_what() -> None:
    change = united([edit(["    return a"], ["    return b"])])
    assert sentence(change) == "The fix changed `return a` to `return b`."


def test_one_line_of_brackets_for_another_is_said_too() -> None:
    assert sentence(united([edit(["}, []);"], ["}, [id]);"])])) == "The fix changed `}, []);` to `}, [id]);`."


def test_several_lines_say_how_many_and_the_one_that_decides() -> None:
    change = united([edit(["x = 1"], ["if ready:", "    x = 22222222222", "    y = 33333333333333333"])])
    assert sentence(change) == "The fix changed 1 line and added 2 lines, among them `if ready:`."


def test_a_line_that_only_went_elsewhere_was_moved() -> None:
    assert sentence(united([edit(["self.evict();"], ["self.evict();"])])) == "The fix moved `self.evict();`."


def test_what_was_tried_in_between_is_not_told() -> None:
    change = united([edit(["a"], ["b"]), edit(["b"], ["c"])])
    assert (change.removed, change.added) == (("a",), ("c",))


def test_an_edit_that_is_taken_back_changes_nothing() -> None:
    assert united([edit(["a = 1"], ["a = 2"]), edit(["a = 2"], ["a = 1"])]).is_empty


@pytest.mark.parametrize("added", ["# a comment", "// a comment", "}", "", "    "])
def test_comments_brackets_and_white_space_are_no_change(added: str) -> None:
    assert united([edit([], [added])]).is_empty


def test_lines_that_are_only_indented_anew_are_left_out() -> None:
    change = united([edit(["p.n--"], ["if p.n > 0 {", "\tp.n--", "}"])])
    assert change.removed == ()
    assert "\tp.n--" not in change.added


@pytest.mark.parametrize(
    "line",
    [
        "x = f()  # type: ignore",
        "// eslint-disable-next-line",
        "#[allow(dead_code)]",
        "foo() // nolint:errcheck",
        "@SuppressWarnings",
    ],
)
def test_telling_the_tool_to_be_quiet_mends_nothing(line: str) -> None:
    assert united([edit(["x = f()"], [line])]).silences


def test_taking_a_function_out_deletes_it_and_taking_one_line_out_does_not() -> None:
    assert united([edit(["def f():", "    return 1"], [])]).deletes
    assert not united([edit(["    lock.release()"], [])]).deletes


_LINES = st.lists(
    st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\n\r"), max_size=200),
    max_size=90,
)


@given(st.lists(st.tuples(_LINES, _LINES), max_size=5))
def test_a_difference_and_a_sentence_stay_small_whatever_was_edited(
    edits: list[tuple[list[str], list[str]]],
) -> None:
    change = united(edit(removed, added) for removed, added in edits)
    assert max(len(change.removed), len(change.added)) <= MOST_LINES
    assert len(difference(change, "a.py").split("\n")) <= MOST_SHOWN
    assert len(sentence(change)) <= 4 * LONGEST_LINE

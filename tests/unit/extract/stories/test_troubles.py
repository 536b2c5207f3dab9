"""The stories of reports: which are told, and which are nothing."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from whylens.extract.stories import page, troubles
from whylens.extract.stories.story import Story, Turn
from whylens.extract.stories.troubles import Troubles
from whylens.model.happening import Edited, FileMoved, Problem, Reported, Severity

NONE = 'Operator "+" not supported for "None"'


def bad(message: str = NONE, *symbol: str, severity: Severity = Severity.ERROR) -> Problem:
    return Problem(message, severity, "reportOptionalOperand", "pyright", 3, symbol or ("total",))


class Desk:
    """A file being worked on; times are given in seconds."""

    def __init__(self) -> None:
        self.troubles = Troubles()
        self.told: list[Story] = []

    def edit(self, at: float, removed: str, added: str, *symbol: str, path: str = "a.py") -> None:
        self._settle(at)
        lines = (tuple(filter(None, [each])) for each in (removed, added))
        self.troubles.edited(Edited(at, path, symbol or ("total",), *lines))

    def report(self, at: float, *problems: Problem, path: str = "a.py") -> None:
        self._settle(at)
        self.troubles.reported(Reported(at, path, problems))

    def _settle(self, at: float) -> None:
        self.told += self.troubles.settle(at)

    def end(self, at: float) -> list[Story]:
        self._settle(at)
        return [*self.told, *self.troubles.close(at)]

    def turns(self, at: float = 9_000) -> list[Turn]:
        return [each.turn for each in self.end(at) if each.key]


def test_an_error_that_outlives_an_edit_and_is_mended_is_one_story() -> None:
    desk = Desk()
    desk.report(0)
    desk.report(100, bad())
    desk.edit(150, "a + 1", "a + 2")
    desk.report(152, bad())
    desk.edit(200, "a + 2", "(a or 0) + 2")
    desk.report(202)
    (story,) = [each for each in desk.end(300) if each.draft]
    assert story.turn is Turn.FIXED
    assert story.draft is not None
    assert story.draft.summary == f"Fixed in `total`: {NONE} (pyright reportOptionalOperand)"
    assert story.draft.rationale == "The fix changed `a + 1` to `(a or 0) + 2`."
    assert story.draft.evidence in story.told


def test_a_slip_that_is_mended_at_once_is_nothing() -> None:
    desk = Desk()
    desk.edit(0, "", "b = a + None")
    desk.report(2, bad())
    desk.edit(20, "b = a + None", "b = a + 1")
    desk.report(22)
    assert desk.turns() == [Turn.GONE]


def test_half_written_code_may_be_wrong_for_a_minute_however_often_it_settles() -> None:
    for minutes, turn in ((0.5, Turn.GONE), (1.5, Turn.FIXED)):
        desk = Desk()
        desk.edit(0, "", "b = a + None")
        desk.report(2, bad())
        desk.edit(5, "", "c = 1")
        desk.edit(15, "", "d = 1")
        desk.edit(60 * minutes, "b = a + None", "b = a + 1")
        desk.report(60 * minutes + 1)
        assert desk.turns() == [turn]


def test_code_that_is_put_back_as_it_was_is_nothing() -> None:
    desk = Desk()
    desk.edit(0, "b = a + 1", "b = a + None")
    desk.report(2, bad())
    desk.edit(100, "", "c = 1", "other")
    desk.report(102, bad())
    desk.edit(200, "b = a + None", "b = a + 1")
    desk.report(202)
    assert desk.turns() == [Turn.GONE]


def test_a_report_that_flaps_is_told_once() -> None:
    desk = Desk()
    desk.report(0, bad())
    for at in range(10, 200, 10):
        desk.report(at, *([bad()] if at % 20 else []))
    desk.edit(300, "a", "b")
    desk.report(301)
    desk.report(310, bad())
    desk.edit(320, "b", "c")
    desk.report(321)
    assert desk.turns() == [Turn.FIXED]


def test_what_goes_without_an_edit_was_not_mended() -> None:
    desk = Desk()
    desk.report(0, bad())
    desk.report(500)
    assert desk.turns() == []


def test_an_edit_long_before_did_not_mend_it() -> None:
    desk = Desk()
    desk.report(0, bad())
    desk.edit(100, "a", "b")
    desk.report(110, bad())
    desk.report(1_000)
    assert desk.turns() == []


def test_taking_the_function_out_is_no_fix_but_closes_what_was_known() -> None:
    desk = Desk()
    desk.report(0, bad())
    desk.edit(100, "def total(a):", "")
    desk.report(101)
    assert desk.turns() == [Turn.GONE]


def test_silencing_the_tool_is_no_fix_and_closes_nothing() -> None:
    desk = Desk()
    desk.report(0, bad())
    desk.edit(100, "a + 1", "a + 1  # type: ignore")
    desk.report(101)
    assert desk.turns() == []


def test_a_file_that_is_deleted_takes_its_troubles_along() -> None:
    desk = Desk()
    desk.report(0, bad())
    (story,) = desk.troubles.moved(FileMoved(10, "a.py"))
    assert story.turn is Turn.GONE


def test_a_story_goes_on_when_its_file_is_renamed() -> None:
    desk = Desk()
    desk.report(0, bad())
    desk.troubles.moved(FileMoved(50, "a.py", "b.py"))
    desk.edit(100, "a", "b", path="b.py")
    desk.report(101, path="b.py")
    (story,) = [each for each in desk.end(300) if each.draft]
    assert (story.turn, story.path) == (Turn.FIXED, "b.py")


def test_a_story_goes_on_when_its_function_is_renamed() -> None:
    desk = Desk()
    desk.report(0, bad())
    desk.edit(50, "def total(a):", "def sum_up(a):", "sum_up")
    desk.report(51, bad(NONE, "sum_up"))
    desk.edit(100, "a", "b", "sum_up")
    desk.report(101)
    stories = [each for each in desk.end(300) if each.key]
    assert [(each.turn, each.symbol) for each in stories] == [(Turn.FIXED, ("sum_up",))]


def test_the_same_error_in_two_functions_is_two_stories_of_one_kin() -> None:
    desk = Desk()
    desk.report(0, bad(NONE, "one"), bad(NONE, "two"))
    desk.edit(100, "a", "b", "one")
    desk.report(101, bad(NONE, "two"))
    desk.edit(200, "c", "d", "two")
    desk.report(201)
    stories = [each for each in desk.end(300) if each.draft]
    assert [each.symbol for each in stories] == [("one",), ("two",)]
    assert len({each.key for each in stories}) == 2
    assert len({each.kin for each in stories}) == 1


def test_the_same_error_at_many_places_is_a_sweep_and_no_story() -> None:
    desk = Desk()
    for number in range(troubles.SWEEP):
        desk.report(number, bad(NONE, "f"), path=f"{number}.py")
    for number in range(troubles.SWEEP):
        desk.edit(100 * (number + 1), "a", "b", "f", path=f"{number}.py")
        desk.report(100 * (number + 1) + 1, path=f"{number}.py")
    assert set(desk.turns()) == {Turn.GONE}


def test_a_fix_in_another_file_is_less_sure() -> None:
    desk = Desk()
    desk.report(0, bad())
    desk.edit(100, "def price() -> int | None:", "def price() -> int:", "price", path="b.py")
    desk.report(103)
    (story,) = [each for each in desk.end(300) if each.draft]
    assert story.draft is not None
    assert story.draft.certainty < 0.7
    assert story.files == ("a.py", "b.py")


def test_an_older_report_that_comes_late_is_dropped() -> None:
    desk = Desk()
    desk.report(100, bad())
    desk.report(50)
    assert [each.problem.message for each in desk.troubles.open_now()] == []  # nobody worked on the file
    desk.edit(110, "x", "y")
    assert [each.problem.message for each in desk.troubles.open_now()] == [NONE]


def test_an_error_that_stays_while_its_file_is_worked_on_is_told_once() -> None:
    desk = Desk()
    desk.report(0, bad())
    for at in range(60, 4_000, 300):
        desk.edit(at, "x", f"y{at}", "other")
        desk.report(at + 1, bad())
    assert desk.turns() == [Turn.STANDING]


def test_a_warning_or_a_file_nobody_edits_is_no_known_defect() -> None:
    desk = Desk()
    desk.report(0, bad(severity=Severity.WARNING))
    desk.report(0, bad(), path="b.py")
    desk.edit(100, "x", "y", "other")
    desk.report(101, bad(severity=Severity.WARNING))
    assert desk.turns() == []


def test_a_tool_that_is_not_set_up_tells_nothing() -> None:
    desk = Desk()
    many = [bad(f"{NONE} {chr(97 + n % 26)}{n // 26}", f"f{chr(97 + n % 26)}{n}") for n in range(60)]
    desk.report(0, *many)
    desk.edit(100, "a", "b", "f")
    desk.report(101)
    assert desk.turns() == []


def test_a_tool_that_falls_silent_because_the_file_was_closed_mended_nothing() -> None:
    desk = Desk()
    desk.report(0, bad())
    desk.edit(100, "a", "b")
    desk.troubles.reported(Reported(102, "a.py", (), is_open=False))
    assert [each.turn for each in desk.troubles.settle(300)] == []
    assert desk.turns() == [Turn.STANDING]


def test_what_goes_when_a_tool_says_too_much_was_not_mended() -> None:
    desk = Desk()
    desk.report(0, bad())
    desk.edit(100, "a", "b")
    desk.report(101, *[bad(f"{NONE} {chr(97 + n % 26)}{n // 26}x", f"f{n}") for n in range(40)])
    desk.report(110)
    assert desk.turns() == []


def test_after_a_checkout_nothing_that_went_was_mended() -> None:
    desk = Desk()
    desk.report(0, bad())
    desk.edit(100, "a", "b")
    desk.troubles.checked_out()
    desk.report(101)
    assert desk.turns() == []


_ACTS = st.lists(
    st.tuples(
        st.integers(0, 400),
        st.sampled_from(["edit", "report", "move", "settle", "failed"]),
        st.integers(0, 400),
        st.integers(0, 60),
    ),
    max_size=120,
)


@given(_ACTS)
def test_whatever_happens_what_is_held_stays_bounded_and_each_story_quotes_its_evidence(
    acts: list[tuple[int, str, int, int]],
) -> None:
    following = Troubles()
    told: list[Story] = []
    for at, act, file, count in acts:
        path = f"f{file}.py"
        if act == "edit":
            following.edited(Edited(at, path, (f"s{count % 3}",), (f"{count}",), (f"{at}",)))
        elif act == "report":
            following.reported(Reported(at, path, tuple(bad(NONE, f"s{n}") for n in range(count % 5))))
        elif act == "move":
            told += following.moved(FileMoved(at, path, f"f{count}.py" if count % 2 else ""))
        elif act == "failed":
            following.failed()
        else:
            told += following.settle(at)
    told += following.close(1_000)
    sizes = following.sizes()
    assert sizes["files"] <= troubles.MOST_FILES
    assert sizes["settling"] == 0
    assert all(each.draft.evidence in each.told for each in told if each.draft)


def test_hundreds_of_files_are_followed_within_bounds() -> None:
    following = Troubles()
    for number, again in itertools.product(range(700), range(2)):
        at = number * 2.0 + again
        following.reported(
            Reported(at, f"f{number}.py", tuple(bad(f"{NONE} {n}x", f"s{n}") for n in range(40)))
        )
        for _ in range(3):
            following.edited(Edited(at, f"f{number}.py", ("s1",), ("a",), ("b",)))
    sizes = following.sizes()
    assert sizes["files"] == troubles.MOST_FILES
    assert sizes["troubles"] <= troubles.MOST_FILES * page.MOST_TROUBLES
    assert sizes["settling"] <= troubles.MOST_SETTLING
    assert sizes["kins"] <= troubles.MOST_KINS

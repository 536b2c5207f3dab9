"""What an edit changed, in lines."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from whylens.lsp.changes import MOST_KEPT, changed_lines

LINES = st.lists(st.sampled_from(["a", "b", "", "  c", "d "]), max_size=12)


def test_changed_lines_are_marked_and_placed() -> None:
    found = changed_lines("a\nb\nc\n", "a\nB\nc\nd\n")
    assert (found.line, found.text) == (2, "- b\n+ B\n+ d")


def test_blank_lines_and_line_ends_are_no_difference() -> None:
    assert changed_lines("a\nb\n", "a\r\n\r\n\r\nb  \r\n").text == ""


def test_a_huge_change_is_cut() -> None:
    assert len(changed_lines("", "line\n" * 10_000).text) <= MOST_KEPT


@given(LINES, LINES)
def test_every_marked_line_stands_in_its_text(before: list[str], after: list[str]) -> None:
    found = changed_lines("\n".join(before), "\n".join(after))
    for line in filter(None, found.text.split("\n")):
        source = before if line.startswith("- ") else after
        assert line[2:] in [each.rstrip() for each in source]


@given(LINES)
def test_equal_texts_differ_in_nothing(lines: list[str]) -> None:
    assert changed_lines("\n".join(lines), "\n".join(lines)).text == ""

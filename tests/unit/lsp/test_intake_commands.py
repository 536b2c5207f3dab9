"""What a terminal printed, as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whylens.lsp.intake.commands import MOST_OUTPUT, plain_output

ODD = st.lists(
    st.sampled_from(["\x1b", "[", "]", "0;31m", "m", "\x07", "\\", "\r", "\n", "\b", "a", "ü", "P", "?47"])
)


@pytest.mark.parametrize(
    ("raw", "plain"),
    [
        ("plain\r\ntext\r\n", "plain\ntext"),
        ("\x1b[1;31mred\x1b[0m and \x1b[38;5;208morange\x1b[m", "red and orange"),
        ("\x1b]0;a title\x07made\x1b]633;D;1\x07", "made"),
        ("\x1b]8;;https://example.com\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("10 %\r50 %\r100 %\r\ndone", "100 %\ndone"),
        ("abd\bc", "abc"),
        ("\b\bstart", "start"),
        ("a\x1b[Kb\x1b(Bc\x00", "abc"),
        ("cut in a sequence \x1b[", "cut in a sequence"),
        ("\x1b[?1049hvim has the whole screen", ""),
    ],
)
def test_it_reads_as_on_the_screen(raw: str, plain: str) -> None:
    assert plain_output(raw) == plain


def test_the_beginning_and_the_end_of_much_are_kept() -> None:
    text = plain_output("first\n" + "x" * 70 * MOST_OUTPUT + "\nlast")
    assert len(text) <= MOST_OUTPUT
    assert text.startswith("first")
    assert text.endswith("last")


@given(ODD)
def test_nothing_a_terminal_sends_can_upset_it(parts: list[str]) -> None:
    text = plain_output("".join(parts))
    assert "\x1b[0" not in text
    assert "\b" not in text
    assert "\r" not in text

"""Differences between two settled states, by function."""

from __future__ import annotations

from whylens.anchor.outline import Outline
from whylens.anchor.symbols import outline
from whylens.lsp.intake.edits import MOST_LINES, MOST_SYMBOLS, edited
from whylens.model.happening import Edited

BEFORE = """\
import os


def first():
    return 1


class Second:
    def one(self):
        return 1

    def two(self):
        return 2
"""


def told(before: str, after: str, language: str | None = "python") -> list[Edited]:
    return edited("a.py", outline(before, language), outline(after, language), 1.0)


def test_each_function_that_changed_is_told_by_itself() -> None:
    after = BEFORE.replace("return 1\n\n\nclass", "return 10\n\n\nclass").replace("return 2", "return 20")
    assert told(BEFORE, after) == [
        Edited(1.0, "a.py", ("first",), ("    return 1",), ("    return 10",)),
        Edited(1.0, "a.py", ("Second", "two"), ("        return 2",), ("        return 20",)),
    ]


def test_lines_outside_all_functions_have_no_symbol() -> None:
    assert told(BEFORE, BEFORE.replace("import os", "import sys")) == [
        Edited(1.0, "a.py", (), ("import os",), ("import sys",))
    ]


def test_a_function_that_is_gone_is_told_under_its_old_name() -> None:
    (gone,) = told(BEFORE, BEFORE.replace("\n    def two(self):\n        return 2\n", ""))
    assert gone.symbol == ("Second", "two")
    assert (len(gone.removed), gone.added) == (2, ())


def test_a_renamed_function_is_told_under_its_new_name() -> None:
    (renamed,) = told(BEFORE, BEFORE.replace("def first", "def premier"))
    assert (renamed.symbol, renamed.removed) == (("premier",), ("def first():",))


def test_line_ends_and_blank_lines_are_no_edit() -> None:
    assert told(BEFORE, BEFORE.replace("\n", "\r\n").replace("import os", "import os  \r\n\r\n")) == []


def test_a_change_of_everything_is_bounded() -> None:
    new = "".join(f"def f{number}():\n    return {number}\n" for number in range(3_000))
    edits = told(BEFORE, new)
    assert len(edits) <= MOST_SYMBOLS
    (plain,) = told("", "line\n" * 10_000, None)
    assert (plain.symbol, len(plain.added)) == ((), MOST_LINES)


def test_texts_in_no_known_language_are_told_without_functions() -> None:
    assert told("a\nb\n", "a\nc\n", None)[0].symbol == ()
    assert edited("a", Outline(None, ["a"]), Outline(None, ["a"]), 1.0) == []

"""Anchors to lines: which symbol a line belongs to, and finding a line again by its neighbours."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from whylens.anchor.context import context_of, find_line
from whylens.anchor.edits import difference
from whylens.anchor.make import make_anchor
from whylens.anchor.resolve import resolve
from whylens.anchor.symbols import outline, symbol_at, symbols_touched
from whylens.model.words import AnchorState

TEXT = """\
import os

# Both are needed.
@first
@second
def weigh(item):
    def inner():
        return 1

    return inner() * item

LIMIT = 3


class Shelf:
    size = 1

    def refill(self):
        pass
"""
FOUND = outline(TEXT, "python")


def path_at(line: int) -> tuple[str, ...] | None:
    symbol = symbol_at(FOUND, line)
    return symbol.path if symbol is not None else None


def test_a_line_belongs_to_the_innermost_symbol_with_its_comment_and_decorators() -> None:
    assert path_at(1) is None
    assert path_at(3) == path_at(4) == path_at(6) == path_at(10) == ("weigh",)
    assert path_at(8) == ("weigh", "inner")
    assert path_at(12) == ("LIMIT",)
    assert path_at(15) == path_at(17) == ("Shelf",)
    assert path_at(19) == ("Shelf", "refill")
    assert path_at(99) is None


def test_touched_symbols_are_the_innermost_ones_in_document_order() -> None:
    assert [one.path for one in symbols_touched(FOUND, [(19, 19), (7, 8)])] == [
        ("weigh", "inner"),
        ("Shelf", "refill"),
    ]
    assert [one.path for one in symbols_touched(FOUND, [(6, 7)])] == [("weigh",), ("weigh", "inner")]
    assert symbols_touched(FOUND, [(1, 2), (50, 60)]) == []


def test_an_anchor_is_to_the_symbol_around_a_line_or_to_the_file() -> None:
    assert make_anchor("a.py", TEXT, line=8).symbol == ("weigh", "inner")
    assert make_anchor("a.py", TEXT, symbol=("Shelf",)).symbol == ("Shelf",)
    assert make_anchor("a.py", TEXT, line=1).symbol == ()
    assert make_anchor("a.py", TEXT, symbol=("No", "such")).symbol == ()
    assert make_anchor("a.py", TEXT).context == ()


def test_an_anchor_knows_whether_it_had_a_look_alike() -> None:
    body = "    total = {0} * 2\n    log(total)\n    return total\n"
    text = (
        "def one():\n"
        + body.format("a")
        + "\ndef two():\n"
        + body.format("a")
        + "\ndef three(b):\n    yield from b\n"
    )
    assert make_anchor("a.py", text, symbol=("one",)).rival == 1.0
    assert make_anchor("a.py", text, symbol=("three",)).rival == 0.0


def test_a_line_of_a_text_without_grammar_is_found_by_its_neighbours() -> None:
    text = "a: 1\nkeep: 30\nb: 2\n\nc: 1\nkeep: 30\nd: 2\n"
    anchors = [make_anchor("x.yaml", text, line=line) for line in (2, 6)]
    places = resolve(anchors, "x.yaml", outline("new: 0\n" + text, None))
    assert [(one.line, one.state) for one in places] == [(3, AnchorState.MOVED), (7, AnchorState.MOVED)]


def test_a_line_that_is_gone_is_lost_in_a_text_without_grammar() -> None:
    text = "a: 1\nkeep: 30\nb: 2\n"
    anchor = make_anchor("x.yaml", text, line=2)
    assert resolve([anchor], "x.yaml", outline("a: 1\nb: 2\n", None))[0].state is AnchorState.LOST


@settings(deadline=None)
@given(
    st.lists(st.text("abc ", min_size=1, max_size=6), min_size=1, max_size=30, unique_by=str.strip),
    st.lists(st.sampled_from(["xx", "yy", ""]), max_size=8),
    st.data(),
)
def test_a_line_of_its_own_is_found_wherever_it_goes(
    lines: list[str], above: list[str], data: st.DataObject
) -> None:
    row = data.draw(st.sampled_from([at for at, line in enumerate(lines) if line.strip()] or [0]))
    if not lines[row].strip():
        return
    context = context_of(lines, row + 1)
    after = [*above, *lines]
    assert find_line(context, after, 1, len(after), row + 1) == row + 1 + len(above)


@given(st.text("aé\n…x", max_size=40), st.text("aé\n…x", max_size=40))
def test_an_edit_turns_the_old_text_into_the_new(old_text: str, new_text: str) -> None:
    old, new = old_text.encode(), new_text.encode()
    for edit in (difference(old, new), difference(old, new).in_lines(old)):
        assert old[: edit.start] + new[edit.start : edit.new_end] + old[edit.old_end :] == new
        assert edit.start <= min(edit.old_end, edit.new_end)
        old[: edit.start].decode()
        old[edit.old_end :].decode()

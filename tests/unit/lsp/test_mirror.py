"""The mirror of a document always holds the text the client has, whatever the edits."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from whylens.lsp.mirror import LARGEST_DOCUMENT, LineEdit, MirroredDocument, split_lines
from whylens.lsp.positions import client_units, code_points

ENCODINGS = ["utf-8", "utf-16", "utf-32"]
TEXT = st.text(st.sampled_from("ab \t🙂ä\n\r\f\u2028\ud800"), max_size=40)


def naive_offset(text: str, line: int, units: int, encoding: str) -> int:
    """Where a client's position lies in *text*, counted one character at a time."""
    start = 0
    for _ in range(line):
        ends = [text.find(mark, start) for mark in ("\r\n", "\r", "\n")]
        found = min((each for each in ends if each >= 0), default=-1)
        if found < 0:
            return len(text)
        start = found + (2 if text.startswith("\r\n", found) else 1)
    at = start
    while at < len(text) and text[at] not in "\r\n":
        size = width(text[at], encoding)
        if units < size:
            break
        units -= size
        at += 1
    return at


def width(character: str, encoding: str) -> int:
    if encoding == "utf-32":
        return 1
    if encoding == "utf-16":
        return 2 if ord(character) > 0xFFFF else 1
    return len(character.encode("utf-8", "surrogatepass"))


def document(text: str, encoding: str = "utf-16") -> MirroredDocument:
    return MirroredDocument("file:///a.py", text, 1, "python", encoding)


def edit(start: tuple[int, int], end: tuple[int, int], text: str) -> types.TextDocumentContentChangePartial:
    range_ = types.Range(types.Position(*start), types.Position(*end))
    return types.TextDocumentContentChangePartial(range=range_, text=text)


POSITION = st.tuples(st.integers(0, 6), st.integers(0, 12))


@given(TEXT, st.lists(st.tuples(POSITION, POSITION, TEXT), max_size=4), st.sampled_from(ENCODINGS))
def test_the_mirror_equals_plain_string_editing(text: str, edits: list[Any], encoding: str) -> None:
    mirror = document(text, encoding)
    for one, other, new in edits:
        start, end = min(one, other), max(one, other)
        begin, stop = (naive_offset(text, *each, encoding) for each in (start, end))
        text = text[: min(begin, stop)] + new + text[max(begin, stop) :]
        mirror.apply_change(edit(start, end, new))
        assert mirror.source == text
        assert list(mirror.lines) == split_lines(text)


@given(TEXT, st.integers(0, 50), st.sampled_from(ENCODINGS))
def test_columns_are_converted_as_if_counted_one_by_one(text: str, units: int, encoding: str) -> None:
    line = text.replace("\n", "").replace("\r", "")
    column = code_points(line, units, encoding)
    assert column == naive_offset(line, 0, units, encoding)
    assert client_units(line, column, encoding) == sum(width(each, encoding) for each in line[:column])


def test_converting_does_not_change_the_position_of_the_request() -> None:
    mirror = document("short\n")
    change = edit((0, 50), (0, 50), "!")
    mirror.apply_change(change)
    assert change.range.start == types.Position(0, 50)
    assert mirror.source == "short!\n"


@given(TEXT, TEXT)
def test_a_whole_new_text_shifts_the_lines_that_stayed(before: str, after: str) -> None:
    mirror = document(before)
    mirror.apply_change(types.TextDocumentContentChangeWholeDocument(text=after))
    (done,) = mirror.take_edits()
    old, new = split_lines(before), split_lines(after)
    for number, line in enumerate(old):
        moved = done.shift(number)
        assert moved is None or new[moved] == line
    assert mirror.take_edits() == []


@given(st.lists(st.sampled_from(["one", "two", "", "  three"]), min_size=1, max_size=8), st.data())
def test_an_untouched_line_is_followed_through_an_edit(lines: list[str], data: st.DataObject) -> None:
    text = "\n".join(f"{number} {line}" for number, line in enumerate(lines))
    mirror = document(text)
    start = data.draw(st.tuples(st.integers(0, len(lines) - 1), st.integers(0, 8)))
    end = data.draw(st.tuples(st.integers(start[0], len(lines) - 1), st.integers(0, 8)))
    mirror.apply_change(
        edit(start, max(start, end), data.draw(st.sampled_from(["", "x", "\n", "a\nb\n", "\r\n\r\n"])))
    )
    (done,) = mirror.take_edits()
    now = list(mirror.lines)
    for number in (*range(start[0]), *range(max(start, end)[0] + 1, len(lines))):
        moved = done.shift(number)
        assert moved is not None
        assert now[moved].startswith(f"{number} ")


@pytest.mark.parametrize(
    ("start", "end", "text", "lands"),
    [
        ((1, 4), (1, 4), "\n", 2),  # Enter before the name: it goes down
        ((1, 0), (1, 0), "\n", 2),
        ((1, 10), (1, 10), "\n", 1),  # Enter behind it: it stays
        ((0, 0), (1, 0), "", 0),  # the line above is deleted
        ((1, 0), (2, 0), "", None),  # the line itself is
        ((1, 0), (1, 13), "", None),
        ((0, 2), (1, 4), " ", 0),  # joined with the line above
    ],
)
def test_the_line_of_a_name_goes_where_the_name_goes(
    start: tuple[int, int], end: tuple[int, int], text: str, lands: int | None
) -> None:
    mirror = document("class A:\n    def b(c):\n        pass\n")
    mirror.apply_change(edit(start, end, text))
    (done,) = mirror.take_edits()
    assert done.shift(1) == lands


def test_a_line_edit_leaves_the_lines_above_alone() -> None:
    assert LineEdit(5, 7, 0, keeps_head=False, keeps_tail=False).shift(4) == 4


def test_a_document_past_the_limit_is_empty_until_it_shrinks() -> None:
    mirror = document("x" * (LARGEST_DOCUMENT + 1))
    assert mirror.too_large
    assert mirror.source == ""
    mirror.apply_change(edit((0, 0), (0, 1), "y"))
    assert mirror.source == ""
    mirror.apply_change(types.TextDocumentContentChangeWholeDocument(text="small\n"))
    assert not mirror.too_large
    assert list(mirror.lines) == ["small\n"]

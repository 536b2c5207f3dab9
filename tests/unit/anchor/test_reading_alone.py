"""Python read around an edit only says what a fresh look at the whole text says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_sitter import Parser, Query

from tests.unit.anchor.test_incremental import has_error
from whylens.anchor.alone import read_alone, stretch_of
from whylens.anchor.edits import difference
from whylens.anchor.languages import load
from whylens.anchor.parsed import Parsed
from whylens.anchor.queries import query_of
from whylens.anchor.symbols import DocumentParser, outline

TEXT = '''\
"""Made up."""

import typing

LIMIT = 40


class Shelf:
    """A shelf."""

    height = 2

    def refill(self, amount):
        for _ in range(amount):
            self.items.append(self.source.take())
        return len(self.items)

    # Cached: counting is slow.
    @property
    def size(self):
        return sum(1 for _ in self.items)

    class Box:
        width: int = 3

        def open(self):
            def lid():
                return self
            return lid

        def close(self):
            return None

    if LIMIT:
        depth = 4

        def drain(self):
            return self.items.clear()

    def last(self):
        return self.items[-1]


if typing.TYPE_CHECKING:

    def weigh(item):
        return item

else:

    def weigh(item):
        return item.weight


def total(items):
    return sum(map(weigh, items))
'''

_NEW_LINES = (
    "pass", "x = 1", "y: int = 2", "def added(self): pass", "def open_one(self):", "@made", "class Added:", "if a:",
    "else:", '"""text"""', "'''", "", "# note", "return 1", "(", ")", "a = \\",
)  # fmt: skip
_COLUMNS = ("", "    ", "        ", "            ")


@st.composite
def line_edits(draw: st.DrawFn, text: str) -> str:
    """`text` with whole lines put in, taken out, repeated, moved or set off."""
    lines = text.split("\n")
    at = draw(st.integers(0, len(lines) - 1))
    size = draw(st.integers(1, 4))
    act = draw(st.sampled_from(("new", "new", "new", "out", "twice", "deeper", "outer", "cut")))
    if act == "new":
        lines.insert(at, draw(st.sampled_from(_COLUMNS)) + draw(st.sampled_from(_NEW_LINES)))
    elif act == "out":
        del lines[at : at + size]
    elif act == "twice":
        lines[at:at] = lines[at : at + size]
    elif act == "deeper":
        lines[at : at + size] = ["    " + line for line in lines[at : at + size]]
    elif act == "outer":
        lines[at : at + size] = [line.removeprefix("    ") for line in lines[at : at + size]]
    else:
        lines[at] = lines[at][: draw(st.integers(0, len(lines[at])))]
    return "\n".join(lines)


@settings(deadline=None, max_examples=300)
@given(data=st.data())
def test_edited_lines_give_the_outline_of_the_whole_text(data: st.DataObject) -> None:
    text, document = TEXT, DocumentParser("python")
    document.update(text)
    for _ in range(data.draw(st.integers(1, 5))):
        text = data.draw(line_edits(text))
        followed = document.update(text)
        if not has_error(text, "python"):
            fresh = outline(text, "python")
            assert followed.symbols == fresh.symbols
            assert list(followed.line_hashes) == list(fresh.line_hashes)


def read_beside(old: str, new: str) -> set[str] | None:
    """The names read when `old` became `new`, None when the rest of the file is needed."""
    grammar = load("python")
    assert grammar is not None
    parser, query = Parser(grammar), query_of("python", grammar)
    assert isinstance(query, Query)
    source, after = old.encode(), new.encode()
    parsed = Parsed(parser, query, "python", source)
    edit = difference(source, after).in_lines(source)
    stretch = stretch_of(parsed.entries, source, edit)
    if stretch is None:
        return None
    text = after[stretch.start : stretch.end + edit.by]
    found = read_alone(parser, query, text, stretch, source.count(b"\n", 0, stretch.start))
    return None if found is None else {one.name for one in found.definitions}


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("range(amount)", "range(amount, 9)", {"refill"}),
        ("return len(self.items)", "return len(self.items)\n        pass", {"refill"}),
        ("return lid\n", "return lid\n            # closes\n", {"open", "lid"}),
        ("return None\n", "return None\n\n        k = 1\n", {"Box", "width", "open", "lid", "close", "k", "drain"}),
        ("map(weigh, items)", "map(weigh, items, items)", {"total"}),
    ],
)  # fmt: skip
def test_only_the_statements_around_an_edit_are_read(old: str, new: str, names: set[str]) -> None:
    assert read_beside(TEXT, TEXT.replace(old, new, 1)) == names


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return len(self.items)", "return len(self.items"),
        ("return len(self.items)", "return len(self.items) + \\"),
        ("return len(self.items)\n", "return len(self.items)\n\nx = 1\n"),
        ("        return len(self.items)\n", "        return len(self.items)\n    @made\n"),
        ("            return lid\n\n", "                return lid\n    \n    "),
        ("import typing", "import typing, os"),
        ("return item\n", "return item + 1\n"),
    ],
)
def test_what_reaches_beyond_its_block_is_not_read_alone(old: str, new: str) -> None:
    assert read_beside(TEXT, TEXT.replace(old, new, 1)) is None

"""While broken code is typed, in every language: symbols whose head still stands are found there, and never none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.anchor.made_up import edits
from tests.unit.anchor.test_incremental import has_error
from tests.unit.anchor.test_outline_of_each_language import EXPECTED, sample
from whylens.anchor.languages import language_of
from whylens.anchor.make import make_anchor
from whylens.anchor.outline import Outline, Symbol
from whylens.anchor.resolve import resolve
from whylens.anchor.symbols import DocumentParser
from whylens.model.anchor import Anchor, Place
from whylens.model.words import AnchorState

ROOT = Path(__file__).parents[3]

#: Code of this repository, in the languages it is written in.
OWN = (
    "server/whylens/anchor/ghosts.py",
    "server/whylens/memory/places.py",
    "bench/anchors.py",
    "client/src/extension.ts",
)

#: What is typed a letter at a time; each leaves the code broken somewhere on the way.
TYPED = (
    "{",
    "(",
    "if (",
    "foo({",
    "`",
    "'",
    '"',
    '"""',
    "/*",
    "class {",
    "const x = ",
    "=> {",
    "[",
    "}",
    ")",
    "return (",
)

#: In Markdown nothing is broken, and a heading is its own text.
NAMES = [name for name in EXPECTED if not name.endswith(".md")]


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8") if "/" in name else sample(name)


class Open:
    """A document in an editor with an anchor at each of its symbols."""

    def __init__(self, name: str) -> None:
        self.name, self.text = name, text_of(name)
        self.document = DocumentParser(language_of(name, self.text))
        found = self.document.update(self.text)
        self.heads = [(one, found.lines[one.name_line - 1]) for one in found.symbols if _is_alone(one, found)]
        self.anchors = [make_anchor(name, self.text, symbol=one.path, outline=found) for one, _ in self.heads]

    def places(self, text: str) -> tuple[Outline, Sequence[Place]]:
        found = self.document.update(text)
        return found, resolve(self.anchors, self.name, found)

    def strays(self, text: str) -> list[tuple[Anchor, Place]]:
        """The anchors that are not at the head of their symbol though it stands in `text` once."""
        found, places = self.places(text)
        lines = text.split("\n")
        return [
            (anchor, place)
            for anchor, place, (_, head) in zip(self.anchors, places, self.heads, strict=True)
            if lines.count(head) == 1
            and (place.name_line is None or found.lines[place.name_line - 1] != head)
        ]


def _is_alone(symbol: Symbol, found: Outline) -> bool:
    """Whether the symbol is the only one of its path and the only thing on its line."""
    return (
        len(found.by_path[symbol.path]) == 1
        and found.lines.count(found.lines[symbol.name_line - 1]) == 1
        and sum(one.name_line == symbol.name_line for one in found.symbols) == 1
    )


def broken(text: str, name: str) -> bool:
    language = language_of(name, text)
    return language is not None and has_error(text, language)


#: Of a thousand symbols looked at while the code is broken so many may be off: some broken code reads like other code.
MOST_STRAYS = 5


@pytest.mark.parametrize("name", [*NAMES, *OWN])
def test_typing_a_line_leaves_the_symbols_where_they_are(name: str) -> None:
    document, seen, strays = Open(name), 0, 0
    ends = [at for at, letter in enumerate(document.text) if letter == "\n"]
    for number, at in enumerate(ends[:: max(1, len(ends) // 12)]):
        document.document.update(document.text)
        typed = "\n" + TYPED[number % len(TYPED)]
        for end in range(1, len(typed) + 1):
            text = document.text[:at] + typed[:end] + document.text[at:]
            stray = document.strays(text)
            if broken(text, name):
                seen, strays = seen + len(document.anchors), strays + len(stray)
    assert seen
    assert strays * 1000 <= MOST_STRAYS * seen


@pytest.mark.parametrize("name", [*NAMES, *OWN])
@settings(deadline=None, max_examples=15)
@given(data=st.data())
def test_a_text_cut_anywhere_is_never_without_symbols(name: str, data: st.DataObject) -> None:
    document = Open(name)
    text = document.text
    start = data.draw(st.integers(len(text) // 3, len(text)))
    end = data.draw(st.sampled_from((start + 1, start + 3, start + 30, len(text))))
    cut = text[:start] + text[end:]
    found, places = document.places(cut)
    heads = [head for _, head in document.heads if cut.split("\n").count(head) == 1]
    if heads and broken(cut, name):
        assert found.symbols
        assert any(place.state is not AnchorState.LOST for place in places)
    assert all(place.start is None for place in places if place.state is AnchorState.LOST)


@pytest.mark.parametrize("name", [*NAMES, *OWN])
@settings(deadline=None, max_examples=10)
@given(data=st.data())
def test_what_comes_back_is_as_it_was(name: str, data: st.DataObject) -> None:
    document = Open(name)
    before = document.document.outline.symbols
    document.places(data.draw(edits(data.draw(edits(document.text)))))
    found, places = document.places(document.text)
    assert {place.state for place in places} <= {AnchorState.EXACT}
    assert found.symbols == before

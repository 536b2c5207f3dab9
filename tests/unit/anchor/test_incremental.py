"""Following a document through edits gives what a fresh look gives."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tree_sitter import Parser

from tests.unit.anchor.made_up import edits
from tests.unit.anchor.test_outline_of_each_language import EXPECTED, sample
from whylens.anchor.languages import language_of, load
from whylens.anchor.preprocess import readable
from whylens.anchor.symbols import DocumentParser, outline


def has_error(text: str, language: str) -> bool:
    grammar = load(language)
    assert grammar is not None
    source = text.encode()
    shown = readable(source) if language in ("c", "cpp") else source
    return Parser(grammar).parse(shown).root_node.has_error


@pytest.mark.parametrize("name", EXPECTED)
@settings(deadline=None, max_examples=25)
@given(data=st.data())
def test_an_edited_document_has_the_outline_of_its_text(name: str, data: st.DataObject) -> None:
    text = sample(name)
    language = language_of(name, text)
    assert language is not None
    document = DocumentParser(language)
    document.update(text)
    for _ in range(data.draw(st.integers(1, 4))):
        text = data.draw(edits(text))
        followed = document.update(text)
        fresh = outline(text, language)
        assert followed.lines == fresh.lines
        if not has_error(text, language):
            assert followed.symbols == fresh.symbols
            assert list(followed.line_hashes) == list(fresh.line_hashes)


@pytest.mark.parametrize("name", EXPECTED)
@settings(deadline=None, max_examples=12)
@given(data=st.data())
def test_undoing_edits_brings_the_outline_back(name: str, data: st.DataObject) -> None:
    text = sample(name)
    language = language_of(name, text)
    document = DocumentParser(language)
    before = document.update(text)
    broken = data.draw(edits(data.draw(edits(text))))
    document.update(broken)
    after = document.update(text)
    assert after.symbols == before.symbols
    assert list(after.line_hashes) == list(before.line_hashes)

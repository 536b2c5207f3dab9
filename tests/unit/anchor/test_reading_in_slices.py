"""A file is asked about slice by slice, so that nobody waits long: what is found is the same."""

from __future__ import annotations

import pytest
from tree_sitter import Parser

from tests.unit.anchor.test_outline_of_each_language import EXPECTED, sample
from whylens.anchor.definitions import capture
from whylens.anchor.languages import language_of, load
from whylens.anchor.queries import query_of


@pytest.mark.parametrize("size", [7, 64, 1_000])
@pytest.mark.parametrize("name", EXPECTED)
def test_the_slices_of_a_file_say_what_the_whole_says(name: str, size: int) -> None:
    text = sample(name)
    language = language_of(name, text)
    assert language is not None
    grammar = load(language)
    assert grammar is not None
    query = query_of(language, grammar)
    assert query is not None
    root = Parser(grammar).parse(text.encode()).root_node
    assert capture(query, root, at_once=size) == capture(query, root, at_once=len(text.encode()) + 1)

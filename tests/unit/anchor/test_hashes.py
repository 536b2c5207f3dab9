"""What the hashes of a symbol see and what they do not."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.anchor.test_outline_of_each_language import EXPECTED, sample
from whylens.anchor.languages import language_of
from whylens.anchor.outline import Outline, Symbol
from whylens.anchor.symbols import outline

LINE_COMMENT = {"python": "#", "ruby": "#", "bash": "#", "lua": "--"}


def python(text: str) -> Symbol:
    return outline(text, "python").symbols[0]


def hashes(found: Outline) -> list[tuple[tuple[str, ...], str, str]]:
    return [(one.path, one.signature_hash, one.body_hash) for one in found.symbols]


@pytest.mark.parametrize("name", [name for name in EXPECTED if not name.endswith(".md")])
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_comments_and_blank_lines_change_no_hash(name: str, data: st.DataObject) -> None:
    text = sample(name)
    language = language_of(name, text)
    mark = LINE_COMMENT.get(language or "", "//")
    lines = text.split("\n")
    before = outline(text, language)
    row = data.draw(st.sampled_from(_rows_between_statements(lines, language)))
    indent = re.match(r"\s*", lines[row])[0]
    added = data.draw(
        st.sampled_from(["", "   ", f"{indent}{mark} made up", f'{indent}{mark} it\'s "quoted"'])
    )
    after = outline("\n".join([*lines[:row], added, *lines[row:]]), language)
    assert hashes(after) == hashes(before)


def _rows_between_statements(lines: list[str], language: str | None) -> list[int]:
    """Rows before which a comment may stand: not within a macro, a conditional head or a JSX element."""
    bad = re.compile(r"^\s*(#|return <|\{)|\\$|^\s*\((\(item|\$x)")
    rows = [row for row, line in enumerate(lines) if row > 1 and not bad.search(line)]
    return [row for row in rows if not lines[row - 1].endswith("\\")]


def test_a_rewrapped_call_has_the_same_body() -> None:
    one = python("def f(a):\n    return call(a, 1)\n")
    other = python("def f(a):\n    return call(\n        a,\n        1,\n    )\n")
    assert one.body_hash == other.body_hash


def test_quote_marks_do_not_count_where_formatters_change_them() -> None:
    assert python("def f():\n    return 'a'\n").body_hash == python('def f():\n    return "a"\n').body_hash
    one, other = (outline(f"int f() {{ return g({mark}a{mark}); }}\n", "c").symbols[0] for mark in "'\"")
    assert one.body_hash != other.body_hash


def test_a_docstring_is_a_comment() -> None:
    one, other = python('def f():\n    """Old."""\n    return 1\n'), python("def f():\n    return 1\n")
    assert one.body_hash == other.body_hash


def test_a_new_name_leaves_signature_and_body_alone() -> None:
    one, other = python("def f(a):\n    return a\n"), python("def g(a):\n    return a\n")
    assert (one.signature_hash, one.body_hash, one.head_hash) == (
        other.signature_hash,
        other.body_hash,
        other.head_hash,
    )


def test_a_new_argument_changes_the_signature_only() -> None:
    one, other = python("def f(a):\n    return a\n"), python("def f(a, b=1):\n    return a\n")
    assert one.signature_hash != other.signature_hash
    assert one.body_hash == other.body_hash


def test_a_new_decorator_changes_the_signature() -> None:
    one, other = python("def f(a):\n    return a\n"), python("@cached\ndef f(a):\n    return a\n")
    assert one.signature_hash != other.signature_hash


def test_a_changed_operator_changes_the_body() -> None:
    assert (
        python("def f(a):\n    return a + 1\n").body_hash != python("def f(a):\n    return a - 1\n").body_hash
    )


@pytest.mark.parametrize("name", EXPECTED)
def test_windows_line_ends_change_no_hash(name: str) -> None:
    text = sample(name)
    language = language_of(name, text)
    assert hashes(outline(text.replace("\n", "\r\n"), language)) == hashes(outline(text, language))

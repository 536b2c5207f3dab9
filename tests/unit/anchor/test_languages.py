"""Which language a file is in."""

from __future__ import annotations

import pytest

from whylens.anchor import languages
from whylens.anchor.languages import language_of, load
from whylens.anchor.symbols import outline


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("src/app.py", "python"),
        ("src/App.TSX", "tsx"),
        ("lib/x.mjs", "javascript"),
        ("Gemfile", "ruby"),
        ("deploy/.bashrc", "bash"),
        ("include/a.hpp", "cpp"),
        ("README.md", "markdown"),
        ("data.json", None),
        ("LICENSE", None),
    ],
)
def test_a_path_tells_its_language(path: str, language: str | None) -> None:
    assert language_of(path) == language


def test_a_header_is_c_unless_it_looks_like_cpp() -> None:
    assert language_of("a.h", "struct shelf { int size; };\nint refill(struct shelf *s);\n") == "c"
    assert language_of("a.h", "class Shelf : public Base {\n public:\n  int size();\n};\n") == "cpp"
    assert language_of("a.h", "#include <vector>\n") == "cpp"
    assert language_of("a.h") == "c"


def test_a_grammar_that_does_not_load_leaves_a_text_without_symbols(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(languages.GRAMMARS, "cobol", languages.Grammar("no_such_grammar"))
    found = outline("IDENTIFICATION DIVISION.\n", "cobol")
    assert found.symbols == ()
    assert found.lines == ["IDENTIFICATION DIVISION.", ""]
    assert "no grammar for cobol" in caplog.text
    assert load("cobol") is None


@pytest.mark.parametrize("text", ["x = 1\n" * 400_000, "x = '" + "a" * 30_000 + "'\ndef f():\n    pass\n"])
def test_generated_documents_are_not_parsed(text: str) -> None:
    assert outline(text, "python").symbols == ()

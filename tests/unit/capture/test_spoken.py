"""A sentence that names a function stands at the function, wherever in the project it is, and nowhere in doubt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.support.repository import Repository
from whylens.capture.spoken import spoken_of

FILES = {
    "shop/cart.py": "class Cart:\n    def add_line(self):\n        pass\n\n\ndef discount(cart):\n    return 1\n",
    "shop/store.py": "def open_store():\n    return discount(1)\n\n\ndef load_all():\n    pass\n",
    "shop/other.py": "def load_all():\n    pass\n\n\ndef twice():\n    pass\n",
    "tests/test_cart.py": "def open_store():\n    pass\n\n\ndef only_here():\n    pass\n",
    "net/server.go": "package net\n\nfunc (s *Server) applyEntries(n int) int {\n\treturn n\n}\n",
    "web/client.ts": "export class HttpClient {\n  send(body: string) {\n    return body\n  }\n}\n",
    ".env": "open_store = 1\n",
}  # fmt: skip
Spoken = Callable[..., list[str]]


@pytest.fixture
def spoken(tmp_path: Path) -> Spoken:
    root = Repository(tmp_path / "project").root
    Repository(root).commit("Start", FILES)

    def read(path: str) -> str | None:
        return (root / path).read_text() if (root / path).is_file() else None

    def of(sentence: str, files: Iterable[str] = (), *, in_git: bool = True) -> list[str]:
        found = spoken_of(sentence, files, read, root if in_git else None)
        return [f"{each.path} {each.symbol_text}" for each in found]

    return of


@pytest.mark.parametrize(
    ("sentence", "places"),
    [
        ("We keep add_line as it is, because plugins call it.", ["shop/cart.py Cart › add_line"]),
        ("`discount` must never be negative.", ["shop/cart.py discount"]),
        ("A discount must never be negative.", []),
        ("open_store() is called once, because it locks.", ["shop/store.py open_store"]),
        ("applyEntries must not hold the lock.", ["net/server.go Server › applyEntries"]),
        ("HttpClient.send never retries.", ["web/client.ts HttpClient › send"]),
        ("`only_here` is a stand-in.", ["tests/test_cart.py only_here"]),
        ("load_all reads everything at once.", []),
        ("no_such_name is gone.", []),
        ("add_line goes before open_store, because of the lock.",
         ["shop/cart.py Cart › add_line", "shop/store.py open_store"]),
    ],
)  # fmt: skip
def test_a_statement_stands_at_the_function_it_names(
    spoken: Spoken, sentence: str, places: list[str]
) -> None:
    assert spoken(sentence) == places


def test_what_the_files_hold_that_it_is_about_comes_first(spoken: Spoken) -> None:
    assert spoken("load_all reads everything at once.", ["shop/other.py"]) == ["shop/other.py load_all"]


def test_without_git_only_those_files_are_looked_at(spoken: Spoken) -> None:
    assert spoken("add_line stays.", in_git=False) == []
    assert spoken("add_line stays.", ["shop/cart.py"], in_git=False) == ["shop/cart.py Cart › add_line"]


def test_a_name_is_looked_for_as_it_stands(spoken: Spoken) -> None:
    assert spoken("`a.*` and `x()[` and `$(touch y)` and `--help` stay.") == []

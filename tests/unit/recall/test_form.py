import pytest

from whylens.model.card import Card
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind
from whylens.recall.form import Form, form_of


def card(basis: Basis, files: tuple[str, ...] = (), symbols: tuple[str, ...] = ()) -> Card:
    return Card(
        "c", "W-1", "user", Kind.OBSERVATION, "x", files=files, symbols=symbols, sources=(SourceRef(basis),)
    )


@pytest.mark.parametrize("basis", [Basis.COMMIT, Basis.TRAILER, Basis.REVERT])
def test_history_tells_of_changes(basis: Basis) -> None:
    assert form_of(card(basis)) is Form.CHANGE


@pytest.mark.parametrize("basis", [Basis.RECORD, Basis.COMMENT, Basis.INSTRUCTIONS])
def test_what_stands_in_files_is_a_document(basis: Basis) -> None:
    assert form_of(card(basis, ("a.py", "b.py"), ("f",))) is Form.DOCUMENT


def test_an_import_without_any_place_is_a_statement() -> None:
    assert form_of(card(Basis.IMPORT)) is Form.STATEMENT
    assert form_of(card(Basis.CHAT_USER)) is Form.STATEMENT


def test_an_import_about_one_prose_file_is_a_document_and_about_code_a_change() -> None:
    assert form_of(card(Basis.IMPORT, ("docs/adr/0001.md",))) is Form.DOCUMENT
    assert form_of(card(Basis.IMPORT, ("docs/adr/0001.md", "README.md"))) is Form.CHANGE
    assert form_of(card(Basis.IMPORT, ("lib/ftp.c",))) is Form.CHANGE
    assert form_of(card(Basis.IMPORT, ("notes.md",), ("f",))) is Form.CHANGE

"""What form of memory a card is, since time means something else for each."""

from __future__ import annotations

from enum import StrEnum

from whylens.model.card import Card
from whylens.model.words import Basis


class Form(StrEnum):
    """A change is soon overtaken by newer ones at its place, a document lives long, a statement has no pace."""

    CHANGE = "change"
    DOCUMENT = "document"
    STATEMENT = "statement"


_BY_BASIS: dict[Basis, Form] = {
    Basis.COMMIT: Form.CHANGE,
    Basis.TRAILER: Form.CHANGE,
    Basis.REVERT: Form.CHANGE,
    Basis.DIAGNOSTIC: Form.CHANGE,
    Basis.TOOL: Form.CHANGE,
    Basis.RECORD: Form.DOCUMENT,
    Basis.DOCUMENT: Form.DOCUMENT,
    Basis.INSTRUCTIONS: Form.DOCUMENT,
    Basis.MANIFEST: Form.DOCUMENT,
    Basis.MARKER: Form.DOCUMENT,
    Basis.COMMENT: Form.DOCUMENT,
}
_PROSE = (".md", ".rst", ".txt", ".adoc", ".markdown", ".mdx", ".org")


def form_of(card: Card) -> Form:
    """The form of *card*, by its source; an imported or written one is told by what it names."""
    if form := _BY_BASIS.get(card.basis):
        return form
    if not card.files and not card.symbols:
        return Form.STATEMENT
    is_document = not card.symbols and len(card.files) == 1 and card.files[0].lower().endswith(_PROSE)
    return Form.DOCUMENT if is_document else Form.CHANGE

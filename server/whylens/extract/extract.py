"""One door to all readers: text of a named source in, card drafts out."""

from __future__ import annotations

from collections.abc import Callable

from whylens.extract.comments import extract_comments
from whylens.extract.commits import extract_commit
from whylens.extract.dialogue import extract_assistant_turn, extract_user_turn
from whylens.extract.documents import extract_document
from whylens.extract.records import extract_record
from whylens.extract.rules_files import extract_rules
from whylens.extract.tool_output import extract_tool_output
from whylens.extract.worth.closer import read_closely
from whylens.model.card import CardDraft

#: source name → reader of (path, text).
READERS: dict[str, Callable[[str, str], list[CardDraft]]] = {
    "commit": lambda _path, text: list(extract_commit(text, thorough=True).drafts),
    "record": lambda path, text: list(extract_record(path, text).drafts),
    "comment": lambda path, text: extract_comments(path, text, thorough=True),
    "user": lambda _path, text: extract_user_turn(text),
    "assistant": lambda _path, text: extract_assistant_turn(text),
    "rules": extract_rules,
    "tool": lambda _path, text: extract_tool_output(text),
    "markdown": extract_document,
}


def extract(text: str, source: str, *, path: str = "") -> list[CardDraft]:
    """The drafts of a text that is looked at closely. `source` is a key of `READERS`; any other raises ValueError.

    What only the close reading finds is tentative: it waits in the review queue wherever it is stored.
    """
    reader = READERS.get(source)
    if reader is None:
        raise ValueError(f"unknown source {source!r}; one of {', '.join(READERS)}")
    return read_closely(text, source, path, reader(path, text))

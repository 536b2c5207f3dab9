"""An export that is taken back into the same memory says nothing new, and brings nothing back."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from whylens.app import open_memory
from whylens.memory import Memory
from whylens.memory.exchange import read_cards, write_jsonl
from whylens.memory.markdown_cards import write_markdown
from whylens.memory.requests import RememberRequest, Selection
from whylens.model.words import Status


@pytest.fixture
def memory(tmp_path: Path):
    (tmp_path / "work").mkdir()
    opened = open_memory(tmp_path / "work", home=tmp_path / "home", embeddings=False)
    for words in (
        "Retry twice, because the proxy drops the first.",
        "Never sort the rows here.",
        "Keep the lock.",
    ):
        opened.remember(RememberRequest(words))
    yield opened
    opened.close()


def exported(memory: Memory) -> list[str]:
    out = io.StringIO()
    write_jsonl(memory.every_card(), out)
    return out.getvalue().splitlines()


def exported_as_markdown(memory: Memory, folder: Path) -> list[str]:
    write_markdown(memory.every_card(), folder)
    return read_cards(str(folder), io.BytesIO())


@pytest.mark.parametrize("form", ["lines", "markdown"])
def test_it_doubles_nothing(memory: Memory, tmp_path: Path, form: str) -> None:
    lines = exported(memory) if form == "lines" else exported_as_markdown(memory, tmp_path / "cards")
    report = memory.import_lines(lines, activate=False)
    assert (report["imported"], report["unchanged"], report["refused"]) == (0, 3, [])


def test_a_file_whose_sentence_was_changed_is_something_new(memory: Memory, tmp_path: Path) -> None:
    lines = [
        line.replace("Never sort", "Always sort") for line in exported_as_markdown(memory, tmp_path / "cards")
    ]
    assert memory.import_lines(lines, activate=False)["imported"] == 1


@pytest.mark.parametrize("form", ["lines", "markdown"])
def test_what_was_rejected_stays_rejected_and_what_was_deleted_stays_away(
    memory: Memory, tmp_path: Path, form: str
) -> None:
    lines = exported(memory) if form == "lines" else exported_as_markdown(memory, tmp_path / "cards")
    first, second, _ = memory.every_card()
    memory.reject(first.handle)
    memory.forget(Selection(ids=(second.id,)))
    report = memory.import_lines(lines, activate=False)
    assert report["imported"] == 0
    assert "deleted here for good" in report["refused"][0]["reason"]
    left = {card.id: card.status for card in memory.every_card()}
    assert second.id not in left
    assert left.get(first.id, Status.REJECTED) is Status.REJECTED

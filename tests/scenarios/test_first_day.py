"""The first day: a repository is learned, asked, edited, corrected and forgotten, through the façade."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.repository import Repository
from whylens.app import open_memory
from whylens.memory import Memory
from whylens.memory.requests import CardFilter, ContextRequest, RememberRequest, Selection
from whylens.model.card import Card
from whylens.model.errors import UserError
from whylens.model.recall import Query
from whylens.model.words import AnchorState, Basis, Kind, Status

UPLOAD = '''\
"""Uploads."""


def send_chunk(connection, chunk):
    """Send one chunk."""
    for attempt in range(3):
        if connection.write(chunk):
            return True
    return False


def close_upload(connection):
    # FIXME: the connection leaks when the server answers with a redirect
    connection.finish()
'''

WHY_RETRY = """\
Retry each chunk three times

Retry a chunk at most three times in send_chunk because the storage gateway
drops the first request after an idle minute.
"""

RECORD = """\
# 1. Keep uploads resumable

Status: accepted

Date: 2024-01-05

## Context

Large uploads break on bad networks.

## Decision

We will store the offset of every upload on the server, because clients lose their state when the browser closes.
"""


@dataclass
class Learned:
    repository: Repository
    memory: Memory
    why_retry: str

    def text(self, path: str = "upload.py") -> str:
        return (self.repository.root / path).read_text(encoding="utf-8")


@pytest.fixture
def learned(tmp_path: Path) -> Iterator[Learned]:
    repository = Repository(tmp_path / "project with späces")
    repository.commit("Start the uploader", {"upload.py": UPLOAD.replace("range(3)", "range(1)")})
    why_retry = repository.commit(WHY_RETRY, {"upload.py": UPLOAD})
    repository.commit("Record the decision", {"docs/adr/0001-keep-uploads-resumable.md": RECORD})
    memory = open_memory(repository.root, home=tmp_path / "home", embeddings=False)
    memory.learn()
    yield Learned(repository, memory, why_retry)
    memory.close()


def by_basis(memory: Memory, basis: Basis) -> list[Card]:
    return [card for card in memory.every_card() if card.basis is basis]


def test_a_commit_that_says_why_becomes_a_card_at_its_function(learned: Learned) -> None:
    (card,) = by_basis(learned.memory, Basis.COMMIT)
    assert card.sources[0].locator == learned.why_retry
    assert [anchor.symbol for anchor in card.anchors] == [("send_chunk",)]
    assert "three times" in card.evidence
    assert "\n".join(card.evidence.split()) in "\n".join(WHY_RETRY.split())


def test_a_fixme_becomes_a_known_defect_at_its_function_and_line(learned: Learned) -> None:
    cards = by_basis(learned.memory, Basis.COMMENT) + by_basis(learned.memory, Basis.MARKER)
    (card,) = [card for card in cards if card.kind is Kind.ISSUE]
    assert card.anchors[0].symbol == ("close_upload",)
    assert card.sources[0].line == 13


def test_an_accepted_record_becomes_a_decision_with_its_reason(learned: Learned) -> None:
    cards = by_basis(learned.memory, Basis.RECORD)
    assert any(card.kind is Kind.DECISION and "offset" in card.summary for card in cards)


def test_learning_again_changes_nothing(learned: Learned) -> None:
    before = {card.id: card for card in learned.memory.every_card()}
    report = learned.memory.learn()
    assert report.cards == {}
    assert {card.id: card for card in learned.memory.every_card()} == before


def test_the_header_line_of_a_function_shows_its_cards_and_other_lines_do_not(learned: Learned) -> None:
    view = learned.memory.view("upload.py", learned.text())
    assert {placed.card.basis for placed in view.at(4)} == {Basis.COMMIT}
    assert view.at(7) == ()
    assert {symbol.symbol for symbol in view.symbols} == {("send_chunk",), ("close_upload",)}


def test_cards_follow_their_function_while_it_is_edited(learned: Learned) -> None:
    moved = learned.text().replace('"""Uploads."""', '"""Uploads."""\n\nLIMIT = 5\n')
    view = learned.memory.view("upload.py", moved)
    assert {symbol.symbol[0]: symbol.name_line for symbol in view.symbols}["send_chunk"] == 7
    gone = learned.text().partition("def send_chunk")[0]
    view = learned.memory.view("upload.py", gone)
    assert view.symbols == ()
    assert {placed.place.state for placed in view.placed if placed.card.basis is Basis.COMMIT} == {
        AnchorState.LOST
    }
    view = learned.memory.view("upload.py", learned.text())
    assert {symbol.symbol for symbol in view.symbols} == {("send_chunk",), ("close_upload",)}


def test_a_question_finds_the_reason(learned: Learned) -> None:
    found = learned.memory.recall(Query("why do we retry a chunk?"))
    assert found.hits[0].card.sources[0].locator == learned.why_retry
    assert found.hits[0].why
    assert found.degraded == ("vectors",)


def test_the_context_of_a_function_fits_its_budget_and_names_the_handle(learned: Learned) -> None:
    request = ContextRequest(
        task="change the retry", path="upload.py", line=5, buffer=learned.text(), budget=400
    )
    injection = learned.memory.context(request)
    handles = [card.handle for card in injection.cards]
    assert handles
    assert all(f"[{handle}]" in injection.text for handle in handles)
    assert injection.tokens <= 400


def test_a_sentence_by_hand_is_anchored_at_the_cursor(learned: Learned) -> None:
    card = learned.memory.remember(
        RememberRequest(
            "The gateway closes idle links after a minute", Kind.CONSTRAINT, path="upload.py", line=6
        )
    )
    assert card.status is Status.ACTIVE
    assert card.anchors[0].symbol == ("send_chunk",)
    view = learned.memory.view("upload.py", learned.text())
    assert card.id in {placed.card.id for placed in view.at(4)}


def test_a_rejected_card_is_not_shown_and_not_learned_again(learned: Learned) -> None:
    (card,) = by_basis(learned.memory, Basis.COMMIT)
    rejected = learned.memory.reject(card.handle, why="no longer true")
    assert rejected.status is Status.REJECTED
    assert learned.memory.view("upload.py", learned.text()).at(4) == ()
    learned.memory.learn()
    assert learned.memory.get(card.id).status is Status.REJECTED
    again = learned.memory.restore(card.handle, version=card.version)
    assert again.status is Status.ACTIVE


def test_confirming_raises_confidence(learned: Learned) -> None:
    (card,) = by_basis(learned.memory, Basis.COMMIT)
    confirmed = learned.memory.confirm(card.handle)
    assert confirmed.confidence > card.confidence
    assert confirmed.confirmed_at is not None


def test_what_is_forgotten_is_gone_and_stays_gone(learned: Learned, tmp_path: Path) -> None:
    (card,) = by_basis(learned.memory, Basis.COMMIT)
    plan = learned.memory.forget(Selection(ids=(card.handle,)), dry_run=True)
    assert plan["cards"] == 1
    report = learned.memory.forget(Selection(ids=(card.handle,)))
    assert report["proven"]
    with pytest.raises(UserError):
        learned.memory.get(card.id)
    learned.memory.learn()
    assert by_basis(learned.memory, Basis.COMMIT) == []
    files = [file for file in (tmp_path / "home").rglob("*") if file.is_file()]
    assert files
    assert not any(b"storage gateway" in file.read_bytes() for file in files)


def test_a_comment_that_is_gone_closes_its_card(learned: Learned) -> None:
    fixed = learned.text().replace(
        "    # FIXME: the connection leaks when the server answers with a redirect\n", ""
    )
    learned.repository.write({"upload.py": fixed})
    learned.memory.learn()
    open_defects = learned.memory.cards(
        CardFilter(statuses=frozenset({Status.ACTIVE}), kinds=frozenset({Kind.ISSUE}))
    )
    assert open_defects == []


def test_a_revert_marks_what_it_took_back(learned: Learned) -> None:
    sha = learned.why_retry
    learned.repository.commit(
        f'Revert "Retry each chunk three times"\n\nThis reverts commit {sha}.\n\n'
        "This is because retrying doubled the load on the gateway during an outage.",
        {"upload.py": UPLOAD.replace("range(3)", "range(1)")},
    )
    learned.memory.learn()
    (card,) = [card for card in by_basis(learned.memory, Basis.COMMIT) if card.sources[0].locator == sha]
    assert card.status is Status.SUPERSEDED
    revert = learned.memory.get(card.superseded_by)
    assert revert.kind is Kind.FAILED_APPROACH


def test_a_revert_that_is_read_before_what_it_took_back_marks_it_too(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "project")
    repository.commit("Start the uploader", {"upload.py": UPLOAD.replace("range(3)", "range(1)")})
    sha = repository.commit(WHY_RETRY, {"upload.py": UPLOAD})
    repository.commit(
        f'Revert "Retry each chunk three times"\n\nThis reverts commit {sha}.\n\n'
        "This is because retrying doubled the load on the gateway during an outage.",
        {"upload.py": UPLOAD.replace("range(3)", "range(1)")},
    )
    memory = open_memory(repository.root, home=tmp_path / "home", embeddings=False)
    memory.learn()
    statuses = {card.status for card in memory.every_card() if card.sources[0].locator == sha}
    memory.close()
    assert statuses == {Status.SUPERSEDED}


def test_another_project_never_sees_the_cards(learned: Learned, tmp_path: Path) -> None:
    other = Repository(tmp_path / "other" / "project with späces")
    other.commit("Start", {"upload.py": UPLOAD})
    memory = open_memory(other.root, home=tmp_path / "home", embeddings=False)
    assert list(memory.every_card()) == []
    assert memory.recall(Query("why do we retry a chunk?")).hits == ()
    memory.close()


def test_a_card_is_not_about_the_change_log_its_commit_wrote(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "project")
    repository.commit("Start the uploader", {"upload.py": UPLOAD.replace("range(3)", "range(1)")})
    repository.commit(
        WHY_RETRY,
        {"upload.py": UPLOAD, "AUTHORS": "A Developer\n", "changelog/12.bugfix.rst": "Retry three times.\n"},
    )
    memory = open_memory(repository.root, home=tmp_path / "home", embeddings=False)
    memory.learn()
    files = {path for card in memory.every_card() for path in card.files}
    memory.close()
    assert files == {"upload.py"}


def test_a_note_at_one_of_two_functions_that_are_alike_is_kept_at_their_file(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "project")
    twins = "def f(x):\n    return x + 1\n\n\ndef f(x):\n    return x + 1\n"
    repository.commit("Start", {"twins.py": twins})
    memory = open_memory(repository.root, home=tmp_path / "home", embeddings=False)
    card = memory.remember(
        RememberRequest("Keep both, because the loader counts them", path="twins.py", line=1)
    )
    view = memory.view("twins.py", twins)
    memory.close()
    assert [anchor.symbol for anchor in card.anchors] == [()]
    assert [placed.place.state for placed in view.placed] == [AnchorState.EXACT]

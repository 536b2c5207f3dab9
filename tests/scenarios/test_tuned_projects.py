"""Tuning, from judgements and heard chats to what a chat is given: only on a yes, and back again."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.repository import Repository
from whylens.app import open_memory
from whylens.memory import Memory
from whylens.memory.requests import ContextRequest
from whylens.model.anchor import Anchor
from whylens.model.card import Card
from whylens.model.errors import UserError
from whylens.model.happening import Said, Speaker
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind
from whylens.store.port import Lane

WORDS = ("retries", "timeouts", "sockets", "caches", "queues", "locks", "pages", "tokens", "hosts", "paths")

SOURCE = "def send(chunk):\n    return chunk\n"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    repository = Repository(tmp_path / "project")
    repository.commit("Start", {"send.py": SOURCE})
    opened = open_memory(repository.root, home=tmp_path / "home", embeddings=False)
    yield opened
    opened.close()


def _learned(memory: Memory, number: int, certainty: float) -> Card:
    one, two = WORDS[number % 10], WORDS[(number // 10 + number % 10 + 1) % 10]
    card = Card(
        hashlib.blake2b(str(number).encode(), digest_size=16).hexdigest(),
        "", "user", Kind.DECISION, f"Limit {one} before {two}, rule {number}",
        files=("send.py",), anchors=(Anchor("send.py", ("send",)),),
        sources=(SourceRef(Basis.COMMIT, f"{number:040x}", at=1.0),), created_at=1.0 + number, valid_from=1.0 + number,
        confidence=0.75 * (0.5 + 0.5 * certainty), importance=0.5,
    )  # fmt: skip
    return memory._store.save([card], lane=Lane.USER).result().cards[0]


def test_judgements_tune_what_is_given_as_certain_until_it_is_taken_back(memory: Memory) -> None:
    for number in range(40):
        certain = bool(number % 2)
        card = _learned(memory, number, 0.97 if certain else 0.87)
        memory.confirm(card.id) if certain else memory.reject(card.id)
    unsure = _learned(memory, 50, 0.87)
    task = ContextRequest(f"{unsure.summary}?")

    def is_given() -> bool:
        return unsure.id in {each.id for each in memory.context(task).cards}

    assert is_given()
    proposals = memory.tuner.proposals()
    assert [each.name for each in proposals] == ["sure"]
    assert is_given()  # a proposal changes nothing
    memory.tuner.apply(proposals)
    assert not is_given()
    assert memory.tuner.proposals() == []  # what is tuned is not proposed again
    memory.tuner.undo()
    assert is_given()
    with pytest.raises(UserError, match="nothing is tuned"):
        memory.tuner.undo()


def test_chats_that_were_listened_to_tune_the_budget(memory: Memory) -> None:
    for number in range(12):
        _learned(memory, number, 0.97)
    turns = itertools.count(1)
    for number in range(30):
        task = ContextRequest(
            "limit retries timeouts sockets caches", "send.py", 1, buffer=SOURCE, session=f"chat-{number}"
        )
        given = memory.context(task).cards
        assert len(given) > 3
        for text in (f"As [{given[0].handle}] says.", "Done.", "Anything else?"):
            said = Said(2e9 + next(turns), Speaker.ASSISTANT, text, f"chat-{number}", next(turns), "tool")
            memory.happened([said])
    (change,) = memory.tuner.proposals()
    assert (change.name, change.before) == ("budget", "1,200 tokens")
    before = memory.context(
        ContextRequest("limit retries timeouts sockets caches", "send.py", 1, buffer=SOURCE)
    )
    memory.tuner.apply([change])
    after = memory.context(
        ContextRequest("limit retries timeouts sockets caches", "send.py", 1, buffer=SOURCE)
    )
    assert after.tokens <= memory.tuner.now().budget < 1_200
    assert len(after.cards) <= len(before.cards)
    mine = memory.context(
        ContextRequest("limit retries timeouts sockets caches", "send.py", 1, buffer=SOURCE, budget=1_199)
    )
    assert mine.tokens == before.tokens  # a budget of the user's own stands

"""A judgement can be taken back from the terminal, whatever came before or after it, and the audit keeps both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.repository import Repository
from whylens.app import open_memory
from whylens.cli.main import main
from whylens.memory import Memory
from whylens.memory.judging import Verdict
from whylens.memory.requests import CardFilter, RememberRequest
from whylens.model.card import Card
from whylens.model.errors import UserError
from whylens.model.words import Kind, Status

CODE = """\
def read(sensor):
    # HACK: sleep a while because the sensor answers garbage right after it wakes
    return sensor.read()
"""


@dataclass
class Judged:
    repository: Repository
    home: Path
    memory: Memory
    card: Card

    def now(self) -> Card:
        return self.memory.get(self.card.id)

    def audit(self) -> list[tuple[str, str]]:
        rows = [row for row in self.memory._store.audit_log() if row.subject == self.card.id]
        return [(row.action, row.detail) for row in rows]

    def __call__(self, *arguments: str) -> int:
        options = ("--project", str(self.repository.root), "--home", str(self.home))
        return main([*arguments, self.card.handle, *options])


@pytest.fixture
def judged(tmp_path: Path) -> Iterator[Judged]:
    repository = Repository(tmp_path / "project")
    repository.commit("Start", {"sensor.py": CODE})
    memory = open_memory(repository.root, home=tmp_path / "home", embeddings=False)
    memory.learn()
    (card,) = memory.cards(CardFilter())
    yield Judged(repository, tmp_path / "home", memory, card)
    memory.close()


@pytest.mark.parametrize("verdict", ["confirm", "reject"])
def test_the_terminal_takes_back_what_it_did_and_says_how(
    judged: Judged, verdict: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judged(verdict) == 0
    assert f"Undo: whylens {verdict} --undo {judged.card.handle}" in capsys.readouterr().out
    assert judged.now() != judged.card
    assert judged(verdict, "--undo") == 0
    back = judged.now()
    assert (back.status, back.confidence, back.confirmed_at, back.confirmed_by, back.extra) == (
        judged.card.status,
        judged.card.confidence,
        judged.card.confirmed_at,
        judged.card.confirmed_by,
        judged.card.extra,
    )
    assert judged.audit() == [("undo", verdict), (verdict, "")]
    assert judged(verdict, "--undo") == 1
    assert capsys.readouterr().err.startswith(f"whylens: {judged.card.handle} is not {verdict}")


def test_one_undo_takes_back_one_judgement(judged: Judged) -> None:
    memory, name = judged.memory, judged.card.id
    memory.confirm(name)
    memory.reject(name, why="it was fixed")
    memory.confirm(name)
    assert "rejected_because" not in judged.now().extra
    rejected = memory.take_back(name, Verdict.CONFIRM)
    assert rejected.status is Status.REJECTED
    assert rejected.extra["rejected_because"] == "it was fixed"
    confirmed = memory.take_back(name, Verdict.REJECT)
    assert (confirmed.status, confirmed.confirmed_by) == (Status.ACTIVE, "user")
    plain = memory.take_back(name, Verdict.CONFIRM)
    assert plain.confirmed_at is None
    assert plain.confidence == judged.card.confidence
    with pytest.raises(UserError, match="not confirmed"):
        memory.take_back(name, Verdict.CONFIRM)


def test_what_was_learned_since_stays(judged: Judged) -> None:
    judged.memory.reject(judged.card.id)
    judged.repository.commit("Move it", {"sensor.py": "import time\n\n\n" + CODE})
    judged.memory.learn()
    moved = judged.now().anchors
    assert moved != judged.card.anchors
    back = judged.memory.take_back(judged.card.id, Verdict.REJECT)
    assert (back.status, back.anchors) == (judged.card.status, moved)


def test_what_was_replaced_since_stays_replaced(judged: Judged) -> None:
    judged.memory.confirm(judged.card.id)
    judged.memory.remember(
        RememberRequest("The sensor answers at once now", Kind.FACT, supersedes=judged.card.id)
    )
    assert judged.memory.take_back(judged.card.id, Verdict.CONFIRM).status is Status.SUPERSEDED


def test_a_memory_written_by_hand_came_confirmed(judged: Judged) -> None:
    card = judged.memory.remember(RememberRequest("The sensor is old"))
    with pytest.raises(UserError, match="came confirmed"):
        judged.memory.take_back(card.id, Verdict.CONFIRM)

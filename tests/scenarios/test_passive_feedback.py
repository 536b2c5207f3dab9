"""What is seen of the use of cards moves them a little, says why, and never takes one away."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.repository import Repository
from whylens.app import open_memory
from whylens.memory import Memory
from whylens.memory.hand.editing import Edit
from whylens.memory.judging import Verdict
from whylens.memory.requests import ContextRequest, Selection
from whylens.model.card import Card
from whylens.model.happening import (
    Edited,
    Happening,
    HeadMove,
    HeadMoved,
    Problem,
    Reported,
    Said,
    Speaker,
    ToolUsed,
)

SOURCE = """\
def send(chunk):
    # HACK: always call `flush_queue()` here, because the gateway joins chunks by order
    flush_queue()
    return chunk
"""
START = 1_790_000_000.0
DAY = 86_400.0


class World:
    """A memory that learned one comment, and somebody at work."""

    def __init__(self, folder: Path) -> None:
        self.repository = Repository(folder / "project")
        self.repository.commit("Start", {"send.py": SOURCE})
        self.memory: Memory = open_memory(self.repository.root, home=folder / "home", embeddings=False)
        self.memory.learn()
        (card,) = self.memory.every_card()
        self.id, self.start = card.id, card.confidence
        self.ticks = itertools.count()
        self.turns = itertools.count(1)

    @property
    def card(self) -> Card:
        return self.memory.get(self.id)

    def now(self, days: float = 0.0) -> float:
        return START + days * DAY + next(self.ticks)

    def happened(self, *happenings: Happening) -> None:
        self.memory.happened(happenings)

    def say(self, text: str, speaker: Speaker = Speaker.ASSISTANT, days: float = 0.0) -> None:
        self.happened(Said(self.now(days), speaker, text, "chat-1", next(self.turns), "tool"))

    def edit(self, removed: str = "", added: str = "") -> None:
        lines = [(text,) if text else () for text in (removed, added)]
        self.happened(Edited(self.now(), "send.py", ("send",), *lines))

    def commit(self, message: str = "Change it") -> None:
        before = self.repository.git("rev-parse", "HEAD")
        text = SOURCE + f"# {next(self.ticks)}\n"
        now = self.repository.commit(message, {"send.py": text})
        self.happened(HeadMoved(self.now(), HeadMove.COMMIT, before, now, "main"))

    def causes(self) -> list[str]:
        told = self.memory.why(self.id)
        assert sum(each["amount"] for each in told["lines"]) == pytest.approx(told["confidence"], abs=0.01)
        return [each["cause"] for each in told["lines"] if each["amount"]][1:]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.memory.close()


def _moved(world: World) -> float:
    return round(world.card.confidence - world.start, 4)


def test_a_card_cited_in_an_answer_is_surer_once_a_day(world: World) -> None:
    for days in (0, 0, 1):
        world.say(f"As [{world.card.handle}] says, the queue is flushed first.", days=days)
    assert _moved(world) == 0.04
    assert world.causes().count("cited in a chat") == 2


def test_what_whylens_itself_handed_over_is_no_citation(world: World) -> None:
    given = world.memory.context(
        ContextRequest("flush the queue", "send.py", 1, buffer=SOURCE, session="chat-1")
    )
    assert world.card.handle in given.text
    world.say(given.text, Speaker.USER)
    assert _moved(world) == 0


def test_a_handle_in_a_commit_message_or_a_command_names_it(world: World) -> None:
    world.commit(f"Flush twice\n\nSee {world.card.handle}.")
    assert _moved(world) == 0.03
    assert "named in a commit message or a command" in world.causes()
    world.happened(ToolUsed(world.now(2), "Bash", f"git commit -m 'as {world.card.handle}'", succeeded=True))
    assert _moved(world) == 0.06
    world.happened(ToolUsed(world.now(4), "Bash", f"whylens forget {world.card.handle}", succeeded=True))
    assert _moved(world) == 0.06


def test_an_edit_that_goes_against_a_card_counts_once_it_is_committed(world: World) -> None:
    world.edit(removed="    flush_queue()")
    assert _moved(world) == 0
    world.commit()
    assert _moved(world) == -0.05


def test_an_edit_that_goes_against_a_card_and_is_undone_speaks_for_it(world: World) -> None:
    world.edit(removed="    flush_queue()")
    world.edit(added="    flush_queue()")
    assert _moved(world) == 0.04
    assert "an edit that went against it was undone" in world.causes()


def test_an_edit_that_follows_a_card_counts_once_it_is_committed(world: World) -> None:
    world.edit(added="    flush_queue()  # again")
    world.commit()
    assert _moved(world) == 0.03


def test_a_switch_of_branches_is_nobodys_edit(world: World) -> None:
    world.edit(removed="    flush_queue()")
    world.happened(HeadMoved(world.now(), HeadMove.SWITCH, "a" * 40, "b" * 40, "other"))
    world.edit(added="    flush_queue()")
    world.commit()
    assert world.card.confidence >= world.start


def test_a_problem_that_goes_away_after_a_card_was_opened_speaks_for_it(world: World) -> None:
    problem = Problem("the chunk is not flushed", symbol=("send",), line=1)
    world.happened(Reported(world.now(), "send.py", (problem,)))
    world.memory.opened([world.id])
    moved_by_opening = _moved(world)
    assert moved_by_opening == 0.01
    now = world.memory._clock.now()
    world.happened(Edited(now, "send.py", ("send",), ("    pass",), ("    x = 1",)))
    world.happened(Reported(now + 5, "send.py", ()))
    assert _moved(world) == 0.03


def test_a_problem_that_goes_away_says_nothing_of_a_card_nobody_saw(world: World) -> None:
    problem = Problem("the chunk is not flushed", symbol=("send",), line=1)
    world.happened(Reported(world.now(), "send.py", (problem,)))
    world.edit(removed="    pass", added="    x = 1")
    world.happened(Reported(world.now(), "send.py", ()))
    assert _moved(world) == 0


def test_a_card_ignored_again_and_again_sinks_a_little_and_stays(world: World) -> None:
    for round_ in range(6):
        world.memory.context(
            ContextRequest("flush", "send.py", 1, buffer=SOURCE, session="chat-1", again=True)
        )
        for _ in range(3):
            world.say(f"Something else {next(world.ticks)}.", days=round_)
    assert _moved(world) == -0.01
    assert world.card.is_live
    assert world.memory.view("send.py", SOURCE).placed


def test_a_chat_whose_answers_nobody_sees_ignores_nothing(world: World) -> None:
    for _ in range(50):
        world.memory.context(
            ContextRequest("flush", "send.py", 1, buffer=SOURCE, session="unheard", again=True)
        )
    assert world.memory.why(world.id)["seen"] == []


def test_the_users_word_beats_what_is_seen(world: World) -> None:
    world.memory.confirm(world.id)
    sure = world.card.confidence
    world.edit(removed="    flush_queue()")
    world.commit()
    assert world.card.confidence == sure
    assert "Your word stands" in world.memory.why(world.id)["text"]
    world.memory.take_back(world.id, Verdict.CONFIRM)
    assert world.card.confidence == world.start


def test_every_change_is_told_with_its_cause(world: World) -> None:
    world.say(f"See {world.card.handle}.")
    world.memory.reject(world.id, why="the gateway changed")
    world.memory.take_back(world.id, Verdict.REJECT)
    world.memory.confirm(world.id)
    world.memory.take_back(world.id, Verdict.CONFIRM)
    world.memory.hand.edit(world.id, Edit(summary="Flush the queue first"))
    causes = world.causes()
    assert causes[-6:] == [
        "cited in a chat", "you rejected it: the gateway changed", "your word was taken back",
        "you confirmed it", "your word was taken back", "you edited it",
    ]  # fmt: skip


def test_nothing_is_kept_of_a_card_that_is_forgotten(world: World) -> None:
    world.say(f"See {world.card.handle}.")
    world.memory.forget(Selection(ids=(world.id,)))
    store = world.memory._store
    assert not store.progress(f"feedback:{world.id}")
    assert world.id not in (store.progress("feedback-cards") or "")

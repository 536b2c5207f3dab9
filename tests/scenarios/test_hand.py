"""What the user does with a card stands against everything that is learned afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.repository import Repository
from whylens.app import open_memory
from whylens.lsp.words import lens_title
from whylens.memory import Memory
from whylens.memory.hand.acts import Act
from whylens.memory.hand.editing import Edit
from whylens.memory.hand.hand import Spot
from whylens.memory.judging import Verdict
from whylens.memory.queue import Asked, Group
from whylens.memory.requests import ContextRequest, RememberRequest
from whylens.model.anchor import Anchor
from whylens.model.card import Card
from whylens.model.errors import UserError
from whylens.model.recall import Query
from whylens.model.settings import Lenses
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind, Scope, Status

DAY = 86_400.0
SOURCE = """\
def send(chunk):
    # HACK: never split a chunk here, because the gateway joins by order
    return chunk


def close(socket):
    return socket
"""


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.at = 1_800_000_000.0

    def now(self) -> float:
        return self.at

    def monotonic(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def memory(tmp_path: Path, clock: Clock) -> Iterator[Memory]:
    repository = Repository(tmp_path / "project")
    repository.commit("Start", {"send.py": SOURCE})
    with_clock = open_memory(repository.root, home=tmp_path / "home", embeddings=False, clock=clock)
    yield with_clock
    with_clock.close()


@pytest.fixture
def learned(memory: Memory) -> Card:
    """The one card that the comment became."""
    memory.learn()
    (card,) = memory.every_card()
    return card


def _learn_anew(memory: Memory, comment: str) -> None:
    """Change the file, so that it is read again."""
    text = SOURCE.replace("never split a chunk here, because the gateway joins by order", comment)
    (memory.root / "send.py").write_text(text + "\n\ndef more():\n    return 1\n")
    memory.learn()


def test_an_edited_card_keeps_the_users_words_when_its_source_is_read_again(
    memory: Memory, learned: Card
) -> None:
    memory.hand.edit(learned.id, Edit(summary="Chunks are never split here", kind=Kind.CONSTRAINT))
    _learn_anew(memory, "never split a chunk here, because the gateway joins by order")
    cards = list(memory.every_card())
    assert [(each.summary, each.kind) for each in cards] == [("Chunks are never split here", Kind.CONSTRAINT)]
    back = memory.hand.undo(learned.id, Act.EDIT)
    assert (back.summary, back.confidence, back.confirmed_at) == (learned.summary, learned.confidence, None)


def test_a_card_that_does_not_belong_here_does_not_come_back_here(memory: Memory, learned: Card) -> None:
    moved = memory.hand.not_here(learned.id, left=Spot("send.py", SOURCE, 1), to=Spot("send.py", SOURCE, 6))
    assert [each.symbol for each in moved.anchors] == [("close",)]
    _learn_anew(memory, "never split a chunk here, because the gateway joins by order")
    assert [each.symbol for each in memory.get(learned.id).anchors] == [("close",)]
    back = memory.hand.undo(learned.id, Act.NOT_HERE)
    assert back.anchors == learned.anchors


def test_a_snoozed_card_is_nowhere_until_its_day_and_then_where_it_was(
    memory: Memory, learned: Card, clock: Clock
) -> None:
    memory.hand.snooze(learned.id, until=clock.at + 3 * DAY)
    assert memory.view("send.py", SOURCE).placed == ()
    assert memory.recall(Query(files=("send.py",))).hits == ()
    _learn_anew(memory, "never split a chunk here, because the gateway joins by order")
    assert not memory.get(learned.id).is_live
    clock.at += 3 * DAY
    memory.end_idle_session()
    assert memory.get(learned.id).status is learned.status
    (placed,) = memory.view("send.py", SOURCE).placed
    assert placed.card.id == learned.id


def test_a_replaced_card_says_by_what_and_the_new_one_stands_in_its_place(
    memory: Memory, learned: Card
) -> None:
    old = memory.hand.supersede(
        learned.id, "Chunks may be split since version 2", why="the gateway learned it"
    )
    new = memory.get(old.superseded_by)
    assert (old.status, old.extra["replaced_because"]) == (Status.SUPERSEDED, "the gateway learned it")
    assert (new.supersedes, new.anchors, new.status) == ((old.id,), learned.anchors, Status.ACTIVE)
    assert [each.card.id for each in memory.view("send.py", SOURCE).placed] == [new.id]
    back = memory.hand.undo(old.id, Act.SUPERSEDE)
    assert (back.status, back.superseded_by) == (learned.status, "")
    assert memory.get(new.id).supersedes == ()


def test_no_card_replaces_itself_however_long_the_way(memory: Memory) -> None:
    one, two, three = (memory.remember(RememberRequest(f"Rule number {n} holds")) for n in range(3))
    memory.hand.supersede(one.id, two.id)
    memory.hand.supersede(two.id, three.id)
    for old, new in ((one, one), (three, one), (three, two)):
        with pytest.raises(UserError):
            memory.hand.supersede(old.id, new.id)


def test_every_act_leaves_one_line_in_the_audit_and_so_does_its_undo(memory: Memory, learned: Card) -> None:
    hand = memory.hand
    hand.pin(learned.id)
    hand.snooze(learned.id, until=memory._clock.now() + DAY)
    for act in (Act.SNOOZE, Act.PIN):
        hand.undo(learned.id, act)
    said = [(each.action, each.subject) for each in memory._store.audit_log()]
    assert said[:4] == [(name, learned.id) for name in ("undo", "undo", "snooze", "pin")]


def test_the_queue_groups_what_waits_and_one_word_settles_many(memory: Memory) -> None:
    lines = [f'{{"summary": "Rule {n} of the import", "kind": "fact"}}' for n in range(3)]
    memory.import_lines(lines, activate=False)
    assert memory.queue.counts() == {"imports": 3}
    waiting = [each.card for each in memory.queue.waiting(Asked(groups=frozenset({Group.IMPORT})))]
    plan = memory.queue.judge(waiting, Verdict.REJECT, dry_run=True)
    assert (len(plan.cards), memory.queue.counts()) == (3, {"imports": 3})
    memory.queue.judge(waiting, Verdict.CONFIRM)
    assert memory.queue.counts() == {}
    memory.queue.take_back(waiting, Verdict.CONFIRM)
    assert memory.queue.counts() == {"imports": 3}


BASES = st.sampled_from(Basis)
CARDS = st.builds(
    lambda number, kind, status, basis, scope, confidence: Card(
        f"{number:032x}", "", "user", kind, f"Chunks number {number} are never split", scope=scope, status=status,
        files=("send.py",), anchors=(Anchor("send.py", ("send",), line=1),),
        sources=(SourceRef(basis, "somewhere", at=1.0),), created_at=1.0, valid_from=1.0,
        confidence=confidence, importance=0.9,
    ),
    st.integers(1, 10_000), st.sampled_from(Kind), st.sampled_from(Status), BASES, st.sampled_from(Scope),
    st.floats(0.0, 1.0),
)  # fmt: skip


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(CARDS, max_size=12, unique_by=lambda card: card.id))
def test_nothing_in_the_queue_is_injected_or_counted_by_a_lens(memory: Memory, cards: list[Card]) -> None:
    memory._store.forget_everything()
    from whylens.store.port import Lane

    memory._store.save(cards, lane=Lane.USER).result()
    waiting = {each.card.id for each in memory.queue.waiting()}
    assert waiting == {each.id for each in cards if each.status in (Status.CANDIDATE, Status.CONFLICTING)}
    given_ = memory.context(ContextRequest("split chunks", "send.py", 1, buffer=SOURCE, budget=20_000))
    assert waiting.isdisjoint(each.id for each in given_.cards)
    view = memory.view("send.py", SOURCE)
    for symbol in view.symbols:
        shown = [each for each in symbol.cards if each.card.id not in waiting]
        assert lens_title(symbol.cards, Lenses.ALL) == lens_title(shown, Lenses.ALL)
    placed = {each.card.id for each in view.placed}
    assert not {each.id for each in cards if each.status is Status.CANDIDATE} & placed

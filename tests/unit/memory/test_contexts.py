"""A context always comes in time, whatever does not work, and a session is given a card once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from whylens.memory.contexts import WITHOUT_MEMORY, WITHOUT_RECALL, Contexts
from whylens.memory.places import Places
from whylens.memory.requests import ContextRequest
from whylens.model.anchor import Anchor
from whylens.model.card import Card
from whylens.model.errors import StorageError
from whylens.model.recall import Hit, Query, Recalled
from whylens.model.words import Kind
from whylens.runtime.clock import SystemClock

TEXT = "def close(queue):\n    queue.clear()\n"
CARD = Card("c1", "W-0001", "user", Kind.CONSTRAINT, "Keep the list: watchers hold it.", importance=0.9)
OTHER = replace(
    CARD, id="c2", handle="W-0002", kind=Kind.DECISION, summary="Drain in batches.", importance=0.4
)
DEADLINE = 0.3


@dataclass
class FakeStore:
    """Holds cards; `before` runs before each answer, and may wait or raise."""

    cards: list[Card] = field(default_factory=lambda: [CARD, OTHER])
    before: Callable[[], object] = lambda: None

    def find(self, *_: Any, **__: Any) -> list[Card]:
        self.before()
        return self.cards


@dataclass
class FakeRecall:
    """Finds every card of the store."""

    store: FakeStore
    before: Callable[[], object] = lambda: None
    degraded: tuple[str, ...] = ()
    asked: list[Query] = field(default_factory=list[Query])

    def __call__(self, query: Query, *, deadline: float) -> Recalled:
        self.asked.append(query)
        self.before()
        hits = tuple(Hit(card, 0.5, {"text": 1.0}) for card in self.store.cards)
        return Recalled(hits, self.degraded)


@contextmanager
def contexts(recall: FakeRecall, anchored: list[Card] | None = None) -> Iterator[Contexts]:
    places = Places(lambda path: anchored or [], lambda: 1)
    made = Contexts(recall.store, SystemClock(), recall=recall, places=places)  # type: ignore[arg-type]
    try:
        yield made
    finally:
        made.close()


def fails() -> None:
    raise StorageError("broken")


def test_what_recall_lacked_is_told() -> None:
    with contexts(FakeRecall(FakeStore(), degraded=("vectors",))) as made:
        injection = made.give(ContextRequest("close"), deadline=DEADLINE)
    assert injection.cards == (CARD, OTHER)
    assert injection.degraded == ("vectors",)


@pytest.mark.parametrize("break_down", [fails, lambda: threading.Event().wait(1.0)])
def test_without_recall_the_most_important_cards_stand_for_the_project(
    break_down: Callable[[], object],
) -> None:
    with contexts(FakeRecall(FakeStore(), before=break_down)) as made:
        injection = made.give(ContextRequest("close"), deadline=DEADLINE)
    assert injection.cards == (CARD, OTHER)
    assert injection.degraded == (WITHOUT_RECALL,)


@pytest.mark.parametrize("break_down", [fails, lambda: threading.Event().wait(1.0)])
def test_without_anything_the_context_is_empty_and_says_so(break_down: Callable[[], object]) -> None:
    with contexts(FakeRecall(FakeStore(before=break_down), before=break_down)) as made:
        injection = made.give(ContextRequest("close"), deadline=DEADLINE)
    assert (injection.text, injection.degraded) == ("", (WITHOUT_MEMORY,))
    assert injection.note


def test_a_memory_that_hangs_for_ever_is_not_waited_for() -> None:
    released = threading.Event()
    recall = FakeRecall(FakeStore(before=released.wait), before=released.wait)
    with contexts(recall) as made:
        for _ in range(3):  # also when earlier questions still hang
            assert made.give(ContextRequest("close"), deadline=DEADLINE).degraded == (WITHOUT_MEMORY,)
        released.set()


def test_the_cards_that_stand_at_the_function_now_are_known_under_any_name() -> None:
    card = replace(CARD, anchors=(Anchor("queue.py", ("close",)),))
    recall = FakeRecall(FakeStore([card]))
    with contexts(recall, [card]) as made:
        injection = made.give(ContextRequest("x", "queue.py", 2, buffer=TEXT), deadline=5.0)
    assert recall.asked[0].symbols == ("close",)
    assert injection.cards == (card,)


def test_a_session_is_given_a_card_once_and_again_only_when_it_asks() -> None:
    with contexts(FakeRecall(FakeStore())) as made:
        request = ContextRequest("close", session="chat 1")
        first, second = (made.give(request, deadline=DEADLINE) for _ in range(2))
        again = made.give(replace(request, again=True), deadline=DEADLINE)
        other = made.give(replace(request, session="chat 2"), deadline=DEADLINE)
    assert len(first.cards) == len(again.cards) == len(other.cards) == 2
    assert (second.cards, second.dropped) == ((), {"already given": 2})


def test_without_a_session_nothing_is_held_back() -> None:
    with contexts(FakeRecall(FakeStore())) as made:
        first, second = (made.give(ContextRequest("close"), deadline=DEADLINE) for _ in range(2))
    assert first.text == second.text != ""


def test_a_card_that_reads_otherwise_now_is_given_again() -> None:
    store = FakeStore()
    with contexts(FakeRecall(store)) as made:
        request = ContextRequest("close", session="chat 1")
        made.give(request, deadline=DEADLINE)
        changed = replace(CARD, summary="Keep the list, and clear it in place.")
        store.cards = [changed, OTHER]
        assert made.give(request, deadline=DEADLINE).cards == (changed,)


def test_the_ledger_tells_the_tokens_and_what_they_went_to() -> None:
    with contexts(FakeRecall(FakeStore())) as made:
        request = ContextRequest("close", session="chat 1")
        first = made.give(request, deadline=DEADLINE)
        made.give(request, deadline=DEADLINE)
        made.give(replace(request, session=""), deadline=DEADLINE)
        told = made.ledger.report()
    assert (told["asked"], told["answered"], told["spared"], told["sessions"]) == (3, 2, 2, 1)
    assert told["tokens"] == 2 * first.tokens
    assert {each["handle"]: each["times"] for each in told["spentOn"]} == {"W-0001": 2, "W-0002": 2}
    costs = dict(zip(("W-0001", "W-0002"), first.costs, strict=True))
    assert {each["handle"]: each["tokens"] for each in told["spentOn"]} == {
        name: 2 * cost for name, cost in costs.items()
    }


def test_the_ledger_forgets_the_sessions_that_were_quiet_longest() -> None:
    with contexts(FakeRecall(FakeStore())) as made:
        for number in range(70):
            made.give(ContextRequest("close", session=f"chat {number}"), deadline=DEADLINE)
        assert made.ledger.report()["sessions"] == 64
        assert made.give(ContextRequest("close", session="chat 0"), deadline=DEADLINE).cards
        assert not made.give(ContextRequest("close", session="chat 69"), deadline=DEADLINE).cards

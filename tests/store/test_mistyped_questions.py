"""A question with a slip in a name finds what that name is remembered for."""

from __future__ import annotations

import pytest

from tests.store.making import make_card
from whylens.memory.recalling import Recaller
from whylens.model.recall import Query
from whylens.runtime.clock import SystemClock
from whylens.store.store import SqliteStore


@pytest.fixture
def store(folder):
    with SqliteStore.open(folder) as opened:
        opened.save(
            [
                make_card("by name", "Never closes it.", symbols=("flushQueue",), files=("net/queue.py",)),
                make_card("by text alone", "flushQueue is called twice."),
                make_card("in passing", "The build reads the socket list.", files=("net/queue.py",)),
            ]
        ).result()
        yield opened


def found(store: SqliteStore, text: str) -> dict[str, str]:
    hits = Recaller(store, None, SystemClock()).recall(Query(text), deadline=1.0).hits
    return {hit.card.summary: "; ".join(hit.why) for hit in hits}


def test_what_the_mended_name_finds_comes_along_with_its_reason(store) -> None:
    hits = found(store, "flushQuue of the socket, the queue")
    assert "Never closes it." in hits
    assert "flushqueue" in hits["flushQueue is called twice."]


def test_only_a_question_with_a_slip_is_asked_twice(store, monkeypatch) -> None:
    asked: list[list[str]] = []
    search = store.match
    monkeypatch.setattr(store, "match", lambda terms, **given: asked.append(terms) or search(terms, **given))
    found(store, "flushQueue")
    assert len(asked) == 1
    found(store, "flushQuue of the socket")
    assert len(asked) == 3
    assert "flushqueue" in asked[-1]

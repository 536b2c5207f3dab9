"""Answers say when a part of the memory cannot be found by its meaning yet."""

from __future__ import annotations

from array import array

import pytest

from tests.store.making import MODEL, make_card, make_vector
from whylens.memory.meaning import HOLDS, STRAY, Meaning, lack_of_vectors
from whylens.memory.recalling import Recaller
from whylens.model.recall import Query
from whylens.store.store import SqliteStore


class Clock:
    def __init__(self) -> None:
        self.at = 0.0

    def now(self) -> float:
        return 1_000.0 + self.at

    def monotonic(self) -> float:
        return self.at


class Embedder:
    model_id = MODEL

    def embed_query(self, text: str, *, timeout: float) -> bytes:
        return array("f", make_vector(1)).tobytes()


class Counting(SqliteStore):
    asked = 0

    def vectors_made(self, model_id, **given):
        self.asked += 1
        return super().vectors_made(model_id, **given)


@pytest.fixture
def store(folder):
    with Counting.open(folder) as opened:
        yield opened


def save(store: SqliteStore, names: range) -> None:
    store.save([make_card(str(number)) for number in names]).result()


def embed(store: SqliteStore, names: range) -> None:
    store.put_vectors(MODEL, {make_card(str(number)).id: make_vector(number) for number in names}).result()


def test_a_recall_says_how_many_memories_have_no_vector_and_stops_when_all_have(store) -> None:
    clock = Clock()
    recaller = Recaller(store, Embedder(), clock)

    def degraded() -> tuple[str, ...]:
        clock.at += 2 * HOLDS
        return recaller.recall(Query("statement"), deadline=1.0).degraded

    assert degraded() == ()  # nothing is remembered, so nothing is missing
    save(store, range(30))
    assert degraded() == ("vectors of 30 of 30 memories",)
    embed(store, range(10))
    assert degraded() == ("vectors of 20 of 30 memories",)
    embed(store, range(10, 30))
    assert degraded() == ()


def test_a_question_without_words_asks_no_vectors_and_misses_none(store) -> None:
    save(store, range(30))
    assert Recaller(store, Embedder(), Clock()).recall(Query(files=("a.py",)), deadline=1.0).degraded == ()


@pytest.mark.parametrize(
    ("made", "total", "said"),
    [
        (0, 0, ""),
        (0, 1, "vectors of 1 of 1 memories"),
        (3000, 3000, ""),
        (3000 - STRAY, 3000, ""),
        (3000 - STRAY - 1, 3000, f"vectors of {STRAY + 1} of 3,000 memories"),
        (0, 3000, "vectors of 3,000 of 3,000 memories"),
        (12, 10, ""),
    ],
)
def test_a_few_that_were_written_since_are_no_lack(made: int, total: int, said: str) -> None:
    assert lack_of_vectors(made, total) == said


def test_the_store_is_asked_only_when_the_answer_may_have_changed(store) -> None:
    clock = Clock()
    save(store, range(10))
    embed(store, range(10))
    meaning = Meaning(store, MODEL, clock)
    for _ in range(5):
        assert meaning.lack() == ""
        clock.at += 10 * HOLDS
    assert store.asked == 1
    save(store, range(10, 30))
    assert meaning.lack() == "vectors of 20 of 30 memories"
    for _ in range(5):  # asked in one breath, as the context of a chat does
        meaning.lack()
    assert store.asked == 2

"""Giving vectors to the cards that have none."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import pytest

from tests.store.making import MODEL, make_card, make_vector
from whylens.memory.embedding import BATCH, PAGE, embed_missing
from whylens.model.card import Card
from whylens.model.errors import Unavailable
from whylens.store.port import ANY, Filter
from whylens.store.store import SqliteStore

MANY = 3 * BATCH + 5


class Embedder:
    """Gives every text a vector, and fails once it has given `enough`."""

    model_id = MODEL

    def __init__(self, enough: int = 1_000_000) -> None:
        self.given: list[str] = []
        self.enough = enough

    def embed_many(self, texts: Sequence[str], *, timeout: float) -> list[bytes]:
        if len(self.given) >= self.enough:
            raise Unavailable("the embedding worker ended")
        self.given += texts
        return [array("f", make_vector(len(text))).tobytes() for text in texts]


class Counting(SqliteStore):
    """Counts how often the cards without vectors are looked up."""

    looked = 0

    def missing_vectors(self, model_id: str, *, limit: int = 100, where: Filter = ANY) -> list[Card]:
        self.looked += 1
        return super().missing_vectors(model_id, limit=limit, where=where)


@pytest.fixture
def store(folder):
    with Counting.open(folder) as opened:
        opened.save([make_card(str(number), created_at=float(number)) for number in range(MANY)]).result()
        yield opened


def test_every_card_gets_one_vector_newest_first(store) -> None:
    embedder = Embedder()
    assert embed_missing(store, embedder, None, lambda: False) == MANY
    assert embedder.given == [f"Statement {number}" for number in reversed(range(MANY))]
    assert store.missing_vectors(MODEL) == []


def test_the_cards_are_looked_up_once_a_page_and_not_once_a_batch(store) -> None:
    embed_missing(store, Embedder(), None, lambda: False)
    assert MANY < PAGE
    assert store.looked == 2  # the second finds none


def test_it_stops_between_two_batches_and_keeps_what_is_made(store) -> None:
    embedder = Embedder()
    made = embed_missing(store, embedder, None, lambda: len(embedder.given) >= BATCH)
    assert made == BATCH
    assert len(store.missing_vectors(MODEL, limit=MANY)) == MANY - BATCH


def test_what_is_made_before_the_model_fails_is_kept(store) -> None:
    assert embed_missing(store, Embedder(enough=BATCH), None, lambda: False) == BATCH
    assert len(store.missing_vectors(MODEL, limit=MANY)) == MANY - BATCH


def test_progress_counts_up_to_all_cards(store) -> None:
    said = []
    embed_missing(store, Embedder(), said.append, lambda: False)
    assert [each.done for each in said] == [BATCH, 2 * BATCH, 3 * BATCH, MANY]
    assert {each.total for each in said} == {MANY}

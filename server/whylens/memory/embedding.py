"""Vectors for the cards that have none yet, in the background, newest cards first."""

from __future__ import annotations

import logging
from array import array
from collections.abc import Callable, Iterator

from whylens.embed.client import EmbedClient
from whylens.memory.requests import LearnProgress
from whylens.model.card import Card
from whylens.model.errors import Unavailable
from whylens.store.port import Store

log = logging.getLogger(__name__)

STAGE = "vectors"
#: Cards whose vectors are written at once.
BATCH = 32
#: Cards looked up at once: finding those without a vector reads all of them, so it must not be done for every batch.
PAGE = 1000
#: Characters of a card the model sees; it reads at most 256 tokens.
TEXT_LIMIT = 1200


def card_text(card: Card) -> str:
    """What is embedded of a card: the statement first, then its reason and its evidence."""
    return "\n".join(filter(None, (card.summary, card.rationale, card.details)))[:TEXT_LIMIT]


def embed_missing(
    store: Store,
    embedder: EmbedClient,
    on_progress: Callable[[LearnProgress], None] | None,
    cancelled: Callable[[], bool],
) -> int:
    """Embed what is missing; stops without a fuss where the model does not answer. The number of vectors made."""
    made = 0
    total = store.counts().total
    try:
        for cards in _batches(store, embedder.model_id, cancelled):
            vectors = embedder.embed_many([card_text(card) for card in cards], timeout=60.0)
            made_now = {card.id: array("f", vector) for card, vector in zip(cards, vectors, strict=True)}
            store.put_vectors(embedder.model_id, made_now).result()
            made += len(cards)
            if on_progress is not None:
                on_progress(LearnProgress(STAGE, made, max(total, made)))
    except Unavailable as error:
        log.warning("no vectors: %s", error)
    store.maintain()
    return made


def _batches(store: Store, model_id: str, cancelled: Callable[[], bool]) -> Iterator[list[Card]]:
    """The cards without vectors, a few at a time, until there are none or the caller has enough.

    Each page is looked up when the vectors of the one before are kept.
    """
    while not cancelled() and (page := store.missing_vectors(model_id, limit=PAGE)):
        for start in range(0, len(page), BATCH):
            if cancelled():
                return
            yield page[start : start + BATCH]

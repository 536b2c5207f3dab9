"""Vectors for the cards that have none yet, in the background, newest cards first."""

from __future__ import annotations

from collections.abc import Callable

from whylens.embed.client import EmbedClient
from whylens.memory.requests import LearnProgress
from whylens.model.card import Card
from whylens.store.port import Store

STAGE = "vectors"
BATCH = 32
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
    while not cancelled():
        cards = store.missing_vectors(embedder.model_id, limit=BATCH)
        if not cards:
            break
        vectors = embedder.embed_many([card_text(card) for card in cards], timeout=60.0)
        if not vectors:
            break
        store.put_vectors(embedder.model_id, dict(zip((card.id for card in cards), vectors, strict=True))).result()
        made += len(cards)
        if on_progress is not None:
            on_progress(LearnProgress(STAGE, made, max(total, made)))
    store.maintain()
    return made

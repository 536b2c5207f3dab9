"""What one would inject without Whylens' recall: keyword search over the same cards, and what lies in the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from bench.retrieval_baselines import words
from whylens.embed.tokens import estimate_tokens
from whylens.inject.budget import Packed, pack
from whylens.inject.choose import ITEM_LIMIT
from whylens.inject.render import header
from whylens.model.card import Card


def by_keywords(cards: Sequence[Card], title: str) -> list[Card]:
    """The cards that hold any word of *title*, best first: SQLite FTS5's BM25 with stems, the summary double."""
    terms = list(dict.fromkeys(words(title)))[:60]
    if not terms:
        return []
    table = sqlite3.connect(":memory:")
    table.execute(
        "CREATE VIRTUAL TABLE m USING fts5(place UNINDEXED, summary, body, tokenize='porter unicode61')"
    )
    table.executemany(
        "INSERT INTO m VALUES (?, ?, ?)",
        [
            (place, " ".join(words(card.summary)), " ".join(words(f"{card.details} {card.rationale}")))
            for place, card in enumerate(cards)
        ],
    )
    found = table.execute(
        "SELECT place FROM m WHERE m MATCH ? ORDER BY bm25(m, 0, 2.0, 1.0) LIMIT 100",
        (" OR ".join(f'"{term}"' for term in terms),),
    ).fetchall()
    table.close()
    return [cards[int(place)] for (place,) in found]


def in_file(cards: Sequence[Card], path: str) -> list[Card]:
    """The cards of *path*, newest first."""
    of_file = [each for each in cards if path in each.files or any(path == a.path for a in each.anchors)]
    return sorted(of_file, key=lambda each: -each.created_at)


def packed(cards: Sequence[Card], path: str, budget: int, limit: int = ITEM_LIMIT) -> Packed:
    """The first *limit* of *cards* as an injection within *budget* tokens."""
    return pack(header((path,)), list(cards)[:limit], budget=budget, count=estimate_tokens)

"""Search by words: which cards hold them, with the BM25 score of each field, in bounded time."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from whylens.recall.terms import fts_query
from whylens.store.fulltext import EVERY_CARD
from whylens.store.narrow import narrowed
from whylens.store.port import Filter, Match

FIELDS = ("summary", "body", "names", "files")

#: Cards scored in one search, roughly: scoring costs about a microsecond a card, and 60 times finding it.
BUDGET = 20_000

#: The filter is applied after the search, so more is fetched than asked for; again and more if that was not enough.
_OVERFETCH, _AGAIN = 4, 16


def _score_of(field: str) -> str:
    weights = ", ".join("1.0" if name == field else "0.0" for name in FIELDS)
    return f"max(0.0, -bm25(card_text, {weights}))"


# What is looked at is decided by one weighted sum, most telling field first; the ranking proper is done by recall.
_SEARCH = (
    f"SELECT rowid, {', '.join(map(_score_of, FIELDS))} FROM card_text WHERE card_text MATCH ? "
    "ORDER BY bm25(card_text, 3.0, 1.0, 2.0, 1.0) LIMIT ?"
)
_COUNT = "SELECT count(*) FROM (SELECT 1 FROM card_text WHERE card_text MATCH ? LIMIT ?)"


def match(
    connection: sqlite3.Connection,
    namespace: str,
    terms: Sequence[str],
    limit: int,
    where: Filter,
    *,
    budget: int | None = None,
) -> list[Match]:
    """Cards that hold any of `terms` and pass `where`, best first; about `budget` cards are scored."""
    query = _bounded(connection, terms, BUDGET if budget is None else budget)
    fetch = limit * _OVERFETCH
    while query and limit > 0:
        found = connection.execute(_SEARCH, (query, fetch)).fetchall()
        admitted = narrowed(connection, namespace, [row[0] for row in found], where)
        matches = [
            Match(admitted[number], dict(zip(FIELDS, scores, strict=True)))
            for number, *scores in found
            if number in admitted
        ]
        if len(matches) >= limit or len(found) < fetch:
            return matches[:limit]
        fetch *= _AGAIN
    return []


def _bounded(connection: sqlite3.Connection, terms: Sequence[str], budget: int) -> str:
    """The query for `terms`. In a large memory a card must hold one of the rarer ones; all of them score it.

    What is lost are cards that hold only words a good part of all cards have: such words hardly count in BM25.
    """
    highest = connection.execute("SELECT coalesce(max(number), 0) FROM card").fetchone()[
        0
    ]  # of all namespaces
    if highest <= budget:
        return fts_query(terms)
    rare, common = _by_rarity(
        connection, [part for part in (fts_query([term]) for term in terms) if part], budget
    )
    if not common:
        return " OR ".join(rare)
    return f'({" OR ".join(rare)}) AND ({" OR ".join(common)} OR "{EVERY_CARD}")'


def _by_rarity(
    connection: sqlite3.Connection, parts: Sequence[str], budget: int
) -> tuple[list[str], list[str]]:
    """Single-word queries that find the fewest cards, together about `budget`, and the others."""
    counts: dict[str, int] = {}
    for part in parts:
        counts[part] = connection.execute(_COUNT, (part, budget + 1)).fetchone()[0]
    found = sorted((part for part in counts if counts[part]), key=counts.__getitem__)
    rare, total = 0, 0
    while rare < len(found) and (rare == 0 or total + counts[found[rare]] <= budget):
        total += counts[found[rare]]
        rare += 1
    return found[:rare], found[rare:]

"""Search by words: which cards hold them, with the BM25 score of each field, in bounded time."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from whylens.recall.terms import fts_query
from whylens.store.fulltext import EVERY_CARD
from whylens.store.narrow import narrowed
from whylens.store.port import Filter, Match

FIELDS = ("summary", "body", "names", "files")

#: Cards scored in one search, roughly: scoring one takes a microsecond, many times as long as finding it.
BUDGET = 8_000

#: Counts of this many words are kept.
_KEPT_COUNTS = 10_000

#: The filter is applied after the search, so more is fetched than asked for, a half more since most cards pass most
#: filters; again and so many times more if that was not enough.
_OVERFETCH, _AGAIN = 1.5, 20


def _score_of(field: str) -> str:
    weights = ", ".join("1.0" if name == field else "0.0" for name in FIELDS)
    return f"max(0.0, -bm25(card_text, {weights}))"


# What is looked at is decided by one weighted sum, most telling field first; the ranking proper is done by recall.
_SEARCH = (
    f"SELECT rowid, {', '.join(map(_score_of, FIELDS))} FROM card_text WHERE card_text MATCH ? "
    "ORDER BY bm25(card_text, 3.0, 1.0, 2.0, 1.0) LIMIT ?"
)
_COUNT = "SELECT count(*) FROM (SELECT 1 FROM card_text WHERE card_text MATCH ? LIMIT ?)"


class WordCounts:
    """How many cards hold a word, as counted some time ago; counted anew when the memory has grown by a tenth."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._cards = 0

    def of(self, connection: sqlite3.Connection, part: str, cards: int, budget: int) -> int:
        """Cards found by the single-word query `part`, counted no further than just above `budget`."""
        if not self._cards <= cards <= self._cards * 1.1 or len(self._counts) > _KEPT_COUNTS:
            self._counts, self._cards = {}, cards
        counts = self._counts
        if part not in counts:
            counts[part] = connection.execute(_COUNT, (part, budget + 1)).fetchone()[0]
        return counts[part]


def match(
    connection: sqlite3.Connection,
    namespace: str,
    terms: Sequence[str],
    limit: int,
    where: Filter,
    *,
    budget: int | None = None,
    counts: WordCounts | None = None,
) -> list[Match]:
    """Cards that hold any of `terms` and pass `where`, best first; about `budget` cards are scored.

    `counts` may be kept from question to question of the same budget.
    """
    query = _bounded(connection, terms, BUDGET if budget is None else budget, counts or WordCounts())
    fetch = int(limit * _OVERFETCH) + 1
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


def _bounded(connection: sqlite3.Connection, terms: Sequence[str], budget: int, counts: WordCounts) -> str:
    """The query for `terms`. In a large memory a card must hold one of the rarer ones; all of them score it.

    What is lost are cards that hold only words a good part of all cards have: such words hardly count in BM25.
    """
    highest = connection.execute("SELECT coalesce(max(number), 0) FROM card").fetchone()[
        0
    ]  # of all namespaces
    if highest <= budget:
        return fts_query(terms)
    held: dict[str, int] = {}
    for part in filter(None, (fts_query([term]) for term in terms)):
        held[part] = counts.of(connection, part, highest, budget)
    rare, common = _by_rarity(held, budget)
    if not common:
        return " OR ".join(rare)
    return f'({" OR ".join(rare)}) AND ({" OR ".join(common)} OR "{EVERY_CARD}")'


def _by_rarity(held: dict[str, int], budget: int) -> tuple[list[str], list[str]]:
    """The words that find the fewest cards, together about `budget`, and the others that find any."""
    found = sorted((part for part in held if held[part]), key=held.__getitem__)
    rare, total = 0, 0
    while rare < len(found) and (rare == 0 or total + held[found[rare]] <= budget):
        total += held[found[rare]]
        rare += 1
    return found[:rare], found[rare:]

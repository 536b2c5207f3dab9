"""The full-text index of the cards: four fields of prepared words. Searched in `matching`."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from whylens.model.card import Card
from whylens.recall.terms import fts_query, index_terms
from whylens.store import schema
from whylens.store.failure import FullTextDamaged, code_of

Words = tuple[str, str, str, str]

# A right index answers a change with none of these.
_NOT_OURS = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_ERROR}

#: A word every card has and no text can hold (a private character): it makes `… AND (X OR this)` mean "and X, if any".
EVERY_CARD = "\ue000"


def words_of(card: Card) -> Words:
    """The words of the four fields of `card`. Pure: the index is emptied by giving it the same words again."""
    anchored = [name for anchor in card.anchors for name in anchor.symbol]
    titles = [source.title for source in card.sources]
    paths = dict.fromkeys((*card.files, *(anchor.path for anchor in card.anchors)))
    return (
        f"{EVERY_CARD} {index_terms(card.summary)}",
        index_terms("\n".join((card.details, card.rationale, card.evidence, *titles))),
        index_terms("\n".join(dict.fromkeys((*card.symbols, *anchored)))),
        index_terms("\n".join(paths)),
    )


def add(connection: sqlite3.Connection, number: int, card: Card) -> None:
    """Index a card that is not in the index."""
    _put(connection, number, words_of(card))


def remove(connection: sqlite3.Connection, number: int, card: Card) -> None:
    """Take a card out of the index; `card` must be as it was when it was put in."""
    _take_out(connection, number, words_of(card))


def replace(connection: sqlite3.Connection, number: int, old: Card, card: Card) -> None:
    """Index `card` instead of `old`."""
    before, after = words_of(old), words_of(card)
    if before != after:
        _take_out(connection, number, before)
        _put(connection, number, after)


def rebuild(connection: sqlite3.Connection, cards: Sequence[tuple[int, Card]]) -> None:
    """Index these cards into an index that `clear` has emptied."""
    for number, card in cards:
        add(connection, number, card)


def clear(connection: sqlite3.Connection) -> None:
    """Empty the index, also a damaged one; inside a transaction."""
    try:
        connection.execute("DROP TABLE IF EXISTS card_text")
    except sqlite3.DatabaseError:  # so damaged that it cannot even be opened: give it the tables of a new one
        _reset(connection)
        connection.execute("DROP TABLE card_text")
    connection.execute(schema.FULL_TEXT)


def is_sound(connection: sqlite3.Connection) -> bool:
    """Whether the index agrees with itself; slow, on the writing connection outside a transaction."""
    try:
        connection.execute("INSERT INTO card_text (card_text) VALUES ('integrity-check')")
    except sqlite3.DatabaseError:
        return False
    return True


def is_found(connection: sqlite3.Connection, number: int, summary: str) -> bool:
    """Whether the card `number` is found by the words of its summary (one without words is not looked for)."""
    query = fts_query(index_terms(summary).split()[:3])
    statement = "SELECT 1 FROM card_text WHERE card_text MATCH ? AND rowid = ?"
    return not query or connection.execute(statement, (query, number)).fetchone() is not None


def _reset(connection: sqlite3.Connection) -> None:
    new = sqlite3.connect(":memory:")
    new.execute(schema.FULL_TEXT)
    for table in ("card_text_data", "card_text_idx", "card_text_docsize", "card_text_config"):
        connection.execute(f"DELETE FROM {table}")
        for row in new.execute(f"SELECT * FROM {table}"):
            connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    new.close()


def _put(connection: sqlite3.Connection, number: int, words: Words) -> None:
    _change(
        connection,
        "INSERT INTO card_text (rowid, summary, body, names, files) VALUES (?, ?, ?, ?, ?)",
        (number, *words),
    )


def _take_out(connection: sqlite3.Connection, number: int, words: Words) -> None:
    _change(
        connection,
        "INSERT INTO card_text (card_text, rowid, summary, body, names, files) VALUES ('delete', ?, ?, ?, ?, ?)",
        (number, *words),
    )


def _change(connection: sqlite3.Connection, statement: str, values: tuple[int | str, ...]) -> None:
    try:
        connection.execute(statement, values)
    except sqlite3.DatabaseError as error:
        if code_of(error) & 0xFF in _NOT_OURS:
            raise FullTextDamaged from error
        raise

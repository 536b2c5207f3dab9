"""The tables, as numbered migrations. The number of the last one applied is the schema version of the file.

Truth: card and its satellites, observation, link, card_history, audit, forgotten, progress, embedding.
Derived, and rebuilt from the truth: card_text (full text), the vector index file.
Every row has a namespace; every question names it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

Migration = Callable[[sqlite3.Connection], None]

FULL_TEXT = """
CREATE VIRTUAL TABLE card_text USING fts5(
    summary, body, names, files, content='', tokenize="porter unicode61 remove_diacritics 2"
)
"""

_FIRST = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    # AUTOINCREMENT: a number that was a card's is never another's, so full text and caches cannot point astray.
    """
    CREATE TABLE card (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        namespace TEXT NOT NULL, id TEXT NOT NULL, handle TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL, scope TEXT NOT NULL, status TEXT NOT NULL, created_at REAL NOT NULL,
        session TEXT NOT NULL, ref TEXT NOT NULL, summary_key TEXT NOT NULL,
        summary TEXT NOT NULL, details TEXT NOT NULL, rationale TEXT NOT NULL, evidence TEXT NOT NULL,
        symbols TEXT NOT NULL, author TEXT NOT NULL, valid_from REAL NOT NULL,
        confidence REAL NOT NULL, importance REAL NOT NULL, sensitivity TEXT NOT NULL,
        confirmed_by TEXT NOT NULL, confirmed_at REAL, supersedes TEXT NOT NULL, superseded_by TEXT NOT NULL,
        expires_at REAL, version INTEGER NOT NULL, tokens INTEGER NOT NULL, branch TEXT NOT NULL,
        commit_id TEXT NOT NULL, rule TEXT NOT NULL, extra TEXT NOT NULL,
        UNIQUE (namespace, id)
    )
    """,
    "CREATE INDEX card_by_time ON card (namespace, created_at, status, kind, scope)",
    "CREATE INDEX card_by_word ON card (namespace, status, kind, scope, created_at)",
    "CREATE INDEX card_by_summary ON card (namespace, summary_key)",
    "CREATE INDEX card_by_ref ON card (namespace, ref) WHERE ref != ''",
    "CREATE INDEX card_by_session ON card (namespace, session) WHERE session != ''",
    """
    CREATE TABLE card_source (
        card INTEGER NOT NULL, position INTEGER NOT NULL, namespace TEXT NOT NULL,
        basis TEXT NOT NULL, locator TEXT NOT NULL, line INTEGER, title TEXT NOT NULL, at REAL NOT NULL,
        author TEXT NOT NULL,
        PRIMARY KEY (card, position)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX card_source_by_locator ON card_source (namespace, locator) WHERE locator != ''",
    """
    CREATE TABLE card_anchor (
        card INTEGER NOT NULL, position INTEGER NOT NULL, namespace TEXT NOT NULL,
        path TEXT NOT NULL, symbol TEXT NOT NULL, symbol_kind TEXT NOT NULL, signature_hash TEXT NOT NULL,
        body_hash TEXT NOT NULL, sketch BLOB NOT NULL, context TEXT NOT NULL, line INTEGER, commit_id TEXT NOT NULL,
        rival REAL NOT NULL,
        PRIMARY KEY (card, position)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE card_file (
        card INTEGER NOT NULL, position INTEGER NOT NULL, namespace TEXT NOT NULL, path TEXT NOT NULL,
        PRIMARY KEY (card, position)
    ) WITHOUT ROWID
    """,
    # Which cards speak of a file, by an anchor or by naming it.
    """
    CREATE TABLE card_place (
        namespace TEXT NOT NULL, path TEXT NOT NULL, card INTEGER NOT NULL,
        PRIMARY KEY (namespace, path, card)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX card_place_by_card ON card_place (card)",
    """
    CREATE TABLE card_history (
        card INTEGER NOT NULL, version INTEGER NOT NULL, namespace TEXT NOT NULL, at REAL NOT NULL,
        content TEXT NOT NULL,
        PRIMARY KEY (card, version)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE link (
        namespace TEXT NOT NULL, from_id TEXT NOT NULL, relation TEXT NOT NULL, to_id TEXT NOT NULL,
        PRIMARY KEY (namespace, from_id, relation, to_id)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX link_by_end ON link (namespace, to_id)",
    """
    CREATE TABLE observation (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        namespace TEXT NOT NULL, digest TEXT NOT NULL,
        basis TEXT NOT NULL, locator TEXT NOT NULL, line INTEGER, title TEXT NOT NULL, at REAL NOT NULL,
        author TEXT NOT NULL, subject TEXT NOT NULL, session TEXT NOT NULL, files TEXT NOT NULL,
        symbols TEXT NOT NULL, sensitivity TEXT NOT NULL, body BLOB NOT NULL, stored_at REAL NOT NULL,
        UNIQUE (namespace, digest)
    )
    """,
    "CREATE INDEX observation_by_session ON observation (namespace, session) WHERE session != ''",
    "CREATE INDEX observation_by_time ON observation (namespace, at)",
    """
    CREATE TABLE card_observation (
        card INTEGER NOT NULL, observation INTEGER NOT NULL, namespace TEXT NOT NULL,
        PRIMARY KEY (card, observation)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX card_observation_by_observation ON card_observation (observation)",
    # A vector is never changed in place: a new one gets a new number, so an index knows what it has not seen.
    """
    CREATE TABLE embedding (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        namespace TEXT NOT NULL, model_id TEXT NOT NULL, card INTEGER NOT NULL, vector BLOB NOT NULL,
        UNIQUE (namespace, model_id, card)
    )
    """,
    "CREATE INDEX embedding_by_number ON embedding (namespace, model_id)",
    "CREATE INDEX embedding_by_card ON embedding (card)",
    """
    CREATE TABLE vector_index (
        namespace TEXT NOT NULL, model_id TEXT NOT NULL, file TEXT NOT NULL, digest TEXT NOT NULL,
        dimensions INTEGER NOT NULL, last_number INTEGER NOT NULL, size INTEGER NOT NULL,
        PRIMARY KEY (namespace, model_id)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE change (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, namespace TEXT NOT NULL, card_id TEXT NOT NULL, op TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE audit (
        number INTEGER PRIMARY KEY AUTOINCREMENT, namespace TEXT NOT NULL, at REAL NOT NULL, actor TEXT NOT NULL,
        action TEXT NOT NULL, subject TEXT NOT NULL, detail TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE forgotten (
        namespace TEXT NOT NULL, digest TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (namespace, digest)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE progress (
        namespace TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (namespace, key)
    ) WITHOUT ROWID
    """,
    FULL_TEXT,
)


# What the query planner should think of the indexes: rows, then rows that share the first column, the first two, …
# Without it the planner takes a namespace, which nearly all rows share, for a good way to find a few of them.
_STATISTICS = (
    ("card", "sqlite_autoindex_card_1", "100000 1"),
    ("card", "sqlite_autoindex_card_2", "100000 100000 1"),
    ("card", "card_by_time", "100000 100000 2 2 2 2"),
    ("card", "card_by_word", "100000 100000 25000 10000 5000 2"),
    ("card", "card_by_summary", "100000 100000 1"),
    ("card", "card_by_ref", "100000 100000 1"),
    ("card", "card_by_session", "100000 100000 50"),
    ("card_source", "card_source", "100000 1 1"),
    ("card_source", "card_source_by_locator", "100000 100000 2"),
    ("card_anchor", "card_anchor", "100000 1 1"),
    ("card_file", "card_file", "300000 3 1"),
    ("card_place", "card_place", "300000 300000 100 1"),
    ("card_place", "card_place_by_card", "300000 3"),
    ("card_history", "card_history", "10000 2 1"),
    ("link", "link", "10000 10000 2 1 1"),
    ("link", "link_by_end", "10000 10000 2"),
    ("observation", "sqlite_autoindex_observation_1", "100000 100000 1"),
    ("observation", "observation_by_session", "100000 100000 50"),
    ("observation", "observation_by_time", "100000 100000 2"),
    ("card_observation", "card_observation", "100000 1 1"),
    ("card_observation", "card_observation_by_observation", "100000 2"),
    ("embedding", "sqlite_autoindex_embedding_1", "100000 100000 100000 1"),
    ("embedding", "embedding_by_number", "100000 100000 100000"),
    ("embedding", "embedding_by_card", "100000 1"),
)


def lay_the_tables(connection: sqlite3.Connection) -> None:
    """Schema version 1."""
    for statement in _FIRST:
        connection.execute(statement)
    connection.execute("ANALYZE")  # makes the table of statistics
    connection.executemany("INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)", _STATISTICS)


MIGRATIONS: tuple[Migration, ...] = (lay_the_tables,)

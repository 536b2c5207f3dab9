"""Bringing a database file to the schema this program knows, with a backup before each step."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence

from whylens.model.errors import ReadOnly
from whylens.recall import terms
from whylens.store import backup, cards, fulltext
from whylens.store.schema import MIGRATIONS, Migration

log = logging.getLogger(__name__)

_PAGE = 500


def version_of(connection: sqlite3.Connection) -> int:
    """The schema version of the file, 0 when it is new."""
    return connection.execute("PRAGMA user_version").fetchone()[0]


def check(connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> bool:
    """Whether the file is as this program needs it; raises `ReadOnly` when a newer program has changed it."""
    version = version_of(connection)
    cutting = _cutting(connection) if version else 0
    if version > len(migrations) or cutting > terms.VERSION:
        raise ReadOnly(
            f"this memory was written by a newer Whylens (schema {version}.{cutting}, known here: "
            f"{len(migrations)}.{terms.VERSION}); it can be read, not written: update Whylens"
        )
    return version == len(migrations) and cutting == terms.VERSION


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Apply what is missing, one transaction a step; called inside the write lock.

    Whoever comes second finds the work done: the version is read again here.
    """
    for step in range(version_of(connection), len(migrations)):
        if step > 0:
            backup.before_migration(connection, step)
        connection.execute("BEGIN IMMEDIATE")
        try:
            migrations[step](connection)
            connection.execute(f"PRAGMA user_version={step + 1}")
            if step == 0:
                _note_cutting(connection)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # on a full disk SQLite has rolled back by itself
                connection.execute("ROLLBACK")
            raise
    if _cutting(connection) != terms.VERSION:
        connection.execute("BEGIN IMMEDIATE")
        rebuild_full_text(connection)
        connection.execute("COMMIT")


def rebuild_full_text(connection: sqlite3.Connection) -> int:
    """Make the full-text index anew from the cards of all namespaces, inside a transaction; how many."""
    fulltext.clear(connection)
    total = 0
    for (namespace,) in connection.execute("SELECT DISTINCT namespace FROM card").fetchall():
        last = 0
        while page := cards.read_numbered(
            connection, namespace, "number > ? ORDER BY number LIMIT ?", (last, _PAGE)
        ):
            fulltext.rebuild(connection, page)
            last, total = page[-1][0], total + len(page)
    _note_cutting(connection)
    return total


def _cutting(connection: sqlite3.Connection) -> int:
    """The version of the word cutting the full-text index was made with."""
    found = connection.execute("SELECT value FROM meta WHERE key = 'terms'").fetchone()
    return int(found[0]) if found else 0


def _note_cutting(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('terms', ?)", (str(terms.VERSION),))

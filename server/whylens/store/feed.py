"""The change feed: what was saved or forgotten, in order, for other windows and caches."""

from __future__ import annotations

import sqlite3

from whylens.store.port import Change, Changes

#: Steps kept; a process that is further behind reads everything anew.
KEPT = 50_000

#: At most this many steps are handed out at once.
PAGE = 10_000


def note(connection: sqlite3.Connection, namespace: str, card_id: str, op: str) -> None:
    """Add a step."""
    connection.execute(
        "INSERT INTO change (namespace, card_id, op) VALUES (?, ?, ?)", (namespace, card_id, op)
    )


def since(connection: sqlite3.Connection, namespace: str, seq: int) -> Changes:
    """The steps after `seq`, oldest first."""
    found = connection.execute(
        "SELECT seq, card_id, op FROM change WHERE seq > ? AND namespace = ? ORDER BY seq LIMIT ?",
        (seq, namespace, PAGE),
    ).fetchall()
    items = tuple(Change(*row) for row in found)
    oldest = connection.execute("SELECT min(seq) FROM change").fetchone()[
        0
    ]  # of all namespaces: pruned together
    last = items[-1].seq if len(items) == PAGE else max(seq, last_seq(connection))
    return Changes(last, items, complete=oldest is None or seq >= oldest - 1)


def last_seq(connection: sqlite3.Connection) -> int:
    """The number of the newest step of any namespace, 0 when there is none."""
    return connection.execute("SELECT coalesce(max(seq), 0) FROM change").fetchone()[0]


def prune(connection: sqlite3.Connection) -> int:
    """Drop the oldest steps beyond `KEPT`; how many."""
    return connection.execute("DELETE FROM change WHERE seq <= ?", (last_seq(connection) - KEPT,)).rowcount

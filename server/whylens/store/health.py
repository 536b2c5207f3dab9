"""The state of a database in figures, and the slow check of all its pages."""

from __future__ import annotations

import sqlite3
from typing import Any

from whylens.store import backup, fulltext, migrate
from whylens.store.database import Database
from whylens.store.lanes import Lanes
from whylens.store.port import Lane
from whylens.store.vector_index import SUFFIX

#: Cards looked up to see whether the full-text index finds them.
_SAMPLES = 20

Version = tuple[int, ...]

#: The race between a checkpoint and a commit (WAL reset) was mended in these versions.
_MENDED_BRANCHES = {(3, 44): 6, (3, 50): 7}
_MENDED: Version = (3, 51, 3)


def has_reset_race(version: Version) -> bool:
    """Whether this SQLite can damage a database when a checkpoint meets a commit; our lock keeps them apart."""
    if version >= _MENDED:
        return False
    patch = _MENDED_BRANCHES.get((version[0], version[1]))
    return patch is None or version[2] < patch


def stats(
    connection: sqlite3.Connection, database: Database, namespace: str, lanes: Lanes | None
) -> dict[str, Any]:
    """Sizes, counts and the state of the write queue. Bytes, rows and seconds."""
    return {
        "sqlite": sqlite3.sqlite_version,
        "walResetBug": has_reset_race(sqlite3.sqlite_version_info),
        "schema": migrate.version_of(connection),
        "bytes": _sizes(database),
        "vectors": _vectors(connection, namespace),
        "observations": count(connection, namespace, "observation"),
        "forgotten": count(connection, namespace, "forgotten"),
        "queue": _queue(database, lanes),
    }


def count(connection: sqlite3.Connection, namespace: str, table: str) -> int:
    """Rows of a table."""
    return connection.execute(f"SELECT count(*) FROM {table} WHERE namespace = ?", (namespace,)).fetchone()[0]


def is_sound(connection: sqlite3.Connection) -> bool:
    """Whether every page of the file is as it should be. Slow."""
    return connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"


def examine(connection: sqlite3.Connection) -> list[str]:
    """What is wrong with the file, in words; nothing when all is well."""
    wrong = [row[0] for row in connection.execute("PRAGMA quick_check(5)") if row[0] != "ok"]
    cards, indexed = _in_full_text(connection)
    if not wrong and cards != indexed:
        wrong.append(f"{cards} cards, but {indexed} in the full-text index")
    return wrong


def full_text_is_sound(connection: sqlite3.Connection) -> bool:
    """Whether the full-text index is whole and has every card; on the writing connection."""
    held, indexed = _in_full_text(connection)
    return held == indexed and fulltext.is_sound(connection) and _samples_are_found(connection)


def _samples_are_found(connection: sqlite3.Connection) -> bool:
    """Whether some cards, spread over all, are found by their own words."""
    highest = connection.execute("SELECT coalesce(max(number), 0) FROM card").fetchone()[
        0
    ]  # of all namespaces
    for number in range(1, highest + 1, max(1, highest // _SAMPLES)):
        found = connection.execute(
            "SELECT number, summary FROM card WHERE number >= ? ORDER BY number LIMIT 1", (number,)
        ).fetchone()
        if found and not fulltext.is_found(connection, *found):
            return False
    return True


def _in_full_text(connection: sqlite3.Connection) -> tuple[int, int]:
    """How many cards there are, and how many are indexed; of all namespaces, as the index is."""
    cards = connection.execute("SELECT count(*) FROM card").fetchone()[0]
    return cards, connection.execute("SELECT count(*) FROM card_text_docsize").fetchone()[0]


def _vectors(connection: sqlite3.Connection, namespace: str) -> int:
    return connection.execute(
        "SELECT coalesce(max(n), 0) FROM ("
        "SELECT count(*) AS n FROM embedding WHERE namespace = ? GROUP BY model_id)",
        (namespace,),
    ).fetchone()[0]


def _sizes(database: Database) -> dict[str, int]:
    return {
        "database": _size([database.path]),
        "log": database.wal_size(),
        "index": _size(database.folder.glob(f"*{SUFFIX}")),
        "backups": _size([*backup.newest_first(database.folder), *backup.set_aside(database.folder)]),
    }


def _size(paths: Any) -> int:
    return sum(path.stat().st_size for path in paths if path.exists())


def _queue(database: Database, lanes: Lanes | None) -> dict[str, float]:
    if lanes is None:
        return {}
    return {
        "user": lanes.depth(Lane.USER),
        "capture": lanes.depth(Lane.CAPTURE),
        "refused": lanes.refused,
        "coalesced": lanes.coalesced,
        "waiting": round(database.lock.waiting, 3),
    }

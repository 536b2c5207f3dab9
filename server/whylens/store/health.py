"""The state of a database in figures, and the slow check of all its pages."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from whylens.store import backup, migrate
from whylens.store.database import Database
from whylens.store.lanes import Lanes
from whylens.store.port import Lane
from whylens.store.vector_index import SUFFIX

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


def examine(connection: sqlite3.Connection, folder: Path) -> dict[str, Any]:
    """`ok`, and `detail`: what is wrong, or what was checked."""
    wrong = [row[0] for row in connection.execute("PRAGMA quick_check(5)") if row[0] != "ok"]
    cards = connection.execute("SELECT count(*) FROM card").fetchone()[
        0
    ]  # of all namespaces, as the full text
    indexed = connection.execute("SELECT count(*) FROM card_text_docsize").fetchone()[0]
    if not wrong and cards != indexed:
        wrong.append(f"{cards} cards, but {indexed} in the full-text index")
    copies = len(backup.newest_first(folder))
    return {
        "ok": not wrong,
        "detail": "; ".join(wrong) or f"{cards} cards, every page sound, {copies} backups",
    }


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

"""Backup files beside the database, named so that the newest sorts last."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

FOLDER = "backups"

#: Older backups than the newest this many are removed.
KEPT = 3


def before_migration(connection: sqlite3.Connection, version: int) -> Path:
    """A copy of the database as it is with schema `version`."""
    return make(connection, f"schema-{version}")


def make(connection: sqlite3.Connection, why: str) -> Path:
    """Copy the database of `connection` into the backup folder, whole and compact; called inside the write lock."""
    database = Path(connection.execute("PRAGMA database_list").fetchone()[2])
    folder = database.parent / FOLDER
    folder.mkdir(exist_ok=True)
    target = folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-{why}.db"
    part = target.with_suffix(".part")
    connection.execute("VACUUM INTO ?", (str(part),))
    part.replace(target)
    for old in newest_first(database.parent)[KEPT:]:
        old.unlink(missing_ok=True)
    return target


def newest_first(folder: Path) -> list[Path]:
    """The backups of the database in `folder`."""
    return sorted((folder / FOLDER).glob("*.db"), reverse=True)

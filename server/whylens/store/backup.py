"""Copies of the database beside it: backups, and damaged files set aside. Names sort by time."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

FOLDER = "backups"
SET_ASIDE = "damaged"

#: Older backups than the newest this many are removed.
KEPT = 3

#: The upkeep makes a backup when the newest is older than this, in seconds.
EVERY = 24 * 3600.0


def before_migration(connection: sqlite3.Connection, version: int) -> Path:
    """A copy of the database as it is with schema `version`."""
    return make(connection, f"schema-{version}")


def make(connection: sqlite3.Connection, why: str) -> Path:
    """Copy the database of `connection`, whole and compact; outside a transaction."""
    folder = Path(connection.execute("PRAGMA database_list").fetchone()[2]).parent
    (folder / FOLDER).mkdir(exist_ok=True, mode=0o700)
    target = folder / FOLDER / f"{stamp()}-{why}.db"
    part = target.with_suffix(".part")
    try:
        part.touch(mode=0o600)
        connection.execute("VACUUM INTO ?", (str(part),))
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)  # what is left when the disk was full
    for old in newest_first(folder)[KEPT:]:
        old.unlink(missing_ok=True)
    return target


def is_due(folder: Path, now: float) -> bool:
    """Whether the newest backup is more than a day old."""
    newest = newest_first(folder)
    return not newest or now - newest[0].stat().st_mtime > EVERY


def newest_first(folder: Path) -> list[Path]:
    """The backups of the database in `folder`."""
    return sorted((folder / FOLDER).glob("*.db"), reverse=True)


def left_of(folder: Path, database: str) -> str:
    """What is left of a database that is empty or gone, in words; empty when there never was one.

    A log beside an empty file counts: SQLite deletes it when it opens such a file.
    """
    backups = len(newest_first(folder))
    if backups:
        return "a backup" if backups == 1 else f"{backups} backups"
    log = folder / f"{database}-wal"
    if log.exists() and log.stat().st_size > 0:
        return "its log"
    if any(folder.glob(f"{SET_ASIDE}-*.db")):
        return "a damaged file"
    return "a search index" if any(folder.glob("vectors-*.usearch")) else ""


def set_aside(folder: Path) -> list[Path]:
    """Damaged database files that were set aside, with their logs, and copies that were never finished."""
    return [*sorted(folder.glob(f"{SET_ASIDE}-*")), *(folder / FOLDER).glob("*.part")]


def stamp() -> str:
    """The time as it stands in file names."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"

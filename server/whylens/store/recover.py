"""Repair of a damaged database: set it aside, begin from the newest sound backup, save what can still be read."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import zstandard

from whylens.store import backup, cards, health, migrate
from whylens.store.database import FILE, OPEN_SECONDS, Database, open_to_read

log = logging.getLogger(__name__)

#: What a damaged file may throw at whoever reads it.
_UNREADABLE = (sqlite3.Error, ValueError, TypeError, KeyError, OverflowError, zstandard.ZstdError)

_OBSERVATION = (
    "namespace, digest, basis, locator, line, title, at, author, subject, session, files, symbols, sensitivity, "
    "body, stored_at"
)


@dataclass(frozen=True, slots=True)
class Recovery:
    """What a repair did: where the damaged file is, the backup begun from, and what was read from the damaged one."""

    set_aside: Path | None = None
    backup: Path | None = None
    cards: int = 0
    observations: int = 0

    def __str__(self) -> str:
        if self.set_aside is None:
            return "the database is sound; the full-text index was made anew"
        start = (
            f"began from the backup {self.backup.name}"
            if self.backup
            else "there was no backup to begin from"
        )
        return (
            f"the damaged file was set aside as {self.set_aside.name}; {start}; "
            f"{self.cards} cards and {self.observations} observations were read from the damaged file; "
            "the next learning reads the repository again"
        )


def recover(folder: Path, how_far: Sequence[str] = ()) -> str:
    """Repair the database in `folder` if it needs it; what was done, in words."""
    return str(repair(folder, how_far))


def repair(folder: Path, how_far: Sequence[str] = ()) -> Recovery:
    """Repair the database in `folder`: nothing is deleted. Raises `Busy` while another process is writing.

    `how_far` names the progress (keys, or their beginnings up to a colon) that says how far reading came: it is
    dropped, so that the next learning reads everything again. All other progress outlasts the damage.
    """
    database = Database(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with database.lock.held(timeout=OPEN_SECONDS):
        left = database.is_empty() and backup.left_of(folder, FILE)
        if not left and (not database.path.exists() or _is_sound(database.path)):
            _make_full_text(database)
            return Recovery()
        damaged = _set_aside(folder)
        start = next(filter(_is_sound, backup.newest_first(folder)), None)
        if start is not None:
            part = database.path.with_suffix(".part")
            part.touch(mode=0o600)
            shutil.copyfile(start, part)
            part.replace(database.path)
        connection = database.to_write(anew=True)
        recovery = _salvage(connection, damaged, start, how_far)
        database.close_writer()
        return recovery


def _make_full_text(database: Database) -> None:
    connection = database.to_write()
    connection.execute("BEGIN IMMEDIATE")
    migrate.rebuild_full_text(connection)
    connection.execute("COMMIT")
    database.close_writer()


def _is_sound(path: Path) -> bool:
    try:
        connection = open_to_read(path)
    except sqlite3.Error:
        return False
    try:
        return health.is_sound(connection) and migrate.version_of(connection) > 0
    except sqlite3.Error:
        return False
    finally:
        connection.close()


def _set_aside(folder: Path) -> Path:
    """Rename the database and its log together, so that they still belong together; one that is gone is empty."""
    target = folder / f"{backup.SET_ASIDE}-{backup.stamp()}.db"
    (folder / FILE).touch()
    for suffix in ("-wal", "-shm", ""):
        part = folder / f"{FILE}{suffix}"
        if part.exists():
            part.replace(folder / f"{target.name}{suffix}")
    return target


def _salvage(
    connection: sqlite3.Connection, damaged: Path, start: Path | None, how_far: Sequence[str]
) -> Recovery:
    connection.execute("BEGIN IMMEDIATE")
    _read_anew(connection, how_far)
    kept = observations = 0
    if damaged.stat().st_size == 0:  # SQLite would delete the log beside it
        connection.execute("COMMIT")
        return Recovery(damaged, start)
    try:
        source = open_to_read(damaged)
    except sqlite3.Error:
        log.warning("nothing can be read from the damaged file")
    else:
        _copy(connection, source, "forgotten", "namespace, digest, at")
        _copy(connection, source, "link", "namespace, from_id, relation, to_id")
        _copy(connection, source, "progress", "namespace, key, value", over=True)
        _read_anew(connection, how_far)
        observations = _copy(connection, source, "observation", _OBSERVATION)
        kept = _salvage_cards(connection, source)
        source.close()
    connection.execute("COMMIT")
    return Recovery(damaged, start, kept, observations)


def _read_anew(connection: sqlite3.Connection, how_far: Sequence[str]) -> None:
    """Drop, for all namespaces, what says how far reading came."""
    for key in how_far:
        condition = "substr(key, 1, length(?1)) = ?1" if key.endswith(":") else "key = ?1"
        connection.execute(f"DELETE FROM progress WHERE {condition}", (key,))


def _salvage_cards(connection: sqlite3.Connection, source: sqlite3.Connection) -> int:
    """Save every card that can be read whole and is not there, or older, in the database begun from."""
    kept = 0
    for number in _numbers(source, "card"):
        try:
            (namespace,) = source.execute("SELECT namespace FROM card WHERE number = ?", (number,)).fetchone()
            [(_, card)] = cards.read_numbered(source, namespace, "number = ?", (number,))
            digests = source.execute(
                "SELECT digest FROM card_observation JOIN observation "
                "ON observation.number = card_observation.observation "
                "WHERE card_observation.namespace = ? AND card = ?",
                (namespace, number),
            ).fetchall()
        except _UNREADABLE:
            continue
        present = cards.get_many(connection, namespace, [card.id])
        if present and present[0].version >= card.version:
            continue
        new_number, _ = cards.save(connection, namespace, card, card.created_at)
        connection.executemany(
            "INSERT OR IGNORE INTO card_observation (card, observation, namespace) "
            "SELECT ?, number, namespace FROM observation WHERE namespace = ? AND digest = ?",
            [(new_number, namespace, digest) for (digest,) in digests],
        )
        kept += 1
    return kept


def _copy(
    connection: sqlite3.Connection,
    source: sqlite3.Connection,
    table: str,
    columns: str,
    *,
    over: bool = False,
) -> int:
    """Copy the rows of `table` that can be read and are not there, or `over` those that are; how many."""
    verb = "INSERT OR REPLACE" if over else "INSERT OR IGNORE"
    marks = ", ".join("?" * len(columns.split(",")))
    statement = f"{verb} INTO {table} ({columns}) VALUES ({marks})"
    copied = 0
    for row in _rows(source, table, columns):
        try:
            if table == "observation":
                zstandard.ZstdDecompressor().decompress(row[-2])  # the body is whole
            copied += connection.execute(statement, row).rowcount
        except _UNREADABLE:
            continue
    return copied


def _rows(source: sqlite3.Connection, table: str, columns: str) -> Iterator[tuple[Any, ...]]:
    if table == "observation":
        for number in _numbers(source, table):
            try:
                yield source.execute(f"SELECT {columns} FROM {table} WHERE number = ?", (number,)).fetchone()
            except _UNREADABLE:
                continue
        return
    try:  # small tables without numbers: as far as they can be read
        yield from source.execute(f"SELECT {columns} FROM {table}")
    except _UNREADABLE:
        log.warning("the table %s could be read in part only", table)


def _numbers(source: sqlite3.Connection, table: str) -> list[int]:
    """Numbers of the rows of `table`, going on one by one behind a place that cannot be read."""
    found: list[int] = []
    try:
        for (number,) in source.execute(f"SELECT number FROM {table} ORDER BY number"):
            found.append(number)
    except _UNREADABLE:
        found += _one_by_one(source, table, found[-1] if found else 0, _last_number(source, table))
    return found


def _one_by_one(source: sqlite3.Connection, table: str, after: int, last: int) -> list[int]:
    found: list[int] = []
    for number in range(after + 1, last + 1):
        try:
            if source.execute(f"SELECT 1 FROM {table} WHERE number = ?", (number,)).fetchone():
                found.append(number)
        except _UNREADABLE:
            continue
    return found


def _last_number(source: sqlite3.Connection, table: str) -> int:
    """The highest number ever given in `table`; 0 when that cannot be read."""
    try:
        row = source.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
    except _UNREADABLE:
        return 0
    return row[0] if row else 0

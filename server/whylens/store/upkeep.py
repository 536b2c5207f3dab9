"""What is done now and then by one process at a time: vector index, backup, the end of the change feed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from whylens.store import backup, feed, health, migrate, vector_index, vectors
from whylens.store.database import Database
from whylens.store.failure import of_system, translate
from whylens.store.port import Lane
from whylens.store.readers import ReadPool
from whylens.store.write_lock import maintenance_lock


class Write(Protocol):
    """Queues a job of the write thread."""

    def __call__(
        self, job: Callable[[sqlite3.Connection], Any], *, lane: Lane, key: str = "", bare: bool = False
    ) -> Future[Any]: ...


def maintain(
    database: Database, readers: ReadPool, write: Write, namespace: str, now: float
) -> dict[str, Any]:
    """Do what is due unless another process is at it; `done` names what was. Raises `StorageError`s."""
    lock = maintenance_lock(database.folder)
    if not lock.try_acquire():
        return {"done": [], "busy": True}
    try:
        due = _due_models(readers, namespace)
        done = [f"index of {model_id}" for model_id in due]
        for model_id in due:
            _make_index(database, readers, write, namespace, model_id)
        if backup.is_due(database.folder, now):
            done += write(_look_over, lane=Lane.CAPTURE, bare=True).result()
            done += _back_up(database)
        write(lambda connection: _tidy(connection, database), lane=Lane.CAPTURE).result()
        return {"done": done}
    except sqlite3.Error as error:
        raise translate(error) from error
    except OSError as error:
        raise of_system(error) from error
    finally:
        lock.release()


def _due_models(readers: ReadPool, namespace: str) -> list[str]:
    with readers.snapshot() as connection:
        return [
            model_id
            for model_id in vectors.models(connection, namespace)
            if vector_index.is_due(connection, namespace, model_id)
        ]


def _make_index(database: Database, readers: ReadPool, write: Write, namespace: str, model_id: str) -> None:
    def page(after: int, limit: int) -> Sequence[tuple[int, bytes]]:
        # A snapshot a page: a long one would keep the log from being folded in.
        with readers.snapshot() as connection:
            return vectors.after(connection, namespace, model_id, after, limit)

    with readers.snapshot() as connection:
        old = vector_index.recorded(connection, namespace, model_id)
        extend = vector_index.can_be_extended(connection, namespace, model_id)
        dimensions = vectors.dimensions(connection, namespace, model_id)
    made = vector_index.make(database.folder, old, dimensions, page, extend=extend)
    write(
        lambda connection: vector_index.record(connection, namespace, model_id, made), lane=Lane.CAPTURE
    ).result()


def _look_over(connection: sqlite3.Connection) -> list[str]:
    """Once a day: see whether the full-text index is sound, and make it anew if not."""
    if health.full_text_is_sound(connection):
        return []
    connection.execute("BEGIN IMMEDIATE")
    migrate.rebuild_full_text(connection)
    connection.execute("COMMIT")
    return ["full text"]


def _back_up(database: Database) -> list[str]:
    """Once a day: a copy, made by a reader so that nobody waits for it."""
    connection = database.to_read()
    try:
        connection.execute("PRAGMA query_only=OFF")  # it would forbid writing the copy, too
        backup.make(connection, "daily")
    finally:
        connection.close()
    return ["backup"]


def _tidy(connection: sqlite3.Connection, database: Database) -> None:
    feed.prune(connection)
    vector_index.sweep(connection, database.folder)

"""What is done now and then by one process at a time: vector index, backup, the end of the change feed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from whylens.store import backup, feed, health, migrate, vector_index, vectors
from whylens.store.database import Database
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
    """Do what is due unless another process is at it; `done` names what was."""
    lock = maintenance_lock(database.folder)
    if not lock.try_acquire():
        return {"done": [], "busy": True}
    try:
        due = _due_models(readers, namespace)
        done = [f"index of {model_id}" for model_id in due]
        for model_id in due:
            _make_index(database, readers, write, namespace, model_id)
        if backup.is_due(database.folder, now):
            done += write(_daily, lane=Lane.CAPTURE, bare=True).result()
        write(lambda connection: _tidy(connection, database), lane=Lane.CAPTURE).result()
        return {"done": done}
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


def _daily(connection: sqlite3.Connection) -> list[str]:
    """Once a day: look the full-text index over, and make a backup."""
    done = ["backup"]
    if not health.full_text_is_sound(connection):
        connection.execute("BEGIN IMMEDIATE")
        migrate.rebuild_full_text(connection)
        connection.execute("COMMIT")
        done.append("full text")
    backup.make(connection, "daily")
    return done


def _tidy(connection: sqlite3.Connection, database: Database) -> None:
    feed.prune(connection)
    vector_index.sweep(connection, database.folder)

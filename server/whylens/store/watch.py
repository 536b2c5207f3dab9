"""Notices that cards were changed by any process, for the price of reading one integer."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable

from whylens.model.errors import StorageError
from whylens.store import feed
from whylens.store.failure import CLOSED, translate


class Watcher:
    """Asks one connection of its own: SQLite counts, per connection, the commits of the others.

    Only when that count has moved is the change feed looked at, so vectors and progress move nothing.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection], identity: Callable[[], object]) -> None:
        self._connect = connect
        self._identity = identity
        self._guard = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._file: object = None
        self._files = 0
        self._commits = -1
        self._seq = 0
        self._closed = False

    def version(self) -> int:
        """A number that moves when a card was saved or forgotten, or the file was replaced."""
        with self._guard:
            if self._closed:
                raise StorageError(CLOSED)
            try:
                return self._look()
            except sqlite3.Error as error:
                raise translate(error) from error

    def close(self) -> None:
        """Let go of the file."""
        with self._guard:
            self._closed = True
            self._drop()

    def _look(self) -> int:
        current = self._identity()
        if self._connection is None or current != self._file:
            self._drop()
            self._connection, self._file, self._commits = self._connect(), current, -1
            self._files += 1
        commits = self._connection.execute("PRAGMA data_version").fetchone()[0]
        if commits != self._commits:
            self._commits, self._seq = commits, feed.last_seq(self._connection)
        return (self._files << 40) + self._seq

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

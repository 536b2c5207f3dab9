"""Connections for reading: read-only, borrowed by one thread at a time, each question with a time limit."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from whylens.model.errors import StorageError
from whylens.store.failure import CLOSED, translate

#: Steps of SQLite's virtual machine between two looks at the clock: about 20 µs.
STEPS = 1000


class ReadPool:
    """Lends connections made by `connect`; `identity` says which file they belong to, so old ones are not lent."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], identity: Callable[[], object]) -> None:
        self._connect = connect
        self._identity = identity
        self._guard = threading.Lock()
        self._free: list[tuple[object, sqlite3.Connection]] = []
        self._closed = False

    @contextmanager
    def snapshot(self, deadline: float | None = None) -> Generator[sqlite3.Connection]:
        """A connection that sees one state of the database; past `deadline` seconds: `Unavailable`."""
        identity, connection = self._borrow()
        healthy = False
        try:
            _limit(connection, deadline)
            connection.execute("BEGIN")
            yield connection
            healthy = True
        except sqlite3.Error as error:
            raise translate(error) from error
        finally:
            self._give_back(identity, connection, healthy)

    def close(self) -> None:
        """Close what is not lent; what is lent is closed when it comes back."""
        with self._guard:
            self._closed = True
            free, self._free = self._free, []
        for _, connection in free:
            connection.close()

    def _borrow(self) -> tuple[object, sqlite3.Connection]:
        current = self._identity()
        while True:
            with self._guard:
                if self._closed:
                    raise StorageError(CLOSED)
                identity, connection = self._free.pop() if self._free else (None, None)
            if connection is None:
                return current, self._made()
            if identity == current:
                return identity, connection
            connection.close()

    def _made(self) -> sqlite3.Connection:
        if self._closed:
            raise StorageError(CLOSED)
        try:
            return self._connect()
        except sqlite3.Error as error:
            raise translate(error) from error

    def _give_back(self, identity: object, connection: sqlite3.Connection, healthy: bool) -> None:
        try:
            connection.set_progress_handler(None, 0)
            if connection.in_transaction:
                connection.execute("COMMIT" if healthy else "ROLLBACK")
        except sqlite3.Error:
            connection.close()
            return
        with self._guard:
            if not self._closed:
                self._free.append((identity, connection))
                return
        connection.close()


def _limit(connection: sqlite3.Connection, deadline: float | None) -> None:
    if deadline is None:
        return
    end = time.monotonic() + deadline
    connection.set_progress_handler(lambda: time.monotonic() > end, STEPS)

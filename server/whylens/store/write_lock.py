"""The lock around every write and checkpoint of one database, fair between processes.

Two reasons: before SQLite 3.51.3 a checkpoint that meets another connection's commit can damage the file, and
waiting in the kernel's queue is fairer than retrying.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from whylens.model.errors import Busy
from whylens.runtime.locks import FileLock
from whylens.store.failure import HELD_TOO_LONG

WRITE_LOCK = "write.lock"
MAINTENANCE_LOCK = "maintenance.lock"


class WriteLock:
    """Taken by the write thread; `waiting` says for how long it has been trying (seconds, 0 when it is not)."""

    def __init__(self, folder: Path) -> None:
        self._lock = FileLock(folder / WRITE_LOCK)
        self._since: float | None = None

    @property
    def waiting(self) -> float:
        """Seconds since the write thread began to wait for another process."""
        since = self._since
        return 0.0 if since is None else time.monotonic() - since

    @contextmanager
    def held(self, timeout: float | None = None) -> Generator[None]:
        """Hold the lock for the block; raises `Busy` when it is not free within `timeout` seconds."""
        self._since = time.monotonic()
        try:
            self._lock.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)  # it may have been deleted
            if timeout is None:
                self._lock.acquire()
            elif not self._lock.try_acquire(timeout):
                raise Busy(HELD_TOO_LONG)
        finally:
            self._since = None
        try:
            yield
        finally:
            self._lock.release()


def maintenance_lock(folder: Path) -> FileLock:
    """The lock of the one process that does the upkeep of `folder`."""
    return FileLock(folder / MAINTENANCE_LOCK)

"""The queue of the write thread: two lanes, the user's first."""

from __future__ import annotations

import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from whylens.model.errors import Busy, StorageError
from whylens.store.failure import CLOSED
from whylens.store.port import Lane

Job = Callable[[sqlite3.Connection], Any]

#: Captured jobs that may wait; more are refused. The user's are never refused.
QUEUE_SIZE = 1000


@dataclass(slots=True)
class Entry:
    """One queued job and everyone waiting for its result.

    `alone`: it must not share a transaction. `bare`: it makes its own transactions (clean-up work).
    `mended`: it has met a damaged full-text index once, which was made anew.
    """

    job: Job
    lane: Lane
    key: str = ""
    alone: bool = False
    bare: bool = False
    mended: bool = False
    futures: list[Future[Any]] = field(default_factory=list[Future[Any]])
    result: Any = None

    def done(self) -> None:
        """Tell everyone the result."""
        for future in self.futures:
            future.set_result(self.result)

    def failed(self, error: Exception) -> None:
        """Tell everyone the error."""
        for future in self.futures:
            future.set_exception(error)


class Lanes:
    """The queue of the write thread: the user's jobs first, then captured ones, the latter at most `size`."""

    def __init__(self, size: int = QUEUE_SIZE) -> None:
        self.size = size
        self.refused = 0
        self.coalesced = 0
        self._changed = threading.Condition()
        self._waiting: dict[Lane, deque[Entry]] = {Lane.USER: deque(), Lane.CAPTURE: deque()}
        self._by_key: dict[str, Entry] = {}
        self._closed = False

    def depth(self, lane: Lane) -> int:
        """How many jobs wait in `lane`."""
        return len(self._waiting[lane])

    def put(self, entry: Entry) -> None:
        """Queue `entry`, replace a queued one of the same key, or refuse: raises `Busy` or `StorageError`."""
        with self._changed:
            if self._closed:
                raise StorageError(CLOSED)
            if entry.lane is Lane.CAPTURE:
                if (queued := self._by_key.get(entry.key)) is not None:
                    queued.job = entry.job
                    queued.futures.extend(entry.futures)
                    self.coalesced += 1
                    return
                if len(self._waiting[Lane.CAPTURE]) >= self.size:
                    self.refused += 1
                    raise Busy(
                        "too much is waiting to be written, and this was left out: run `whylens learn` later"
                    )
                if entry.key:
                    self._by_key[entry.key] = entry
            self._waiting[entry.lane].append(entry)
            self._changed.notify()

    def put_back(self, entries: list[Entry]) -> None:
        """Queue entries again, at the front and in their order: their transaction was lost."""
        with self._changed:
            for entry in reversed(entries):
                self._waiting[entry.lane].appendleft(entry)

    def take(self) -> Entry | None:
        """The next job, waiting for one; None when closed and empty."""
        with self._changed:
            while not (self._waiting[Lane.USER] or self._waiting[Lane.CAPTURE]):
                if self._closed:
                    return None
                self._changed.wait()
            return self._pop(Lane.USER if self._waiting[Lane.USER] else Lane.CAPTURE)

    def take_another(self, lane: Lane) -> Entry | None:
        """A job that may share the running transaction of `lane`: none while the user waits in the other one."""
        with self._changed:
            if not self._waiting[lane] or self._waiting[lane][0].alone:
                return None
            if lane is Lane.CAPTURE and self._waiting[Lane.USER]:
                return None
            return self._pop(lane)

    def close(self) -> None:
        """Admit nothing more; what is queued is still handed out."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _pop(self, lane: Lane) -> Entry:
        entry = self._waiting[lane].popleft()
        if entry.key:
            self._by_key.pop(entry.key, None)
        return entry

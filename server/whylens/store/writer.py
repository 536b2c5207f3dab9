"""The write thread: the only connection that writes, fed by two lanes, acknowledging only what is committed."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from whylens.model.errors import Busy, StorageError, WhylensError
from whylens.store.failure import translate
from whylens.store.port import Lane
from whylens.store.write_lock import WriteLock

log = logging.getLogger(__name__)

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], Any]

QUEUE_SIZE = 1000
BATCH_JOBS = 64
BATCH_SECONDS = 0.020


@dataclass(slots=True)
class _Entry:
    """One queued job and everyone waiting for its result. `alone`: it must not share a transaction again."""

    job: Job
    lane: Lane
    key: str = ""
    alone: bool = False
    futures: list[Future[Any]] = field(default_factory=list[Future[Any]])
    result: Any = None

    def done(self) -> None:
        for future in self.futures:
            future.set_result(self.result)

    def failed(self, error: Exception) -> None:
        for future in self.futures:
            future.set_exception(error)


class Lanes:
    """The queue of the write thread: the user's jobs first, then captured ones, the latter at most `size`."""

    def __init__(self, size: int = QUEUE_SIZE) -> None:
        self.size = size
        self.refused = 0
        self.coalesced = 0
        self._changed = threading.Condition()
        self._waiting: dict[Lane, deque[_Entry]] = {Lane.USER: deque(), Lane.CAPTURE: deque()}
        self._by_key: dict[str, _Entry] = {}
        self._closed = False

    def depth(self, lane: Lane) -> int:
        """How many jobs wait in `lane`."""
        return len(self._waiting[lane])

    def put(self, entry: _Entry) -> None:
        """Queue `entry`, replace a queued one of the same key, or refuse: raises `Busy` or `StorageError`."""
        with self._changed:
            if self._closed:
                raise StorageError("the memory is closed")
            if entry.lane is Lane.CAPTURE:
                if (queued := self._by_key.get(entry.key)) is not None:
                    queued.job = entry.job
                    queued.futures.extend(entry.futures)
                    self.coalesced += 1
                    return
                if len(self._waiting[Lane.CAPTURE]) >= self.size:
                    self.refused += 1
                    raise Busy("too much is waiting to be written; this capture was left out")
                if entry.key:
                    self._by_key[entry.key] = entry
            self._waiting[entry.lane].append(entry)
            self._changed.notify()

    def put_back(self, entries: list[_Entry]) -> None:
        """Queue entries again, at the front and in their order: their transaction was lost."""
        with self._changed:
            for entry in reversed(entries):
                self._waiting[entry.lane].appendleft(entry)

    def take(self) -> _Entry | None:
        """The next job, waiting for one; None when closed and empty."""
        with self._changed:
            while not (self._waiting[Lane.USER] or self._waiting[Lane.CAPTURE]):
                if self._closed:
                    return None
                self._changed.wait()
            return self._pop(Lane.USER if self._waiting[Lane.USER] else Lane.CAPTURE)

    def take_another(self, lane: Lane) -> _Entry | None:
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

    def _pop(self, lane: Lane) -> _Entry:
        entry = self._waiting[lane].popleft()
        if entry.key:
            self._by_key.pop(entry.key, None)
        return entry


class WriteThread:
    """Runs jobs on the connection that `connect` gives, in transactions of at most 64 jobs or 20 ms.

    `connect` returns the connection to write with; it is called inside the lock before every transaction, so that it
    can notice that the file was replaced. `after_commit` runs inside the lock after each commit (checkpoints).
    """

    def __init__(
        self,
        connect: Callable[[], sqlite3.Connection],
        lock: WriteLock,
        *,
        after_commit: Callable[[sqlite3.Connection], None],
        at_end: Callable[[], None],
        queue_size: int = QUEUE_SIZE,
    ) -> None:
        self.lanes = Lanes(queue_size)
        self.lock = lock
        self.transactions = 0
        self._connect = connect
        self._after_commit = after_commit
        self._at_end = at_end
        self._thread = threading.Thread(target=self._run, name="whylens-write", daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[sqlite3.Connection], T], *, lane: Lane, key: str = "") -> Future[T]:
        """Queue `job`; the future is done when its transaction is committed."""
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()
        try:
            self.lanes.put(_Entry(job, lane, key if lane is Lane.CAPTURE else "", futures=[future]))
        except StorageError as error:
            future.set_exception(error)
        return future

    def close(self, timeout: float = 5.0) -> bool:
        """Finish what is queued; False when it did not end within `timeout` seconds."""
        self.lanes.close()
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (first := self.lanes.take()) is not None:
            batch = [first]
            try:
                with self.lock.held():
                    self._transact(batch)
            except Exception as error:  # noqa: BLE001  (the write loop must outlive any failure)
                self._give_up(batch, error)
        try:
            with self.lock.held():
                self._at_end()
        except (OSError, sqlite3.Error) as error:
            log.warning("the last checkpoint did not work: %s", type(error).__name__)

    def _transact(self, batch: list[_Entry]) -> None:
        """Run `batch[0]` and what else is queued in its lane; on return the batch is acknowledged and empty."""
        connection = self._connect()
        lane, started = batch[0].lane, time.monotonic()
        connection.execute(f"PRAGMA synchronous={'FULL' if lane is Lane.USER else 'NORMAL'}")
        connection.execute("BEGIN IMMEDIATE")
        try:
            self._run_job(connection, batch)
            while len(batch) < BATCH_JOBS and time.monotonic() - started < BATCH_SECONDS:
                if not batch or batch[0].alone or (another := self.lanes.take_another(lane)) is None:
                    break
                batch.append(another)
                self._run_job(connection, batch)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        self.transactions += 1
        for entry in batch:
            entry.done()
        batch.clear()
        self._after_commit(connection)

    def _run_job(self, connection: sqlite3.Connection, batch: list[_Entry]) -> None:
        """Run the last entry of `batch` in a savepoint; a job that fails leaves the batch, the others stay."""
        entry = batch[-1]
        connection.execute("SAVEPOINT job")
        try:
            entry.result = entry.job(connection)
        except Exception as error:  # noqa: BLE001  (a bad job must not take the others with it)
            batch.pop()
            if not connection.in_transaction:  # the database itself gave up the whole transaction
                self.lanes.put_back(batch)
                batch.clear()
                entry.failed(_told(error))
                raise
            connection.execute("ROLLBACK TO job")
            entry.failed(_told(error))
        connection.execute("RELEASE job")

    def _give_up(self, batch: list[_Entry], error: Exception) -> None:
        if len(batch) > 1:  # one of them is to blame: try each alone
            for entry in batch:
                entry.alone = True
            self.lanes.put_back(batch)
            return
        if not batch:
            log.warning("a write transaction was lost: %s", type(error).__name__)
        for entry in batch:
            entry.failed(_told(error))


def _told(error: Exception) -> Exception:
    """`error` in our words where it came from the database or the disk."""
    if isinstance(error, WhylensError):
        return error
    if isinstance(error, sqlite3.Error):
        return translate(error)
    if isinstance(error, OSError):
        return StorageError(f"the database folder cannot be used ({error.strerror})")
    return error

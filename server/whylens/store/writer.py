"""The write thread: the only connection that writes, acknowledging only what is committed."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from whylens.model.errors import StorageError, WhylensError
from whylens.store import migrate
from whylens.store.database import Database
from whylens.store.failure import FullTextDamaged, full_text_is_damaged, of_system, translate
from whylens.store.lanes import QUEUE_SIZE, Entry, Lanes
from whylens.store.port import Lane

log = logging.getLogger(__name__)

T = TypeVar("T")

BATCH_JOBS = 64
BATCH_SECONDS = 0.020


class WriteThread:
    """Runs jobs on the writing connection of `database`, in transactions of at most 64 jobs or 20 ms."""

    def __init__(self, database: Database, *, queue_size: int = QUEUE_SIZE) -> None:
        self.lanes = Lanes(queue_size)
        self.transactions = 0
        self._database = database
        self._thread = threading.Thread(target=self._run, name="whylens-write", daemon=True)
        self._thread.start()

    def submit(
        self, job: Callable[[sqlite3.Connection], T], *, lane: Lane, key: str = "", bare: bool = False
    ) -> Future[T]:
        """Queue `job`; the future is done when its transaction is committed.

        A `bare` job runs inside the lock but outside any transaction, and begins its own.
        """
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()
        key = key if lane is Lane.CAPTURE else ""
        try:
            self.lanes.put(Entry(job, lane, key, alone=bare, bare=bare, futures=[future]))
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
                with self._database.lock.held():
                    self._transact(batch)
            except Exception as error:  # noqa: BLE001  (the write loop must outlive any failure)
                self._give_up(batch, error)
        try:
            self._database.end()
        except (OSError, sqlite3.Error, StorageError) as error:
            log.warning("the last checkpoint did not work: %s", type(error).__name__)

    def _transact(self, batch: list[Entry]) -> None:
        """Run `batch[0]` and what else waits in its lane; on return the batch is acknowledged and empty."""
        connection = self._database.to_write()
        durable = batch[0].lane is Lane.USER
        connection.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
        if batch[0].bare:
            batch[0].result = batch[0].job(connection)
        else:
            self._run_together(connection, batch)
        self.transactions += 1
        for entry in batch:
            entry.done()
        batch.clear()
        self._database.after_commit(connection)

    def _run_together(self, connection: sqlite3.Connection, batch: list[Entry]) -> None:
        lane, alone, started = batch[0].lane, batch[0].alone, time.monotonic()
        connection.execute("BEGIN IMMEDIATE")
        try:
            self._run_last(connection, batch)
            while not alone and len(batch) < BATCH_JOBS and time.monotonic() - started < BATCH_SECONDS:
                if (another := self.lanes.take_another(lane)) is None:
                    break
                batch.append(another)
                self._run_last(connection, batch)
            _settle(connection, "COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _run_last(self, connection: sqlite3.Connection, batch: list[Entry]) -> None:
        """Run the last entry of `batch` in a savepoint; one that fails leaves the batch, the others stay."""
        entry = batch[-1]
        connection.execute("SAVEPOINT job")
        try:
            entry.result = entry.job(connection)
        except Exception as error:
            if full_text_is_damaged(error):
                raise
            batch.pop()
            entry.failed(_told(error))
            if not connection.in_transaction:  # the database itself gave up the whole transaction
                self.lanes.put_back(batch)
                batch.clear()
                raise
            connection.execute("ROLLBACK TO job")
        _settle(connection, "RELEASE job")

    def _give_up(self, batch: list[Entry], error: Exception) -> None:
        if full_text_is_damaged(error) and batch and not batch[-1].mended:
            self._mend(batch)
            return
        if len(batch) > 1:  # one of them is to blame: try each alone
            for entry in batch:
                entry.alone = True
            self.lanes.put_back(batch)
            return
        if not batch:
            log.warning("a write transaction was lost: %s", type(error).__name__)
        for entry in batch:
            entry.failed(_told(error))

    def _mend(self, batch: list[Entry]) -> None:
        """Make the damaged full-text index, which is derived data, anew, and try again."""
        log.warning("the full-text index was damaged and is made anew")
        for entry in batch:
            entry.mended = True
        self.lanes.put_back(batch)
        self.lanes.put_back([Entry(migrate.rebuild_full_text, batch[0].lane, alone=True, mended=True)])


def _settle(connection: sqlite3.Connection, statement: str) -> None:
    """Release or commit; the full-text index writes at these, and nothing else of ours can break a rule there."""
    try:
        connection.execute(statement)
    except sqlite3.IntegrityError as error:
        raise FullTextDamaged from error


def _told(error: Exception) -> Exception:
    """`error` in our words where it came from the database or the disk."""
    if isinstance(error, WhylensError):
        return error
    if isinstance(error, sqlite3.Error):
        return translate(error)
    if isinstance(error, OSError):
        return of_system(error)
    return error

"""The store on SQLite: one file per project, one write thread, a pool of readers."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from whylens.model.card import Card
from whylens.model.errors import ReadOnly
from whylens.model.observation import Observation
from whylens.model.words import Kind
from whylens.store import archive, cards, feed, find, fulltext, records, vectors
from whylens.store.database import Database
from whylens.store.port import (
    ANY,
    READ_DEADLINE,
    Archived,
    Audit,
    Changes,
    Counts,
    Filter,
    Lane,
    Link,
    Match,
    Order,
    Saved,
    Writing,
)
from whylens.store.readers import ReadPool
from whylens.store.writer import WriteThread
from whylens.store.writing import Transaction

T = TypeVar("T")
Clock = Callable[[], float]


class SqliteStore:
    """Implements `Store`. One object serves all threads of a process; several processes may share the folder."""

    def __init__(self, database: Database, namespace: str, *, read_only: bool, clock: Clock) -> None:
        self.namespace = namespace
        self._database = database
        self._clock = clock
        self._readers = ReadPool(database.to_read, database.identity)
        self._feed_reader = ReadPool(database.to_read, database.identity)
        self._writer = None if read_only else _start(database)

    @classmethod
    def open(
        cls, folder: Path, *, namespace: str = "user", read_only: bool = False, clock: Clock = time.time
    ) -> SqliteStore:
        """Open the memory in `folder`, creating or migrating it; raises `ReadOnly`, `Corrupt`, `Busy`."""
        database = Database(folder)
        if read_only:
            database.check_readable()
        else:
            database.prepare()
        return cls(database, namespace, read_only=read_only, clock=clock)

    def close(self) -> None:
        """Finish queued writes and let go of the files."""
        self._readers.close()
        if self._writer is not None:
            self._writer.close()

    def __enter__(self) -> SqliteStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- writing -------------------------------------------------------------------------------------------------

    def write(self, job: Callable[[Writing], T], *, lane: Lane = Lane.CAPTURE, key: str = "") -> Future[T]:
        """See `Store.write`."""
        return self._write(lambda connection: job(self._transaction(connection)), lane=lane, key=key)

    def save(
        self,
        cards: Iterable[Card],
        *,
        links: Iterable[Link] = (),
        observations: Iterable[Observation] = (),
        lane: Lane = Lane.CAPTURE,
        audit: Iterable[Audit] = (),
        progress: Mapping[str, str] | None = None,
    ) -> Future[Saved]:
        """See `Store.save`."""
        wanted, links, observations, audit = list(cards), list(links), list(observations), list(audit)

        def job(writing: Writing) -> Saved:
            saved = writing.save(wanted, revive=lane is Lane.USER)
            writing.link(links)
            writing.archive(observations, card_ids=[card.id for card in saved.cards])
            writing.record(audit)
            writing.put_progress(progress or {})
            return saved

        return self.write(job, lane=lane)

    def link(self, links: Iterable[Link], *, lane: Lane = Lane.CAPTURE) -> Future[None]:
        """Keep links between cards."""
        links = list(links)
        return self.write(lambda writing: writing.link(links), lane=lane)

    def archive(self, observations: Iterable[Observation], *, lane: Lane = Lane.CAPTURE) -> Future[Archived]:
        """Keep observations no card was taken from (yet)."""
        observations = list(observations)
        return self.write(lambda writing: writing.archive(observations), lane=lane)

    def put_vectors(self, model_id: str, vectors_: Mapping[str, Sequence[float]]) -> Future[int]:
        """See `Store.put_vectors`."""
        packed = {card_id: vectors.packed(vector) for card_id, vector in vectors_.items()}
        return self._write(
            lambda connection: vectors.put(connection, self.namespace, model_id, packed), lane=Lane.CAPTURE
        )

    def put_progress(self, values: Mapping[str, str], *, lane: Lane = Lane.CAPTURE) -> Future[None]:
        """Keep where a learner stands."""
        values = dict(values)
        return self.write(lambda writing: writing.put_progress(values), lane=lane)

    def record(self, entries: Iterable[Audit], *, lane: Lane = Lane.CAPTURE) -> Future[None]:
        """Add entries to the audit."""
        entries = list(entries)
        return self.write(lambda writing: writing.record(entries), lane=lane)

    # -- reading cards -------------------------------------------------------------------------------------------

    def get(self, name: str) -> Card | None:
        """See `Store.get`."""
        with self._readers.snapshot() as connection:
            return cards.get(connection, self.namespace, name)

    def get_many(self, ids: Iterable[str], *, deadline: float | None = READ_DEADLINE) -> list[Card]:
        """See `Store.get_many`."""
        with self._readers.snapshot(deadline) as connection:
            return cards.get_many(connection, self.namespace, ids)

    def find(
        self, where: Filter = ANY, *, limit: int = 100, offset: int = 0, order: Order = Order.NEWEST
    ) -> list[Card]:
        """See `Store.find`."""
        with self._readers.snapshot() as connection:
            return find.find(connection, self.namespace, where, limit, offset, order)

    def recent(
        self, limit: int, where: Filter = ANY, *, deadline: float | None = READ_DEADLINE
    ) -> list[Card]:
        """The newest cards that pass `where`."""
        with self._readers.snapshot(deadline) as connection:
            return find.find(connection, self.namespace, where, limit, 0, Order.NEWEST)

    def counts(self, where: Filter = ANY) -> Counts:
        """See `Store.counts`."""
        with self._readers.snapshot() as connection:
            return find.counts(connection, self.namespace, where)

    def history(self, card_id: str) -> list[Card]:
        """See `Store.history`."""
        with self._readers.snapshot() as connection:
            return cards.history(connection, self.namespace, card_id)

    # -- searching -----------------------------------------------------------------------------------------------

    def match(
        self,
        terms: Sequence[str],
        *,
        limit: int = 100,
        where: Filter = ANY,
        deadline: float | None = READ_DEADLINE,
    ) -> list[Match]:
        """See `Store.match`."""
        with self._readers.snapshot(deadline) as connection:
            return fulltext.match(connection, self.namespace, terms, limit, where)

    def anchored(
        self, path: str, where: Filter = ANY, *, deadline: float | None = READ_DEADLINE
    ) -> list[Card]:
        """See `Store.anchored`."""
        with self._readers.snapshot(deadline) as connection:
            return find.anchored(connection, self.namespace, path, where)

    def anchored_paths(self, where: Filter = ANY) -> dict[str, int]:
        """See `Store.anchored_paths`."""
        with self._readers.snapshot() as connection:
            return find.anchored_paths(connection, self.namespace, where)

    def by_files(
        self,
        paths: Iterable[str],
        *,
        limit: int = 100,
        where: Filter = ANY,
        deadline: float | None = READ_DEADLINE,
    ) -> list[Card]:
        """See `Store.by_files`."""
        with self._readers.snapshot(deadline) as connection:
            return find.by_files(connection, self.namespace, paths, limit, where)

    def by_source(self, locators: Iterable[str]) -> list[Card]:
        """See `Store.by_source`."""
        with self._readers.snapshot() as connection:
            return find.by_source(connection, self.namespace, locators)

    def similar(
        self, kind: Kind, files: Sequence[str], terms: Sequence[str], *, limit: int = 20
    ) -> list[Card]:
        """See `Store.similar`."""
        with self._readers.snapshot() as connection:
            return find.similar(connection, self.namespace, kind, files, terms, limit)

    def same_summary(self, kind: Kind, summary: str) -> list[Card]:
        """See `Store.same_summary`."""
        with self._readers.snapshot() as connection:
            return find.same_summary(connection, self.namespace, kind, summary)

    # -- relations, evidence, state ------------------------------------------------------------------------------

    def links_of(self, ids: Iterable[str]) -> list[Link]:
        """See `Store.links_of`."""
        with self._readers.snapshot() as connection:
            return records.links_of(connection, self.namespace, ids)

    def observations_of(self, card_id: str) -> list[Observation]:
        """The observations a card was taken from."""
        with self._readers.snapshot() as connection:
            return archive.of_card(connection, self.namespace, card_id)

    def known(self, digests: Iterable[str]) -> frozenset[str]:
        """See `Store.known`."""
        with self._readers.snapshot() as connection:
            return archive.known(connection, self.namespace, digests)

    def forgotten(self, digests: Iterable[str]) -> frozenset[str]:
        """See `Store.forgotten`."""
        with self._readers.snapshot() as connection:
            return archive.forgotten(connection, self.namespace, digests)

    def missing_vectors(self, model_id: str, *, limit: int = 100, where: Filter = ANY) -> list[Card]:
        """See `Store.missing_vectors`."""
        with self._readers.snapshot() as connection:
            return vectors.missing(connection, self.namespace, model_id, limit, where)

    def progress(self, key: str) -> str | None:
        """What the learner kept under `key`."""
        with self._readers.snapshot() as connection:
            return records.progress(connection, self.namespace, key)

    def changes_since(self, seq: int) -> Changes:
        """See `Changes`."""
        with self._readers.snapshot() as connection:
            return feed.since(connection, self.namespace, seq)

    def last_seq(self) -> int:
        """The number of the newest change."""
        with self._readers.snapshot() as connection:
            return feed.last_seq(connection)

    def audit_log(self, limit: int = 100) -> list[Audit]:
        """The newest audit entries, newest first."""
        with self._readers.snapshot() as connection:
            return records.audit_log(connection, self.namespace, limit)

    # -- inside --------------------------------------------------------------------------------------------------

    def _write(self, job: Callable[[sqlite3.Connection], T], *, lane: Lane, key: str = "") -> Future[T]:
        if self._writer is None:
            future: Future[T] = Future()
            future.set_exception(ReadOnly("this memory was opened for reading only"))
            return future
        return self._writer.submit(job, lane=lane, key=key)

    def _transaction(self, connection: sqlite3.Connection) -> Transaction:
        return Transaction(connection, self.namespace, self._clock())


def _start(database: Database) -> WriteThread:
    return WriteThread(
        database.to_write, database.lock, after_commit=database.after_commit, at_end=database.close_writer
    )

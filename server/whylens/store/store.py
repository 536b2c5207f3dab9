"""The store on SQLite: one file per project, one write thread, a pool of readers."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextvars import copy_context
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from whylens.model.card import Card
from whylens.model.errors import ReadOnly, Unavailable
from whylens.model.observation import Observation
from whylens.store import backup, forget, health, migrate, revise, upkeep, vector_index
from whylens.store import vectors as vector_rows
from whylens.store.database import Database
from whylens.store.failure import full_text_is_damaged
from whylens.store.port import (
    ANY,
    READ_DEADLINE,
    Archived,
    Audit,
    Filter,
    ForgetReport,
    Lane,
    Link,
    Match,
    Near,
    Revised,
    Saved,
    Vector,
    Writing,
)
from whylens.store.reading import Reading
from whylens.store.writer import WriteThread
from whylens.store.writing import Transaction

T = TypeVar("T")
Clock = Callable[[], float]


class SqliteStore(Reading):
    """Implements `Store`. One object serves all threads of a process; several processes may share the folder."""

    def __init__(self, database: Database, namespace: str, *, read_only: bool, clock: Clock) -> None:
        super().__init__(database, namespace)
        self._clock = clock
        self._writer = None if read_only else WriteThread(database)

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
        super().close()
        if self._writer is not None:
            self._writer.close()

    def __enter__(self) -> SqliteStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- writing ---------------------------------------------------------------------------------------------

    def write(self, job: Callable[[Writing], T], *, lane: Lane = Lane.CAPTURE, key: str = "") -> Future[T]:
        """See `Store.write`."""
        context = copy_context()  # the write thread does it for whoever asked
        return self._write(
            lambda connection: context.run(job, Transaction(connection, self.namespace, self._clock())),
            lane=lane,
            key=key,
        )

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
        """See `Store.link`."""
        links = list(links)
        return self.write(lambda writing: writing.link(links), lane=lane)

    def archive(self, observations: Iterable[Observation], *, lane: Lane = Lane.CAPTURE) -> Future[Archived]:
        """See `Store.archive`."""
        observations = list(observations)
        return self.write(lambda writing: writing.archive(observations), lane=lane)

    def put_vectors(self, model_id: str, vectors: Mapping[str, Vector]) -> Future[int]:
        """See `Store.put_vectors`."""
        packed = {card_id: vector_rows.packed(vector) for card_id, vector in vectors.items()}
        return self._write(
            lambda connection: vector_rows.put(connection, self.namespace, model_id, packed),
            lane=Lane.CAPTURE,
        )

    def put_progress(self, values: Mapping[str, str], *, lane: Lane = Lane.CAPTURE) -> Future[None]:
        """See `Store.put_progress`."""
        values = dict(values)
        return self.write(lambda writing: writing.put_progress(values), lane=lane)

    def record(self, entries: Iterable[Audit], *, lane: Lane = Lane.CAPTURE) -> Future[None]:
        """See `Store.record`."""
        entries = list(entries)
        return self.write(lambda writing: writing.record(entries), lane=lane)

    # -- searching, with repairs -----------------------------------------------------------------------------

    def match(
        self,
        terms: Sequence[str],
        *,
        limit: int = 100,
        where: Filter = ANY,
        deadline: float | None = READ_DEADLINE,
    ) -> list[Match]:
        """See `Store.match`; a damaged index is reported as `Unavailable` and made anew behind the caller."""
        try:
            return super().match(terms, limit=limit, where=where, deadline=deadline)
        except Unavailable as error:
            if full_text_is_damaged(error.__cause__):
                self._write(migrate.rebuild_full_text, lane=Lane.CAPTURE, key="full text")
            raise

    def nearest(
        self,
        vector: Vector,
        *,
        model_id: str,
        limit: int = 100,
        where: Filter = ANY,
        deadline: float | None = READ_DEADLINE,
    ) -> list[Near]:
        """See `Store.nearest`; a damaged index file is put aside, and made anew by the next `maintain`."""
        try:
            return super().nearest(vector, model_id=model_id, limit=limit, where=where, deadline=deadline)
        finally:
            if damaged := self._searches[model_id].damaged:
                self._write(
                    lambda connection: vector_index.strike(connection, damaged),
                    lane=Lane.CAPTURE,
                    key=damaged,
                )

    # -- care ------------------------------------------------------------------------------------------------

    def forget(
        self, ids: Iterable[str] = (), *, where: Filter | None = None, actor: str = "user"
    ) -> ForgetReport:
        """See `Store.forget`."""
        order = forget.Order(self.namespace, tuple(ids), where, actor, self._clock())
        return self._forget(order)

    def forget_everything(self, *, actor: str = "user") -> ForgetReport:
        """See `Store.forget_everything`."""
        return self._forget(forget.Order(self.namespace, (), None, actor, self._clock(), everything=True))

    def revise_cards(
        self, change: Callable[[Card], Card], *, after: int = 0, dry_run: bool = False
    ) -> Revised:
        """See `Store.revise_cards`."""
        if dry_run:
            with self._readers.snapshot() as connection:
                return revise.revise_cards(connection, self.namespace, change, after=after, dry_run=True)
        return self._write(
            lambda connection: revise.revise_cards(
                connection, self.namespace, change, after=after, dry_run=False
            ),
            lane=Lane.USER,
        ).result()

    def revise_observations(
        self, change: Callable[[Observation], Observation], *, after: int = 0, dry_run: bool = False
    ) -> Revised:
        """See `Store.revise_observations`."""
        if dry_run:
            with self._readers.snapshot() as connection:
                return revise.revise_observations(
                    connection, self.namespace, change, after=after, dry_run=True
                )
        return self._write(
            lambda connection: revise.revise_observations(
                connection, self.namespace, change, after=after, dry_run=False
            ),
            lane=Lane.USER,
        ).result()

    def purge(self) -> list[str]:
        """See `Store.purge`."""
        folder = self._database.folder
        removed = self._write(
            lambda connection: revise.purge(connection, folder, self.namespace), lane=Lane.USER, bare=True
        ).result()
        self.maintain()
        return removed

    def rebuild(self) -> dict[str, int]:
        """See `Store.rebuild`: `cards` in the full text, `vectors` in an index or compared exactly."""

        def anew(connection: sqlite3.Connection) -> int:
            vector_index.drop(connection, self.namespace)
            return migrate.rebuild_full_text(connection)

        cards = self._write(anew, lane=Lane.USER).result()
        self.maintain()
        return {"cards": cards, "vectors": self.stats()["vectors"]}

    def maintain(self) -> dict[str, Any]:
        """See `Store.maintain`: `done` names what was due."""
        if self._writer is None:
            return {"done": []}
        return upkeep.maintain(self._database, self._readers, self._write, self.namespace, self._clock())

    def stats(self) -> dict[str, Any]:
        """See `health.stats`."""
        lanes = self._writer.lanes if self._writer is not None else None
        with self._readers.snapshot() as connection:
            return health.stats(connection, self._database, self.namespace, lanes)

    def examine(self) -> dict[str, Any]:
        """See `Store.examine`."""
        with self._readers.snapshot() as connection:
            wrong = health.examine(connection)
        if self._writer is not None and not wrong:
            sound = self._write(health.full_text_is_sound, lane=Lane.USER, bare=True).result()
            wrong += [] if sound else ["the full-text index is damaged"]
        copies = len(backup.newest_first(self._database.folder))
        return {"ok": not wrong, "detail": "; ".join(wrong) or f"every page is sound; {copies} backups"}

    # -- inside ----------------------------------------------------------------------------------------------

    def _write(
        self, job: Callable[[sqlite3.Connection], T], *, lane: Lane, key: str = "", bare: bool = False
    ) -> Future[T]:
        if self._writer is None:
            future: Future[T] = Future()
            future.set_exception(
                ReadOnly("this memory was opened for reading only: set whylens.mode to full to change it")
            )
            return future
        return self._writer.submit(job, lane=lane, key=key, bare=bare)

    def _forget(self, order: forget.Order) -> ForgetReport:
        folder = self._database.folder
        report = self._write(
            lambda connection: forget.forget(connection, folder, order), lane=Lane.USER, bare=True
        ).result()
        self.maintain()
        return report

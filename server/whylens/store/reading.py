"""The reading half of the store: each question is one snapshot of the database on a borrowed connection."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from whylens.model.card import Card
from whylens.model.observation import Observation
from whylens.model.words import Basis, Kind
from whylens.store import archive, cards, feed, find, health, light, matching, records, vectors
from whylens.store.database import Database
from whylens.store.port import (
    ANY,
    READ_DEADLINE,
    Audit,
    Changes,
    Counts,
    Filter,
    Link,
    Match,
    Near,
    Order,
    Vector,
)
from whylens.store.readers import ReadPool
from whylens.store.vector_search import VectorSearch
from whylens.store.watch import Watcher


class Reading:
    """What `Store` says about reading, for one namespace of `database`. Safe from any thread."""

    def __init__(self, database: Database, namespace: str) -> None:
        self.namespace = namespace
        self._database = database
        self._readers = ReadPool(database.to_read, database.identity)
        self._searches: dict[str, VectorSearch] = {}
        self._word_counts = matching.WordCounts()
        self._watcher = Watcher(database.to_read, database.identity)

    def close(self) -> None:
        """Let go of the files."""
        self._readers.close()
        self._watcher.close()
        self._searches.clear()  # a mapped index file could not be deleted on Windows

    # -- cards -----------------------------------------------------------------------------------------------

    def get(self, name: str) -> Card | None:
        """See `Store.get`."""
        with self._readers.snapshot() as connection:
            return cards.get(connection, self.namespace, name)

    def get_many(self, ids: Iterable[str], *, deadline: float | None = READ_DEADLINE) -> list[Card]:
        """See `Store.get_many`."""
        with self._readers.snapshot(deadline) as connection:
            return cards.get_many(connection, self.namespace, ids)

    def outlines(self, ids: Iterable[str], *, deadline: float | None = READ_DEADLINE) -> list[Card]:
        """See `Store.outlines`."""
        with self._readers.snapshot(deadline) as connection:
            return light.read(connection, self.namespace, ids)

    def find(
        self, where: Filter = ANY, *, limit: int = 100, offset: int = 0, order: Order = Order.NEWEST
    ) -> list[Card]:
        """See `Store.find`."""
        with self._readers.snapshot() as connection:
            return find.find(connection, self.namespace, where, limit, offset, order)

    def recent(
        self, limit: int, where: Filter = ANY, *, deadline: float | None = READ_DEADLINE
    ) -> list[Card]:
        """See `Store.recent`."""
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

    # -- search ----------------------------------------------------------------------------------------------

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
            return matching.match(connection, self.namespace, terms, limit, where, counts=self._word_counts)

    def nearest(
        self,
        vector: Vector,
        *,
        model_id: str,
        limit: int = 100,
        where: Filter = ANY,
        deadline: float | None = READ_DEADLINE,
    ) -> list[Near]:
        """See `Store.nearest`."""
        search = self._searches.get(model_id)
        if search is None:
            search = VectorSearch(self._database.folder, self.namespace, model_id)
            search = self._searches.setdefault(model_id, search)
        with self._readers.snapshot(deadline) as connection:
            return search.nearest(connection, vector, limit, where)

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
    ) -> list[str]:
        """See `Store.by_files`."""
        with self._readers.snapshot(deadline) as connection:
            return find.by_files(connection, self.namespace, paths, limit, where)

    def locators(self, bases: Iterable[Basis]) -> frozenset[str]:
        """See `Store.locators`."""
        with self._readers.snapshot() as connection:
            return find.locators(connection, self.namespace, bases)

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

    # -- relations, evidence, state --------------------------------------------------------------------------

    def links_of(self, ids: Iterable[str]) -> list[Link]:
        """See `Store.links_of`."""
        with self._readers.snapshot() as connection:
            return records.links_of(connection, self.namespace, ids)

    def observations_of(self, card_id: str) -> list[Observation]:
        """See `Store.observations_of`."""
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

    def vectors_made(self, model_id: str, *, deadline: float | None = READ_DEADLINE) -> tuple[int, int]:
        """See `Store.vectors_made`."""
        with self._readers.snapshot(deadline) as connection:
            made = vectors.count(connection, self.namespace, model_id)
            return made, health.count(connection, self.namespace, "card")

    def progress(self, key: str) -> str | None:
        """See `Store.progress`."""
        with self._readers.snapshot() as connection:
            return records.progress(connection, self.namespace, key)

    def changes_since(self, seq: int) -> Changes:
        """See `Store.changes_since`."""
        with self._readers.snapshot() as connection:
            return feed.since(connection, self.namespace, seq)

    def last_seq(self) -> int:
        """See `Store.last_seq`."""
        with self._readers.snapshot() as connection:
            return feed.last_seq(connection)

    def data_version(self) -> int:
        """See `Store.data_version`."""
        return self._watcher.version()

    def audit_log(self, limit: int = 100) -> list[Audit]:
        """See `Store.audit_log`."""
        with self._readers.snapshot() as connection:
            return records.audit_log(connection, self.namespace, limit)

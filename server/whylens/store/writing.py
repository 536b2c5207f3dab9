"""The store inside one write: what a job may do with the write connection."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from whylens.model.card import Card
from whylens.model.observation import Observation
from whylens.model.words import Kind
from whylens.store import archive, find, records
from whylens.store import cards as card_rows
from whylens.store.port import Archived, Audit, Link, Saved


class Transaction:
    """Implements `Writing` on a connection inside a transaction. `at` is the time of the write."""

    def __init__(self, connection: sqlite3.Connection, namespace: str, at: float) -> None:
        self._connection = connection
        self._namespace = namespace
        self._at = at

    def get(self, name: str) -> Card | None:
        return card_rows.get(self._connection, self._namespace, name)

    def get_many(self, ids: Iterable[str]) -> list[Card]:
        return card_rows.get_many(self._connection, self._namespace, ids)

    def similar(
        self, kind: Kind, files: Sequence[str], terms: Sequence[str], *, limit: int = 20
    ) -> list[Card]:
        return find.similar(self._connection, self._namespace, kind, files, terms, limit)

    def same_summary(self, kind: Kind, summary: str) -> list[Card]:
        return find.same_summary(self._connection, self._namespace, kind, summary)

    def by_source(self, locators: Iterable[str]) -> list[Card]:
        return find.by_source(self._connection, self._namespace, locators)

    def save(self, cards: Iterable[Card], *, revive: bool = False) -> Saved:
        wanted = list(cards)
        ids = [card.id for card in wanted]
        refused = archive.forgotten(self._connection, self._namespace, ids)
        if revive and refused:
            self._revive(refused)
            refused = frozenset[str]()
        kept = [
            card_rows.save(self._connection, self._namespace, card, self._at)[1]
            for card in wanted
            if card.id not in refused
        ]
        return Saved(tuple(kept), tuple(id_ for id_ in ids if id_ in refused))

    def link(self, links: Iterable[Link]) -> None:
        records.put_links(self._connection, self._namespace, links)

    def archive(self, observations: Iterable[Observation], *, card_ids: Iterable[str] = ()) -> Archived:
        numbers = [
            number
            for (number,) in self._connection.execute(
                "SELECT number FROM card WHERE namespace = ? AND id IN (SELECT value FROM json_each(?))",
                (self._namespace, json.dumps(list(card_ids))),
            )
        ]
        return archive.put(self._connection, self._namespace, observations, numbers, self._at)

    def put_progress(self, values: Mapping[str, str]) -> None:
        records.put_progress(self._connection, self._namespace, values)

    def record(self, entries: Iterable[Audit]) -> None:
        records.record(self._connection, self._namespace, entries, self._at)

    def _revive(self, ids: Iterable[str]) -> None:
        self._connection.execute(
            "DELETE FROM forgotten WHERE namespace = ? AND digest IN (SELECT value FROM json_each(?))",
            (self._namespace, json.dumps(list(ids))),
        )

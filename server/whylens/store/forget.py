"""True deletion: from every table, the full text, the vectors, the log, the backups; then the search for traces."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from whylens.model.card import Card
from whylens.model.errors import StorageError
from whylens.store import backup, cards, failure, feed, find, fulltext, proof, records, traces, vector_index
from whylens.store.port import ANY, Audit, Filter, ForgetReport

_PAGE = 500


@dataclass(frozen=True, slots=True)
class Order:
    """What to forget in `namespace`: cards by id, or all that `where` admits, or `everything`."""

    namespace: str
    ids: tuple[str, ...]
    where: Filter | None
    actor: str
    at: float
    everything: bool = False


@dataclass(slots=True)
class _Removal:
    """What has been removed so far."""

    cards: list[str] = field(default_factory=list[str])
    counts: dict[str, int] = field(default_factory=dict[str, int])
    probes: proof.Probes = field(default_factory=proof.Probes)
    embeddings: dict[str, list[int]] = field(default_factory=dict[str, list[int]])

    def count(self, what: str, rows: int) -> None:
        if rows > 0:
            self.counts[what] = self.counts.get(what, 0) + rows


def forget(connection: sqlite3.Connection, folder: Path, order: Order) -> ForgetReport:
    """Delete what `order` names and prove it; on the writing connection, inside the lock, outside a transaction."""
    removal = _Removal()
    connection.execute("BEGIN IMMEDIATE")
    try:
        _delete(connection, order, removal)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # on a full disk SQLite has rolled back by itself
            connection.execute("ROLLBACK")
        raise
    try:
        return _clean(connection, folder, order, removal)
    except (OSError, sqlite3.Error) as error:
        if failure.is_full(error):
            raise StorageError(failure.FORGOTTEN_IN_PART) from error
        raise


def _clean(connection: sqlite3.Connection, folder: Path, order: Order, removal: _Removal) -> ForgetReport:
    """Drop what indexes, log, backups and the slack of pages still hold of what was deleted, and search for more."""
    connection.execute(
        "INSERT INTO card_text (card_text) VALUES ('optimize')"
    )  # drops the words of deleted cards
    _clean_indexes(connection, folder, order, removal)
    removed_files = _replace_copies(connection, folder)
    probes = removal.probes.chosen(connection)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    traced = traces.search(folder, probes)
    if traced.found or order.everything:  # left in the slack of a page: write the file anew
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        traced = traces.search(folder, probes)
    shared = [probe for probe in traced.found if proof.is_still_said(connection, probe)]
    return ForgetReport(
        cards=tuple(removal.cards),
        removed=removal.counts,
        files_removed=tuple(removed_files),
        probes=len(probes),
        found=len(traced.found) - len(shared),
        shared=len(shared),
        files_searched=traced.files,
    )


def _delete(connection: sqlite3.Connection, order: Order, removal: _Removal) -> None:
    numbers = _chosen(connection, order)
    for start in range(0, len(numbers), _PAGE):
        page = cards.read_numbered(
            connection,
            order.namespace,
            "number IN (SELECT value FROM json_each(?))",
            (json.dumps(numbers[start : start + _PAGE]),),
        )
        _delete_cards(connection, order, page, removal)
    _delete_loose_observations(connection, order, removal)
    if order.everything:
        _delete_the_rest(connection, order.namespace, removal)
    detail = f"{len(removal.cards)} cards"
    subject = removal.cards[0] if len(removal.cards) == 1 else ""
    records.record(connection, order.namespace, [Audit(order.actor, "forget", subject, detail)], order.at)


def _chosen(connection: sqlite3.Connection, order: Order) -> list[int]:
    if order.everything or order.where is not None:
        where = ANY if order.where is None else order.where
        return [number for number, _ in find.numbers(connection, order.namespace, where)]
    found = connection.execute(
        "SELECT number FROM card WHERE namespace = ? AND id IN (SELECT value FROM json_each(?))",
        (order.namespace, json.dumps(order.ids)),
    )
    return [number for (number,) in found]


def _delete_cards(
    connection: sqlite3.Connection, order: Order, page: Sequence[tuple[int, Card]], removal: _Removal
) -> None:
    namespace, numbers = order.namespace, [number for number, _ in page]
    ids = [card.id for _, card in page]
    for number, card in page:
        removal.probes.add_card(card, cards.history(connection, namespace, card.id))
        fulltext.remove(connection, number, card)
        feed.note(connection, namespace, card.id, "forget")
    _note_embeddings(connection, namespace, numbers, removal)
    removal.count("observations", _delete_observations_only_of(connection, order, numbers, removal))
    removal.count("sources, anchors and files", cards.delete_satellites(connection, namespace, numbers))
    for what, table in (
        ("earlier versions", "card_history"),
        ("vectors", "embedding"),
        ("", "card_observation"),
    ):
        removal.count(what or "references", _delete_of(connection, table, namespace, numbers))
    removal.count("links", _delete_links(connection, namespace, ids))
    removal.count("cards", _delete_of(connection, "card", namespace, numbers, column="number"))
    removal.cards.extend(ids)
    _remember_digests(connection, order, ids)


def _note_embeddings(
    connection: sqlite3.Connection, namespace: str, numbers: Sequence[int], removal: _Removal
) -> None:
    for model_id, number in connection.execute(
        "SELECT model_id, number FROM embedding WHERE namespace = ? "
        "AND card IN (SELECT value FROM json_each(?))",
        (namespace, json.dumps(numbers)),
    ):
        removal.embeddings.setdefault(model_id, []).append(number)


def _clean_indexes(connection: sqlite3.Connection, folder: Path, order: Order, removal: _Removal) -> None:
    """The index files hold a likeness of the vectors: overwrite it, or let the upkeep make the index anew."""
    for model_id, numbers in removal.embeddings.items():
        old = vector_index.recorded(connection, order.namespace, model_id)
        if old == vector_index.NO_INDEX:
            continue
        new = None if order.everything else vector_index.scrub(folder, old, numbers)
        if new is None:
            vector_index.strike(connection, old.file)
        else:
            vector_index.record(connection, order.namespace, model_id, new)


def _delete_of(
    connection: sqlite3.Connection, table: str, namespace: str, numbers: Sequence[int], column: str = "card"
) -> int:
    return connection.execute(
        f"DELETE FROM {table} WHERE namespace = ? AND {column} IN (SELECT value FROM json_each(?))",
        (namespace, json.dumps(numbers)),
    ).rowcount


def _delete_links(connection: sqlite3.Connection, namespace: str, ids: Sequence[str]) -> int:
    wanted = json.dumps(ids)
    return sum(
        connection.execute(
            f"DELETE FROM link WHERE namespace = ? AND {end} IN (SELECT value FROM json_each(?))",
            (namespace, wanted),
        ).rowcount
        for end in ("from_id", "to_id")
    )


def _delete_observations_only_of(
    connection: sqlite3.Connection, order: Order, numbers: Sequence[int], removal: _Removal
) -> int:
    """Delete the observations that no other card rests on."""
    wanted = json.dumps(numbers)
    found = connection.execute(
        "SELECT DISTINCT observation FROM card_observation WHERE namespace = ? "
        "AND card IN (SELECT value FROM json_each(?)) EXCEPT "
        "SELECT observation FROM card_observation WHERE namespace = ? "
        "AND card NOT IN (SELECT value FROM json_each(?)) AND observation IN ("
        "SELECT observation FROM card_observation WHERE namespace = ? "
        "AND card IN (SELECT value FROM json_each(?)))",
        (order.namespace, wanted, order.namespace, wanted, order.namespace, wanted),
    ).fetchall()
    return _delete_observations(connection, order, [number for (number,) in found], removal)


def _delete_loose_observations(connection: sqlite3.Connection, order: Order, removal: _Removal) -> None:
    """Delete observations no card rests on that the filter of the order names by session, time or file."""
    where = order.where
    if where is None or where.kinds or where.scopes or where.statuses:
        return
    parts, values = ["namespace = ?"], list[object]([order.namespace])
    for part, value in (
        ("session = ?", where.session or None),
        ("at >= ?", where.after),
        ("at < ?", where.before),
        ("subject IN (SELECT value FROM json_each(?))", json.dumps(where.files) if where.files else None),
    ):
        if value is not None:
            parts.append(part)
            values.append(value)
    if len(parts) == 1:
        return
    found = connection.execute(
        f"SELECT number FROM observation WHERE {' AND '.join(parts)} AND NOT EXISTS ("
        "SELECT 1 FROM card_observation WHERE card_observation.namespace = observation.namespace "
        "AND card_observation.observation = observation.number)",
        values,
    ).fetchall()
    removal.count("observations", _delete_observations(connection, order, [n for (n,) in found], removal))


def _delete_observations(
    connection: sqlite3.Connection, order: Order, numbers: Sequence[int], removal: _Removal
) -> int:
    wanted = (order.namespace, json.dumps(numbers))
    among = "FROM observation WHERE namespace = ? AND number IN (SELECT value FROM json_each(?))"
    found = connection.execute(f"SELECT digest, title, body {among}", wanted).fetchall()
    for _, title, body in found:
        removal.probes.add_observation(title, body)
    _remember_digests(connection, order, [digest for digest, _, _ in found])
    return connection.execute(f"DELETE {among}", wanted).rowcount


def _delete_the_rest(connection: sqlite3.Connection, namespace: str, removal: _Removal) -> None:
    for what, table in (
        ("observations", "observation"),
        ("audit entries", "audit"),
        ("progress", "progress"),
        ("links", "link"),
    ):
        removal.count(
            what, connection.execute(f"DELETE FROM {table} WHERE namespace = ?", (namespace,)).rowcount
        )


def _remember_digests(connection: sqlite3.Connection, order: Order, digests: Sequence[str]) -> None:
    """Keep that these were forgotten (no word of them), so that learning does not bring them back."""
    connection.executemany(
        "INSERT OR IGNORE INTO forgotten (namespace, digest, at) VALUES (?, ?, ?)",
        [(order.namespace, digest, order.at) for digest in digests],
    )


def _replace_copies(connection: sqlite3.Connection, folder: Path) -> list[str]:
    """Remove what holds older states: backups (one new one is made if there were any), files set aside, indexes."""
    removed = vector_index.sweep(connection, folder)
    old = [*backup.newest_first(folder), *backup.set_aside(folder)]
    for path in old:
        path.unlink(missing_ok=True)
    if old:
        backup.make(connection, "after-forgetting")
    return removed + [path.name for path in old]

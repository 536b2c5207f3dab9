"""The small tables: links between cards, the audit, the learner's progress."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping

from whylens.store.port import Audit, Link, Relation


def put_links(connection: sqlite3.Connection, namespace: str, links: Iterable[Link]) -> None:
    """Keep links; a known one stays as it is."""
    connection.executemany(
        "INSERT OR IGNORE INTO link (namespace, from_id, relation, to_id) VALUES (?, ?, ?, ?)",
        [(namespace, link.from_id, link.relation.value, link.to_id) for link in links],
    )


def links_of(connection: sqlite3.Connection, namespace: str, ids: Iterable[str]) -> list[Link]:
    """Links that start or end at one of `ids`."""
    wanted = json.dumps(list(ids))
    found = connection.execute(
        "SELECT from_id, relation, to_id FROM link WHERE namespace = ? "
        "AND from_id IN (SELECT value FROM json_each(?)) UNION "
        "SELECT from_id, relation, to_id FROM link WHERE namespace = ? "
        "AND to_id IN (SELECT value FROM json_each(?))",
        (namespace, wanted, namespace, wanted),
    )
    return [Link(from_id, Relation(relation), to_id) for from_id, relation, to_id in found]


def record(connection: sqlite3.Connection, namespace: str, entries: Iterable[Audit], at: float) -> None:
    """Add audit entries; one without a time gets `at`."""
    connection.executemany(
        "INSERT INTO audit (namespace, at, actor, action, subject, detail) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (namespace, entry.at or at, entry.actor, entry.action, entry.subject, entry.detail)
            for entry in entries
        ],
    )


def audit_log(connection: sqlite3.Connection, namespace: str, limit: int) -> list[Audit]:
    """The newest audit entries, newest first."""
    found = connection.execute(
        "SELECT actor, action, subject, detail, at FROM audit WHERE namespace = ? ORDER BY number DESC LIMIT ?",
        (namespace, limit),
    )
    return [Audit(*row) for row in found]


def put_progress(connection: sqlite3.Connection, namespace: str, values: Mapping[str, str]) -> None:
    """Keep where a learner stands."""
    connection.executemany(
        "INSERT INTO progress (namespace, key, value) VALUES (?, ?, ?) "
        "ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value",
        [(namespace, key, value) for key, value in values.items()],
    )


def progress(connection: sqlite3.Connection, namespace: str, key: str) -> str | None:
    """What was kept under `key`."""
    found = connection.execute(
        "SELECT value FROM progress WHERE namespace = ? AND key = ?", (namespace, key)
    ).fetchone()
    return found[0] if found else None

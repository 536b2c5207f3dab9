"""A `Filter` as a condition on the rows of `card`."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

from whylens.store.port import Filter

_HAS_FILE = (
    "card.number IN ("
    "SELECT card FROM card_place WHERE namespace = ? AND path IN (SELECT value FROM json_each(?)))"
)


def conditions(where: Filter, namespace: str) -> tuple[str, list[Any]]:
    """The clause that admits cards of `namespace` passing `where`, and its values."""
    parts, values = ["card.namespace = ?"], list[Any]([namespace])

    def add(part: str, *its_values: Any) -> None:
        parts.append(part)
        values.extend(its_values)

    for column, words in (("status", where.statuses), ("kind", where.kinds), ("scope", where.scopes)):
        if words:
            add(f"card.{column} IN ({', '.join('?' * len(words))})", *_sorted(words))
    if where.after is not None:
        add("card.created_at >= ?", where.after)
    if where.before is not None:
        add("card.created_at < ?", where.before)
    if where.session:
        add("card.session = ? AND card.session != ''", where.session)  # so that the partial index serves
    if where.files:
        add(_HAS_FILE, namespace, json.dumps(where.files))
    return " AND ".join(parts), values


def narrowed(
    connection: sqlite3.Connection, namespace: str, numbers: Sequence[int], where: Filter
) -> dict[int, str]:
    """Of the cards with these numbers, those that pass `where`: number to id."""
    clause, values = conditions(where, namespace)
    return dict(
        connection.execute(
            f"SELECT number, id FROM card WHERE number IN (SELECT value FROM json_each(?)) AND {clause}",
            (json.dumps(numbers), *values),
        )
    )


def _sorted(words: Iterable[StrEnum]) -> list[str]:
    return sorted(word.value for word in words)

"""Vectors of cards as they are kept: unit length, half precision, little endian."""

from __future__ import annotations

import math
import sqlite3
import struct
from collections.abc import Mapping, Sequence

from whylens.model.card import Card
from whylens.store import cards
from whylens.store.narrow import conditions
from whylens.store.port import Filter, Vector


def unit(vector: Vector) -> list[float]:
    """`vector` scaled to length 1; `ValueError` for NaN, infinity, zero and broken bytes."""
    if isinstance(vector, bytes):
        if len(vector) % 4:
            raise ValueError(f"{len(vector)} bytes are no whole number of 32-bit floats")
        vector = struct.unpack(f"<{len(vector) // 4}f", vector)
    length = math.sqrt(math.fsum(value * value for value in vector))
    if not math.isfinite(length) or length == 0.0:
        raise ValueError("a vector must be finite and not zero")
    return [value / length for value in vector]


def packed(vector: Vector) -> bytes:
    """`vector` at length 1 as little-endian half floats."""
    scaled = unit(vector)
    return struct.pack(f"<{len(scaled)}e", *scaled)


def put(connection: sqlite3.Connection, namespace: str, model_id: str, vectors: Mapping[str, bytes]) -> int:
    """Keep packed vectors by card id; cards that are gone are left out; returns how many were kept."""
    kept = 0
    length = dimensions(connection, namespace, model_id) * 2
    for card_id, vector in vectors.items():
        if length and len(vector) != length:
            raise ValueError(f"a vector of {model_id} has {length // 2} dimensions, not {len(vector) // 2}")
        length = len(vector)
        kept += connection.execute(
            "INSERT OR REPLACE INTO embedding (namespace, model_id, card, vector) "
            "SELECT namespace, ?, number, ? FROM card WHERE namespace = ? AND id = ?",
            (model_id, vector, namespace, card_id),
        ).rowcount
    return kept


def dimensions(connection: sqlite3.Connection, namespace: str, model_id: str) -> int:
    """Length of the vectors of a model, 0 when there is none yet."""
    found = connection.execute(
        "SELECT length(vector) / 2 FROM embedding WHERE namespace = ? AND model_id = ? LIMIT 1",
        (namespace, model_id),
    ).fetchone()
    return found[0] if found else 0


def missing(
    connection: sqlite3.Connection, namespace: str, model_id: str, limit: int, where: Filter
) -> list[Card]:
    """Cards that pass `where` and have no vector of the model, newest first."""
    clause, values = conditions(where, namespace)
    found = connection.execute(
        f"SELECT number FROM card WHERE {clause} AND NOT EXISTS (SELECT 1 FROM embedding "
        "WHERE embedding.namespace = card.namespace AND model_id = ? AND embedding.card = card.number) "
        "ORDER BY created_at DESC LIMIT ?",
        (*values, model_id, limit),
    )
    return cards.by_numbers(connection, namespace, [number for (number,) in found])


def after(
    connection: sqlite3.Connection, namespace: str, model_id: str, number: int, limit: int
) -> Sequence[tuple[int, bytes]]:
    """Number and vector of embeddings newer than `number`, oldest first."""
    return connection.execute(
        "SELECT number, vector FROM embedding WHERE number > ? AND namespace = ? AND model_id = ? "
        "ORDER BY number LIMIT ?",
        (number, namespace, model_id, limit),
    ).fetchall()


def count(connection: sqlite3.Connection, namespace: str, model_id: str, *, after: int = 0) -> int:
    """How many embeddings of a model are newer than number `after`."""
    return connection.execute(
        "SELECT count(*) FROM embedding WHERE namespace = ? AND model_id = ? AND number > ?",
        (namespace, model_id, after),
    ).fetchone()[0]


def models(connection: sqlite3.Connection, namespace: str) -> list[str]:
    """The models vectors are kept of."""
    found = connection.execute("SELECT DISTINCT model_id FROM embedding WHERE namespace = ?", (namespace,))
    return [model_id for (model_id,) in found]

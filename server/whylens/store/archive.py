"""The archive of observations: the redacted words every card was taken from, compressed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from hashlib import blake2b

import zstandard

from whylens.model.observation import Observation, Redacted
from whylens.model.words import Sensitivity
from whylens.store import rows
from whylens.store.port import Archived

_COLUMNS = (
    "basis, locator, line, title, at, author, subject, session, files, symbols, sensitivity, body, digest"
)


def digest_of(observation: Observation) -> str:
    """The digest that names an observation; made from source and text when normalisation has set none."""
    if observation.digest:
        return observation.digest
    place = f"{observation.source.basis}\0{observation.source.locator}\0{observation.source.line}"
    return blake2b(f"{place}\0{observation.text}".encode("utf-8", "replace"), digest_size=16).hexdigest()


def put(
    connection: sqlite3.Connection,
    namespace: str,
    observations: Iterable[Observation],
    card_numbers: Iterable[int],
    at: float,
) -> Archived:
    """Keep observations that are neither known nor forgotten, as evidence of the cards with these numbers."""
    new = known = refused = 0
    card_numbers = list(card_numbers)
    for observation in observations:
        digest = digest_of(observation)
        if digest in forgotten(connection, namespace, [digest]):
            refused += 1
            continue
        number = _number(connection, namespace, digest)
        if number is None:
            number, new = _insert(connection, namespace, observation, digest, at), new + 1
        else:
            known += 1
        connection.executemany(
            "INSERT OR IGNORE INTO card_observation (card, observation, namespace) VALUES (?, ?, ?)",
            [(card, number, namespace) for card in card_numbers],
        )
    return Archived(new, known, refused)


def of_card(connection: sqlite3.Connection, namespace: str, card_id: str) -> list[Observation]:
    """The observations a card was taken from, oldest first."""
    found = connection.execute(
        f"SELECT {', '.join(f'observation.{name.strip()}' for name in _COLUMNS.split(','))} FROM observation "
        "JOIN card_observation ON card_observation.observation = observation.number "
        "JOIN card ON card.number = card_observation.card "
        "WHERE card.namespace = ? AND observation.namespace = card.namespace "
        "AND card_observation.namespace = card.namespace AND card.id = ? ORDER BY observation.number",
        (namespace, card_id),
    )
    return [_observation(row) for row in found]


def numbered(
    connection: sqlite3.Connection, namespace: str, after: int, limit: int
) -> list[tuple[int, Observation]]:
    """Observations with their numbers, the first ones after number `after`."""
    found = connection.execute(
        f"SELECT number, {_COLUMNS} FROM observation WHERE namespace = ? AND number > ? ORDER BY number LIMIT ?",
        (namespace, after, limit),
    )
    return [(row[0], _observation(row[1:])) for row in found]


def packed(names: Iterable[str]) -> str:
    """Names as they stand in a column."""
    return json.dumps(tuple(names))


def compressed(text: str) -> bytes:
    """A text as it stands in the archive."""
    return zstandard.ZstdCompressor(level=3).compress(text.encode("utf-8", "replace"))


def known(connection: sqlite3.Connection, namespace: str, digests: Iterable[str]) -> frozenset[str]:
    """Those of `digests` that are archived."""
    return _those(connection, "observation", namespace, digests)


def forgotten(connection: sqlite3.Connection, namespace: str, digests: Iterable[str]) -> frozenset[str]:
    """Those of `digests` (of observations or cards) that were forgotten."""
    return _those(connection, "forgotten", namespace, digests)


def _those(
    connection: sqlite3.Connection, table: str, namespace: str, digests: Iterable[str]
) -> frozenset[str]:
    found = connection.execute(
        f"SELECT digest FROM {table} WHERE namespace = ? AND digest IN (SELECT value FROM json_each(?))",
        (namespace, json.dumps(list(digests))),
    )
    return frozenset(digest for (digest,) in found)


def _number(connection: sqlite3.Connection, namespace: str, digest: str) -> int | None:
    found = connection.execute(
        "SELECT number FROM observation WHERE namespace = ? AND digest = ?", (namespace, digest)
    ).fetchone()
    return found[0] if found else None


def _insert(
    connection: sqlite3.Connection, namespace: str, observation: Observation, digest: str, at: float
) -> int:
    if not isinstance(observation.text, Redacted):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError("only redacted text may be stored")
    if observation.sensitivity is Sensitivity.RESTRICTED:
        raise ValueError("restricted text is never stored")
    body = compressed(observation.text)
    source = rows.source_row(observation.source)
    lists = (packed(observation.files), packed(observation.symbols))
    inserted = connection.execute(
        f"INSERT INTO observation ({_COLUMNS}, namespace, stored_at) VALUES ({', '.join('?' * 15)})",
        (*source, observation.subject, observation.session, *lists, observation.sensitivity.value, body, digest,
         namespace, at),
    )  # fmt: skip
    return inserted.lastrowid or 0


def _observation(row: rows.Row) -> Observation:
    subject, session, files, symbols, sensitivity, body, digest = row[6:]
    return Observation(
        source=rows.source_from_row(row[:6]),
        subject=subject,
        text=Redacted(zstandard.ZstdDecompressor().decompress(body).decode("utf-8")),
        files=tuple(json.loads(files)),
        symbols=tuple(json.loads(symbols)),
        session=session,
        sensitivity=Sensitivity(sensitivity),
        digest=digest,
    )

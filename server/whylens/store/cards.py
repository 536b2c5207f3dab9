"""Cards and their satellites (sources, anchors, files, history): writing one, reading many."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

from whylens.model.card import Card
from whylens.model.words import Sensitivity
from whylens.store import feed, fulltext, rows

#: The shortest handle: `W-` and this many hex digits of the id.
HANDLE_DIGITS = 4

_HANDLE = re.compile(r"\[?(?:W-)?([0-9a-f]{4,})\]?", re.IGNORECASE)
_COLUMNS = ", ".join(rows.CARD_COLUMNS)
_INSERT = f"INSERT INTO card ({_COLUMNS}) VALUES ({', '.join('?' * len(rows.CARD_COLUMNS))})"
_UPDATE = f"UPDATE card SET {', '.join(f'{name} = ?' for name in rows.CARD_COLUMNS)} WHERE number = ? AND namespace = ?"
_SELECT = f"SELECT number, {_COLUMNS} FROM card WHERE namespace = ?"


def save(connection: sqlite3.Connection, namespace: str, card: Card, at: float) -> tuple[int, Card]:
    """Insert or update `card`; returns its number and the card as it is now kept."""
    card = _admitted(card, namespace)
    found = read_numbered(connection, namespace, "id = ?", (card.id,))
    if not found:
        return _insert(connection, card)
    number, old = found[0]
    card = replace(card, handle=old.handle, version=old.version)
    if card == old:
        return number, old
    card = replace(card, version=old.version + 1)
    _update(connection, number, old, card, at)
    return number, card


def get(connection: sqlite3.Connection, namespace: str, name: str) -> Card | None:
    """The card with this id, handle or `ref`."""
    name = name.strip()
    for clause, value in _readings(name):
        if found := read_numbered(connection, namespace, f"{clause} ORDER BY number DESC LIMIT 1", (value,)):
            return found[0][1]
    return None


def get_many(connection: sqlite3.Connection, namespace: str, ids: Iterable[str]) -> list[Card]:
    """The cards with these ids, in the order asked."""
    ids = list(dict.fromkeys(ids))
    found = read_numbered(connection, namespace, "id IN (SELECT value FROM json_each(?))", (json.dumps(ids),))
    by_id = {card.id: card for _, card in found}
    return [by_id[id_] for id_ in ids if id_ in by_id]


def by_numbers(connection: sqlite3.Connection, namespace: str, numbers: Sequence[int]) -> list[Card]:
    """The cards with these numbers, in the order given."""
    found = read_numbered(
        connection, namespace, "number IN (SELECT value FROM json_each(?))", (json.dumps(numbers),)
    )
    by_number = dict(found)
    return [by_number[number] for number in numbers if number in by_number]


def history(connection: sqlite3.Connection, namespace: str, card_id: str) -> list[Card]:
    """Earlier versions of a card, newest first."""
    found = connection.execute(
        "SELECT content FROM card_history JOIN card ON card.number = card_history.card "
        "WHERE card.namespace = ? AND card_history.namespace = card.namespace AND card.id = ? "
        "ORDER BY card_history.version DESC",
        (namespace, card_id),
    )
    return [rows.card_from_text(content) for (content,) in found]


def read_numbered(
    connection: sqlite3.Connection, namespace: str, clause: str, values: Sequence[Any]
) -> list[tuple[int, Card]]:
    """Cards of `namespace` for which `clause` holds (it may end in ORDER BY and LIMIT), each with its number."""
    found = connection.execute(f"{_SELECT} AND {clause}", (namespace, *values)).fetchall()
    if not found:
        return []
    satellites = _Satellites(connection, namespace, [row[0] for row in found])
    return [(row[0], satellites.card(row)) for row in found]


class _Satellites:
    """Files, anchors and sources of some cards, read with one question each."""

    def __init__(self, connection: sqlite3.Connection, namespace: str, numbers: list[int]) -> None:
        self._connection = connection
        self._values = (json.dumps(numbers), namespace)
        self._files = self._read(("path",), "card_file")
        self._anchors = self._read(rows.ANCHOR_COLUMNS, "card_anchor")
        self._sources = self._read(rows.SOURCE_COLUMNS, "card_source")

    def card(self, row: rows.Row) -> Card:
        number = row[0]
        return rows.card_from_row(
            row[1:],
            tuple(path for (path,) in self._files[number]),
            tuple(rows.anchor_from_row(part) for part in self._anchors[number]),
            tuple(rows.source_from_row(part) for part in self._sources[number]),
        )

    def _read(self, columns: Sequence[str], table: str) -> defaultdict[int, list[rows.Row]]:
        found: defaultdict[int, list[rows.Row]] = defaultdict(list)
        for number, *part in self._connection.execute(
            f"SELECT card, {', '.join(columns)} FROM {table} "
            "WHERE card IN (SELECT value FROM json_each(?)) AND namespace = ? ORDER BY card, position",
            self._values,
        ):
            found[number].append(tuple(part))
        return found


def _readings(name: str) -> list[tuple[str, str]]:
    """What `name` may be, likeliest first: a clause and its value."""
    readings = [("id = ?", name), ("ref = ? AND ref != ''", name)]
    if handle := _HANDLE.fullmatch(name):
        readings.insert(1, ("handle = ?", f"W-{handle[1].lower()}"))
    return readings


def _admitted(card: Card, namespace: str) -> Card:
    """`card` fit to store: ours, not restricted, and free of half characters no database can hold."""
    if card.namespace not in ("", namespace):
        raise ValueError(f"a card of namespace {card.namespace!r} does not belong in {namespace!r}")
    if card.sensitivity is Sensitivity.RESTRICTED:
        raise ValueError("restricted text is never stored")
    card = replace(card, namespace=namespace)
    try:
        "".join(rows.texts(card)).encode()
    except UnicodeEncodeError:
        card = _whole_characters(card)
    return card


def _whole_characters(value: Any) -> Any:
    """`value` with a question mark for every half character in its texts, however deep."""
    if type(value) is str:
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, tuple):
        return tuple(_whole_characters(part) for part in cast("tuple[Any, ...]", value))
    if is_dataclass(value) and not isinstance(value, type):
        return replace(
            value, **{part.name: _whole_characters(getattr(value, part.name)) for part in fields(value)}
        )
    return value


def _insert(connection: sqlite3.Connection, card: Card) -> tuple[int, Card]:
    card = replace(card, handle=_free_handle(connection, card), version=max(1, card.version))
    number = connection.execute(_INSERT, rows.card_row(card)).lastrowid or 0
    _write_satellites(connection, number, card)
    fulltext.add(connection, number, card)
    feed.note(connection, card.namespace, card.id, "save")
    return number, card


def _update(connection: sqlite3.Connection, number: int, old: Card, card: Card, at: float) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO card_history (card, version, namespace, at, content) VALUES (?, ?, ?, ?, ?)",
        (number, old.version, old.namespace, at, rows.card_text(old)),
    )
    overwrite(connection, number, old, card)
    fulltext.replace(connection, number, old, card)
    feed.note(connection, card.namespace, card.id, "save")


def overwrite(connection: sqlite3.Connection, number: int, old: Card, card: Card) -> None:
    """Write `card` over `old`, keeping nothing of it; the full text and the change feed are the caller's."""
    connection.execute(_UPDATE, (*rows.card_row(card), number, card.namespace))
    if (old.files, old.anchors, old.sources) != (card.files, card.anchors, card.sources):
        delete_satellites(connection, card.namespace, [number])
        _write_satellites(connection, number, card)
    if (old.summary, old.details, old.rationale) != (card.summary, card.details, card.rationale):
        connection.execute("DELETE FROM embedding WHERE card = ? AND namespace = ?", (number, card.namespace))


def delete_satellites(connection: sqlite3.Connection, namespace: str, numbers: Sequence[int]) -> int:
    """Remove sources, anchors and files of these cards; how many rows."""
    removed = 0
    for table in ("card_source", "card_anchor", "card_file", "card_place"):
        removed += connection.execute(
            f"DELETE FROM {table} WHERE card IN (SELECT value FROM json_each(?)) AND namespace = ?",
            (json.dumps(numbers), namespace),
        ).rowcount
    return removed


def _write_satellites(connection: sqlite3.Connection, number: int, card: Card) -> None:
    for table, columns, parts in (
        ("card_file", ("path",), [(path,) for path in card.files]),
        ("card_anchor", rows.ANCHOR_COLUMNS, [rows.anchor_row(anchor) for anchor in card.anchors]),
        ("card_source", rows.SOURCE_COLUMNS, [rows.source_row(source) for source in card.sources]),
    ):
        connection.executemany(
            f"INSERT INTO {table} (card, namespace, position, {', '.join(columns)}) "
            f"VALUES (?, ?, ?, {', '.join('?' * len(columns))})",
            [(number, card.namespace, position, *part) for position, part in enumerate(parts)],
        )
    connection.executemany(
        "INSERT INTO card_place (namespace, path, card) VALUES (?, ?, ?)",
        [(card.namespace, path, number) for path in places(card)],
    )


def places(card: Card) -> list[str]:
    """The paths `card` speaks of, each once."""
    return list(dict.fromkeys((*card.files, *(anchor.path for anchor in card.anchors))))


def _free_handle(connection: sqlite3.Connection, card: Card) -> str:
    """`W-` and the shortest prefix of the id, from four digits, that no card of this file has.

    A handle the card comes with (from a repair) is kept, if it is such a prefix and free: chats have cited it.
    """
    own = card.handle.removeprefix("W-")
    lengths = range(HANDLE_DIGITS, len(card.id) + 1)
    wanted = [own] if len(own) in lengths and card.id.startswith(own) else []
    for prefix in (*wanted, *(card.id[:digits] for digits in lengths)):
        handle = f"W-{prefix.lower()}"
        if not connection.execute("SELECT 1 FROM card WHERE handle = ?", (handle,)).fetchone():
            return handle
    return f"W-{card.id.lower()}-{connection.execute('SELECT count(*) FROM card').fetchone()[0]}"

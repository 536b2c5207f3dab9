"""Lists of cards: by word, by file, by source, by time; and counts of them."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Iterable, Sequence

from whylens.model.card import Card
from whylens.model.words import Basis, Kind
from whylens.store import cards, matching
from whylens.store.narrow import conditions
from whylens.store.port import ANY, Counts, Filter, Order
from whylens.store.rows import summary_key

_ORDERS = {
    Order.NEWEST: "card.created_at DESC",
    Order.OLDEST: "card.created_at",
    Order.CONFIDENCE: "card.confidence DESC, card.created_at DESC",
    Order.IMPORTANCE: "card.importance DESC, card.created_at DESC",
    Order.ID: "card.id",
}

#: Cards scored when looking for repetitions of one.
SIMILAR_BUDGET = 500

#: Pairs of card and file weighed in one question for the cards that share files.
PLACES_BUDGET = 2_000

#: From this many characters on, the beginning of a locator (a commit id) is enough to name it.
SHORT_LOCATOR = 7


def find(
    connection: sqlite3.Connection, namespace: str, where: Filter, limit: int, offset: int, order: Order
) -> list[Card]:
    """A page of the cards that pass `where`."""
    clause, values = conditions(where, namespace)
    page = f"{clause} ORDER BY {_ORDERS[order]} LIMIT ? OFFSET ?"
    return [card for _, card in cards.read_numbered(connection, namespace, page, (*values, limit, offset))]


def numbers(connection: sqlite3.Connection, namespace: str, where: Filter) -> list[tuple[int, str]]:
    """Number and id of every card that passes `where`."""
    clause, values = conditions(where, namespace)
    return connection.execute(
        f"SELECT number, id FROM card WHERE {clause} ORDER BY number", values
    ).fetchall()


def counts(connection: sqlite3.Connection, namespace: str, where: Filter) -> Counts:
    """How many cards pass `where`, by kind, status and scope."""
    clause, values = conditions(where, namespace)
    kinds, statuses, scopes = dict[str, int](), dict[str, int](), dict[str, int]()
    total = 0
    for kind, status, scope, count in connection.execute(
        f"SELECT kind, status, scope, count(*) FROM card WHERE {clause} GROUP BY 1, 2, 3", values
    ):
        total += count
        for words, word in ((kinds, kind), (statuses, status), (scopes, scope)):
            words[word] = words.get(word, 0) + count
    return Counts(total, kinds, statuses, scopes)


def anchored(connection: sqlite3.Connection, namespace: str, path: str, where: Filter) -> list[Card]:
    """Cards that speak of the file `path`, newest first."""
    clause, values = conditions(where, namespace)
    found = cards.read_numbered(
        connection,
        namespace,
        "number IN (SELECT card FROM card_place WHERE namespace = ? AND path = ?) "
        f"AND {clause} ORDER BY created_at DESC",
        (namespace, path, *values),
    )
    return [card for _, card in found]


def anchored_paths(connection: sqlite3.Connection, namespace: str, where: Filter) -> dict[str, int]:
    """Every path cards speak of, with the number of those cards that pass `where`."""
    statement, values = "SELECT path, count(*) FROM card_place WHERE namespace = ?", [namespace]
    if where != ANY:  # most cards pass most filters: it is quicker to look for those that do not
        clause, more = conditions(where, namespace)
        statement += f" AND card NOT IN (SELECT number FROM card WHERE namespace = ? AND NOT ({clause}))"
        values += [namespace, *more]
    statement += " GROUP BY path"
    return dict(connection.execute(statement, values))


def by_files(
    connection: sqlite3.Connection, namespace: str, paths: Iterable[str], limit: int, where: Filter
) -> list[str]:
    """Ids of cards that share files with `paths`; a file few cards speak of weighs more, then the newest first."""
    weights = _rarity(connection, namespace, paths)
    clause, values = conditions(where, namespace)
    found = connection.execute(
        "WITH shared AS (SELECT card, sum(value) AS weight FROM json_each(?) CROSS JOIN card_place "
        "ON card_place.namespace = ? AND card_place.path = key GROUP BY card) "
        "SELECT card.id FROM shared CROSS JOIN card ON card.number = shared.card "
        f"WHERE {clause} ORDER BY weight DESC, card.created_at DESC LIMIT ?",
        (json.dumps(weights), namespace, *values, limit),
    )
    return [id_ for (id_,) in found]


def by_source(connection: sqlite3.Connection, namespace: str, locators: Iterable[str]) -> list[Card]:
    """Cards with one of these sources, oldest first; a locator of 7 characters or more may be a beginning."""
    found: set[int] = set()
    for locator in filter(None, set(locators)):
        end = f"{locator}\U0010ffff" if len(locator) >= SHORT_LOCATOR else locator
        found.update(
            number
            for (number,) in connection.execute(
                "SELECT card FROM card_source WHERE namespace = ? AND locator != '' AND locator BETWEEN ? AND ?",
                (namespace, locator, end),
            )
        )
    return cards.by_numbers(connection, namespace, sorted(found))


def locators(connection: sqlite3.Connection, namespace: str, bases: Iterable[Basis]) -> frozenset[str]:
    """Every locator of the sources of these kinds."""
    wanted = [basis.value for basis in bases]
    found = connection.execute(
        "SELECT DISTINCT locator FROM card_source WHERE namespace = ? AND locator != '' "
        f"AND basis IN ({', '.join('?' * len(wanted))})",
        (namespace, *wanted),
    )
    return frozenset(locator for (locator,) in found)


def same_summary(connection: sqlite3.Connection, namespace: str, kind: Kind, summary: str) -> list[Card]:
    """Cards of `kind` with the same summary but for case, spacing and punctuation."""
    found = cards.read_numbered(
        connection, namespace, "summary_key = ? AND kind = ?", (summary_key(summary), kind.value)
    )
    return [card for _, card in found]


def similar(
    connection: sqlite3.Connection,
    namespace: str,
    kind: Kind,
    files: Sequence[str],
    terms: Sequence[str],
    limit: int,
) -> list[Card]:
    """Cards of `kind` that hold the rarer of `terms`, those that share a file first.

    It is asked for every new card, so few are scored: a repetition shares rare words.
    """
    of_kind = Filter(kinds=frozenset({kind}))
    found = matching.match(connection, namespace, terms, limit * 5, of_kind, budget=SIMILAR_BUDGET)
    ids = [match.card_id for match in found]
    near = _with_file(connection, namespace, ids, files) if files else frozenset[str]()
    return cards.get_many(connection, namespace, sorted(ids, key=lambda id_: id_ not in near)[:limit])


def _with_file(
    connection: sqlite3.Connection, namespace: str, ids: Sequence[str], files: Sequence[str]
) -> frozenset[str]:
    """Those of the cards that speak of one of `files`."""
    found = connection.execute(
        "SELECT id FROM card JOIN card_place ON card_place.card = card.number "
        "WHERE card.namespace = ? AND card.id IN (SELECT value FROM json_each(?)) "
        "AND card_place.namespace = card.namespace AND card_place.path IN (SELECT value FROM json_each(?))",
        (namespace, json.dumps(ids), json.dumps(files)),
    )
    return frozenset(id_ for (id_,) in found)


def _rarity(connection: sqlite3.Connection, namespace: str, paths: Iterable[str]) -> dict[str, float]:
    """Weight of each path: 1 for a file only one card names, less for files many cards name.

    Paths nearly all cards name are left out when rarer ones have given enough cards.
    """
    statement = "SELECT count(*) FROM card_place WHERE namespace = ? AND path = ?"
    counted = {path: connection.execute(statement, (namespace, path)).fetchone()[0] for path in set(paths)}
    weights: dict[str, float] = {}
    total = 0
    for path in sorted((path for path in counted if counted[path]), key=counted.__getitem__):
        total += counted[path]
        if weights and total > PLACES_BUDGET:
            break
        weights[path] = 1.0 / (1.0 + math.log(counted[path]))
    return weights

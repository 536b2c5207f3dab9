"""Rewriting what is kept, in place and without a trace: cards, their earlier versions, the archive; page by page.

A save keeps the version before; this does not. It is for words that must not be kept in any version.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from whylens.model.card import Card
from whylens.model.observation import Observation, Redacted
from whylens.store import archive, backup, cards, feed, fulltext, rows, vector_index
from whylens.store.port import Revised

#: Rows of one page: redacting them keeps the database for some 50 ms.
PAGE = 32

ChangeCard = Callable[[Card], Card]
ChangeObservation = Callable[[Observation], Observation]


def revise_cards(
    connection: sqlite3.Connection, namespace: str, change: ChangeCard, *, after: int, dry_run: bool
) -> Revised:
    """Apply `change` to the cards of one page, the first after number `after`, and to their earlier versions."""
    page = cards.read_numbered(connection, namespace, "number > ? ORDER BY number LIMIT ?", (after, PAGE))
    changed = versions = 0
    for number, old in page:
        new = replace(change(old), id=old.id, handle=old.handle, namespace=namespace, version=old.version)
        if new != old:
            changed += 1
            if not dry_run:
                _put(connection, number, old, new)
        versions += _revise_history(connection, namespace, number, change, dry_run=dry_run)
    return Revised(page[-1][0] if page else after, len(page), changed, versions)


def revise_observations(
    connection: sqlite3.Connection, namespace: str, change: ChangeObservation, *, after: int, dry_run: bool
) -> Revised:
    """Apply `change` to the observations of one page, the first after number `after`."""
    page = archive.numbered(connection, namespace, after, PAGE)
    changed = 0
    for number, old in page:
        new = change(old)
        if new == old:
            continue
        changed += 1
        if not dry_run:
            _put_observation(connection, namespace, number, new)
    return Revised(page[-1][0] if page else after, len(page), changed)


def purge(connection: sqlite3.Connection, folder: Path, namespace: str) -> list[str]:
    """Destroy what the files still hold of rows that were revised; outside a transaction. Names of removed files."""
    connection.execute("INSERT INTO card_text (card_text) VALUES ('optimize')")  # drops words that are gone
    vector_index.drop(connection, namespace)  # a likeness of the old words; made anew by the upkeep
    removed = vector_index.sweep(connection, folder)
    old = [*backup.newest_first(folder), *backup.set_aside(folder)]
    for path in old:
        path.unlink(missing_ok=True)
    connection.execute("VACUUM")  # pages and their slack are written anew
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if old:
        backup.make(connection, "after-rescan")
    return [*removed, *(path.name for path in old)]


def _put(connection: sqlite3.Connection, number: int, old: Card, card: Card) -> None:
    cards.overwrite(connection, number, old, card)
    fulltext.replace(connection, number, old, card)
    feed.note(connection, card.namespace, card.id, "save")


def _revise_history(
    connection: sqlite3.Connection, namespace: str, number: int, change: ChangeCard, *, dry_run: bool
) -> int:
    """Revise the earlier versions of a card; how many changed. One that cannot be read is given up, not kept."""
    changed = 0
    found = connection.execute(
        "SELECT version, content FROM card_history WHERE card = ? AND namespace = ?", (number, namespace)
    ).fetchall()
    for version, content in found:
        try:
            old = rows.card_from_text(content)
        except (ValueError, TypeError, KeyError):
            new_content = None
        else:
            new = replace(change(old), id=old.id, handle=old.handle, version=old.version)
            if new == old:
                continue
            new_content = rows.card_text(new)
        changed += 1
        if dry_run:
            continue
        where = (number, version, namespace)
        if new_content is None:
            connection.execute(
                "DELETE FROM card_history WHERE card = ? AND version = ? AND namespace = ?", where
            )
        else:
            connection.execute(
                "UPDATE card_history SET content = ? WHERE card = ? AND version = ? AND namespace = ?",
                (new_content, *where),
            )
    return changed


def _put_observation(
    connection: sqlite3.Connection, namespace: str, number: int, observation: Observation
) -> None:
    """Write `observation` over the one with this number; where the same is archived already, that one stays alone."""
    if not isinstance(observation.text, Redacted):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError("only redacted text may be stored")
    digest = archive.digest_of(observation)
    twin = connection.execute(
        "SELECT number FROM observation WHERE namespace = ? AND digest = ? AND number != ?",
        (namespace, digest, number),
    ).fetchone()
    if twin is not None:
        connection.execute(
            "UPDATE OR IGNORE card_observation SET observation = ? WHERE observation = ? AND namespace = ?",
            (twin[0], number, namespace),
        )
        connection.execute(
            "DELETE FROM card_observation WHERE observation = ? AND namespace = ?", (number, namespace)
        )
        connection.execute("DELETE FROM observation WHERE number = ? AND namespace = ?", (number, namespace))
        return
    source = observation.source
    connection.execute(
        "UPDATE observation SET locator = ?, title = ?, subject = ?, files = ?, symbols = ?, body = ?, digest = ? "
        "WHERE number = ? AND namespace = ?",
        (
            source.locator,
            source.title,
            observation.subject,
            archive.packed(observation.files),
            archive.packed(observation.symbols),
            archive.compressed(observation.text),
            digest,
            number,
            namespace,
        ),
    )

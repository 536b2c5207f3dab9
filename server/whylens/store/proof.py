"""Proof of deletion: chooses the pieces of deleted text that are then searched for in the bytes of every file."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from whylens.model.card import Card
from whylens.recall.terms import fts_query

T = TypeVar("T")

#: Pieces searched for; each costs a pass over the files.
MOST = 32

#: Texts probes are drawn from; the first ones of a large deletion stand for the rest.
_TEXTS = 400

_PHRASE_BYTES = 64
# Within a phrase nothing that JSON (the history) writes differently.
_PHRASE = re.compile(r"[^\"\\\x00-\x1f\x7f]{12,}")
_WORD = re.compile(r"[^\W_]{7,}")

_PLACES = (
    ("card", "summary || details || rationale || evidence || symbols || rule || extra || ref"),
    ("card_source", "title || locator"),
    ("card_anchor", "path || symbol || context"),
    ("card_place", "path"),
    ("card_history", "content"),
    ("observation", "title || subject || locator || files || symbols"),
    ("audit", "subject || detail"),
    ("progress", "key || value"),
    ("sqlite_master", "coalesce(sql, '') || name"),  # the database describes itself in words, too
    ("sqlite_stat1", "coalesce(idx, '') || stat"),
)


@dataclass(slots=True)
class Probes:
    """Gathers pieces of text while it is deleted."""

    _phrases: dict[bytes, None] = field(default_factory=dict[bytes, None])
    _words: dict[str, None] = field(default_factory=dict[str, None])
    _bodies: dict[bytes, None] = field(default_factory=dict[bytes, None])

    def add_card(self, card: Card, history: Sequence[Card]) -> None:
        """Draw from the texts of a card and of its earlier versions."""
        for version in (card, *history):
            if len(self._phrases) < _TEXTS:
                self._add((version.summary, version.evidence, version.details, version.rationale))

    def add_observation(self, title: str, body: bytes) -> None:
        """Draw from an observation: its title, and its compressed bytes as they are."""
        if len(self._bodies) < _TEXTS:
            self._add((title,))
            self._bodies[body[-_PHRASE_BYTES:]] = None

    def chosen(self, connection: sqlite3.Connection) -> list[bytes]:
        """At most `MOST` probes: bodies, phrases, and words that no remaining card holds."""
        bodies, phrases = _spread(list(self._bodies), MOST // 4), _spread(list(self._phrases), MOST // 2)
        longest = sorted(self._words, key=len, reverse=True)[: MOST * 2]
        words = [word for word in longest if not _is_held(connection, word)]
        room = MOST - len(bodies) - len(phrases)
        return [*bodies, *phrases, *(word.encode() for word in words[:room])]

    def _add(self, texts: Iterable[str]) -> None:
        for text in texts:
            if phrase := _PHRASE.search(text):
                self._phrases[_cut(phrase[0].strip())] = None
            self._words.update(dict.fromkeys(word.lower() for word in _WORD.findall(text)[:50]))


def is_still_said(connection: sqlite3.Connection, probe: bytes) -> bool:
    """Whether something that was not deleted holds the same words, in any namespace."""
    try:
        words = probe.decode()
    except UnicodeDecodeError:
        return False
    return any(
        connection.execute(
            f"SELECT 1 FROM {table} WHERE instr(lower({texts}), lower(?)) LIMIT 1", (words,)
        ).fetchone()
        for table, texts in _PLACES
    )


def _is_held(connection: sqlite3.Connection, word: str) -> bool:
    query = fts_query([word])
    found = connection.execute("SELECT 1 FROM card_text WHERE card_text MATCH ? LIMIT 1", (query,))
    return bool(query) and found.fetchone() is not None


def _cut(phrase: str) -> bytes:
    """The beginning of `phrase`, at most `_PHRASE_BYTES` bytes of whole characters."""
    return phrase.encode("utf-8", "replace")[:_PHRASE_BYTES].decode("utf-8", "ignore").encode()


def _spread(items: list[T], count: int) -> list[T]:
    """`count` of `items`, evenly spread."""
    step = max(1, len(items) // count)
    return items[::step][:count]

"""Statements the user had deleted: known by a digest, so that the same words from another commit, file or function do
not bring them back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from whylens.govern.merge import summary_key
from whylens.model.card import Card
from whylens.model.words import Kind


def statement_mark(namespace: str, kind: Kind, summary: str) -> str:
    """The key under which a deleted statement is remembered in the learner's progress; holds no word of it."""
    said = "\0".join((namespace, kind.value, summary_key(summary)))
    return f"forgotten:{hashlib.blake2b(said.encode('utf-8', 'replace'), digest_size=16).hexdigest()}"


def marks_of(namespace: str, cards: Iterable[Card]) -> dict[str, str]:
    """What to keep in the progress when *cards* are deleted."""
    return {statement_mark(namespace, card.kind, card.summary): "1" for card in cards}

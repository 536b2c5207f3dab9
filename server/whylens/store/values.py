"""The values a store takes and answers with: lanes, relations, filters, hits, changes, and reports of what was done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from whylens.model.card import Card
from whylens.model.words import Kind, Scope, Status

#: A vector: numbers, or bytes that hold little-endian 32-bit floats. It need not have length 1.
Vector = bytes | Sequence[float]


class Lane(StrEnum):
    """How a write travels: what the user did goes first, is never dropped and survives a power cut when done."""

    USER = "user"
    CAPTURE = "capture"


class Relation(StrEnum):
    """What one card is to another, read from left to right: `from` supersedes `to`."""

    SUPERSEDES = "supersedes"
    CONFLICTS_WITH = "conflicts_with"
    RELATES_TO = "relates_to"
    FIXES = "fixes"
    FOLLOWS = "follows"
    REVERTS = "reverts"


class Order(StrEnum):
    """How a list of cards is sorted; the best or newest first."""

    NEWEST = "newest"
    OLDEST = "oldest"
    CONFIDENCE = "confidence"
    IMPORTANCE = "importance"
    ID = "id"


@dataclass(frozen=True, slots=True)
class Filter:
    """Which cards are meant; an empty field admits all. `after`/`before` bound `created_at` (before: exclusive)."""

    kinds: frozenset[Kind] = frozenset()
    scopes: frozenset[Scope] = frozenset()
    statuses: frozenset[Status] = frozenset()
    files: tuple[str, ...] = ()
    session: str = ""
    after: float | None = None
    before: float | None = None


ANY = Filter()


@dataclass(frozen=True, slots=True)
class Link:
    """`from_id` stands in `relation` to `to_id`; both are card ids."""

    from_id: str
    relation: Relation
    to_id: str


@dataclass(frozen=True, slots=True)
class Match:
    """A card some words were found in, with the BM25 score (≥ 0) of each field: summary, body, names, files."""

    card_id: str
    scores: dict[str, float]


@dataclass(frozen=True, slots=True)
class Near:
    """A card whose vector is close, and its cosine (-1..1)."""

    card_id: str
    cosine: float


@dataclass(frozen=True, slots=True)
class Change:
    """One step of the change feed: `op` is `save` or `forget`."""

    seq: int
    card_id: str
    op: str


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed after a sequence number. `complete` is False when older steps were pruned: read all anew."""

    last_seq: int
    items: tuple[Change, ...]
    complete: bool = True


@dataclass(frozen=True, slots=True)
class Audit:
    """Who did what to which subject; holds ids and words of ours, never captured text. `at` is Unix seconds."""

    actor: str
    action: str
    subject: str = ""
    detail: str = ""
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Saved:
    """What a save did: the cards as they are now kept (handle and version set), and ids refused as forgotten."""

    cards: tuple[Card, ...] = ()
    forgotten: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Archived:
    """How many observations were new, already known, or refused because they were forgotten once."""

    new: int = 0
    known: int = 0
    forgotten: int = 0


@dataclass(frozen=True, slots=True)
class Counts:
    """How many cards there are, by word."""

    total: int
    kinds: dict[str, int] = field(default_factory=dict[str, int])
    statuses: dict[str, int] = field(default_factory=dict[str, int])
    scopes: dict[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True)
class ForgetReport:
    """What was deleted from where, and the proof: how many probes of the deleted text were searched for in the
    files of the folder, and how many were still found (0 when all is gone). `shared` probes do not count as found:
    what remains holds the same words."""

    cards: tuple[str, ...] = ()
    removed: dict[str, int] = field(default_factory=dict[str, int])
    files_removed: tuple[str, ...] = ()
    probes: int = 0
    found: int = 0
    shared: int = 0
    files_searched: int = 0

    @property
    def proven(self) -> bool:
        """Whether no trace was found."""
        return self.found == 0


@dataclass(frozen=True, slots=True)
class Revised:
    """One page of a revision: the number of its last row, rows seen (0: there are no more) and rows changed."""

    last: int
    seen: int = 0
    changed: int = 0
    versions: int = 0

"""The store as everything above sees it: cards, evidence, search, change feed, forgetting. No word of how it is kept.

Reading calls are safe from any thread, and most take `deadline` (seconds): past it they raise `Unavailable`.
Writing calls return a future at once; it is done when the write is committed, and holds a `StorageError` when it
could not be. From asyncio: `await asyncio.wrap_future(store.save(...))`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

from whylens.model.card import Card
from whylens.model.observation import Observation
from whylens.model.words import Basis, Kind
from whylens.store.care import Care
from whylens.store.values import (
    ANY,
    Archived,
    Audit,
    Change,
    Changes,
    Counts,
    Filter,
    ForgetReport,
    Lane,
    Link,
    Match,
    Near,
    Order,
    Relation,
    Revised,
    Saved,
    Vector,
)

__all__ = [
    "ANY",
    "READ_DEADLINE",
    "Archived",
    "Audit",
    "Change",
    "Changes",
    "Counts",
    "Filter",
    "ForgetReport",
    "Lane",
    "Link",
    "Match",
    "Near",
    "Order",
    "Relation",
    "Revised",
    "Saved",
    "Store",
    "Vector",
    "Writing",
]

T = TypeVar("T")

#: How long an interactive question may take before it is given up, in seconds.
READ_DEADLINE = 0.100


class Writing(Protocol):
    """The store inside one write: reads see what the same write has done; nothing of it is kept if it raises."""

    def get(self, name: str) -> Card | None: ...

    def get_many(self, ids: Iterable[str]) -> list[Card]: ...

    def similar(
        self, kind: Kind, files: Sequence[str], terms: Sequence[str], *, limit: int = 20
    ) -> list[Card]: ...

    def same_summary(self, kind: Kind, summary: str) -> list[Card]: ...

    def by_source(self, locators: Iterable[str]) -> list[Card]: ...

    def save(self, cards: Iterable[Card], *, revive: bool = False) -> Saved: ...

    def link(self, links: Iterable[Link]) -> None: ...

    def archive(self, observations: Iterable[Observation], *, card_ids: Iterable[str] = ()) -> Archived: ...

    def put_progress(self, values: Mapping[str, str]) -> None: ...

    def record(self, entries: Iterable[Audit]) -> None: ...


class Store(Care, Protocol):
    """One project's memory, seen through one namespace; what keeps it well is `Care`."""

    # -- writing -------------------------------------------------------------------------------------------------

    def write(self, job: Callable[[Writing], T], *, lane: Lane = Lane.CAPTURE, key: str = "") -> Future[T]:
        """Run `job` in the write thread, inside one transaction. Read-modify-write belongs here.

        When the capture lane is full the future fails with `Busy` (counted); a queued capture job with the same
        non-empty `key` is replaced by the newer one, and both futures get its result.
        """
        ...

    def save(
        self,
        cards: Iterable[Card],
        *,
        links: Iterable[Link] = (),
        observations: Iterable[Observation] = (),
        lane: Lane = Lane.CAPTURE,
        audit: Iterable[Audit] = (),
        progress: Mapping[str, str] | None = None,
    ) -> Future[Saved]:
        """Insert or update cards by id, in one transaction with everything else given.

        Handle and version are set by the store: a changed card gets the next version and the old one goes to its
        history. `observations` are archived as the evidence of these cards. Cards that were forgotten are refused
        in the capture lane and revived in the user lane.
        """
        ...

    def link(self, links: Iterable[Link], *, lane: Lane = Lane.CAPTURE) -> Future[None]: ...

    def archive(
        self, observations: Iterable[Observation], *, lane: Lane = Lane.CAPTURE
    ) -> Future[Archived]: ...

    def put_vectors(self, model_id: str, vectors: Mapping[str, Vector]) -> Future[int]:
        """Keep the vector of each card id; returns how many. Raises `ValueError` for NaN, zero or wrong length."""
        ...

    def put_progress(self, values: Mapping[str, str], *, lane: Lane = Lane.CAPTURE) -> Future[None]: ...

    def record(self, entries: Iterable[Audit], *, lane: Lane = Lane.CAPTURE) -> Future[None]: ...

    # -- reading cards -------------------------------------------------------------------------------------------

    def get(self, name: str) -> Card | None:
        """The card with this id, handle (`W-3f2a`, with or without `W-` or brackets) or `ref`."""
        ...

    def get_many(self, ids: Iterable[str], *, deadline: float | None = READ_DEADLINE) -> list[Card]:
        """The cards with these ids, in the order asked; unknown ids are left out."""
        ...

    def outlines(self, ids: Iterable[str], *, deadline: float | None = READ_DEADLINE) -> list[Card]:
        """As `get_many`, in two thirds of its time, with what ranking reads alone (`store.light`)."""
        ...

    def find(
        self, where: Filter = ANY, *, limit: int = 100, offset: int = 0, order: Order = Order.NEWEST
    ) -> list[Card]: ...

    def recent(
        self, limit: int, where: Filter = ANY, *, deadline: float | None = READ_DEADLINE
    ) -> list[Card]: ...

    def counts(self, where: Filter = ANY) -> Counts: ...

    def history(self, card_id: str) -> list[Card]:
        """Earlier versions, newest first."""
        ...

    # -- searching -----------------------------------------------------------------------------------------------

    def match(
        self,
        terms: Sequence[str],
        *,
        limit: int = 100,
        where: Filter = ANY,
        deadline: float | None = READ_DEADLINE,
    ) -> list[Match]:
        """Cards holding any of `terms` (from `recall.terms.match_terms`), best first."""
        ...

    def nearest(
        self,
        vector: Vector,
        *,
        model_id: str,
        limit: int = 100,
        where: Filter = ANY,
        deadline: float | None = READ_DEADLINE,
    ) -> list[Near]:
        """Cards whose vectors (of `model_id`) are closest to `vector`, best first."""
        ...

    def anchored(
        self, path: str, where: Filter = ANY, *, deadline: float | None = READ_DEADLINE
    ) -> list[Card]:
        """Cards with an anchor in the file, and cards that only name the file."""
        ...

    def anchored_paths(self, where: Filter = ANY) -> dict[str, int]:
        """Every file cards speak of, with how many."""
        ...

    def by_files(
        self,
        paths: Iterable[str],
        *,
        limit: int = 100,
        where: Filter = ANY,
        deadline: float | None = READ_DEADLINE,
    ) -> list[str]:
        """Ids of cards that share files with `paths`; rare shared files weigh more, then the newest first."""
        ...

    def locators(self, bases: Iterable[Basis]) -> frozenset[str]:
        """Every locator of the sources of these kinds that cards have."""
        ...

    def by_source(self, locators: Iterable[str]) -> list[Card]:
        """Cards with a source whose locator is one of these, or (7 characters and more) begins with it."""
        ...

    def similar(
        self, kind: Kind, files: Sequence[str], terms: Sequence[str], *, limit: int = 20
    ) -> list[Card]:
        """Cards a new one of `kind` might repeat: same words, a shared file first."""
        ...

    def same_summary(self, kind: Kind, summary: str) -> list[Card]:
        """Cards of `kind` whose summary is the same but for case, spacing and punctuation."""
        ...

    # -- relations and evidence ----------------------------------------------------------------------------------

    def links_of(self, ids: Iterable[str]) -> list[Link]:
        """Every link that starts or ends at one of these cards."""
        ...

    def observations_of(self, card_id: str) -> list[Observation]: ...

    def known(self, digests: Iterable[str]) -> frozenset[str]:
        """Those of these observation digests that are in the archive."""
        ...

    def forgotten(self, digests: Iterable[str]) -> frozenset[str]:
        """Those of these card ids or observation digests that were forgotten, and must not be learned again."""
        ...

    def missing_vectors(self, model_id: str, *, limit: int = 100, where: Filter = ANY) -> list[Card]:
        """Cards without a vector of `model_id`, newest first."""
        ...

    def vectors_made(self, model_id: str, *, deadline: float | None = READ_DEADLINE) -> tuple[int, int]:
        """How many cards have a vector of `model_id`, and how many cards there are; under 10 ms for 100,000."""
        ...

    # -- state ---------------------------------------------------------------------------------------------------

    def progress(self, key: str) -> str | None: ...

    def changes_since(self, seq: int) -> Changes: ...

    def last_seq(self) -> int: ...

    def data_version(self) -> int:
        """A number that moves when any process has saved or forgotten a card; comparable within this object only."""
        ...

    def audit_log(self, limit: int = 100) -> list[Audit]: ...

    def stats(self) -> dict[str, Any]: ...

"""The part of the port that keeps a store well: forgetting, rewriting in place, rebuilding, checking, closing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from whylens.model.card import Card
from whylens.model.observation import Observation
from whylens.store.values import Filter, ForgetReport, Revised


class Care(Protocol):
    """What is done to a store as a whole, seldom and slowly."""

    def forget(
        self, ids: Iterable[str] = (), *, where: Filter | None = None, actor: str = "user"
    ) -> ForgetReport:
        """Delete cards by id, or all that `where` admits, with everything only they used; slow, and waits."""
        ...

    def forget_everything(self, *, actor: str = "user") -> ForgetReport:
        """Delete all of this namespace."""
        ...

    def revise_cards(
        self, change: Callable[[Card], Card], *, after: int = 0, dry_run: bool = False
    ) -> Revised:
        """Rewrite one page of cards (those after number `after`) and their earlier versions in place.

        Unlike `save` this keeps nothing of what was there; `purge` then destroys what the files still hold of it.
        """
        ...

    def revise_observations(
        self, change: Callable[[Observation], Observation], *, after: int = 0, dry_run: bool = False
    ) -> Revised:
        """As `revise_cards`, for the archive."""
        ...

    def purge(self) -> list[str]:
        """Write the files anew without what was revised; slow. Names of the files that were removed."""
        ...

    def rebuild(self) -> dict[str, int]:
        """Make the derived data (full text, vector index) anew from the cards; says how many rows of each."""
        ...

    def maintain(self) -> dict[str, Any]:
        """Do the upkeep that is due (vector index, change feed) if no other process is at it."""
        ...

    def examine(self) -> dict[str, Any]:
        """Check every page of the file, slowly: `ok`, and `detail` in words."""
        ...

    def close(self) -> None:
        """Finish queued writes and let go of the files."""
        ...

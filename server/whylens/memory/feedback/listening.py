"""What the memory does with passive feedback: listens, keeps what it heard, and explains what came of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from whylens.memory.feedback.explaining import why_json
from whylens.memory.feedback.feedback import Feedback, Seen
from whylens.memory.feedback.outcomes import keep
from whylens.memory.feedback.watching import Watcher
from whylens.memory.working.places import WorkingPlaces
from whylens.model.card import Card
from whylens.model.errors import StorageError
from whylens.model.happening import Happening
from whylens.model.recall import Injection
from whylens.model.words import LIVE
from whylens.runtime.clock import Clock
from whylens.runtime.project import Project
from whylens.store.port import Filter, Store

log = logging.getLogger(__name__)


class Listening:
    """Passive feedback on one project's cards. No failure of it reaches whoever worked."""

    def __init__(self, project: Project, store: Store, clock: Clock, get: Callable[[str], Card]) -> None:
        self._store = store
        self._clock = clock
        self._get = get
        self.feedback = Feedback(store)
        live = Filter(statuses=LIVE)
        self._watcher = Watcher(
            card_at=lambda path: store.anchored(path, live, deadline=None),
            named=store.get,
            commit=WorkingPlaces(project).commit,
        )

    def gave(self, session: str, injection: Injection) -> None:
        """A chat was given something."""
        self._watcher.gave(session, injection, self._clock.now())

    def opened(self, card_ids: Iterable[str]) -> int:
        """The user opened cards; how many were moved by it."""
        return self._keep(self._watcher.opened(card_ids, self._clock.now()))

    def happened(self, happenings: Iterable[Happening]) -> int:
        """Look for signals in *happenings*; how many cards were moved by them."""
        try:
            moved = self._keep(self._watcher.happened(happenings))
            if known := self._watcher.outcomes():
                keep(self._store, known)
            return moved
        except StorageError as error:
            log.info("what became of some cards was not seen: %s", error)
            return 0

    def why(self, name: str) -> dict[str, Any]:
        """Why the confidence of a card is what it is (docs/protocol.md, `why`)."""
        card = self._get(name)
        return why_json(card, self._store.history(card.id), self.feedback.tallies(card.id))

    def _keep(self, seen: Sequence[Seen]) -> int:
        try:
            return self.feedback.take(seen)
        except StorageError as error:
            log.info("what was seen of some cards is not kept: %s", error)
            return 0

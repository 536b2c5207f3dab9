"""What follows somebody at work: the working memory and the questions to a language model, made when first used."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from whylens.model.happening import Happening
from whylens.normalize.disguise import Disguise
from whylens.runtime.clock import Clock
from whylens.runtime.project import Project
from whylens.store.port import Store

if TYPE_CHECKING:
    from whylens.memory.assist.assistance import Assistance
    from whylens.memory.working.memory import WorkingMemory


class AtWork:
    """The session of one project. Safe to call from any thread."""

    def __init__(
        self, project: Project, store: Store, namespace: str, clock: Clock, disguise: Callable[[], Disguise]
    ) -> None:
        self._project = project
        self._store = store
        self._namespace = namespace
        self._clock = clock
        self._disguise = disguise
        self._lock = threading.Lock()
        self._working: WorkingMemory | None = None
        self._assistance: Assistance | None = None

    def happened(self, happenings: Iterable[Happening]) -> int:
        """Follow what happened; the number of cards that came of it."""
        happenings = tuple(happenings)
        with self._lock:
            if self._working is None:
                from whylens.memory.working.memory import follow  # here: no answer needs it

                self._working = follow(self._project, self._store, self._namespace, self._clock)
        kept = self._working.happened(happenings)
        if self._assistance is not None:
            self._assistance.heard(happenings)
        return kept

    def assistance(self) -> Assistance:
        """What a language model may be asked."""
        with self._lock:
            if self._assistance is None:
                from whylens.memory.assist.assistance import Assistance  # here: off for nearly everybody

                self._assistance = Assistance(
                    self._project, self._store, self._namespace, self._clock, self._disguise
                )
        return self._assistance

    def end(self) -> int:
        """The work is over: new cards."""
        return self._working.end_session() if self._working is not None else 0

    def end_if_idle(self) -> int:
        """The same, when nothing happened for a long while."""
        return self._working.end_if_idle(self._clock.now()) if self._working is not None else 0

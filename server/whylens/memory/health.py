"""How a memory is: the figures of its status, and what is missing in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from whylens import __version__
from whylens.embed.client import EmbedClient
from whylens.memory.assist.spending import spent_today
from whylens.memory.meaning import lack_of_vectors
from whylens.memory.requests import Unfinished
from whylens.memory.rescan import is_due
from whylens.model.words import LIVE, Status
from whylens.runtime.clock import Clock
from whylens.runtime.project import Project
from whylens.store.port import Filter, Store


class Health:
    """The status of one project's memory (docs/protocol.md, `status`)."""

    def __init__(
        self, project: Project, store: Store, embedder: EmbedClient | None, folder: Path | None, clock: Clock
    ) -> None:
        self._project = project
        self._store = store
        self._embedder = embedder
        self._folder = folder
        self._clock = clock

    def report(self, unfinished: Unfinished | None) -> dict[str, Any]:
        """All of it but what a context was last made of; *unfinished* is what is left to learn."""
        counts, live = self._store.counts(), self._store.counts(Filter(statuses=LIVE))
        stats = self._store.stats()
        learned = self._store.progress("learned")
        return {
            **stats,
            "version": __version__,
            "project": self._project.name,
            "root": str(self._project.root),
            "key": self._project.key,
            "cards": {
                "total": live.total,
                "byKind": live.kinds,
                "byStatus": counts.statuses,
                "candidates": counts.statuses.get(Status.CANDIDATE.value, 0),
            },
            "vectors": {"done": stats["vectors"], "total": counts.total},
            "rescanDue": is_due(self._store),
            "assist": {"spentToday": spent_today(self._store, self._clock.now())},
            "learned": float(learned) if learned else None,
            "unfinished": {"why": unfinished.value, "hint": unfinished.hint} if unfinished else None,
            "degraded": self._degraded(stats["vectors"], counts.total),
            "notes": [self._project.note] if self._project.note else [],
            "database": str(self._folder) if self._folder else None,
        }

    def _degraded(self, made: int, total: int) -> list[str]:
        if self._embedder is None or self._embedder.status().problem:
            return ["vectors"]
        lack = lack_of_vectors(made, total)
        return [lack] if lack else []

"""How much of a memory can be searched by meaning: whether its cards have their vectors."""

from __future__ import annotations

from whylens.model.errors import Unavailable
from whylens.runtime.clock import Clock
from whylens.store.port import Store

#: So many cards without a vector are no lack: they were written since, and their words find them.
STRAY = 5
#: Seconds an answer holds while vectors are being made.
HOLDS = 1.0


def lack_of_vectors(made: int, total: int) -> str:
    """What an answer lacks when only *made* of *total* cards have a vector, in words; empty when it lacks nothing."""
    missing = total - made
    if missing <= 0 or (made > 0 and missing <= STRAY):
        return ""
    return f"vectors of {missing:,} of {total:,} memories"


class Meaning:
    """What the vectors of one model lack, asked of the store as seldom as it can change. Threads may share it."""

    def __init__(self, store: Store, model_id: str, clock: Clock) -> None:
        self._store = store
        self._model_id = model_id
        self._clock = clock
        self._known: tuple[int, float, str] | None = None

    def lack(self) -> str:
        """As `lack_of_vectors`; empty also when the store does not say in time."""
        try:
            version, now = self._store.data_version(), self._clock.monotonic()
            if self._known is None or not _holds(*self._known, version=version, now=now):
                made, total = self._store.vectors_made(self._model_id)
                self._known = version, now, lack_of_vectors(made, total)
        except Unavailable:
            return ""
        return self._known[2]


def _holds(version_then: int, then: float, lack: str, *, version: int, now: float) -> bool:
    """Whether an answer still holds: nothing lacks and no card changed since, or it was given just now."""
    return (not lack and version == version_then) or now - then < HOLDS

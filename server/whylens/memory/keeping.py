"""How a learning run keeps what it read: a few readings a write, so that the database is never held for long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from whylens.capture.readings import Reading
from whylens.memory.admission import Admission
from whylens.memory.requests import LearnReport
from whylens.model.errors import Busy
from whylens.store.port import Store

#: Readings stored in one write: the database is never held longer than a few milliseconds.
_READINGS_A_WRITE = 16


class Keeping:
    """What one learning run kept, read and met; `read` and `problems` are added to by the run."""

    def __init__(self, store: Store, namespace: str, *, now: float, problems: Sequence[str] = ()) -> None:
        self._store = store
        self._admission = Admission(namespace, now=now, progress=store.progress)
        self.read: Counter[str] = Counter()
        self.problems = list(problems)

    @property
    def cards(self) -> int:
        """How many cards were kept so far."""
        return sum(self._admission.tally.kept.values())

    def keep(self, readings: Sequence[Reading]) -> None:
        """Admit *readings*. Raises `Busy` when another process holds the database too long."""
        for start in range(0, len(readings), _READINGS_A_WRITE):
            self._write(readings[start : start + _READINGS_A_WRITE])

    def report(self, seconds: float, *, interrupted: bool) -> LearnReport:
        """What the run came to."""
        tally = self._admission.tally
        return LearnReport(
            read=dict(self.read),
            cards=dict(tally.kept),
            merged=tally.merged,
            candidates=tally.candidates,
            seconds=seconds,
            problems=tuple(self.problems),
            interrupted=interrupted,
        )

    def _write(self, readings: Sequence[Reading]) -> None:
        try:
            self._store.write(lambda writing: self._admission.admit(writing, readings)).result()
        except Busy:
            self.problems.append("another process held the database too long; run learn again for the rest")
            raise

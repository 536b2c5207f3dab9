"""When a document has settled: quiet for a while, saved, or something happened that belongs after its edits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

#: Seconds of quiet before a difference counts as settled: twice what the last one cost, within these bounds. Shorter
#: and half-written lines would be told; what comes after an edit (a save, a command, a report) settles it at once.
SHORTEST_QUIET, LONGEST_QUIET = 3.0, 10.0
#: Documents whose last captured text is kept.
MOST_BASELINES = 100


class Settling:
    """The last captured text of each open document, and a timer for those that changed since."""

    def __init__(self, settled: Callable[[str], None]) -> None:
        self.cost = 0.0
        self._settled = settled
        self._baselines: dict[str, str] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def begin(self, uri: str, text: str) -> None:
        """Differences start from *text*."""
        self._baselines.pop(uri, None)
        self._baselines[uri] = text
        while len(self._baselines) > MOST_BASELINES:
            self._baselines.pop(next(iter(self._baselines)))

    def baseline(self, uri: str) -> str | None:
        """The text differences start from."""
        return self._baselines.get(uri)

    def changed(self, uri: str) -> None:
        """A document was changed: it settles after a while of quiet."""
        self.stop(uri)
        quiet = min(max(2 * self.cost, SHORTEST_QUIET), LONGEST_QUIET)
        self._timers[uri] = asyncio.get_running_loop().call_later(quiet, self._settled, uri)

    def is_unsettled(self, uri: str) -> bool:
        """Whether the document changed and has not settled yet."""
        return uri in self._timers

    def stop(self, uri: str) -> None:
        """The document has settled, or is gone."""
        if (timer := self._timers.pop(uri, None)) is not None:
            timer.cancel()

    def forget(self, uri: str) -> None:
        """The document was closed."""
        self.stop(uri)
        self._baselines.pop(uri, None)

    def settle_all(self) -> None:
        """Everything counts as settled now."""
        for uri in list(self._timers):
            self._settled(uri)

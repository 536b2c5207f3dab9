"""How long handlers take and how often they fail: kept in memory, shown by `whylens/status`, never sent anywhere."""

from __future__ import annotations

import time
from collections import Counter, defaultdict, deque
from typing import Any

#: Enough for a steady p99, small enough to forget what an hour ago was like.
KEPT = 500

#: This many failures within a minute make the status say so.
MANY_FAILURES = 3


class Figures:
    """Latencies (seconds) and counts per handler name. Used from the event loop only."""

    def __init__(self) -> None:
        self._took: defaultdict[str, deque[float]] = defaultdict(lambda: deque[float](maxlen=KEPT))
        self._missed: Counter[str] = Counter()
        self._failed: Counter[str] = Counter()
        self._failures: deque[float] = deque(maxlen=MANY_FAILURES)

    def took(self, name: str, seconds: float) -> None:
        """One call of *name* took this long."""
        self._took[name].append(seconds)

    def missed(self, name: str) -> None:
        """One call of *name* passed its deadline."""
        self._missed[name] += 1

    def failed(self, name: str) -> None:
        """One call of *name* raised."""
        self._failed[name] += 1
        self._failures.append(time.monotonic())

    @property
    def failing(self) -> bool:
        """Whether several handlers failed within the last minute."""
        return len(self._failures) == MANY_FAILURES and time.monotonic() - self._failures[0] < 60

    def report(self) -> dict[str, dict[str, Any]]:
        """Per handler: calls kept, p50 and p99 in milliseconds, deadlines missed, failures."""
        return {name: self._one(name) for name in sorted(self._took)}

    def _one(self, name: str) -> dict[str, Any]:
        times = sorted(self._took[name])
        return {
            "calls": len(times),
            "p50": round(times[len(times) // 2] * 1000, 2),
            "p99": round(times[min(len(times) - 1, len(times) * 99 // 100)] * 1000, 2),
            "missed": self._missed[name],
            "failed": self._failed[name],
        }


figures = Figures()

"""Time as a thing that is passed in: the clock of the machine, and one that tests turn by hand."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol


class Clock(Protocol):
    """Tells the time; everything that waits or stamps takes one as an argument."""

    def now(self) -> float:
        """The time of day, Unix seconds."""
        ...

    def monotonic(self) -> float:
        """Seconds since some fixed point; never runs backwards, only differences mean something."""
        ...


class SystemClock:
    """The clock of the machine."""

    def now(self) -> float:
        """The time of day, Unix seconds."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds since some fixed point; never runs backwards."""
        return time.monotonic()


@dataclass
class ManualClock:
    """A clock that stands still until it is advanced, for tests."""

    at: float = 0.0

    def now(self) -> float:
        """The time it was set to, Unix seconds."""
        return self.at

    def monotonic(self) -> float:
        """The same time."""
        return self.at

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass."""
        self.at += seconds

"""One at a time, the most urgent first: how a hover gets ahead of ten thousand cards waiting for vectors."""

from __future__ import annotations

import heapq
import itertools
import threading
from collections.abc import Generator
from contextlib import contextmanager


class Turnstile:
    """A lock that goes to the waiter with the lowest number; among equals, to the one that came first."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[tuple[int, int]] = []
        self._arrivals = itertools.count()
        self._taken = False

    @contextmanager
    def turn(self, urgency: int) -> Generator[None]:
        """Wait for the turn, and hold it."""
        ticket = (urgency, next(self._arrivals))
        with self._changed:
            heapq.heappush(self._waiting, ticket)
            self._changed.wait_for(lambda: not self._taken and self._waiting[0] == ticket)
            heapq.heappop(self._waiting)
            self._taken = True
        try:
            yield
        finally:
            with self._changed:
                self._taken = False
                self._changed.notify_all()

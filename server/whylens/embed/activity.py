"""Who is connected to the worker and when somebody last asked, to know when it may end."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager

from whylens.runtime.clock import Clock

#: Seconds without a request, and seconds without a client, after which nobody needs the worker.
IDLE_LIMIT, LONELY_LIMIT = 60.0, 3.0


class Activity:
    """Counts clients and requests. Once `should_end` has said yes no request begins any more."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._clients = 0
        self._running = 0
        self._ending = False
        self._last_request = self._last_client = clock.monotonic()

    @property
    def idle(self) -> float:
        """Seconds since anything was asked or answered; 0 while something is."""
        with self._lock:
            return 0.0 if self._running else self._clock.monotonic() - self._last_request

    @contextmanager
    def client(self) -> Generator[None]:
        """Count a client while it is connected."""
        with self._lock:
            self._clients += 1
        try:
            yield
        finally:
            with self._lock:
                self._clients -= 1
                self._last_client = self._clock.monotonic()

    @contextmanager
    def request(self) -> Generator[bool]:
        """Count a request while it is answered. Gives False when the worker ends and must not take it."""
        with self._lock:
            taken = not self._ending
            self._running += taken
        try:
            yield taken
        finally:
            with self._lock:
                self._running -= taken
                self._last_request = self._clock.monotonic()

    def should_end(self) -> bool:
        """Whether nobody needs the worker."""
        with self._lock:
            now = self._clock.monotonic()
            lonely = self._clients == 0 and now - self._last_client > LONELY_LIMIT
            idle = self._running == 0 and now - self._last_request > IDLE_LIMIT
            self._ending = self._ending or lonely or idle
            return self._ending

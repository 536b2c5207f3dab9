"""Doing something soon, however often it is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

#: Seconds to wait for more of the same before it is done.
SOON = 0.02


class Coalesced:
    """Runs an action soon after it is asked for, however often that is, and at most once per *every* seconds."""

    def __init__(self, every: float, action: Callable[[], object]) -> None:
        self._every = every
        self._action = action
        self._last = float("-inf")
        self._timer: asyncio.TimerHandle | None = None

    def soon(self) -> None:
        """Ask for the action."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(max(loop.time() + SOON, self._last + self._every), self._run)

    def _run(self) -> None:
        self._timer = None
        self._last = asyncio.get_running_loop().time()
        self._action()

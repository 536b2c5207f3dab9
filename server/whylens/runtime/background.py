"""Background tasks: held by a strong reference, logged when they fail, cancelled and awaited at the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger(__name__)


class Background:
    """The tasks one part of the server left running. Belongs to one event loop.

    asyncio keeps only weak references to tasks, so a task nobody holds may vanish half-way; and the
    exception of a task nobody awaits is never seen. Every task is therefore started here.
    """

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopping = False

    def __len__(self) -> int:
        return len(self._tasks)

    def spawn(self, name: str, work: Coroutine[Any, Any, object]) -> asyncio.Task[None]:
        """Run `work` in the background; after `stop` it is dropped unrun, the task cancelled."""
        task = asyncio.get_running_loop().create_task(self._run(name, work), name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(
            lambda _: work.close()
        )  # a task cancelled before its first step never entered it
        if self._stopping:
            task.cancel()
        return task

    async def stop(self, timeout: float = 2.0) -> tuple[str, ...]:
        """Cancel everything, wait up to `timeout` seconds; returns the names of what did not end in time."""
        self._stopping = True
        tasks = self._tasks - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        if not tasks:
            return ()
        _, late = await asyncio.wait(tasks, timeout=timeout)
        names = tuple(sorted(task.get_name() for task in late))
        if names:
            log.warning("background tasks still running after %.1f s: %s", timeout, ", ".join(names))
        return names

    @staticmethod
    async def _run(name: str, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except Exception:  # the one boundary around background work
            log.exception("background task %s failed", name)

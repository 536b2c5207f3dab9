"""The product with a clock on its event loop: how late a timer is, and how long each step on the loop takes.

    python loop_lag_server.py FIGURES [OPTION...]

Measures from the notification `bench/begin` to `bench/end`, then writes the figures (milliseconds) as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

from whylens.lsp import main as server

FIGURES = Path(sys.argv[1])
#: Seconds between two looks at the clock.
TICK = 0.005


class Clock:
    """Lateness of the loop, in seconds. A step is timed by the clock; its work is the time it had the processor.

    `own` is how much of each lateness this process was at work, on whichever thread: when the loop waited for one of
    our own threads it is all of it, when it waited for the machine it is little.
    """

    def __init__(self) -> None:
        self.late: list[float] = []
        self.own: list[float] = []
        self.longest_step = self.longest_work = 0.0
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start measuring."""
        self._task = asyncio.get_running_loop().create_task(self._tick())
        self._watch_steps()

    def end(self) -> None:
        """Write what was measured."""
        assert self._task is not None
        self._task.cancel()
        ordered = sorted(1000 * each for each in self.late)
        figures = {
            "p50": round(ordered[len(ordered) // 2], 2),
            "p99": round(ordered[len(ordered) * 99 // 100], 2),
            "max": round(ordered[-1], 2),
            "over 20": sum(each > 20 for each in ordered),
            "own": round(1000 * max(self.own), 2),
            "own over 20": sum(each > 0.020 for each in self.own),
            "longest step": round(1000 * self.longest_step, 2),
            "longest work": round(1000 * self.longest_work, 2),
        }
        FIGURES.write_text(json.dumps(figures), encoding="utf-8")

    async def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due, working = loop.time() + TICK, time.process_time()
            await asyncio.sleep(TICK)
            late = max(0.0, loop.time() - due)
            self.late.append(late)
            self.own.append(min(late, time.process_time() - working))

    def _watch_steps(self) -> None:
        """Time every callback: asyncio has no hook for it."""
        run = asyncio.Handle._run

        def timed(handle: Any) -> None:
            started, working = time.perf_counter(), time.thread_time()
            run(handle)
            self.longest_work = max(self.longest_work, time.thread_time() - working)
            self.longest_step = max(self.longest_step, time.perf_counter() - started)

        asyncio.Handle._run = timed  # type: ignore[method-assign]


def create(*arguments: Any, **named: Any) -> Any:
    """The product's server with two more notifications."""
    made = real_create(*arguments, **named)
    clock = Clock()
    made.feature("bench/begin")(lambda params: clock.begin())
    made.feature("bench/end")(lambda params: clock.end())
    return made


real_create = server.create_server
server.create_server = create

if __name__ == "__main__":
    sys.exit(server.main(sys.argv[2:]))

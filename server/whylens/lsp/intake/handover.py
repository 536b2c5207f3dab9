"""Hands what waits over to the memory: in batches, on a worker, once consent is known, and again when it failed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from whylens.lsp.intake.waiting import Mark, Subject, Waiting
from whylens.lsp.projects import Project, Projects
from whylens.lsp.workers import Workers
from whylens.model.errors import StorageError, UserError, WhylensError
from whylens.runtime.background import Background

if TYPE_CHECKING:
    from whylens.lsp.intake.making import Tools

log = logging.getLogger(__name__)

#: Marks handed over together.
MOST_TOGETHER = 64
#: Seconds until the store is tried again after it could not take something.
PAUSE = 5.0

Batch = dict[Subject, Mark]


class Handover:
    """At most one batch is on its way. `paused` says why nothing is; `taken` counts what the memory took, by kind."""

    def __init__(
        self,
        waiting: Waiting,
        projects: Projects,
        workers: Workers,
        background: Background,
        clock: Callable[[], float],
    ) -> None:
        self.paused = ""
        self.cost = 0.0
        self.taken: Counter[str] = Counter()
        self._waiting = waiting
        self._projects = projects
        self._workers = workers
        self._background = background
        self._tools = cache(lambda: _make_tools(clock))
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Hand over what waits, unless that is happening."""
        if self._waiting and not self._is_running:
            self._running = self._background.spawn("capture", self._hand_over())

    async def finish(self) -> None:
        """Hand over everything that waits; returns early when the store cannot take it."""
        while not self.paused and (self._waiting or self._is_running):
            self.start()
            if self._running is not None:
                await asyncio.shield(self._running)

    @property
    def _is_running(self) -> bool:
        return self._running is not None and not self._running.done()

    async def _hand_over(self) -> None:
        while (first := self._waiting.first()) is not None:
            project = await self._project(first)  # waits until consent is known
            batch = self._waiting.take(MOST_TOGETHER, self._of_one_folder)
            allowed = {s: m for s, m in batch.items() if project is not None and _may(project, m)}
            if project is None or not allowed:
                continue
            try:
                await self._take_in(project, allowed)
            except (StorageError, OSError) as error:
                self._pause(allowed, str(error))
                return

    async def _take_in(self, project: Project, batch: Batch) -> None:
        """Give a batch to the memory; where one of it cannot be understood, the others go by themselves."""
        started = time.perf_counter()
        try:
            taken = await self._workers.capture(_take_in, project, self._tools, list(batch.values()))
        except StorageError:
            raise
        except WhylensError:
            if len(batch) > 1:
                for subject, mark in batch.items():
                    await self._take_in(project, {subject: mark})
            return
        self.paused = ""
        self.taken.update(taken)
        self.cost = (time.perf_counter() - started) / len(batch)

    async def _project(self, mark: Mark) -> Project | None:
        try:
            return await (self._projects.of(mark.uri) if mark.uri else self._projects.first())
        except UserError:
            return None

    def _of_one_folder(self, one: Mark, other: Mark) -> bool:
        return self._folder(one) == self._folder(other)

    def _folder(self, mark: Mark) -> object:
        return self._projects.folder_of(mark.uri) if mark.uri else next(iter(self._projects.folders), None)

    def _pause(self, batch: Batch, reason: str) -> None:
        """The store cannot take it now: keep it, unless something newer waits already, and try again later."""
        if not self.paused:
            log.warning("capture pauses: %s", reason)
        self.paused = f"capture pauses: {reason}"
        self._waiting.put_back(batch)
        asyncio.get_running_loop().call_later(PAUSE, self.start)


def _may(project: Project, mark: Mark) -> bool:
    settings = project.settings
    return settings.mode.captures and (mark.source is None or mark.source in settings.sources)


def _make_tools(clock: Callable[[], float]) -> Tools:
    from whylens.lsp.intake.making import Tools  # here, on the worker: it is not needed for the first answer

    return Tools(clock)


def _take_in(project: Project, tools: Callable[[], Tools], marks: Sequence[Mark]) -> Counter[str]:
    """Make what the marks say and give it to the memory (blocks); counts by kind."""
    from whylens.lsp.intake.making import Desk, split

    desk = Desk(project, tools())
    events, happenings = split([each for mark in marks for each in mark.make(desk, mark.since)])
    if events:
        project.memory.observe(events)
    if happenings:
        project.memory.happened(happenings)
    return Counter(type(each).__name__ for each in (*events, *happenings))

"""The projects of this window: which memory answers for a file, opened when first needed, off the event loop."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from whylens.lsp.documents import path_of
from whylens.lsp.workers import Workers
from whylens.model.errors import UserError, WhylensError
from whylens.model.settings import Settings

if TYPE_CHECKING:
    from whylens.memory import Memory

log = logging.getLogger(__name__)

#: Seconds before a project that could not be opened is tried again.
RETRY_AFTER = 20.0


class OpenMemory(Protocol):
    """How a memory is made: `whylens.app.open_memory`, or a fake of the tests."""

    def __call__(self, path: Path, *, home: Path | None = None, read_only: bool = False) -> Memory:
        """The memory of the project that holds *path*."""
        ...


@dataclass(eq=False)
class Project:
    """A workspace folder with its open memory. `data_version` is the last one its views were made from."""

    root: Path
    memory: Memory
    settings: Settings
    data_version: int = 0

    @property
    def read_only(self) -> bool:
        """Whether the memory was opened for reading alone."""
        return not self.settings.mode.captures


class Projects:
    """Folder → project. `report` tells the user why one cannot be opened; `came` is told each one that was."""

    def __init__(self, workers: Workers, open_memory: OpenMemory) -> None:
        self.home: Path | None = None
        self.report: Callable[[str], None] = log.warning
        self.came: Callable[[Project], None] = lambda project: None
        self.folders: list[Path] = []
        self.problems: dict[Path, str] = {}
        self._workers = workers
        self._open_memory = open_memory
        self._settings: dict[Path, Settings] = {}
        self._known = asyncio.Event()
        self._opening: dict[Path, asyncio.Task[Project | None]] = {}
        self._failed_at: dict[Path, float] = {}

    def opened(self) -> list[Project]:
        """The projects that are open, the first folder's first."""
        tasks = [self._opening[each] for each in self.folders if each in self._opening]
        return [found for each in tasks if (found := _finished(each)) is not None]

    def folder_of(self, uri: str) -> Path | None:
        """The innermost workspace folder a file lies in."""
        path = path_of(uri)
        around = [each for each in self.folders if path is not None and path.is_relative_to(each)]
        return max(around, key=lambda each: len(each.parts), default=None)

    async def of(self, uri: str) -> Project | None:
        """The project of a file; None outside all folders, where Whylens is off, or when it cannot be opened."""
        await self._known.wait()
        folder = self.folder_of(uri)
        return await self.at(folder) if folder is not None else None

    async def first(self) -> Project:
        """The project of the first folder, for requests that name no file; UserError when there is none."""
        await self._known.wait()
        for folder in self.folders:
            if (project := await self.at(folder)) is not None:
                return project
        raise UserError(self.why_none())

    async def at(self, folder: Path) -> Project | None:
        """The project of one folder, opening it if needed. A caller that gives up does not stop the opening."""
        settings = self._settings.get(folder, Settings())
        if not settings.mode.shows or self._failed_lately(folder):
            return None
        if (task := self._opening.get(folder)) is None:
            task = asyncio.create_task(self._open(folder, settings), name=f"open {folder.name}")
            self._opening[folder] = task
        return await asyncio.shield(task)

    def settings_at(self, folder: Path) -> Settings:
        """The settings that hold in a folder; everything off until they are known."""
        return self._settings.get(folder, Settings())

    def why_none(self) -> str:
        """Why no project answers, in a sentence for the user."""
        if not self.folders:
            return "no folder is open: open the folder of a project first"
        if problem := next(iter(self.problems.values()), None):
            return problem
        reasons = [each.problems[0] for each in self._settings.values() if each.problems]
        return reasons[0] if reasons else "Whylens is off here: set whylens.mode to turn it on"

    async def apply(self, settings: dict[Path, Settings]) -> list[Project]:
        """Make *settings* hold, folder by folder; returns the projects that were closed because of it."""
        self.folders = list(settings)
        self._settings = settings
        self._failed_at.clear()
        self.problems = {folder: text for folder, text in self.problems.items() if folder in settings}
        closed = [await self._close(each) for each in list(self._opening) if self._must_close(each)]
        for project in self.opened():
            project.settings = settings[project.root]
            await self._tell_domains(project)
        self._known.set()
        return [each for each in closed if each is not None]

    async def close(self) -> None:
        """Close every memory, the writes it accepted finished."""
        await asyncio.gather(*(self._close(each) for each in list(self._opening)), return_exceptions=True)

    def _must_close(self, folder: Path) -> bool:
        settings, project = self._settings.get(folder), _finished(self._opening[folder])
        if settings is None or not settings.mode.shows:
            return True
        return project is not None and project.read_only == settings.mode.captures

    async def _open(self, folder: Path, settings: Settings) -> Project | None:
        started = time.perf_counter()
        try:
            memory = await self._workers.read(
                self._open_memory, folder, home=self.home, read_only=not settings.mode.captures
            )
            version = await self._workers.read(memory.data_version)
        except (WhylensError, OSError) as error:
            self._failed(folder, str(error) or type(error).__name__)
            return None
        log.info("opened the memory of %s in %.0f ms", folder.name, (time.perf_counter() - started) * 1000)
        self.problems.pop(folder, None)
        project = Project(folder, memory, settings, version)
        await self._tell_domains(project)
        self.came(project)
        return project

    async def _tell_domains(self, project: Project) -> None:
        """Tell the memory which hosts are internal; where it cannot take that in now, the next change will."""
        if project.read_only:
            return
        try:
            await self._workers.read(project.memory.know_internal_domains, project.settings.internal_domains)
        except WhylensError as error:
            log.warning("the internal domains are not kept: %s", error)

    def _failed(self, folder: Path, reason: str) -> None:
        """Once a session and folder the user is told; later tries fail in silence."""
        self._opening.pop(folder, None)
        self._failed_at[folder] = time.monotonic()
        if folder not in self.problems:
            self.report(reason)
        self.problems[folder] = reason

    def _failed_lately(self, folder: Path) -> bool:
        return time.monotonic() - self._failed_at.get(folder, float("-inf")) < RETRY_AFTER

    async def _close(self, folder: Path) -> Project | None:
        task = self._opening.pop(folder)
        project = await asyncio.shield(task)
        if project is not None:
            await self._workers.write(project.memory.close)
        return project


def _finished(task: asyncio.Task[Project | None]) -> Project | None:
    return task.result() if task.done() and not task.cancelled() and task.exception() is None else None

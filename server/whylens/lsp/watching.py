"""What moves outside this process: cards another process wrote, and the head of the repository. A poll, no watcher.

A watcher would need one mechanism per client and platform, misses git folders that lie elsewhere (worktrees,
submodules) and parks a thread; a poll is one integer from SQLite and a few `stat` calls while the window has focus.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from whylens.lsp.projects import Project, Projects
from whylens.lsp.workers import Workers
from whylens.model.errors import WhylensError
from whylens.runtime.project import find_project

if TYPE_CHECKING:
    from whylens.model.happening import HeadMoved
    from whylens.runtime.git.reflog import HeadLog

log = logging.getLogger(__name__)

#: Seconds between two looks while the window has focus.
EVERY = 0.5
#: Seconds without a sign of the user after which it looks less often, and how often then.
ASLEEP_AFTER, ASLEEP_EVERY = 60.0, 5.0
#: Seconds the head must rest before it counts as moved: a rebase moves it many times.
SETTLED = 2.0

#: Seconds after a move of the head in which files that changed on disk were changed by git.
LATELY = 10.0

Signature = tuple[tuple[int, int], ...]


@dataclass(slots=True)
class _Head:
    """The last signature seen, since when it rests (None: told of), and the log as far as it was told."""

    known: Signature
    since: float | None = None
    log: HeadLog | None = None


class Watch:
    """Polls while the window has focus, and at once when it comes back.

    `wrote` is told the project whose cards changed, `moved` the one whose head did, and how; `spooled` the one that
    other processes left something for.
    """

    def __init__(self, projects: Projects, workers: Workers) -> None:
        self.wrote: Callable[[Project], None] = lambda project: None
        self.moved: Callable[[Project, list[HeadMoved]], None] = lambda project, moves: None
        self.spooled: Callable[[Project], None] = lambda project: None
        self._projects = projects
        self._workers = workers
        self._focused = asyncio.Event()
        self._focused.set()
        self._now = asyncio.Event()
        self._heads: dict[Path, _Head] = {}
        self._active_at = 0.0

    def active(self) -> None:
        """The user did something: what is behind it should be up to date."""
        now = asyncio.get_running_loop().time()
        if now - self._active_at > ASLEEP_AFTER:
            self._now.set()
        self._active_at = now

    @property
    def idle_for(self) -> float:
        """Seconds since the last sign of the user."""
        return asyncio.get_running_loop().time() - self._active_at

    def focus(self, focused: bool) -> None:
        """The window got or lost the focus."""
        (self._focused.set if focused else self._focused.clear)()

    def look(self) -> None:
        """Look now: something was just written."""
        self._now.set()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await self._focused.wait()
            for project in self._projects.opened():
                try:
                    await self._look(project)
                except (WhylensError, OSError) as error:
                    log.info("could not look at the memory of %s: %s", project.root.name, error)
            try:
                async with asyncio.timeout(self._pause()):
                    await self._now.wait()
            except TimeoutError:
                continue
            finally:
                self._now.clear()

    def _pause(self) -> float:
        return ASLEEP_EVERY if self.idle_for > ASLEEP_AFTER else EVERY

    async def _look(self, project: Project) -> None:
        version, head, waits = await self._workers.read(_state, project, self._projects.home)
        if version != project.data_version:
            project.data_version = version
            self.wrote(project)
        if waits:
            self.spooled(project)
        await self._compare(project, head)

    async def _compare(self, project: Project, signature: Signature) -> None:
        """Tell of a new head once it has rested."""
        now = asyncio.get_running_loop().time()
        if (head := self._heads.get(project.root)) is None:
            log_ = await self._workers.read(_head_log, project.root)
            self._heads[project.root] = _Head(signature, log=log_)
        elif signature != head.known:
            head.known, head.since = signature, now
        elif head.since is not None and now - head.since >= SETTLED:
            head.since = None
            moves: list[HeadMoved] = []
            if head.log is not None:
                head.log, moves = await self._workers.read(head.log.news)
            self.moved(project, moves)


def _state(project: Project, home: Path | None) -> tuple[int, Signature, bool]:
    from whylens.capture import spool  # here and below: nothing of it is needed for the first answer

    waits = spool.waits(spool.place(project.memory.project.key, home))
    return project.memory.data_version(), head_signature(project.root), waits


def _head_log(root: Path) -> HeadLog | None:
    from whylens.runtime.git.reflog import HeadLog

    found = find_project(root)
    return HeadLog.at_end(found.git_dir) if found.git_dir is not None else None


def moved_lately(root: Path, now: float) -> bool:
    """Whether the head moved in the last seconds before *now* (Unix seconds)."""
    stamps = [stamp for stamp, _ in head_signature(root)]
    return bool(stamps) and now - max(stamps) / 1e9 < LATELY


def head_signature(root: Path) -> Signature:
    """What changes whenever HEAD names another commit: times and sizes of the files git writes then."""
    found = find_project(root)
    if found.git_dir is None or found.common_dir is None:
        return ()
    head = found.git_dir / "HEAD"
    files = [head, found.git_dir / "logs" / "HEAD", found.common_dir / "packed-refs"]
    try:
        name = head.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ()
    if name.startswith("ref: "):
        files.append(found.common_dir / name.removeprefix("ref: "))
    return tuple(_stamp(each) for each in files)


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)

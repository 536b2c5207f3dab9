"""What moves outside this process: cards another process wrote, and the head of the repository. A poll, no watcher.

A watcher would need one mechanism per client and platform, misses git folders that lie elsewhere (worktrees,
submodules) and parks a thread; a poll is one integer from SQLite and a few `stat` calls while the window has focus.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from whylens.lsp.projects import Project, Projects
from whylens.lsp.workers import Workers
from whylens.model.errors import WhylensError
from whylens.runtime.project import find_project

log = logging.getLogger(__name__)

#: Seconds between two looks while the window has focus.
EVERY = 0.5
#: Seconds without a sign of the user after which it looks less often, and how often then.
ASLEEP_AFTER, ASLEEP_EVERY = 60.0, 5.0
#: Seconds the head must rest before it counts as moved: a rebase moves it many times.
SETTLED = 2.0

Signature = tuple[tuple[int, int], ...]


class Watch:
    """Polls while the window has focus, and at once when it comes back. `moved` and `wrote` are told the project."""

    def __init__(self, projects: Projects, workers: Workers) -> None:
        self.wrote: Callable[[Project], None] = lambda project: None
        self.moved: Callable[[Project], None] = lambda project: None
        self._projects = projects
        self._workers = workers
        self._focused = asyncio.Event()
        self._focused.set()
        self._now = asyncio.Event()
        self._heads: dict[Path, tuple[Signature, float | None]] = {}
        self._active_at = 0.0

    def active(self) -> None:
        """The user did something: what is behind it should be up to date."""
        now = asyncio.get_running_loop().time()
        if now - self._active_at > ASLEEP_AFTER:
            self._now.set()
        self._active_at = now

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
        idle = asyncio.get_running_loop().time() - self._active_at
        return ASLEEP_EVERY if idle > ASLEEP_AFTER else EVERY

    async def _look(self, project: Project) -> None:
        version, head = await self._workers.read(_state, project)
        if version != project.data_version:
            project.data_version = version
            self.wrote(project)
        self._compare(project, head)

    def _compare(self, project: Project, head: Signature) -> None:
        """Tell of a new head once it has rested."""
        now = asyncio.get_running_loop().time()
        known, since = self._heads.get(project.root, (head, None))
        if head != known:
            since = now
        elif since is not None and now - since >= SETTLED:
            since = None
            self.moved(project)
        self._heads[project.root] = (head, since)


def _state(project: Project) -> tuple[int, Signature]:
    return project.memory.data_version(), head_signature(project.root)


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

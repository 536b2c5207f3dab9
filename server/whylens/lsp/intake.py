"""What the editor sees happen, on its way into the memory: marked at once, handed over when it has settled."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from whylens.lsp.changes import changed_lines
from whylens.lsp.documents import Documents, path_of
from whylens.lsp.projects import Project, Projects
from whylens.lsp.workers import Workers
from whylens.model.errors import StorageError, WhylensError
from whylens.model.observation import Event
from whylens.model.source import SourceRef
from whylens.model.words import Basis
from whylens.runtime.background import Background

log = logging.getLogger(__name__)

#: Seconds of quiet before a difference counts as settled: twice what the last one cost, within these bounds.
SHORTEST_QUIET, LONGEST_QUIET = 0.8, 5.0
#: Subjects that may wait; a newer event of a subject replaces the one that waits.
MOST_WAITING = 200
#: Seconds until the store is tried again after it could not take something.
PAUSE = 5.0
#: Documents whose last captured text is kept.
MOST_BASELINES = 100

Make = Callable[[str], Event | None]


@dataclass(slots=True)
class _Waiting:
    """An event still to be made: `make` gets the repo-relative path, and runs on a worker."""

    uri: str
    make: Make


class Intake:
    """Marks are O(1) and belong to the event loop. Nothing is kept of what is not allowed to be captured."""

    def __init__(
        self,
        documents: Documents,
        projects: Projects,
        workers: Workers,
        background: Background,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._documents = documents
        self._projects = projects
        self._workers = workers
        self._background = background
        self._clock = clock
        self._baselines: dict[str, str] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._waiting: dict[tuple[str, str], _Waiting] = {}
        self._cost = 0.0
        self._draining: asyncio.Task[None] | None = None
        self.dropped = 0
        self.paused = ""
        self.handed_over = 0

    # -- marks -----------------------------------------------------------------------------------------------

    def opened(self, uri: str) -> None:
        """A document was opened: what it says now is where differences start."""
        if (snapshot := self._documents.snapshot(uri)) is not None and snapshot.path is not None:
            self._remember(uri, snapshot.text)

    def changed(self, uri: str) -> None:
        """A document was changed: look at it when it has been quiet for a while."""
        self._cancel(uri)
        quiet = min(max(2 * self._cost, SHORTEST_QUIET), LONGEST_QUIET)
        self._timers[uri] = asyncio.get_running_loop().call_later(quiet, self._settled, uri)

    def saved(self, uri: str) -> None:
        """A document was saved: its text is the file's now, and is read as a whole."""
        self._settled(uri)
        if (snapshot := self._documents.snapshot(uri)) is not None:
            self._put(uri, "file", lambda path: file_event(path, snapshot.text, self._clock()))

    def closed(self, uri: str) -> None:
        """A document was closed. Edits that had not settled were saved, and so read, or discarded by the user."""
        self._cancel(uri)
        self._baselines.pop(uri, None)

    def reported(self, uri: str, text: str) -> None:
        """Other tools said *text* about a file."""
        self._put(uri, "diagnostics", lambda path: diagnostics_event(path, text, self._clock()))

    def consent_changed(self) -> None:
        """Settings are known, or new: what waited is captured or dropped by them."""
        self._drain()

    async def flush(self) -> None:
        """Hand over everything now, also what has not settled yet."""
        for uri in list(self._timers):
            self._cancel(uri)
            self._settled(uri)
        while not self.paused and (
            self._waiting or (self._draining is not None and not self._draining.done())
        ):
            self._drain()
            if self._draining is not None:
                await asyncio.shield(self._draining)

    # -- inside ----------------------------------------------------------------------------------------------

    def _cancel(self, uri: str) -> None:
        if (timer := self._timers.pop(uri, None)) is not None:
            timer.cancel()

    def _remember(self, uri: str, text: str) -> None:
        self._baselines.pop(uri, None)
        self._baselines[uri] = text
        while len(self._baselines) > MOST_BASELINES:
            self._baselines.pop(next(iter(self._baselines)))

    def _settled(self, uri: str) -> None:
        """The difference between the last captured text and now; never keystrokes."""
        self._cancel(uri)
        snapshot, before = self._documents.snapshot(uri), self._baselines.get(uri)
        if snapshot is None or before is None or snapshot.text == before:
            return
        self._remember(uri, snapshot.text)
        self._put(uri, "edit", lambda path: edit_event(path, before, snapshot.text, self._clock()))

    def _put(self, uri: str, kind: str, make: Make) -> None:
        folder = self._projects.folder_of(uri)
        if folder is None and self._projects.folders:
            return
        key = (kind, uri)
        if key not in self._waiting and len(self._waiting) >= MOST_WAITING:
            self.dropped += 1
            return
        self._waiting[key] = _Waiting(uri, make)
        self._drain()

    def _drain(self) -> None:
        if self._waiting and (self._draining is None or self._draining.done()):
            self._draining = self._background.spawn("capture", self._hand_over())

    async def _hand_over(self) -> None:
        """One at a time, in order; waits until consent is known, and drops what may not be captured."""
        while self._waiting:
            key = next(iter(self._waiting))
            project = await self._projects.of(key[1])
            waiting = self._waiting.pop(key)
            if project is None or not project.settings.mode.captures:
                continue
            started = time.perf_counter()
            try:
                await self._workers.write(_observe, project, waiting)
            except (StorageError, OSError) as error:
                self._pause(key, waiting, str(error))
                return
            except WhylensError:
                continue
            self.paused = ""
            self.handed_over += 1
            self._cost = time.perf_counter() - started

    def _pause(self, key: tuple[str, str], waiting: _Waiting, reason: str) -> None:
        """The store cannot take it now: keep it, unless something newer waits already, and try again later."""
        if not self.paused:
            log.warning("capture pauses: %s", reason)
        self.paused = f"capture pauses: {reason}"
        self._waiting.setdefault(key, waiting)
        asyncio.get_running_loop().call_later(PAUSE, self._drain)


def _observe(project: Project, waiting: _Waiting) -> None:
    """Make the event and give it to the memory (blocks)."""
    path = path_of(waiting.uri)
    relative = project.memory.relative(str(path)) if path is not None else None
    if relative is None or relative == ".git" or relative.startswith(".git/"):
        return
    if (event := waiting.make(relative)) is not None:
        project.memory.observe([event])


def file_event(path: str, text: str, at: float) -> Event:
    """A saved file, to be read as a whole."""
    return Event(SourceRef(Basis.COMMENT, path, at=at), subject=path, text=text, files=(path,))


def edit_event(path: str, before: str, after: str, at: float) -> Event | None:
    """The lines an edit changed; None when it changed none that say anything."""
    difference = changed_lines(before, after)
    if not difference.text:
        return None
    source = SourceRef(Basis.INFERENCE, path, line=difference.line, title="edit", at=at)
    return Event(source, subject=path, text=difference.text, files=(path,))


def diagnostics_event(path: str, text: str, at: float) -> Event | None:
    """What other tools say of a file."""
    if not text:
        return None
    return Event(SourceRef(Basis.DIAGNOSTIC, path, at=at), subject=path, text=text, files=(path,))

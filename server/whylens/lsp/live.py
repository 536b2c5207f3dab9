"""The latest view of every open document: made off the loop, once per text, its lenses shifted by edits meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from whylens.lsp.documents import Documents, Snapshot
from whylens.lsp.lenses import PlacedLens, held, looks_of, placed, shifted
from whylens.lsp.mirror import LineEdit
from whylens.lsp.projects import Project, Projects
from whylens.lsp.workers import Workers
from whylens.memory.requests import FileView
from whylens.model.errors import WhylensError
from whylens.runtime.background import Background

log = logging.getLogger(__name__)

#: Seconds of quiet before a view is made while typing; a hover does not wait for it.
QUIET = 0.15
#: Seconds after the last edit during which a lens the parser lost is kept.
GRACE = 1.5
#: Seconds after which a view that failed is tried again, without anybody having typed.
RETRY = 5.0
#: Documents whose views are made again as soon as the memory changes.
ON_SCREEN = 4


@dataclass(eq=False)
class LiveDocument:
    """One open document. `revision` counts its texts and the changes of the memory; `view` answers for `viewed`.

    `era` counts how often its project was looked up anew: what was found in an earlier era is not taken.
    """

    uri: str
    revision: int = 0
    viewed: int = -1
    era: int = 0
    project: Project | None = None
    path: str | None = None
    view: FileView | None = None
    snapshot: Snapshot | None = None
    lenses: tuple[PlacedLens, ...] = ()
    edits: list[tuple[int, LineEdit]] = field(default_factory=list[tuple[int, LineEdit]])
    edited_at: float = float("-inf")
    asked_at: float = float("-inf")
    task: asyncio.Task[None] | None = None
    hurry: asyncio.Event = field(default_factory=asyncio.Event)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_fresh(self) -> bool:
        """Whether the view is of the present text and memory."""
        return self.viewed == self.revision


class LiveViews:
    """Views of the open documents. Every method belongs to the event loop; `changed` is called when lenses differ."""

    def __init__(
        self, documents: Documents, projects: Projects, workers: Workers, background: Background
    ) -> None:
        self.changed: Callable[[], None] = lambda: None
        self._documents = documents
        self._projects = projects
        self._workers = workers
        self._background = background
        self._open: dict[str, LiveDocument] = {}

    def __len__(self) -> int:
        return len(self._open)

    def opened(self, uri: str) -> None:
        """A document was opened: its view is wanted at once."""
        self._open[unquote(uri)] = live = LiveDocument(uri)
        live.hurry.set()
        self._wake(live)

    def edited(self, uri: str, edits: Sequence[LineEdit]) -> None:
        """A document was changed: shift what is shown, and make a new view when the typing pauses."""
        if (live := self._open.get(unquote(uri))) is None:
            return
        live.revision += 1
        live.edited_at = asyncio.get_running_loop().time()
        live.edits.extend((live.revision, each) for each in edits)
        live.lenses = shifted(live.lenses, edits)
        self._wake(live)

    def closed(self, uri: str) -> None:
        """A document was closed."""
        if (live := self._open.pop(unquote(uri), None)) is not None and live.task is not None:
            live.task.cancel()

    def outdated(self, project: Project | None = None) -> None:
        """The memory changed (of one project, or of all): its views are to be made again.

        At once for the documents asked about last, which are those on screen; for the others when they are asked about.
        """
        concerned = [each for each in self._open.values() if project is None or each.project is project]
        for live in concerned:
            live.revision += 1
        for live in sorted(concerned, key=lambda each: each.asked_at)[-ON_SCREEN:]:
            live.hurry.set()
            self._wake(live)

    def forget_projects(self) -> None:
        """Projects were closed or opened: look them up again."""
        for live in self._open.values():
            live.era += 1
            live.project, live.path, live.view, live.lenses = None, None, None, ()
        self.outdated()
        self.changed()

    def latest(self, uri: str) -> LiveDocument | None:
        """The document as it is known now: its view may be of an older text, its lenses are shifted to this one."""
        if (live := self._open.get(unquote(uri))) is not None:
            live.asked_at = asyncio.get_running_loop().time()
        return live

    def is_typing(self, live: LiveDocument) -> bool:
        """Whether the document was edited a moment ago."""
        return asyncio.get_running_loop().time() - live.edited_at < QUIET

    async def fresh(self, uri: str) -> LiveDocument | None:
        """The document with a view of exactly the present text; None when it is not open. Bound it with a deadline."""
        while (live := self.latest(uri)) is not None and not live.is_fresh:
            live.hurry.set()
            self._wake(live)
            await live.news.wait()
        return live

    def _wake(self, live: LiveDocument) -> None:
        if live.task is None or live.task.done():
            live.task = self._background.spawn(f"view {live.uri[-40:]}", self._follow(live))

    async def _follow(self, live: LiveDocument) -> None:
        """Make views until one is of the latest text. One at a time for a document: the latest wins."""
        while not live.is_fresh:
            await self._pause(live)
            live.hurry.clear()
            era = live.era
            await self._find_project(live)
            revision, snapshot = live.revision, self._documents.snapshot(live.uri)
            view = await self._view(live, snapshot)
            if self._open.get(unquote(live.uri)) is not live:
                return
            if (
                live.era == era
            ):  # else all of it was of a project that is closed, or of settings that are past
                self._publish(live, revision, snapshot, view)

    async def _find_project(self, live: LiveDocument) -> None:
        """The project and the path in it, unless they are known, or the settings changed while they were looked up."""
        era = live.era
        project = live.project or await self._projects.of(live.uri)
        path = live.path or await self._path(live, project)
        if live.era == era:
            live.project, live.path = project, path

    async def _path(self, live: LiveDocument, project: Project | None) -> str | None:
        snapshot = self._documents.snapshot(live.uri)
        if project is None or snapshot is None or snapshot.path is None:
            return None
        return await self._workers.read(project.memory.relative, str(snapshot.path))

    async def _pause(self, live: LiveDocument) -> None:
        """Wait until the typing pauses, or somebody is in a hurry."""
        loop = asyncio.get_running_loop()
        while not live.hurry.is_set() and (left := live.edited_at + QUIET - loop.time()) > 0:
            try:
                async with asyncio.timeout(left):
                    await live.hurry.wait()
            except TimeoutError:
                continue

    async def _view(self, live: LiveDocument, snapshot: Snapshot | None) -> FileView:
        """The view of a snapshot; empty where there is nothing to know. After a failure, empty until the next try."""
        project = live.project
        if snapshot is None or project is None or (path := live.path) is None:
            return FileView("")
        try:
            return await self._workers.view(project.memory.view, path, snapshot.text)
        except (WhylensError, OSError) as error:
            log.warning("the view of a document failed: %s", error)
            asyncio.get_running_loop().call_later(RETRY, self._try_again, live, live.revision)
            return FileView(path)

    def _try_again(self, live: LiveDocument, revision: int) -> None:
        if self._open.get(unquote(live.uri)) is live and live.revision == revision:
            live.revision += 1
            self._wake(live)

    def _publish(self, live: LiveDocument, revision: int, snapshot: Snapshot | None, view: FileView) -> None:
        before = live.lenses
        live.edits = [each for each in live.edits if each[0] > revision]
        live.view, live.viewed, live.snapshot = view, revision, snapshot
        lenses = shifted(self._placed(live), [edit for _, edit in live.edits])
        left = live.edited_at + GRACE - asyncio.get_running_loop().time()
        if left > 0:
            live.lenses = held(lenses, before)
            if live.lenses != lenses:
                asyncio.get_running_loop().call_later(left, self._let_go, live)
        else:
            live.lenses = lenses
        news, live.news = live.news, asyncio.Event()
        news.set()
        if looks_of(live.lenses) != looks_of(before):
            self.changed()

    def _let_go(self, live: LiveDocument) -> None:
        """The grace is over: a lens that the parser still does not see is gone."""
        quiet_for = asyncio.get_running_loop().time() - live.edited_at
        if (
            self._open.get(unquote(live.uri)) is live
            and live.is_fresh
            and live.view is not None
            and quiet_for >= GRACE
        ):
            before, live.lenses = live.lenses, self._placed(live)
            if looks_of(live.lenses) != looks_of(before):
                self.changed()

    def _placed(self, live: LiveDocument) -> tuple[PlacedLens, ...]:
        if live.view is None or live.project is None:
            return ()
        return placed(live.view, live.project.settings.lenses)

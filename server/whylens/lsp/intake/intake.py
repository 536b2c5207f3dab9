"""The marks handlers make of what the editor sees: O(1), on the event loop, handed over when it has settled."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whylens.lsp.documents import Documents, uri_of
from whylens.lsp.intake.handover import Handover
from whylens.lsp.intake.settling import Settling
from whylens.lsp.intake.waiting import Lane, Made, Mark, Subject, Waiting
from whylens.lsp.messages import ChatTurnParams, TaskFinishedParams, TerminalCommandParams
from whylens.lsp.projects import Project, Projects
from whylens.lsp.workers import Workers
from whylens.model.settings import Source
from whylens.runtime.background import Background

if TYPE_CHECKING:
    from whylens.model.happening import HeadMoved

#: Seconds a place must be on screen to count, and the most that count: who stays longer may have left.
SHORTEST_LOOK, LONGEST_LOOK = 4.0, 300.0


class Intake:
    """Marks belong to the event loop. Nothing is kept of what is not allowed to be captured."""

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
        self._settling = Settling(self._settled)
        self._waiting = Waiting()
        self._handover = Handover(self._waiting, projects, workers, background, clock)
        self._reports: dict[str, Any] = {}
        self._look: tuple[str, int, float] | None = None

    @property
    def paused(self) -> str:
        """Why nothing is handed over now; empty when all is well."""
        return self._handover.paused

    @property
    def dropped(self) -> dict[str, int]:
        """What had no room, by kind."""
        return dict(self._waiting.dropped)

    @property
    def taken(self) -> dict[str, int]:
        """What the memory took in this session, by kind."""
        return dict(self._handover.taken)

    # -- documents -------------------------------------------------------------------------------------------

    def opened(self, uri: str) -> None:
        """A document was opened: what it says now is where differences start."""
        if (snapshot := self._documents.snapshot(uri)) is not None and snapshot.path is not None:
            self._settling.begin(uri, snapshot.text)

    def changed(self, uri: str) -> None:
        """A document was changed: look at it when it has been quiet for a while."""
        self._settling.cost = self._handover.cost
        self._settling.changed(uri)

    def saved(self, uri: str) -> None:
        """A document was saved: its text is the file's now, and is read as a whole."""
        self._settled(uri, saved=True)
        if (snapshot := self._documents.snapshot(uri)) is not None:
            self._put(
                ("file", uri), Mark(uri, None, lambda d, _: d.file(uri, snapshot.text), lane=Lane.FIRST)
            )

    def closed(self, uri: str) -> None:
        """A document was closed. Edits that had not settled were saved, and so read, or discarded by the user."""
        self._settling.forget(uri)
        self._tell_report(uri)

    def moved(self, uri: str, to: str) -> None:
        """A file or folder got the URI *to*, or (`to` is empty) was deleted."""
        self._put(("moved", uri), Mark(to or uri, Source.EDITS, lambda d, _: d.moved(uri, to)))

    def looked(self, uri: str, line: int, *, focused: bool) -> None:
        """The cursor is at *line* (0-based) of *uri*, or nobody looks: the last place was on screen until now."""
        now = asyncio.get_running_loop().time()
        last, self._look = self._look, (uri, line, now) if focused and uri else None
        if last is None or (seconds := min(now - last[2], LONGEST_LOOK)) < SHORTEST_LOOK:
            return
        seen, at = last[0], last[1] + 1
        if (snapshot := self._documents.snapshot(seen)) is not None and snapshot.path is not None:
            make: Callable[[Any, str | None], Made] = lambda d, _: d.looked(seen, snapshot.text, at, seconds)  # noqa: E731
            self._put(("looked", seen, at), Mark(seen, Source.EDITS, make))

    # -- around them -----------------------------------------------------------------------------------------

    def reported(self, uri: str, given: Any) -> None:
        """Other tools say *given* (`whylens/diagnostics`) of a file; while it is typed in, the last word counts."""
        self._reports[uri] = given
        if not self._settling.is_unsettled(uri):
            self._tell_report(uri)

    def ran(self, given: TerminalCommandParams) -> None:
        """A command of the terminal came to its end."""
        self._settling.settle_all()
        went_well = given.exitCode == 0 if given.exitCode is not None else None
        mark = Mark(given.cwd, Source.TERMINAL, lambda d, _: d.ran(given))
        self._put(("ran", given.cwd, given.command, went_well), mark)

    def task(self, given: TaskFinishedParams) -> None:
        """A task came to its end."""
        self._settling.settle_all()
        mark = Mark(given.folder, Source.TASKS, lambda d, _: d.task(given))
        self._put(("task", given.folder, given.name, given.exitCode == 0), mark)

    def said(self, given: ChatTurnParams) -> None:
        """A turn of a chat."""
        self._settling.settle_all()
        mark = Mark(given.folder, Source.CHAT, lambda d, _: d.said(given))
        self._put(("said", given.session, given.turn, given.speaker), mark)

    def head_moved(self, project: Project, moves: Sequence[HeadMoved]) -> None:
        """The head of a repository moved."""
        self._settling.settle_all()
        for each in moves:
            mark = Mark(uri_of(project.root), Source.GIT, lambda d, _, each=each: (each,))
            self._put(("head", project.root, each.now, each.at), mark)

    def spooled(self, project: Project, home: Path | None) -> None:
        """Other processes left tool calls for a project."""
        self._settling.settle_all()
        mark = Mark(uri_of(project.root), Source.TOOLS, lambda d, _: d.tools(home))
        self._put(("tools", project.root), mark)

    # -- the session -----------------------------------------------------------------------------------------

    def consent_changed(self) -> None:
        """Settings are known, or new: what waited is captured or dropped by them."""
        self._handover.start()

    async def flush(self) -> None:
        """Hand over everything now, also what has not settled yet."""
        self._settling.settle_all()
        await self._handover.finish()

    # -- inside ----------------------------------------------------------------------------------------------

    def _settled(self, uri: str, *, saved: bool = False) -> None:
        """The difference between the last captured text and now; never keystrokes. Then what was said of it."""
        self._settling.stop(uri)
        snapshot, before = self._documents.snapshot(uri), self._settling.baseline(uri)
        if snapshot is not None and before is not None and snapshot.text != before:
            self._settling.begin(uri, snapshot.text)
            self._put_edit(uri, before, snapshot.text, saved=saved)
        self._tell_report(uri)

    def _put_edit(self, uri: str, before: str, after: str, *, saved: bool) -> None:
        """A difference that still waits is made longer: it keeps its beginning."""
        mark = Mark(uri, Source.EDITS, lambda d, since: d.edit(uri, since, after, saved=saved), since=before)
        self._put(("edit", uri), mark)

    def _tell_report(self, uri: str) -> None:
        if (given := self._reports.pop(uri, None)) is None:
            return
        snapshot = self._documents.snapshot(uri)
        text = snapshot.text if snapshot is not None else None
        self._put(("report", uri), Mark(uri, Source.DIAGNOSTICS, lambda d, _: d.reported(uri, text, given)))

    def _put(self, subject: Subject, mark: Mark) -> None:
        """Let it wait, unless it lies outside all folders."""
        if mark.uri and self._projects.folders and self._projects.folder_of(mark.uri) is None:
            return
        self._waiting.put(subject, mark)
        self._handover.start()

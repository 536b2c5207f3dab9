"""What a mark becomes, on the worker that takes things in: happenings, and the events of saved files."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from whylens.lsp.documents import path_of, read_snapshot
from whylens.lsp.intake.allowed import Allowed, is_own_markdown
from whylens.lsp.intake.commands import plain_output
from whylens.lsp.intake.edits import edited
from whylens.lsp.intake.outlines import Outlines
from whylens.lsp.intake.problems import problems
from whylens.lsp.intake.waiting import Made
from whylens.lsp.messages import ChatTurnParams, TaskFinishedParams, TerminalCommandParams
from whylens.lsp.projects import Project
from whylens.lsp.watching import moved_lately
from whylens.model.happening import (
    FileMoved,
    Happening,
    Looked,
    Problem,
    Ran,
    Reported,
    Said,
    Speaker,
    ToolUsed,
)
from whylens.model.observation import Event
from whylens.model.source import SourceRef
from whylens.model.words import Basis

log = logging.getLogger(__name__)

NOTHING: Made = ()
#: Files whose last report is remembered, so that the same one is not told twice.
MOST_REPORTS = 1_000
#: Files named one by one when a folder got another name.
MOST_MOVED = 300


class Desk:
    """Makes happenings of one project; everything here blocks. `clock` gives Unix seconds."""

    def __init__(self, project: Project, tools: Tools) -> None:
        self.project = project
        self._tools = tools
        self._root = str(project.root)

    def path(self, uri: str) -> str | None:
        """What the project calls the file, unless it must not be read."""
        return self._tools.allowed.relative(self.project, uri)

    def file(self, uri: str, text: str) -> Made:
        """A saved file, to be read as a whole: comments that say why are in it."""
        path = self.path(uri)
        if path is None or is_own_markdown(text):
            return NOTHING
        at = self._now()
        return (Event(SourceRef(Basis.COMMENT, path, at=at), subject=path, text=text, files=(path,)),)

    def edit(self, uri: str, before: str, after: str, *, saved: bool) -> Made:
        """What an edit changed, function by function. A file that git changed on disk was edited by nobody."""
        path = self.path(uri)
        if path is None or is_own_markdown(after) or (not saved and self._came_from_git(uri, after)):
            return NOTHING
        old = self._tools.outlines.of(self._root, path, before)
        new = self._tools.outlines.of(self._root, path, after)
        return edited(path, old, new, self._now())

    def reported(self, uri: str, text: str | None, given: Any) -> Made:
        """What other tools say of a file now; nothing when they said the same before. `text` is what is open."""
        if (path := self.path(uri)) is None:
            return NOTHING
        found = problems(given, self._symbols(uri, path, text))
        if found is None:
            log.warning("unreadable diagnostics")
            return NOTHING
        if not self._tools.is_news(self._root, path, found):
            return NOTHING
        return (Reported(self._now(), path, found, is_open=text is not None),)

    def looked(self, uri: str, text: str, line: int, seconds: float) -> Made:
        """A place was on screen for a while."""
        if (path := self.path(uri)) is None:
            return NOTHING
        symbol = self._tools.outlines.symbol(self._root, path, text, line)
        return (Looked(self._now(), path, symbol, round(seconds, 1)),)

    def moved(self, uri: str, to: str) -> Made:
        """A file or folder got another name, or (`to` is empty) is gone."""
        at, new = self._now(), path_of(to) if to else None
        if new is not None and new.is_dir():
            inside = sorted(each.relative_to(new).as_posix() for each in new.rglob("*") if each.is_file())
            pairs = [(f"{uri}/{name}", f"{to}/{name}") for name in inside[:MOST_MOVED]]
        else:
            pairs = [(uri, to)]
        named = [(self.path(old), self.path(new_) if new_ else "") for old, new_ in pairs]
        return [FileMoved(at, old, new_ or "") for old, new_ in named if old is not None]

    def ran(self, given: TerminalCommandParams) -> Made:
        """A command of the terminal came to its end."""
        command = given.command.strip()
        if not command or _is_ours(command):
            return NOTHING
        return (
            Ran(
                at=self._now(),
                command=command,
                exit_code=given.exitCode,
                seconds=given.milliseconds / 1000,
                output=plain_output(given.output),
                folder=self._folder(given.cwd),
            ),
        )

    def task(self, given: TaskFinishedParams) -> Made:
        """A task came to its end."""
        command = (given.command or given.name).strip()
        if not command:
            return NOTHING
        seconds = given.milliseconds / 1000
        folder = self._folder(given.folder)
        return (
            Ran(
                self._now(),
                command,
                given.exitCode,
                seconds,
                plain_output(given.output),
                folder,
                is_task=True,
            ),
        )

    def said(self, given: ChatTurnParams) -> Made:
        """A turn of a chat, without what came out of Whylens itself."""
        from whylens.capture.transcripts.own_words import without_own_words

        text = without_own_words(given.text).strip()
        if not text or given.speaker not in tuple(Speaker):
            return NOTHING
        files = tuple(path for uri in given.files if (path := self.path(uri)) is not None)
        speaker = Speaker(given.speaker)
        return (Said(self._now(), speaker, text, given.session, given.turn, given.tool, files),)

    def tools(self, home: Path | None) -> Made:
        """What `whylens hook` left for this project since the last time."""
        from whylens.capture import spool

        used = spool.take(spool.place(self.project.memory.project.key, home))
        return [each for each in map(self._of_project, used) if each is not None]

    # -- inside ----------------------------------------------------------------------------------------------

    def _of_project(self, each: ToolUsed) -> ToolUsed | None:
        """A tool call with its files as the project calls them; None when all it touched must not be read."""
        allowed = self._tools.allowed
        files = tuple(path for name in each.files if (path := allowed.inside(self.project, name)))
        return replace(each, files=files) if files or not each.files else None

    def _came_from_git(self, uri: str, text: str) -> bool:
        """Whether the head moved a moment ago and the text is what stands on disk: a checkout, not an edit."""
        if not moved_lately(self.project.root, time.time()):
            return False
        on_disk = read_snapshot(uri)
        return on_disk is not None and on_disk.text == text

    def _symbols(self, uri: str, path: str, text: str | None) -> Callable[[int], tuple[str, ...]]:
        """Symbols by line, the file read when the first one is asked for."""

        def symbol(line: int) -> tuple[str, ...]:
            nonlocal text
            if text is None:
                snapshot = read_snapshot(uri)
                text = snapshot.text if snapshot is not None else ""
            return self._tools.outlines.symbol(self._root, path, text, line)

        return symbol

    def _folder(self, uri: str) -> str:
        """The folder a command ran in, relative to the project; empty for the project's own."""
        path = path_of(uri) if uri else None
        relative = self.project.memory.relative(str(path)) if path is not None else None
        return "" if relative in (None, ".") else relative or ""

    def _now(self) -> float:
        return self._tools.clock()


class Tools:
    """What making needs from one time to the next. Belongs to the thread that takes things in."""

    def __init__(self, clock: Callable[[], float] = time.time, allowed: Allowed | None = None) -> None:
        self.clock = clock
        self.allowed = allowed or Allowed()
        self.outlines = Outlines()
        self._reports: dict[tuple[str, str], tuple[Problem, ...]] = {}

    def is_news(self, root: str, path: str, found: tuple[Problem, ...]) -> bool:
        """Whether *found* differs from the last report of the file; where only lines moved it does not."""
        key = (root, path)
        known = self._reports.get(key, ())
        if found or known:
            self._reports.pop(key, None)
            self._reports[key] = found
        if len(self._reports) > MOST_REPORTS:
            del self._reports[next(iter(self._reports))]
        return _without_lines(found) != _without_lines(known)


def _without_lines(found: Iterable[Problem]) -> set[tuple[Any, ...]]:
    return {(each.message, each.severity, each.code, each.tool, each.symbol) for each in found}


def _is_ours(command: str) -> bool:
    """A command of Whylens itself says nothing about the project."""
    return command.split(maxsplit=1)[0].rpartition("/")[2] in ("whylens", "whylens.exe")


def split(made: Made) -> tuple[list[Event], list[Happening]]:
    """Events and happenings apart, each in their order."""
    events = [each for each in made if isinstance(each, Event)]
    return events, [each for each in made if not isinstance(each, Event)]

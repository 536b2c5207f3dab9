"""First-day learning: a child process of low priority, one at a time, that ends with the server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from whylens.lsp.progress import ProgressBar
from whylens.lsp.projects import Project
from whylens.memory.shown import stage_words
from whylens.runtime.background import Background

log = logging.getLogger(__name__)

#: Seconds the child is given to stop by itself when its input closes, and again after it was told to.
GRACE = 1.0


@dataclass
class Learning:
    """How far a run has come. `result` is the report the child printed at its end."""

    project: Project
    stage: str = ""
    done: int = 0
    total: int = 0
    cards: int = 0
    result: dict[str, Any] | None = None
    child: asyncio.subprocess.Process | None = None
    stopped: bool = False
    by_user: bool = False
    finished: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def message(self) -> str:
        """The line beside the progress bar."""
        amount = f" {self.done:,} of {self.total:,}" if self.total else ""
        cards = f" · {self.cards:,} memories" if self.cards else ""
        return f"{stage_words(self.stage)}{amount}{cards}"


class Learner:
    """Runs `whylens learn` in the background: one run at a time, at most one waiting for each project.

    `changed` is told that a run came further, `stopped_by_user` what the user did not want to go on.
    """

    def __init__(self, ls: Any, background: Background, command: Callable[[Project], list[str]]) -> None:
        self.current: Learning | None = None
        self.problem = ""
        self.changed: Callable[[], None] = lambda: None
        self.stopped_by_user: Callable[[Project], Awaitable[None]] = _nobody_hears
        self._ls = ls
        self._background = background
        self._command = command
        self._waiting: list[Project] = []
        self._stopping = False

    def start(self, project: Project) -> None:
        """Learn, now or when the present run is over."""
        if self._stopping or project in self._waiting:
            return
        self._waiting.append(project)
        if self.current is None:
            self._background.spawn("learn", self._work())

    def is_at(self, project: Project) -> bool:
        """Whether *project* is being learned, or is about to be."""
        return project in self._waiting or (self.current is not None and self.current.project is project)

    def cancel(self, project: Project, *, by_user: bool = False) -> None:
        """Stop learning a project. What was learned so far is kept; it is gone on with when the project is opened
        again, unless it was the user who stopped it."""
        self._waiting = [each for each in self._waiting if each is not project]
        if (run := self.current) is not None and run.project is project:
            run.stopped, run.by_user = True, by_user
            self._background.spawn("stop learning", _end(run.child))

    async def stop(self) -> None:
        """Stop everything and wait for the child to be gone."""
        self._stopping = True
        self._waiting.clear()
        if (run := self.current) is not None:
            run.stopped = True
            await _end(run.child)

    async def _work(self) -> None:
        while self._waiting and self.current is None:
            self.current = run = Learning(self._waiting.pop(0))
            try:
                await self._learn(run)
                if run.by_user:
                    await self.stopped_by_user(run.project)
            finally:
                self.current = None
                run.finished.set()
                self.changed()

    async def _learn(self, run: Learning) -> None:
        bar = ProgressBar(self._ls, lambda: self.cancel(run.project, by_user=True))
        self._background.spawn("progress bar", bar.begin("Whylens: learning"))
        self.changed()
        try:
            run.child = child = await _spawn(self._command(run.project))
            async with asyncio.TaskGroup() as reading:
                errors = reading.create_task(_last_line(child))
                reading.create_task(self._follow(run, child, bar))
            code = await child.wait()
            self.problem = ""
            if code and not run.stopped:
                self._failed(run, code, errors.result())
        finally:
            await _end(run.child)
            bar.end(_summary(run))

    def _failed(self, run: Learning, code: int, said: str) -> None:
        """A run ended before its end. What our own command said is for the user; anything else is for the log."""
        log.warning("learning ended with code %s: %s", code, said)
        ours = said.startswith("whylens: ")
        reason = said.removeprefix("whylens: ") if ours else "the server's log says why"
        if run.result is None:
            self.problem = f"learning did not finish: {reason}"

    async def _follow(self, run: Learning, child: asyncio.subprocess.Process, bar: ProgressBar) -> None:
        assert child.stdout is not None
        async for line in child.stdout:
            try:
                said = json.loads(line)
            except ValueError:
                continue
            if not isinstance(said, dict):
                continue
            _take(run, said)  # pyright: ignore[reportUnknownArgumentType]
            bar.report(run.message, run.done / run.total if run.total else None)
            self.changed()


async def _nobody_hears(project: Project) -> None:
    pass


def learn_command(project: Project, home: Path | None) -> list[str]:
    """The command line of a learning run.

    `-P` (or `-I`, when we run so ourselves): the folder it starts in may be the user's repository, and a `json.py`
    there is not ours to run.
    """
    python = [sys.executable, "-I" if sys.flags.isolated else "-P", "-m", "whylens"]
    at_home = ["--home", str(home)] if home else []
    chats = ["--transcripts", "--yes"] if project.settings.learn_transcripts else []
    left_out = [f"--exclude={each}" for each in project.settings.exclude]
    return [*python, "learn", "--project", str(project.root), *at_home, *chats, *left_out, "--progress-lines"]


def _take(run: Learning, said: dict[str, Any]) -> None:
    if isinstance(result := said.get("result"), dict):
        run.result = result
        return
    run.stage = str(said.get("stage", run.stage))
    run.done, run.total, run.cards = (int(said.get(name) or 0) for name in ("done", "total", "cards"))


def _summary(run: Learning) -> str:
    if run.result is None:
        return "stopped" if run.stopped else "learning did not finish"
    cards: Any = run.result.get("cards") or {}
    count = sum(cards.values())
    return f"{count:,} new memories" if count else "nothing new"


async def _spawn(command: list[str]) -> asyncio.subprocess.Process:
    """Start the child in a group of its own. Its input is our pipe: when we die, in any way, it reads its end."""
    flags: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        flags = {
            "creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS
        }
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        *command, stdin=pipe, stdout=pipe, stderr=pipe, limit=1 << 20, **flags
    )


async def _last_line(child: asyncio.subprocess.Process) -> str:
    """The last line of the child's errors, read as it writes so that it never blocks."""
    last = b""
    assert child.stderr is not None
    async for line in child.stderr:
        last = line.strip() or last
    return last.decode("utf-8", "replace")[:300]


async def _end(child: asyncio.subprocess.Process | None) -> None:
    """Close its input, then ask, then insist."""
    if child is None or child.returncode is not None:
        return
    if child.stdin is not None:
        child.stdin.close()
    for ask in (None, child.terminate, lambda: _kill_group(child)):
        with contextlib.suppress(ProcessLookupError):
            if ask is not None:
                ask()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await child.wait()
                return


def _kill_group(child: asyncio.subprocess.Process) -> None:
    if sys.platform == "win32":
        child.kill()
    else:
        os.killpg(child.pid, signal.SIGKILL)

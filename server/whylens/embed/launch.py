"""Finding the worker, or starting it: one try at a time, with longer and longer pauses after failures."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import whylens
from whylens.embed import assets, wire
from whylens.embed.offline import SETTINGS
from whylens.model.errors import ReadOnly, Unavailable

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

#: Seconds a worker may take from its start until it listens.
START_LIMIT = 15.0

#: Seconds to wait for a handshake.
GREET_LIMIT = 5.0

#: Seconds to wait after the first, second, … failure in a row.
PAUSES = (1.0, 2.0, 5.0, 15.0, 60.0)

#: What runs the worker, before the home folder. `-P`: nothing of the folder it starts in can pass for a module.
COMMAND = (sys.executable, "-P", "-m", "whylens.embed.worker")

#: Makes glibc return what a long text took (70 MB) as soon as it is done; costs long texts 5 % of their time.
_FRUGAL = {
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": str(4 << 20),
    "MALLOC_TRIM_THRESHOLD_": str(4 << 20),
}

_POLL = 0.01


class Launcher:
    """Gives connections to the one worker of a home. Threads may share it.

    `problem` says in words why there was none, or why it did not do its work, the last time; empty when it did.
    """

    def __init__(self, home: Path) -> None:
        self._home = home
        self._lock = threading.Lock()
        self._process: subprocess.Popen[Any] | None = None
        self._failures = 0
        self._not_before = 0.0
        self.closing = threading.Event()
        self.starts = 0
        self.problem = ""

    def connect(self) -> Connection[Any, Any]:
        """A connection to the worker, which is started if need be. `Unavailable` says why there is none."""
        with self._lock:
            try:
                place = wire.place_in(self._home)
            except ReadOnly as error:
                raise self.failed(str(error)) from error
            connection = _try_connect(place)
            if connection is None:
                self._start(place)
                connection = self._wait(place)
            return connection

    def succeeded(self) -> None:
        """Note that the worker did its work: the next failure is a first one again."""
        self._failures = 0
        self.problem = ""

    def failed(self, problem: str) -> Unavailable:
        """Note a failure, which delays the next start; returns the error to raise."""
        self._not_before = time.monotonic() + PAUSES[min(self._failures, len(PAUSES) - 1)]
        self._failures += 1
        self.problem = problem
        return Unavailable(problem)

    def kill(self) -> None:
        """End the worker at once, whoever started it."""
        meeting = wire.read_meeting(wire.place_in(self._home))
        if meeting is not None:
            _kill_worker(meeting.pid)
        self.reap()

    def reap(self) -> None:
        """Take note of a worker that has ended, so that the system forgets it too."""
        if self._process is not None:
            self._process.poll()

    def _start(self, place: wire.Place) -> None:
        if time.monotonic() < self._not_before or self.closing.is_set():
            raise Unavailable(self.problem or "the embedding worker is not started again just now")
        if problem := assets.missing():
            raise self.failed(problem)
        self.reap()
        self.starts += 1
        try:
            self._process = subprocess.Popen(
                [*COMMAND, str(self._home)],
                cwd=place.folder,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                **_apart(),
            )
        except OSError as error:
            raise self.failed(f"the embedding worker could not be started ({error.strerror})") from error

    def _wait(self, place: wire.Place) -> Connection[Any, Any]:
        limit = time.monotonic() + START_LIMIT
        while time.monotonic() < limit and not self.closing.wait(_POLL):
            if (connection := _try_connect(place)) is not None:
                return connection
            code = self._process.poll() if self._process else None
            if code:  # 0: another process was faster, and its worker will listen soon
                raise self.failed(f"the embedding worker ended while it started (exit code {code})")
        raise self.failed("the embedding worker did not start in time")


def _try_connect(place: wire.Place) -> Connection[Any, Any] | None:
    from multiprocessing import AuthenticationError
    from multiprocessing.connection import Client

    meeting = wire.read_meeting(place)
    if meeting is None:
        return None
    try:
        connection = Client(meeting.address)
    except (OSError, EOFError):  # it has ended, or not begun
        return None
    try:
        if connection.poll(GREET_LIMIT):
            wire.greet(connection, meeting.key, as_worker=False)
            return connection
    except (OSError, EOFError, AuthenticationError):
        pass  # somebody else's socket, or a worker that is just ending
    connection.close()
    return None


def _kill_worker(pid: int) -> None:
    """End the process if it is an embedding worker: its id may have been given to another one since."""
    import psutil

    try:
        process = psutil.Process(pid)
        if "whylens.embed.worker" in process.cmdline():
            process.kill()
            process.wait(5)
    except psutil.Error:  # gone already
        return


def _environment() -> dict[str, str]:
    environment = {**os.environ, **SETTINGS, **_FRUGAL}
    source = Path(whylens.__file__).parent.parent
    if source.name not in {"site-packages", "dist-packages"}:  # run from a checkout
        inherited = os.environ.get("PYTHONPATH", "")
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(source), inherited]))
    return environment


def _apart() -> dict[str, Any]:
    """Not in our process group: a Ctrl-C in a terminal must not take it from the other windows."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}

"""How git is started: the arguments and environment that make it safe, and two ways to read its output."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import IO, cast

from whylens.model.errors import Unavailable
from whylens.runtime.git.patience import IDLE, Patience

#: Settings that hold whatever the repository or the user configured. Each closes a way to run a program,
#: reach the network or change the form of the output.
_SETTINGS: Mapping[str, str] = {
    "safe.directory": "*",  # folders owned by another user (containers, shares): we only read
    "core.fsmonitor": "false",  # would run a program
    "core.hooksPath": os.devnull,  # would run programs
    "credential.helper": "",  # would run a program
    "protocol.allow": "never",  # a partial clone would fetch what is missing
    "gc.auto": "0",
    "maintenance.auto": "false",
    "core.quotePath": "false",
    "core.bigFileThreshold": "1m",  # larger files are not worth a diff: generated, or data
    "core.attributesFile": str(Path(__file__).with_name("diff_drivers.gitattributes")),  # better hunk headers
    "log.showSignature": "false",  # would run gpg
    "log.follow": "false",
    "diff.relative": "false",
    "diff.renameLimit": "400",
    "diff.interHunkContext": "0",
    "diff.suppressBlankEmpty": "false",
    "diff.noprefix": "false",
    "diff.mnemonicPrefix": "false",
    "color.ui": "false",
}

_ENVIRONMENT: Mapping[str, str] = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS": "",
    "GIT_PAGER": "cat",
    "LC_ALL": "C",
}

_BASE: tuple[str, ...] = (
    *("git", "--no-optional-locks", "--no-pager", "--literal-pathspecs"),
    *(part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}")),
)

_CHUNK = 1 << 16


def run(root: Path, *arguments: str, timeout: float = 10.0) -> bytes | None:
    """What git prints when it succeeds in `root`, None when it says no.

    Raises `Unavailable` when git cannot be started or hangs longer than `timeout` seconds.
    """
    try:
        done = subprocess.run(
            [*_BASE, *arguments],
            cwd=root,
            env=_environment(root),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=timeout,
            check=False,
            creationflags=_no_window(),
        )
    except subprocess.TimeoutExpired as error:
        raise Unavailable(f"git {arguments[0]} did not answer within {timeout:.0f} s") from error
    except OSError as error:
        raise Unavailable(_why_not_started(root)) from error
    return done.stdout if done.returncode == 0 else None


class Stream:
    """The output of one running git, in chunks, and how it ended. Both raise `Unavailable` when it hangs."""

    def __init__(self, process: subprocess.Popen[bytes], output: BufferedReader, patience: Patience) -> None:
        self._process = process
        self._output = output
        self._patience = patience

    def chunks(self) -> Iterator[bytes]:
        """The output as it comes, in pieces of up to 64 KiB."""
        while chunk := self._next():
            yield chunk

    def succeeded(self) -> bool:
        """Whether git ended well; asked after the last chunk."""
        with self._patience.waiting():
            return self._process.wait() == 0

    def _next(self) -> bytes:
        with self._patience.waiting():
            return self._output.read1(_CHUNK)


@contextmanager
def stream(root: Path, *arguments: str, lines: Iterable[str] = (), idle: float = IDLE) -> Generator[Stream]:
    """Run git in `root` with `lines` as its input and read its output while it runs, however long that is.

    Leaving the block early ends the process; so does `idle`, the seconds it may let a reader wait for its next byte.
    """
    with tempfile.TemporaryFile() as given:  # a file, because a pipe written before it is read deadlocks
        given.writelines(f"{line}\n".encode() for line in lines)
        given.seek(0)
        process = start(root, *arguments, stdin=given)
    patience = Patience(process, arguments[0], idle)
    try:
        yield Stream(process, cast("BufferedReader", process.stdout), patience)
    finally:
        patience.close()
        end(process)


def start(root: Path, *arguments: str, stdin: IO[bytes] | int) -> subprocess.Popen[bytes]:
    """Start git in `root` with its output on a pipe. `Unavailable` when it cannot be started."""
    try:
        return subprocess.Popen(
            [*_BASE, *arguments],
            cwd=root,
            env=_environment(root),
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=_no_window(),
        )
    except OSError as error:
        raise Unavailable(_why_not_started(root)) from error


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process of ours and close its pipes."""
    if process.poll() is None:
        process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # what was still to be written has no reader any more
                pipe.close()
    process.wait()


def _environment(root: Path) -> dict[str, str]:
    """Ours without what a surrounding git (a hook, an alias) set for itself, and no search above `root`."""
    inherited = {name: value for name, value in os.environ.items() if not _names_a_repository(name)}
    return {**inherited, **_ENVIRONMENT, "GIT_CEILING_DIRECTORIES": str(root.parent)}


def _names_a_repository(name: str) -> bool:
    return name.startswith("GIT_") and not name.startswith(
        ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_EXEC_PATH")
    )


def _why_not_started(root: Path) -> str:
    if not root.is_dir():
        return f"The folder {root} is gone."
    return "git could not be started. Install git and make sure it is on the PATH."


def _no_window() -> int:
    """Windows would flash a console for every git."""
    return subprocess.CREATE_NO_WINDOW if sys.platform == "win32" else 0

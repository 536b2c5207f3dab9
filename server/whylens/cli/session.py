"""What every command shares: the project, the home, the output form, and how an error ends a command."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from whylens.memory import Memory
from whylens.memory.shown import cut
from whylens.model.errors import Corrupt, StorageError, WhylensError

ProjectOption = Annotated[
    Path | None,
    typer.Option(
        "--project", help="The project (default: the repository of the current folder).", show_default=False
    ),
]
HomeOption = Annotated[
    Path | None,
    typer.Option(
        "--home", envvar="WHYLENS_HOME", help="Where memories are kept.", show_default="user data folder"
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Machine output: one JSON document (or JSON lines).")
]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


@contextmanager
def opened(
    project: Path | None, home: Path | None, *, embeddings: bool = True, reads: bool = False
) -> Generator[Memory]:
    """The memory of the project at *project* or the current folder; closed at the end.

    A command that only *reads* is answered also where nothing can be written: a folder of somebody else's, a full
    disk, a memory of a newer Whylens.
    """
    from whylens.app import open_memory

    place, base = place_of(project), home_of(home)
    try:
        memory = open_memory(place, home=base, embeddings=embeddings)
    except StorageError as error:
        if not reads or isinstance(error, Corrupt):
            raise
        try:
            memory = open_memory(place, home=base, embeddings=embeddings, read_only=True)
        except StorageError:
            raise error from None
    memory.wake()
    try:
        yield memory
    finally:
        memory.close()


def place_of(project: Path | None) -> Path:
    """The existing folder or file that *project* names, or the current folder."""
    try:
        path = project or Path.cwd()
    except FileNotFoundError:
        raise WhylensError("the current folder is gone: go to another, or give --project") from None
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        fail(f"there is no folder {path}: give an existing one with --project")
    except OSError as error:
        fail(f"cannot look at {path}: {error.strerror}; give another folder with --project")
    return path


def home_of(home: Path | None) -> Path | None:
    """The home folder asked for. Memories must not lie where they could be committed."""
    if home is None:
        return None
    if str(home) == ".":  # also what an empty --home becomes
        raise typer.BadParameter("give a folder of its own", param_hint="--home")
    if (home / ".git").exists():
        fail(f"{home} is a repository: memories are kept outside; give another folder with --home")
    return home


def in_project(memory: Memory, path: str) -> str:
    """*path* as the project calls it."""
    relative = memory.relative(path)
    if relative is None:
        shown = path.encode("utf-8", "replace").decode()
        fail(f"{shown} names no file in the project {memory.root}: give a path in it, or another --project")
    return relative or ""


def split_place(place: str | None) -> tuple[str | None, int | None]:
    """`FILE:LINE` or `FILE` as path and 1-based line."""
    if place is None:
        return None, None
    path, colon, line = place.rpartition(":")
    if not (colon and path and _NUMBER.fullmatch(line)):
        return place, None
    return path, max(1, int(line))


#: As many digits as a line number can have.
_NUMBER = re.compile(r"[0-9]{1,9}")


def one_line(text: str) -> str:
    """*text* as one line of bearable length without control characters, fit for a terminal."""
    plain = "".join(each if each.isprintable() else " " for each in text)
    return cut(plain, _LONGEST_MESSAGE)


_LONGEST_MESSAGE = 400


def emit(document: Any) -> None:
    """Print one JSON document on a line of its own."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def say(text: str = "") -> None:
    """Print a line for a person."""
    sys.stdout.write(text + "\n")


def fail(message: str) -> None:
    """End the command with one clear line and exit code 1."""
    raise WhylensError(message)


def read_input(name: str) -> str:
    """The text of a file, or of standard input for `-`. Undecodable bytes are replaced, a byte-order mark dropped."""
    if name == "-":
        return sys.stdin.buffer.read().decode("utf-8-sig", errors="replace")
    try:
        return Path(name).read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise WhylensError(f"cannot read {name}: {error.strerror}") from error


def confirmed(question: str, *, yes: bool) -> bool:
    """Whether the user agrees. Without a terminal to ask on, only `--yes` agrees."""
    if yes:
        return True
    if not sys.stdin.isatty():
        fail("this needs a yes: run it on a terminal or add --yes")
    return typer.confirm(question)

"""What every command shares: the project, the home, the output form, and how an error ends a command."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from whylens.memory import Memory
from whylens.model.errors import WhylensError

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
def opened(project: Path | None, home: Path | None, *, embeddings: bool = True) -> Generator[Memory]:
    """The memory of the project at *project* or the current folder; closed at the end."""
    from whylens.app import open_memory

    path = project or Path.cwd()
    if not path.exists():
        fail(f"there is no folder {path}: give an existing one with --project")
    memory = open_memory(path, home=home, embeddings=embeddings)
    try:
        yield memory
    finally:
        memory.close()


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

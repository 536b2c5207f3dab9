"""The door to all readers: a file in, its sessions out. Nothing that is wrong with a file is raised."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from whylens.capture.transcripts import (
    aider,
    claude_code,
    codex,
    copilot_chat,
    copilot_cli,
    cursor_cli,
    cursor_desktop,
    specstory,
)
from whylens.capture.transcripts.session import Format, Session, reason

#: Reader of a file; the number is the byte to start at, for the formats below.
READERS: dict[Format, Callable[[Path, int], Iterator[Session]]] = {
    Format.CLAUDE_CODE: claude_code.sessions,
    Format.CODEX: codex.sessions,
    Format.COPILOT_SNAPSHOT: copilot_chat.snapshots,
    Format.COPILOT_LOG: copilot_chat.logs,
    Format.COPILOT_CLI: copilot_cli.sessions,
    Format.CURSOR_DESKTOP: cursor_desktop.sessions,
    Format.CURSOR_CLI: cursor_cli.sessions,
    Format.AIDER: aider.sessions,
    Format.SPECSTORY: specstory.sessions,
    Format.SPECSTORY_V1: specstory.sessions,
}
#: Formats whose files only ever grow, so that reading goes on where it stopped.
GROWING = frozenset({Format.CLAUDE_CODE, Format.CODEX, Format.COPILOT_CLI})


def sessions(file: Path, format: Format, start: int = 0) -> Iterator[Session]:
    """The sessions of *file*; each must be read before the next is asked for.

    A file that cannot be opened gives one session without turns that says why in its problems.
    """
    try:
        yield from READERS[format](file, start)
    except (OSError, sqlite3.Error, MemoryError, ValueError) as error:
        yield Session(format, file, problems=[f"cannot be read: {reason(error)}"])

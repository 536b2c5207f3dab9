"""What the readers yield: a session of one format, and its turns one after another."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal


class Format(StrEnum):
    """The tool that wrote a session, and the form it wrote it in."""

    CLAUDE_CODE = "claude_code"
    CODEX = "codex"
    COPILOT_SNAPSHOT = "vscode_copilot_json"
    COPILOT_LOG = "vscode_copilot_jsonl"
    COPILOT_CLI = "copilot_cli"
    CURSOR_DESKTOP = "cursor_desktop"
    CURSOR_CLI = "cursor_cli"
    AIDER = "aider"
    SPECSTORY = "specstory"
    SPECSTORY_V1 = "specstory_v1"


#: What people call the tools.
NAMES = {
    Format.CLAUDE_CODE: "Claude Code",
    Format.CODEX: "Codex",
    Format.COPILOT_SNAPSHOT: "Copilot Chat",
    Format.COPILOT_LOG: "Copilot Chat",
    Format.COPILOT_CLI: "Copilot CLI",
    Format.CURSOR_DESKTOP: "Cursor",
    Format.CURSOR_CLI: "Cursor CLI",
    Format.AIDER: "aider",
    Format.SPECSTORY: "SpecStory",
    Format.SPECSTORY_V1: "SpecStory",
}

Role = Literal["user", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing said, or one tool used. Not redacted: lives in memory only.

    `name`, `input` (as the tool got it) and `output` are a tool's. `at` is Unix seconds, 0 when unknown. `end` is
    the byte of the file at which reading can go on after this turn, 0 for formats that are read as a whole.
    """

    role: Role
    text: str = field(default="", repr=False)
    name: str = ""
    input: Any = field(default=None, repr=False)
    output: str = field(default="", repr=False)
    at: float = 0.0
    end: int = 0


@dataclass(slots=True)
class Session:
    """One session of a file. What is known of it fills in while its turns are read; they can be read once.

    `count` counts the turns read so far, `spoken` those of the user and the assistant. `cwd` is the folder it worked
    in, as the format says; `place` the folder its file lies in, for formats that keep sessions inside the project.
    `key` tells sessions of one file apart. Problems never hold captured text.
    """

    format: Format
    file: Path
    id: str | None = None
    title: str | None = None
    cwd: str | None = None
    git_branch: str | None = None
    place: Path | None = None
    key: str = ""
    started: float = 0.0
    ended: float = 0.0
    count: int = 0
    spoken: int = 0
    problems: list[str] = field(default_factory=list[str])
    turns: Iterator[Turn] = field(default_factory=lambda: iter(()), repr=False)

    def __iter__(self) -> Iterator[Turn]:
        """The turns, in order. Never raises for what is wrong with the file: that goes to `problems`."""
        try:
            for turn in self.turns:
                self.count += 1
                self.spoken += turn.role != "tool"
                self.saw(turn.at)
                yield turn
        except (OSError, sqlite3.Error, MemoryError) as error:
            self.problems.append(f"could not be read to its end: {reason(error)}")

    def saw(self, at: float) -> None:
        """Note that something happened *at* (Unix seconds) in the session."""
        if at > 0:
            self.started = min(self.started or at, at)
            self.ended = max(self.ended, at)


def reason(error: BaseException) -> str:
    """What went wrong, in words fit for a report."""
    if isinstance(error, OSError):
        return (error.strerror or type(error).__name__).lower()
    return str(error) or type(error).__name__

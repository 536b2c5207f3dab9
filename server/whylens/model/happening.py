"""What happens while somebody works: the events of an editor session in the form their stories are read from.

Raw like `Event`: the texts may hold secrets, live in memory only, and are redacted before anything of them is kept.
Paths are relative to the repository, times are Unix seconds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Severity(StrEnum):
    """How bad another tool says a problem is."""

    ERROR = "error"
    WARNING = "warning"


class Speaker(StrEnum):
    """Who said something in a chat."""

    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Problem:
    """One diagnostic of another tool. `line` is 1-based; `symbol` is the path of the function around it."""

    message: str = field(repr=False)
    severity: Severity = Severity.ERROR
    code: str = ""
    tool: str = ""
    line: int = 1
    symbol: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edited:
    """The difference between two settled states of a file, for one symbol (or outside all: an empty `symbol`).

    `removed` and `added` are the changed lines.
    """

    at: float
    path: str
    symbol: tuple[str, ...] = ()
    removed: tuple[str, ...] = field(default=(), repr=False)
    added: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Looked:
    """A file or function was on screen for a while: a weak sign of what the work is about."""

    at: float
    path: str
    symbol: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class FileMoved:
    """A file got another name (`to`), or was deleted (`to` is empty)."""

    at: float
    path: str
    to: str = ""


@dataclass(frozen=True, slots=True)
class Reported:
    """All that other tools say of one file now: the whole list, so that what is missing has disappeared.

    `is_open`: whether the editor shows the file. Of closed ones most tools say nothing, so that what is missing then
    was not mended.
    """

    at: float
    path: str
    problems: tuple[Problem, ...] = ()
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class Ran:
    """A command in a terminal, or a task, came to its end. `exit_code` is None where the editor cannot tell."""

    at: float
    command: str = field(repr=False)
    exit_code: int | None = None
    seconds: float = 0.0
    output: str = field(default="", repr=False)
    folder: str = ""
    is_task: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """One turn of a chat. `turn` counts within `session`; `files` are those it was about."""

    at: float
    speaker: Speaker
    text: str = field(repr=False)
    session: str = ""
    turn: int = 0
    tool: str = ""
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolUsed:
    """An assistant ran a tool: what on which files, with what outcome (None while it is still running)."""

    at: float
    tool: str
    what: str = field(repr=False)
    files: tuple[str, ...] = ()
    succeeded: bool | None = None
    output: str = field(default="", repr=False)
    session: str = ""


class HeadMove(StrEnum):
    """How the commit checked out changed."""

    COMMIT = "commit"
    AMEND = "amend"
    SWITCH = "switch"
    MERGE = "merge"
    REBASE = "rebase"
    RESET = "reset"


@dataclass(frozen=True, slots=True)
class HeadMoved:
    """The head of the repository moved from `before` to `now` (commit ids); `branch` is the one checked out now."""

    at: float
    how: HeadMove
    before: str = ""
    now: str = ""
    branch: str = ""
    branch_before: str = ""


Happening = Edited | Looked | FileMoved | Reported | Ran | Said | ToolUsed | HeadMoved

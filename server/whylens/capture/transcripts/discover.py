"""Where the tools keep their sessions on Linux, macOS and Windows. Looks at names only; follows no link."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from whylens.capture.transcripts import aider, cursor_cli, specstory
from whylens.capture.transcripts.files import is_link
from whylens.capture.transcripts.recognise import recognise
from whylens.capture.transcripts.session import Format

#: Editors that keep their users' data alike.
_EDITORS = ("Code", "Code - Insiders", "VSCodium", "Code - OSS")
_REMOTE = (".vscode-server", ".vscode-server-insiders", ".vscodium-server")
#: Files looked at below a folder the user named.
MOST_FILES = 100_000
_SKIPPED = frozenset({"node_modules", ".git", "__pycache__", ".venv", "venv"})


@dataclass(frozen=True, slots=True)
class Found:
    """A file with sessions, and its format."""

    file: Path
    format: Format


@dataclass(frozen=True, slots=True)
class Machine:
    """What decides where the tools keep their files."""

    home: Path
    environment: Mapping[str, str]
    platform: str

    @staticmethod
    def here() -> Machine:
        """This machine."""
        return Machine(Path.home(), os.environ, sys.platform)

    def folder(self, variable: str, default: str) -> Path:
        """The folder the environment names, or the *default* below the home."""
        return Path(self.environment[variable]) if self.environment.get(variable) else self.home / default

    def editor_data(self, editor: str) -> Path:
        """Where *editor* keeps the user's data."""
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support" / editor / "User"
        if self.platform == "win32":
            return self.folder("APPDATA", "AppData/Roaming") / editor / "User"
        return self.folder("XDG_CONFIG_HOME", ".config") / editor / "User"


def standard_places(machine: Machine, roots: Iterable[Path] = ()) -> Iterator[Found]:
    """The files of every tool, and of aider and SpecStory in the project folders *roots*."""
    claude = machine.folder("CLAUDE_CONFIG_DIR", ".claude")
    yield from _all(claude, ("projects", "*", "*.jsonl"), Format.CLAUDE_CODE)
    codex = machine.folder("CODEX_HOME", ".codex")
    yield from _all(codex, ("sessions", "*", "*", "*", "rollout-*.jsonl"), Format.CODEX)
    yield from _all(codex, ("archived_sessions", "rollout-*.jsonl"), Format.CODEX)
    for data in (
        *map(machine.editor_data, _EDITORS),
        *(machine.home / each / "data/User" for each in _REMOTE),
    ):
        yield from _chats(data)
    copilot = machine.folder("COPILOT_HOME", ".copilot")
    yield from _all(copilot, ("session-state", "*.jsonl"), Format.COPILOT_CLI)
    yield from _all(copilot, ("session-state", "*", "events.jsonl"), Format.COPILOT_CLI)
    cursor = machine.editor_data("Cursor")
    yield from _all(cursor, ("globalStorage", "state.vscdb"), Format.CURSOR_DESKTOP)
    yield from _all(machine.home / ".cursor", ("chats", "*", "*", cursor_cli.NAME), Format.CURSOR_CLI)
    for root in roots:
        yield from _in_project(root)


def within(path: Path) -> Iterator[Found]:
    """The sessions at *path*: the file itself, or every file below the folder that is one."""
    if not path.is_dir():
        if (format := recognise(path)) is not None:
            yield Found(path, format)
        return
    seen = 0
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(each for each in folders if each not in _SKIPPED)
        for name in sorted(names):
            file = Path(folder) / name
            if (seen := seen + 1) > MOST_FILES:
                return
            if not is_link(file) and (format := recognise(file)) is not None:
                yield Found(file, format)


def _chats(data: Path) -> Iterator[Found]:
    """The chats of one editor; of one kept in both forms only the newer form is read."""
    for place in (("workspaceStorage", "*", "chatSessions"), ("globalStorage", "emptyWindowChatSessions")):
        logs = list(_all(data, (*place, "*.jsonl"), Format.COPILOT_LOG))
        newer = {each.file.with_suffix("") for each in logs}
        yield from logs
        snapshots = _all(data, (*place, "*.json"), Format.COPILOT_SNAPSHOT)
        yield from (each for each in snapshots if each.file.with_suffix("") not in newer)


def _in_project(root: Path) -> Iterator[Found]:
    yield from _all(root, (aider.NAME,), Format.AIDER)
    for folder in ((), ("*",)):  # also of a folder of the project that was opened by itself
        for each in _all(root, (*folder, *specstory.FOLDER, "*.md"), Format.SPECSTORY):
            if (format := recognise(each.file)) is not None:
                yield Found(each.file, format)


def _all(base: Path, pattern: tuple[str, ...], format: Format) -> Iterator[Found]:
    """The files below *base* whose path matches, in order of their names; links below it are not followed."""
    for file in _matching(base, pattern):
        yield Found(file, format)


def _matching(folder: Path, pattern: tuple[str, ...]) -> Iterator[Path]:
    name, *rest = pattern
    last = not rest
    if "*" not in name:
        names = [name]
    else:
        try:
            names = sorted(each.name for each in folder.iterdir())
        except OSError:
            return
        head, _, tail = name.partition("*")
        names = [
            each for each in names if each.startswith(head) and each.endswith(tail) and each not in _SKIPPED
        ]
    for each in names:
        place = folder / each
        if is_link(place):
            continue
        if last and place.is_file():
            yield place
        elif not last and place.is_dir():
            yield from _matching(place, tuple(rest))

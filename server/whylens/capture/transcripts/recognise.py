"""Which format a file is of, by its name and its first bytes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from whylens.capture.transcripts import aider, cursor_cli, specstory
from whylens.capture.transcripts.files import read_start
from whylens.capture.transcripts.session import Format

#: Bytes looked at: the first line of a session may hold long instructions.
_START = 262_144
#: Lines looked at.
_LINES = 25
_CLAUDE_TYPES = frozenset(
    {"user", "assistant", "system", "summary", "file-history-snapshot", "queue-operation", "attachment"}
)
_CODEX_TYPES = frozenset({"session_meta", "response_item", "event_msg", "turn_context"})


def recognise(file: Path) -> Format | None:
    """The format of *file*, None when it is no session of any."""
    by_name = _BY_ENDING.get(file.suffix.lower())
    return by_name(file, read_start(file, _START)) if by_name is not None else None


def _json_lines(file: Path, start: bytes) -> Format | None:
    for line in start.split(b"\n", _LINES)[:_LINES]:
        try:
            row: Any = json.loads(line.decode("utf-8-sig", "replace"))
        except (ValueError, RecursionError):
            continue
        if isinstance(row, dict) and (found := _of_row(cast("dict[str, Any]", row))) is not None:
            return found
    if start and b"\n" not in start:  # a first line longer than what was looked at
        return _of_long_row(start)
    return None


def _of_row(row: dict[str, Any]) -> Format | None:
    kind = row.get("type")
    if kind in _CODEX_TYPES or (
        kind is None and "instructions" in row and "timestamp" in row and "id" in row
    ):
        return Format.CODEX
    if isinstance(kind, str) and "data" in row and "." in kind:
        return Format.COPILOT_CLI
    if kind in _CLAUDE_TYPES and (
        "uuid" in row or "sessionId" in row or "leafUuid" in row or "snapshot" in row
    ):
        return Format.CLAUDE_CODE
    if isinstance(row.get("kind"), int) and "v" in row:
        return Format.COPILOT_LOG
    return None


def _of_long_row(start: bytes) -> Format | None:
    if start.lstrip().startswith(b'{"kind":0') or start.lstrip().startswith(b'{"kind": 0'):
        return Format.COPILOT_LOG
    if b'"session_meta"' in start[:400]:
        return Format.CODEX
    return Format.CLAUDE_CODE if b'"sessionId"' in start[:2000] else None


def _json(file: Path, start: bytes) -> Format | None:
    is_object = start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    named = file.parent.name in ("chatSessions", "emptyWindowChatSessions")
    is_chat = b'"requests"' in start and b'"sessionId"' in start
    return Format.COPILOT_SNAPSHOT if is_object and (named or is_chat) else None


def _markdown(file: Path, start: bytes) -> Format | None:
    head = start.lstrip(b"\xef\xbb\xbf \t\r\n").decode("utf-8", "replace")
    if file.name == aider.NAME or head.startswith("# aider chat started at "):
        return Format.AIDER
    if not head.startswith(specstory.MARK):
        return None
    return Format.SPECSTORY if head.startswith(specstory.MARK_V2) else Format.SPECSTORY_V1


def _desktop(file: Path, start: bytes) -> Format | None:
    return Format.CURSOR_DESKTOP if file.parent.name == "globalStorage" else None


def _store(file: Path, start: bytes) -> Format | None:
    return Format.CURSOR_CLI if file.name == cursor_cli.NAME else None


_BY_ENDING: dict[str, Callable[[Path, bytes], Format | None]] = {
    ".jsonl": _json_lines,
    ".json": _json,
    ".md": _markdown,
    ".vscdb": _desktop,
    ".db": _store,
}

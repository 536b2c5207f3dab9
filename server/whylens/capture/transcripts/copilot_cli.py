"""Copilot CLI: events a line in `~/.copilot/session-state/`, `<session>.jsonl` or `<session>/events.jsonl`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from whylens.capture.transcripts.fields import Row, flat, moment, record, records, some, words
from whylens.capture.transcripts.files import read_start
from whylens.capture.transcripts.lines import rows
from whylens.capture.transcripts.markup import is_only_markup
from whylens.capture.transcripts.session import Format, Session, Turn

#: The file newer versions keep beside the events, and how much of it is read.
_BESIDE, _BESIDE_BYTES = "workspace.yaml", 65_536


def sessions(file: Path, start: int = 0) -> Iterator[Session]:
    """The one session of the file."""
    session = Session(Format.COPILOT_CLI, file)
    if file.name == "events.jsonl":
        beside = _beside(file.with_name(_BESIDE))
        session.id, session.cwd = some(beside.get("id")), some(beside.get("cwd"))
        session.title = some(beside.get("name"))
    session.turns = _turns(session, start)
    yield session


def _beside(file: Path) -> Row:
    try:
        return record(yaml.safe_load(read_start(file, _BESIDE_BYTES).decode("utf-8", "replace")))
    except (yaml.YAMLError, ValueError):
        return {}


def _turns(session: Session, start: int) -> Iterator[Turn]:
    calls: dict[str, tuple[str, Any]] = {}
    for row, end in rows(session, start):
        kind, event, at = words(row.get("type")), record(row.get("data")), moment(row.get("timestamp"))
        if kind in ("session.start", "session.resume"):
            _note(session, event)
        elif event.get("parentToolCallId"):  # what a sub-agent says is a tool's affair
            continue
        elif kind == "user.message" and not is_only_markup(text := words(event.get("content"))):
            yield Turn("user", text, at=at, end=end)
        elif kind == "assistant.message":
            if (text := words(event.get("content"))).strip():
                yield Turn("assistant", text, at=at, end=end)
            for call in records(event.get("toolRequests")):
                calls[words(call.get("toolCallId"))] = (words(call.get("name")), call.get("arguments"))
        elif kind == "tool.execution_start":
            calls[words(event.get("toolCallId"))] = (words(event.get("toolName")), event.get("arguments"))
        elif kind == "tool.execution_complete":
            name, given = calls.pop(words(event.get("toolCallId")), ("", None))
            output = flat(event.get("result")) or words(record(event.get("error")).get("message"))
            yield Turn("tool", name=name, input=given, output=output, at=at, end=end)


def _note(session: Session, event: Row) -> None:
    context = record(event.get("context"))
    session.id = session.id or some(event.get("sessionId"))
    session.cwd = session.cwd or some(context.get("cwd"))
    session.git_branch = session.git_branch or some(context.get("branch"))

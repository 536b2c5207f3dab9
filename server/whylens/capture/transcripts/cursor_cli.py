"""Cursor's terminal agent: a SQLite file a session, its messages as JSON among other blobs."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whylens.capture.transcripts.databases import opened
from whylens.capture.transcripts.fields import Row, flat, moment, record, records, some, words
from whylens.capture.transcripts.files import read_start
from whylens.capture.transcripts.lines import parse
from whylens.capture.transcripts.markup import is_only_markup
from whylens.capture.transcripts.session import Format, Session, Turn

NAME = "store.db"
_QUERY = re.compile(r"<user_query>\s*(.*?)\s*</user_query>", re.DOTALL)
_WORKSPACE = re.compile(r"^Workspace Path: (.+?)\s*$", re.MULTILINE)
_LONGEST_BLOB = 16 * 1024 * 1024


def sessions(file: Path, start: int = 0) -> Iterator[Session]:
    """The one session of the file."""
    with opened(file) as database:
        session = Session(Format.CURSOR_CLI, file, id=file.parent.name)
        _note(session, _meta(database))
        beside = record(parse(read_start(file.with_name("meta.json"), 65_536)))
        session.title = session.title or some(beside.get("title"))
        session.saw(moment(beside.get("createdAtMs")))
        session.turns = _turns(session, database)
        yield session


def _meta(database: sqlite3.Connection) -> Row:
    """What the file says of its session: JSON, written as hexadecimal digits."""
    row = database.execute("SELECT value FROM meta WHERE key = '0'").fetchone()
    try:
        return record(parse(bytes.fromhex(row[0]) if row else b""))
    except (TypeError, ValueError):
        return {}


def _note(session: Session, meta: Row) -> None:
    session.id = some(meta.get("agentId")) or session.id
    session.title = some(meta.get("name"))
    session.cwd = some(meta.get("workspacePath"))
    session.saw(moment(meta.get("createdAt")))


def _turns(session: Session, database: sqlite3.Connection) -> Iterator[Turn]:
    calls: dict[str, tuple[str, Any]] = {}
    found = database.execute(
        "SELECT data FROM blobs WHERE substr(CAST(data AS BLOB), 1, 1) = CAST('{' AS BLOB) AND length(data) <= ?"
        " ORDER BY rowid",
        (_LONGEST_BLOB,),
    )
    for (data,) in found:
        message = record(parse(data)) if isinstance(data, str | bytes) else {}
        at, role = moment(message.get("createdAt")), message.get("role")
        if role == "user" and (text := _asked(session, flat(message.get("content")))):
            yield Turn("user", text, at=at)
        elif role == "assistant":
            yield from _answered(message, calls, at)
        elif role == "tool":
            for part in records(message.get("content")):
                name, given = calls.pop(words(part.get("toolCallId")), (words(part.get("toolName")), None))
                output = flat(part.get("result")) or flat(part.get("experimental_content"))
                yield Turn("tool", name=name, input=given, output=output, at=at)


def _asked(session: Session, text: str) -> str:
    """What the user asked; nothing when the turn only tells the model where it is."""
    if asked := _QUERY.findall(text):
        return "\n".join(asked)
    if session.cwd is None and (found := _WORKSPACE.search(text)):
        session.cwd = found.group(1)
    return "" if is_only_markup(text) else text


def _answered(message: Row, calls: dict[str, tuple[str, Any]], at: float) -> Iterator[Turn]:
    content = message.get("content")
    for part in [{"type": "text", "text": content}] if isinstance(content, str) else records(content):
        if part.get("type") == "text" and words(part.get("text")).strip():
            yield Turn("assistant", words(part["text"]), at=at)
        elif part.get("type") == "tool-call":
            calls[words(part.get("toolCallId"))] = (
                words(part.get("toolName")),
                part.get("args", part.get("input")),
            )

"""Cursor on the desktop: every session of the user in one SQLite file, a row a message."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from whylens.capture.transcripts.databases import opened, tables
from whylens.capture.transcripts.fields import Row, folder_of, items, moment, record, records, some, words
from whylens.capture.transcripts.files import read_start
from whylens.capture.transcripts.lines import parse
from whylens.capture.transcripts.markup import is_only_markup
from whylens.capture.transcripts.session import Format, Session, Turn

TABLE = "cursorDiskKV"
_USER, _ASSISTANT = 1, 2
#: Bytes of one row that are read; a longer one holds pictures or whole files.
_LONGEST_ROW = 16 * 1024 * 1024


def sessions(file: Path, start: int = 0) -> Iterator[Session]:
    """The sessions of the database. Each must be read before the next is asked for; drafts are left out."""
    with opened(file) as database:
        headers = _headers(database)
        folders = _older_folders(file) if not headers else {}
        for name in _names(database):
            header = headers.get(name, {})
            composer = record(parse(_value(database, f"composerData:{name}")))
            if not composer or header.get("isSubagent") or _is_empty(composer):
                continue
            session = Session(Format.CURSOR_DESKTOP, file, id=name, key=name)
            session.title = some(header.get("name")) or some(composer.get("name"))
            session.cwd = _folder(record(header.get("workspaceIdentifier"))) or folders.get(name)
            session.saw(moment(composer.get("createdAt")))
            session.turns = _turns(database, name, composer)
            yield session


def _headers(database: sqlite3.Connection) -> dict[str, Row]:
    """What newer versions keep of each session beside its messages."""
    if "composerHeaders" not in tables(database):
        return {}
    found = database.execute("SELECT composerId, value FROM composerHeaders")
    return {name: record(parse(_text(value))) for name, value in found if isinstance(name, str)}


def _names(database: sqlite3.Connection) -> list[str]:
    prefix = "composerData:"
    found = database.execute(
        f"SELECT key FROM {TABLE} WHERE key >= ? AND key < ? ORDER BY key", (prefix, "composerData;")
    )
    return [key.removeprefix(prefix) for (key,) in found if isinstance(key, str)]


def _is_empty(composer: Row) -> bool:
    return not composer.get("fullConversationHeadersOnly") and not composer.get("conversation")


def _turns(database: sqlite3.Connection, name: str, composer: Row) -> Iterator[Turn]:
    """Messages in the order the session lists them; versions before 2025 hold them inside the session."""
    inside = {words(each.get("bubbleId")): each for each in records(composer.get("conversation"))}
    for each in items(composer.get("fullConversationHeadersOnly")) or items(composer.get("conversation")):
        bubble = words(record(each).get("bubbleId"))
        found = inside.get(bubble) or record(parse(_value(database, f"bubbleId:{name}:{bubble}")))
        yield from _said(found)


def _said(bubble: Row) -> Iterator[Turn]:
    at, text = moment(bubble.get("createdAt")), words(bubble.get("text"))
    if bubble.get("type") == _USER and not is_only_markup(text):
        yield Turn("user", text, at=at)
    elif bubble.get("type") == _ASSISTANT:
        if text.strip():
            yield Turn("assistant", text, at=at)
        if tool := record(bubble.get("toolFormerData")):
            given = tool.get("params") or tool.get("rawArgs")
            parsed = parse(given) if isinstance(given, str) else given
            shown = given if parsed is None else parsed
            yield Turn(
                "tool", name=words(tool.get("name")), input=shown, output=words(tool.get("result")), at=at
            )


def _folder(workspace: Row) -> str | None:
    """The folder of a session; one on another machine stays a URI."""
    uri = record(workspace.get("uri"))
    if uri.get("scheme") not in (None, "file"):
        return some(uri.get("external")) or f"{uri.get('scheme')}://{words(uri.get('path'))}"
    return some(uri.get("fsPath")) or some(uri.get("path"))


def _older_folders(file: Path) -> dict[str, str]:
    """The folder of each session by the databases older versions keep for every workspace."""
    folders: dict[str, str] = {}
    for beside in sorted(file.parent.parent.glob("workspaceStorage/*/workspace.json")):
        folder = folder_of(record(parse(read_start(beside, 65_536))).get("folder"))
        try:
            with opened(beside.with_name("state.vscdb")) as database:
                row = database.execute(
                    "SELECT value FROM ItemTable WHERE key = 'composer.composerData'"
                ).fetchone()
        except (OSError, sqlite3.Error):
            continue
        listed = record(parse(_text(row[0]))) if row else {}
        for each in records(listed.get("allComposers")):
            if folder and (name := some(each.get("composerId"))):
                folders[name] = folder
    return folders


def _value(database: sqlite3.Connection, key: str) -> str:
    row = database.execute(
        f"SELECT value FROM {TABLE} WHERE key = ? AND length(value) <= {_LONGEST_ROW}", (key,)
    ).fetchone()
    return _text(row[0]) if row else ""


def _text(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return value if isinstance(value, str) else ""

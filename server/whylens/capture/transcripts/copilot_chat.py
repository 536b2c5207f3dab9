"""Copilot Chat in VS Code: a JSON snapshot a session, or (since 2026) a log of changes to that object.

Both give requests; a request is what the user asked and the parts of the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whylens.capture.transcripts.change_log import replay
from whylens.capture.transcripts.fields import Row, flat, folder_of, moment, record, records, some, words
from whylens.capture.transcripts.files import open_plain, read_start
from whylens.capture.transcripts.json_stream import Cut, members
from whylens.capture.transcripts.lines import parse
from whylens.capture.transcripts.markup import is_only_markup
from whylens.capture.transcripts.session import Format, Session, Turn

_REQUESTS = "requests"
#: Parts of an answer that a reader sees as words in a sentence.
_REFERENCES = frozenset({"inlineReference"})
_WORKSPACE_BYTES = 65_536


def snapshots(file: Path, start: int = 0) -> Iterator[Session]:
    """The one session of a `.json` file."""
    session = Session(Format.COPILOT_SNAPSHOT, file, id=file.stem, cwd=_folder(file))
    session.turns = _of_snapshot(session)
    yield session


def logs(file: Path, start: int = 0) -> Iterator[Session]:
    """The one session of a `.jsonl` file."""
    session = Session(Format.COPILOT_LOG, file, id=file.stem, cwd=_folder(file))
    session.turns = _of_log(session)
    yield session


def _of_snapshot(session: Session) -> Iterator[Turn]:
    try:
        with open_plain(session.file) as stream:
            for key, value in members(stream, _REQUESTS):
                if key == _REQUESTS and value is None:
                    session.problems.append("a very long request was left out")
                elif key == _REQUESTS:
                    yield from _request(record(value))
                else:
                    _note(session, key, value)
    except Cut:
        session.problems.append("the file ends in its middle, or is damaged there")


def _of_log(session: Session) -> Iterator[Turn]:
    state = replay(session)
    for key, value in state.items():
        _note(session, key, value)
    for request in records(state.get(_REQUESTS)):
        yield from _request(request)


def _note(session: Session, key: str, value: Any) -> None:
    if key == "sessionId":
        session.id = some(value) or session.id
    elif key == "customTitle":
        session.title = some(value)
    elif key == "creationDate":
        session.saw(moment(value))


def _request(request: Row) -> Iterator[Turn]:
    at = moment(request.get("timestamp"))
    message = record(request.get("message"))
    asked = words(message.get("text")) or "".join(
        words(each.get("text")) for each in records(message.get("parts"))
    )
    if asked.strip() and not is_only_markup(asked):
        yield Turn("user", asked, at=at)
    yield from _answer(request, at)


def _answer(request: Row, at: float) -> Iterator[Turn]:
    """Text up to a tool is one turn, then the tool, then the text after it."""
    tools, text = _Tools(request), ""
    for part in records(request.get("response")):
        kind = part.get("kind")
        if kind == "toolInvocationSerialized":
            if text.strip():
                yield Turn("assistant", text.strip(), at=at)
            text = ""
            if (turn := tools.turn(part, at)) is not None:
                yield turn
        elif kind is None or kind == "markdownContent":
            text += flat(part.get("value", part.get("content")))
        elif kind in _REFERENCES:
            text += _reference(part)
    if text.strip():
        yield Turn("assistant", text.strip(), at=at)


class _Tools:
    """The tool calls of one request, by id, with what they gave."""

    def __init__(self, request: Row) -> None:
        metadata = record(record(request.get("result")).get("metadata"))
        self._calls = {
            _plain_id(call.get("id")): call
            for each in records(metadata.get("toolCallRounds"))
            for call in records(each.get("toolCalls"))
        }
        self._results = {
            _plain_id(key): value for key, value in record(metadata.get("toolCallResults")).items()
        }
        self._shown: set[str] = set()

    def turn(self, part: Row, at: float) -> Turn | None:
        """The turn of an invocation; None when it was seen already: it appears anew as it goes on."""
        name = _plain_id(part.get("toolCallId"))
        if name and name in self._shown:
            return None
        self._shown.add(name)
        call = self._calls.get(name, {})
        given = call.get("arguments")
        parsed = parse(given) if isinstance(given, str) else given
        return Turn(
            "tool",
            name=words(call.get("name")) or words(part.get("toolId")),
            input=given if parsed is None else parsed,
            output="\n".join(flat(each) for each in records(record(self._results.get(name)).get("content"))),
            at=at,
        )


def _plain_id(value: Any) -> str:
    return words(value).partition("__vscode")[0]


def _reference(part: Row) -> str:
    target = record(part.get("inlineReference"))
    uri = record(target.get("uri")) or record(record(target.get("location")).get("uri")) or target
    path = words(uri.get("path")) or words(uri.get("fsPath"))
    name = words(part.get("name")) or words(target.get("name")) or path.rpartition("/")[2]
    return f"`{name}`" if name else ""


def _folder(file: Path) -> str | None:
    """The folder of the workspace the session belongs to: `workspace.json` beside `chatSessions` says it."""
    beside = parse(read_start(file.parent.parent / "workspace.json", _WORKSPACE_BYTES))
    return folder_of(record(beside).get("folder"))

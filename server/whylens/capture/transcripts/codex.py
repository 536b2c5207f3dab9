"""Codex: `rollout-….jsonl` files, every line an envelope `{timestamp, type, payload}`.

What the model saw (`response_item`) is read; `event_msg` mirrors it for display and is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whylens.capture.transcripts.fields import Row, flat, items, moment, record, some, words
from whylens.capture.transcripts.lines import parse, rows
from whylens.capture.transcripts.markup import is_only_markup
from whylens.capture.transcripts.session import Format, Session, Turn

_CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call"})
_OUTPUTS = frozenset({"function_call_output", "custom_tool_call_output", "local_shell_call_output"})


def sessions(file: Path, start: int = 0) -> Iterator[Session]:
    """The one session of the file."""
    session = Session(Format.CODEX, file)
    session.turns = _turns(session, start)
    yield session


def _turns(session: Session, start: int) -> Iterator[Turn]:
    calls: dict[str, tuple[str, Any]] = {}
    for row, end in rows(session, start):
        kind, item = words(row.get("type")), record(row.get("payload"))
        if kind in ("session_meta", "turn_context"):
            _note(session, item)
        elif kind == "response_item" or "payload" not in row:  # the first versions wrote the items bare
            item = item or row
            if "payload" not in row and "id" in row and "instructions" in row:
                _note(session, row)
            yield from _said(item, calls, at=moment(row.get("timestamp")), end=end)


def _note(session: Session, item: Row) -> None:
    session.id = session.id or some(item.get("id"))
    session.cwd = session.cwd or some(item.get("cwd"))
    session.git_branch = session.git_branch or some(record(item.get("git")).get("branch"))


def _said(item: Row, calls: dict[str, tuple[str, Any]], *, at: float, end: int) -> Iterator[Turn]:
    kind, call = words(item.get("type")), words(item.get("call_id"))
    if kind in _CALLS:
        calls[call] = (words(item.get("name")) or "shell", _given(item))
    elif kind in _OUTPUTS:
        name, given = calls.pop(call, ("", None))
        yield Turn("tool", name=name, input=given, output=_output(item.get("output")), at=at, end=end)
    elif kind == "message":
        if item.get("role") == "user" and (text := _text(item, drop_markup=True)):
            yield Turn("user", text, at=at, end=end)
        elif item.get("role") == "assistant" and (text := _text(item, drop_markup=False)):
            yield Turn("assistant", text, at=at, end=end)


def _text(item: Row, *, drop_markup: bool) -> str:
    content = item.get("content")
    texts = [content] if isinstance(content, str) else [flat(each) for each in items(content)]
    return "\n".join(each for each in texts if each.strip() and not (drop_markup and is_only_markup(each)))


def _given(item: Row) -> Any:
    given = item.get("arguments", item.get("input", item.get("action")))
    parsed = parse(given) if isinstance(given, str) else given
    return given if parsed is None else parsed


def _output(value: Any) -> str:
    """The output of a tool: a text, blocks, or (in older versions) an object in a text."""
    if isinstance(value, str) and value.startswith("{"):
        return flat(record(parse(value)).get("output")) or value
    return flat(value)

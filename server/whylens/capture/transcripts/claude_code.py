"""Claude Code: one JSON object a line in `~/.claude/projects/<folder>/<session>.jsonl`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from whylens.capture.transcripts.fields import Row, flat, items, moment, record, records, some, words
from whylens.capture.transcripts.lines import rows
from whylens.capture.transcripts.markup import is_only_markup
from whylens.capture.transcripts.session import Format, Session, Turn

#: Rows that name the session, the weakest first, and the field that holds the name.
_TITLES = {
    "ai-title": "aiTitle",
    "summary": "summary",
    "agent-name": "agentName",
    "custom-title": "customTitle",
}
_RANK = {kind: rank for rank, kind in enumerate(_TITLES)}
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def sessions(file: Path, start: int = 0) -> Iterator[Session]:
    """The one session of the file."""
    session = Session(Format.CLAUDE_CODE, file, id=file.stem if _UUID.fullmatch(file.stem) else None)
    session.turns = _joined(_Reader(session).turns(start))
    yield session


class _Reader:
    """Rows to turns; a turn that more may be added to is marked with the id of its message in `name`."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._calls: dict[str, tuple[str, Any]] = {}
        self._seen: set[int] = set()
        self._title_rank = -1

    def turns(self, start: int) -> Iterator[Turn]:
        for row, end in rows(self._session, start):
            self._note(row)
            if row.get("type") in ("user", "assistant") and self._is_dialogue(row):
                at = moment(row.get("timestamp"))
                message = record(row.get("message"))
                said = self._user(message) if row["type"] == "user" else self._assistant(message)
                yield from (replace(turn, at=at, end=end) for turn in said)

    def _note(self, row: Row) -> None:
        session, kind = self._session, words(row.get("type"))
        session.id = session.id or some(row.get("sessionId"))
        session.cwd = session.cwd or some(row.get("cwd"))
        session.git_branch = session.git_branch or some(row.get("gitBranch"))
        rank = _RANK.get(kind, -1)
        if rank >= max(0, self._title_rank) and (title := some(row.get(_TITLES[kind]) or row.get("title"))):
            session.title, self._title_rank = title, rank

    def _is_dialogue(self, row: Row) -> bool:
        """Not of a sub-agent, not put in by the tool, and not heard before (resumed sessions repeat themselves)."""
        if row.get("isSidechain") is True or row.get("isMeta") is True or row.get("isCompactSummary") is True:
            return False
        if (uuid := some(row.get("uuid"))) is None:
            return True
        is_new = hash(uuid) not in self._seen
        self._seen.add(hash(uuid))
        return is_new

    def _user(self, message: Row) -> Iterator[Turn]:
        content = message.get("content")
        texts = [content] if isinstance(content, str) else []
        for block in records(content):
            if block.get("type") == "tool_result":
                name, given = self._calls.pop(words(block.get("tool_use_id")), ("", None))
                yield Turn("tool", name=name, input=given, output=flat(block.get("content")))
            elif block.get("type") == "text":
                texts.append(words(block.get("text")))
        text = "\n".join(each for each in texts if each.strip() and not is_only_markup(each))
        if text:
            yield Turn("user", text)

    def _assistant(self, message: Row) -> Iterator[Turn]:
        content, answer = message.get("content"), words(message.get("id"))
        for block in [{"type": "text", "text": content}] if isinstance(content, str) else items(content):
            part = record(block)
            if part.get("type") == "text" and words(part.get("text")).strip():
                yield Turn("assistant", words(part["text"]), name=answer)
            elif part.get("type") == "tool_use":
                self._calls[words(part.get("id"))] = (words(part.get("name")), part.get("input"))


def _joined(turns: Iterator[Turn]) -> Iterator[Turn]:
    """Texts of one answer that follow each other are one turn, though they came on lines of their own."""
    held: Turn | None = None
    for turn in turns:
        if held is not None and turn.role == "assistant" and turn.name and turn.name == held.name:
            held = replace(held, text=f"{held.text}\n{turn.text}", end=turn.end)
            continue
        if held is not None:
            yield replace(held, name="")
        held = turn if turn.role == "assistant" else None
        if held is None:
            yield turn
    if held is not None:
        yield replace(held, name="")

"""aider: `.aider.chat.history.md` in the root of the project, all runs one after another.

`#### ` opens what the user said, `> ` what aider and its commands printed; the rest is the assistant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from whylens.capture.transcripts.lines import text_lines
from whylens.capture.transcripts.session import Format, Role, Session, Turn

NAME = ".aider.chat.history.md"
_RUN = re.compile(r"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$")
_MARKS = ("# aider chat started at",)
#: What a model thought before it answered is no turn.
_THINKING = re.compile(r"<think(?:ing)?(?:-content-[0-9a-f]+)?>")
_THOUGHT = re.compile(r"</think(?:ing)?(?:-content-[0-9a-f]+)?>")
_FENCE = re.compile(r"(`{3,}|~{3,})")


def sessions(file: Path, start: int = 0) -> Iterator[Session]:
    """The file as one session: aider gives its runs no names."""
    session = Session(Format.AIDER, file, place=file.parent)
    session.turns = _turns(session)
    yield session


def _turns(session: Session) -> Iterator[Turn]:
    role: Role | None = None
    spoken: list[str] = []
    fence, at = "", 0.0
    thinks = False
    for line in text_lines(session.file, _MARKS):
        thinks = not _RUN.match(line) and (thinks or _THINKING.match(line) is not None)
        if thinks:
            thinks = _THOUGHT.search(line) is None
        elif run := _RUN.match(line):
            yield from _turn(role, spoken, at)
            role, spoken, fence, at = None, [], "", _time(run.group(1))
        elif not fence and (line.startswith("#### ") or line == "####"):
            if role != "user":
                yield from _turn(role, spoken, at)
                role, spoken = "user", []
            spoken.append(line[5:].rstrip())
        elif not fence and (line.startswith("> ") or line == ">" or (role == "user" and not line.strip())):
            yield from _turn(role, spoken, at)
            role, spoken = None, []
        elif role == "assistant" or line.strip(" #"):  # a prompt of nothing but its mark says nothing
            if role != "assistant":
                yield from _turn(role, spoken, at)
                role, spoken = "assistant", []
            spoken.append(line)
            fence = _fence_after(line, fence)
    yield from _turn(role, spoken, at)


def _turn(role: Role | None, spoken: list[str], at: float) -> Iterator[Turn]:
    text = "\n".join(spoken).strip()
    if role is not None and text:
        yield Turn(role, text, at=at)


def _fence_after(line: str, fence: str) -> str:
    """The fence that is open after *line*: inside one, nothing is a heading or a quotation."""
    found = _FENCE.match(line)
    if found is None:
        return fence
    if not fence:
        return found.group(1)
    return "" if found.group(1).startswith(fence) and line.strip() == found.group(1) else fence


def _time(text: str) -> float:
    """aider writes the local time, without a zone."""
    try:
        return datetime.strptime(text, "%Y-%m-%d %H:%M:%S").timestamp()
    except (ValueError, OverflowError, OSError):
        return 0.0

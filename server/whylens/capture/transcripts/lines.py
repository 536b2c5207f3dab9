"""Reads files of JSON lines, and of text, a line at a time: whatever their size, in bounded memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

from whylens.capture.transcripts.files import open_plain
from whylens.capture.transcripts.session import Session

#: Bytes a line may have: longer ones hold pictures or whole files, and are skipped.
LONGEST_LINE = 32 * 1024 * 1024

Row = dict[str, Any]


def rows(session: Session, start: int = 0) -> Iterator[tuple[Row, int]]:
    """Every JSON object of the session's file from byte *start* on, with the byte after its line.

    Lines that are no objects are counted in the session's problems. The last one of a file that is being written
    ends in its middle: it is left out, and read the next time.
    """
    broken = oversized = 0
    with open_plain(session.file) as stream:
        for line, end in raw_lines(stream, start):
            if line is None:
                oversized += 1
                continue
            if not line.strip():
                continue
            if (row := _parsed(line)) is not None:
                yield row, end
            elif line.endswith(b"\n"):
                broken += 1
    if broken:
        session.problems.append(f"{broken} {'line' if broken == 1 else 'lines'} could not be read")
    if oversized:
        session.problems.append(f"{oversized} very long {'line' if oversized == 1 else 'lines'} left out")


def raw_lines(stream: BinaryIO, start: int = 0) -> Iterator[tuple[bytes | None, int]]:
    """Every line from byte *start* on, with the byte after it; None in the place of one that is too long."""
    stream.seek(start)
    end = start
    while line := stream.readline(LONGEST_LINE):
        end += len(line)
        if len(line) < LONGEST_LINE or line.endswith(b"\n"):
            yield line, end
            continue
        while rest := stream.readline(1024 * 1024):
            end += len(rest)
            if rest.endswith(b"\n"):
                break
        yield None, end


def text_lines(file: Path, marks: tuple[str, ...] = ()) -> Iterator[str]:
    """Every line of a text file without its end; bytes that are no UTF-8 are replaced, overlong lines left out.

    A last line that was not finished is left out too when it may be half of one of *marks*.
    """
    with open_plain(file) as stream:
        for raw, end in raw_lines(stream):
            if raw is None:
                continue
            line = raw.decode("utf-8-sig" if end == len(raw) else "utf-8", "replace").rstrip("\r\n")
            if raw.endswith(b"\n") or not _is_half(line, marks):
                yield line


def _is_half(line: str, marks: tuple[str, ...]) -> bool:
    return any(mark.startswith(line[: len(mark)]) for mark in marks) if line else False


def parse(text: str | bytes) -> Any:
    """The JSON value of *text*, None when it is none."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig", "replace")
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _parsed(line: bytes) -> Row | None:
    value = parse(line)
    return cast("Row", value) if isinstance(value, dict) else None

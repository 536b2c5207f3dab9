"""How far a session was read: enough to go on from there, and to notice that what was read is another text now."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from whylens.capture.transcripts.fields import items, words
from whylens.capture.transcripts.files import open_plain
from whylens.capture.transcripts.read import GROWING
from whylens.capture.transcripts.session import Format, Session, Turn

#: Part of every mark: raise it when the readers or extractors change, and sessions are read again.
READER_VERSION = "1"
#: Bytes before the end that must be the same for a file to have grown only.
_TAIL = 512


@dataclass(frozen=True, slots=True)
class Mark:
    """`print` tells the file's state when it was last read to its end; `end` the byte, `turns` the turns, `spoken` the
    user's and assistant's among them that were read; `sum` is over all of these turns, `tail` over the bytes before
    `end`; `own` are digests of what Whylens itself said."""

    print: str = ""
    end: int = 0
    turns: int = 0
    spoken: int = 0
    sum: str = ""
    tail: str = ""
    own: tuple[str, ...] = ()

    def to_json(self) -> str:
        """The form it is kept in."""
        figures = [self.print, self.end, self.turns, self.spoken, self.sum, self.tail]
        return json.dumps([READER_VERSION, *figures, list(self.own)])

    @staticmethod
    def from_json(text: str | None) -> Mark:
        """What was kept; nothing when that cannot be read, or was written by another version."""
        try:
            kept: list[Any] = items(json.loads(text or "[]"))
        except ValueError:
            return Mark()
        if len(kept) != 8 or kept[0] != READER_VERSION:
            return Mark()
        end, turns, spoken = (each if isinstance(each, int) and each >= 0 else 0 for each in kept[2:5])
        own = tuple(words(each) for each in items(kept[7]))
        return Mark(words(kept[1]), end, turns, spoken, words(kept[5]), words(kept[6]), own)


def mark_key(file: Path, key: str) -> str:
    """Under what the mark of a session is kept; the path itself is not."""
    name = f"{file}\0{key}".encode("utf-8", "surrogateescape")
    return f"chat:{blake2b(name, digest_size=12).hexdigest()}"


def resumed_at(mark: Mark, file: Path, format: Format) -> int:
    """The byte to go on at; 0 when the file must be read from its start."""
    return mark.end if format in GROWING and mark.end and tail_of(file, mark.end) == mark.tail else 0


def tail_of(file: Path, end: int) -> str:
    """A digest of the bytes before *end*; empty when they are not there."""
    start = max(0, end - _TAIL)
    try:
        with open_plain(file) as stream:
            stream.seek(start)
            found = stream.read(end - start)
    except (OSError, ValueError):
        return ""
    return blake2b(found, digest_size=8).hexdigest() if len(found) == end - start else ""


class Counter:
    """Counts and sums the turns of a session as they are read."""

    def __init__(self, turns: int = 0, spoken: int = 0, sum: str = "") -> None:
        self.turns, self.spoken, self.sum = turns, spoken, sum

    def add(self, turn: Turn) -> None:
        """Count *turn*."""
        said = "\0".join((self.sum, turn.role, turn.text, turn.name, turn.output))
        self.sum = blake2b(said.encode("utf-8", "replace"), digest_size=8).hexdigest()
        self.turns += 1
        self.spoken += turn.role != "tool"


def skipped(session: Session, mark: Mark, counter: Counter) -> Iterator[Turn] | None:
    """The turns of *session* after those that *mark* counts; None when the session begins otherwise now."""
    turns = iter(session)
    while counter.turns < mark.turns:
        turn = next(turns, None)
        if turn is None:
            return None
        counter.add(turn)
    return turns if counter.sum == mark.sum else None

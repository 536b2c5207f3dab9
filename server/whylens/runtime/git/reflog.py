"""How the commit checked out changed: read from the log that git itself keeps of it. Starts no git."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from whylens.model.happening import HeadMove, HeadMoved

#: Bytes read at most of what is new.
MOST_READ = 256 * 1024

_LINE = re.compile(r"([0-9a-f]{40,64}) ([0-9a-f]{40,64}) .*?> (\d+) [+-]\d{4}\t(.*)")
_SWITCH = re.compile(r"checkout: moving from (\S+) to (\S+)")
_DETACHED = re.compile(r"[0-9a-f]{40,64}")

#: What git writes before the colon, first match wins. The words in brackets of a rebase come and go with versions.
_MOVES: tuple[tuple[re.Pattern[str], HeadMove], ...] = tuple(
    (re.compile(pattern), move)
    for pattern, move in (
        (r"commit \(amend\)", HeadMove.AMEND),
        (r"commit \(merge\)", HeadMove.MERGE),
        (r"(?:commit|cherry-pick|revert|am)\b", HeadMove.COMMIT),
        (r"checkout: moving from", HeadMove.SWITCH),
        (r"rebase\b|pull\b[^:]*--rebase|pull\b[^:]*\((?:start|pick|finish)\)", HeadMove.REBASE),
        (r"merge\b|pull\b", HeadMove.MERGE),
        (r"reset\b", HeadMove.RESET),
    )
)
_NO_COMMIT = re.compile(r"0+")


@dataclass(frozen=True, slots=True)
class HeadLog:
    """How far the log of a work tree was read, in bytes."""

    file: Path
    read: int

    @staticmethod
    def at_end(git_dir: Path) -> HeadLog:
        """The log as if all in it were known."""
        file = git_dir / "logs" / "HEAD"
        return HeadLog(file, _size(file))

    def news(self) -> tuple[HeadLog, list[HeadMoved]]:
        """What came since, oldest first, one rebase as one move; and the log read up to now.

        A log that became shorter was cut by git: what is in it is old.
        """
        size = _size(self.file)
        if size <= self.read:
            return replace(self, read=size), []
        try:
            with self.file.open("rb") as stream:
                stream.seek(max(self.read, size - MOST_READ))
                new = stream.read(MOST_READ)
        except OSError:
            return self, []
        whole = new[: new.rfind(b"\n") + 1]
        read = self.read + len(whole) if size - self.read <= MOST_READ else size
        branch = _branch(self.file.parents[1] / "HEAD")
        return replace(self, read=read), moves(whole.decode("utf-8", "replace").splitlines(), branch)


def moves(lines: Sequence[str], branch: str = "") -> list[HeadMoved]:
    """The moves the *lines* of a reflog tell of. `branch` is the one checked out after them, where there is one."""
    told: list[HeadMoved] = []
    switched = next((found for line in lines if (found := _SWITCH.search(line))), None)
    branch = _named(switched.group(1)) if switched else branch
    for line in lines:
        if (move := _move(line, branch)) is None:
            continue
        branch = move.branch
        if move.how is HeadMove.REBASE and told and told[-1].how is HeadMove.REBASE:
            told[-1] = replace(told[-1], at=move.at, now=move.now, branch=branch)
        else:
            told.append(move)
    return [each for each in told if each.before != each.now or each.how is HeadMove.SWITCH]


def _move(line: str, branch: str) -> HeadMoved | None:
    if (found := _LINE.match(line)) is None:
        return None
    before, now, at, message = found.groups()
    how = next((move for pattern, move in _MOVES if pattern.match(message)), None)
    if how is None:
        return None
    switch = _SWITCH.match(message)
    left, entered = switch.groups() if switch else (branch, branch)
    return HeadMoved(float(at), how, _commit(before), now, _named(entered), _named(left))


def _named(name: str) -> str:
    """The name of a branch; empty for a commit that was checked out by its id."""
    return "" if _DETACHED.fullmatch(name) else name


def _branch(head: Path) -> str:
    try:
        text = head.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
    return text.removeprefix("ref: refs/heads/") if text.startswith("ref: refs/heads/") else ""


def _commit(name: str) -> str:
    return "" if _NO_COMMIT.fullmatch(name) else name


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0

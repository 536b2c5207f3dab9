"""When single lines of a file were written, from the output of `git blame`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from whylens.runtime.git.command import run

_HEADER = re.compile(rb"([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?$")
_TIME = b"committer-time "


def line_times(root: Path, path: str, lines: Iterable[int], *, timeout: float) -> dict[int, float]:
    """The time (Unix seconds) each of `lines` (1-based, as in HEAD) of `path` was last changed but for white space.

    Empty when git says no. Raises `Unavailable` past `timeout` seconds. HEAD is read and not the working tree, whose
    files git would pass through the filters a repository names.
    """
    ranges = [part for line in sorted(set(lines)) for part in ("-L", f"{line},{line}")]
    if not ranges:
        return {}
    quiet = ("--no-textconv", "--porcelain", "-w")
    printed = run(root, "blame", *quiet, *ranges, "HEAD", "--", path, timeout=timeout)
    return parse_blame(printed or b"")


def parse_blame(printed: bytes) -> dict[int, float]:
    """The committer's time of each line of a `--porcelain` blame; a commit is described the first time only."""
    of_line: dict[int, bytes] = {}
    times: dict[bytes, float] = {}
    commit = b""
    for row in printed.split(b"\n"):
        if row.startswith(b"\t"):  # the line itself
            commit = b""
        elif not commit and (found := _HEADER.match(row)):
            commit = found[1]
            of_line[int(found[2])] = commit
        elif commit and row.startswith(_TIME) and row[len(_TIME) :].isdigit():
            times[commit] = float(row[len(_TIME) :])
    return {line: times[commit] for line, commit in of_line.items() if commit in times}

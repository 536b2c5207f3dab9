"""Searches the bytes of every file of a folder for pieces of text, in a process of its own.

A file opened beside SQLite must never be closed in a process that has the database open: the system then takes away
all locks that process holds on it (POSIX), the next one to close believes to be the last, and deletes the log under
whoever still writes to it. So this runs as a program: the request as one JSON object on standard input (`folder`, and
`probes` in hexadecimal), the answer on standard output (`found`: indexes of probes, `files`: how many were searched).
It imports the standard library alone.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

_BLOCK = 4 << 20


@dataclass(frozen=True, slots=True)
class Traces:
    """Which probes were found in how many searched files."""

    found: tuple[bytes, ...]
    files: int


def search(folder: Path, probes: Sequence[bytes]) -> Traces:
    """Look for each probe, ignoring ASCII case, in every file under `folder`.

    Raises `OSError` when the search itself could not be done: nothing is then proven.
    """
    request = json.dumps({"folder": str(folder), "probes": [probe.hex() for probe in probes]})
    done = subprocess.run(
        [sys.executable, "-I", "-S", __file__],
        input=request.encode(),
        capture_output=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    if done.returncode:
        raise OSError(f"the files could not be searched (exit code {done.returncode})")
    answer = json.loads(done.stdout)
    found: list[int] = answer["found"]
    return Traces(tuple(probes[at] for at in found), answer["files"])


def search_here(folder: Path, probes: Sequence[bytes]) -> tuple[list[int], int]:
    """The indexes of the probes found, and the number of files; never in a process that has the database open."""
    wanted = [probe.lower() for probe in probes]
    longest = max(map(len, wanted), default=0)
    files = [path for path in folder.rglob("*") if path.is_file()]
    found: set[int] = set()
    for path in files:
        for block in _blocks(path, longest):
            found.update(at for at, probe in enumerate(wanted) if probe in block)
    return sorted(found), len(files)


def _blocks(path: Path, longest: int) -> Iterable[bytes]:
    """The bytes of a file in lower case, in blocks that overlap by the longest probe."""
    overlap = b""
    try:
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                whole = (overlap + block).lower()
                yield whole
                overlap = whole[-longest:] if longest else b""
    except OSError:  # a lock another process holds (Windows): it has no content
        return


def main() -> None:
    """Answer one request."""
    request = json.load(sys.stdin)
    found, files = search_here(Path(request["folder"]), [bytes.fromhex(probe) for probe in request["probes"]])
    json.dump({"found": found, "files": files}, sys.stdout)


if __name__ == "__main__":
    main()

"""What short-lived processes leave for the server: tool calls of assistants, one small file each, redacted.

The folder is the consent: the server makes it while it captures tool calls, and takes it away when it does not. Where
there is none, nothing is written.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from whylens.model.happening import ToolUsed
from whylens.runtime.paths import create_private, home_place
from whylens.runtime.regular import read_regular

#: Files that may wait; with more, what is new is not kept: nobody reads it.
MOST_FILES = 2_000
#: Characters kept of what was run, and of its output.
MOST_WORDS, MOST_OUTPUT = 2_000, 16_000
#: Seconds after which a file that a server began to read is read by another: that server is gone.
CLAIMED_FOR = 120.0


def place(key: str, home: Path | None = None) -> Path:
    """Where the tool calls of the project *key* wait."""
    return home_place(home) / "projects" / key / "spool"


def allow(folder: Path, allowed: bool) -> None:
    """Make the folder, or take it away with all that waits in it. `ReadOnly` or OSError where that is not possible."""
    if allowed:
        create_private(folder)
    elif folder.is_dir():
        for file in folder.iterdir():
            file.unlink(missing_ok=True)
        folder.rmdir()


def put(folder: Path, used: ToolUsed) -> bool:
    """Leave *used*, redacted, for the server; False where nobody captures, or too much waits already."""
    if not folder.is_dir() or sum(1 for _ in os.scandir(folder)) >= MOST_FILES:
        return False
    name = f"{time.time_ns():020d}-{os.getpid()}"
    unfinished = folder / f"{name}.part"
    line = json.dumps(_redacted(used), ensure_ascii=False).encode("utf-8", "replace")
    with open(unfinished, "wb", opener=_private) as stream:
        stream.write(line)
        stream.flush()
        os.fsync(stream.fileno())
    unfinished.rename(folder / f"{name}.json")
    return True


def waits(folder: Path) -> bool:
    """Whether anything is there to be taken."""
    try:
        with os.scandir(folder) as found:
            return any(each.name.endswith(".json") for each in found)
    except OSError:
        return False


def take(folder: Path) -> list[ToolUsed]:
    """All that waits, oldest first. Each is given to one caller only, also of several processes."""
    return list(_taken(folder))


def _taken(folder: Path) -> Iterator[ToolUsed]:
    with contextlib.suppress(OSError):
        for file in sorted(folder.iterdir()):
            claimed = file.with_suffix(".claimed")
            if file.suffix == ".claimed" and time.time() - file.stat().st_mtime < CLAIMED_FOR:
                continue
            if file.suffix == ".part":
                continue
            with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
                file.rename(claimed)
                os.utime(claimed)
                used = _read(json.loads(read_regular(claimed)))
                claimed.unlink()
                yield used


def _redacted(used: ToolUsed) -> dict[str, Any]:
    """As it may be written: without secrets, and without what a file of secrets answered."""
    from whylens.capture.paths import (
        is_keepable,  # here: who only looks whether something waits needs no rules
    )
    from whylens.model.observation import Event
    from whylens.model.source import SourceRef
    from whylens.model.words import Basis
    from whylens.normalize.normalize import normalize
    from whylens.normalize.redact import redact

    source = SourceRef(Basis.TOOL, title=used.tool)
    what = normalize(Event(source, subject="", text=used.what), limit=MOST_WORDS)
    output = normalize(Event(source, subject=used.what, text=used.output), limit=MOST_OUTPUT)
    files = [each for each in used.files if is_keepable(each)]
    names = {"tool": str(redact(used.tool).text), "session": str(redact(used.session).text)}
    return {**asdict(used), **names, "what": str(what.text), "output": str(output.text), "files": files}


def _read(given: dict[str, Any]) -> ToolUsed:
    names = (each.name for each in fields(ToolUsed) if each.name in given)
    values: dict[str, Any] = {name: given[name] for name in names}
    values["files"] = tuple(given["files"])
    return ToolUsed(**values)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)

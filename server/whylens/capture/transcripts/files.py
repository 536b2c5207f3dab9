"""Opens the files of other tools: read-only, regular files alone, never through a link."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import BinaryIO

from whylens.runtime.regular import open_regular


def open_plain(file: Path) -> BinaryIO:
    """The bytes of *file*. Raises OSError for links, pipes, folders and what may not be read."""
    return open_regular(file, follow=False)


def read_start(file: Path, limit: int) -> bytes:
    """The first *limit* bytes of *file*, empty when it cannot be read."""
    try:
        with open_plain(file) as stream:
            return stream.read(limit)
    except (OSError, ValueError):
        return b""


def is_link(file: Path) -> bool:
    """Whether *file* itself is a symbolic link."""
    try:
        return stat.S_ISLNK(file.lstat().st_mode)
    except (OSError, ValueError):
        return False


def fingerprint(file: Path) -> str:
    """Changes when the file does: sizes and times of it and of what SQLite keeps beside it. Empty when it is gone."""
    marks: list[str] = []
    for each in (file, file.with_name(f"{file.name}-wal")):
        try:
            found = each.lstat()
        except (OSError, ValueError):
            continue
        marks.append(f"{found.st_size}:{found.st_mtime_ns}")
    return "/".join(marks)


def size_of(file: Path) -> int:
    """Bytes of *file*, 0 when it is gone."""
    try:
        return file.lstat().st_size
    except (OSError, ValueError):
        return 0


def modified_at(file: Path) -> float:
    """When *file* was last written, in Unix seconds; 0 when it is gone."""
    try:
        return file.lstat().st_mtime
    except (OSError, ValueError):
        return 0.0

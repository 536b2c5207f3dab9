"""The composition root: from a path and settings to a Memory and its parts."""

from __future__ import annotations

from pathlib import Path

from whylens.memory import Memory


def open_memory(path: Path, *, home: Path | None = None, embeddings: bool = True, read_only: bool = False) -> Memory:
    """The memory of the project that holds *path*. Opens the database (migrating it if needed), starts no process."""
    raise NotImplementedError

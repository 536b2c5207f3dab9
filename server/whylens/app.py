"""The composition root: from a path and settings to a Memory and its parts."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from whylens.embed.client import EmbedClient
from whylens.memory import Memory
from whylens.memory.internal_domains import known_endings
from whylens.memory.rescan import note_rules
from whylens.normalize.disguise import Disguise
from whylens.runtime.clock import Clock
from whylens.runtime.paths import home as home_folder
from whylens.runtime.paths import project_folder
from whylens.runtime.project import find_project
from whylens.runtime.secret_key import secret_key
from whylens.store.store import SqliteStore


def open_memory(
    path: Path,
    *,
    home: Path | None = None,
    embeddings: bool = True,
    read_only: bool = False,
    clock: Clock | None = None,
) -> Memory:
    """The memory of the project that holds *path*. Opens the database (migrating it if needed), starts no process."""
    project = find_project(path)
    base = home_folder(home)
    folder = project_folder(base, project.key)
    store = SqliteStore.open(folder, read_only=read_only)
    if not read_only:
        note_rules(store)
    return Memory(
        project,
        store,
        EmbedClient(base) if embeddings else None,
        folder=folder,
        disguise=Disguise(secret_key(folder), known_endings(store)),
        clock=clock,
    )


def forget_home(home: Path | None = None, *, dry_run: bool) -> dict[str, Any]:
    """Delete every project's memory in the home folder; counts of projects and bytes."""
    projects = home_folder(home) / "projects"
    folders = [each for each in projects.iterdir() if each.is_dir()] if projects.is_dir() else []
    size = sum(file.stat().st_size for folder in folders for file in folder.rglob("*") if file.is_file())
    if not dry_run:
        EmbedClient(projects.parent).end_worker()  # an open file cannot be deleted everywhere
        for folder in folders:
            shutil.rmtree(folder)
    remaining = sum(1 for each in folders if each.exists())
    return {"dry_run": dry_run, "projects": len(folders), "bytes": size, "remaining": remaining}

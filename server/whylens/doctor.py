"""Checks of everything the memory stands on, each with its remedy."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whylens import __version__
from whylens.app import open_memory
from whylens.embed.assets import missing
from whylens.model.errors import Corrupt, ReadOnly, Unavailable, WhylensError
from whylens.runtime.git import Git
from whylens.runtime.paths import home as home_folder
from whylens.runtime.paths import project_folder
from whylens.runtime.project import find_project

Check = dict[str, Any]

#: Free space below which writes are about to fail, in bytes.
LEAST_FREE = 200 * 1024 * 1024


def examine(project: Path | None, home: Path | None, *, repair: bool) -> list[Check]:
    """Every check with its outcome: `name`, `ok`, `detail`, `remedy`. `repair` mends what can be mended first."""
    return list(_checks(project or Path.cwd(), home, repair=repair))


def _checks(path: Path, home: Path | None, *, repair: bool) -> Iterator[Check]:
    yield _check("python", sys.version_info >= (3, 11), f"{sys.version.split()[0]}, Whylens {__version__}")
    yield _git(path)
    yield _space(home)
    yield _model()
    yield from _database(path, home, repair=repair)


def _git(path: Path) -> Check:
    project = find_project(path)
    if not project.is_git:
        detail = f"{project.root} is no git repository; files are read, there is no history"
        return _check(
            "repository", not project.note, project.note or detail, "run `git init`, or mend the .git folder"
        )
    git = Git(project.root)
    try:
        if not git.exists():
            return _check("repository", False, "git cannot read it", "run `git fsck` in it")
        head, known = git.head(), git.is_unborn()
    except Unavailable as error:
        return _check("repository", False, str(error), "until then files are read, and no history")
    if head is None and not known:
        return _check(
            "repository", False, "the commit checked out is missing or damaged", "run `git fsck` in it"
        )
    return _check("repository", True, f"{project.root}, at {head[:12] if head else 'no commit yet'}")


def _space(home: Path | None) -> Check:
    try:
        folder = home_folder(home)
    except ReadOnly as error:
        return _check("disk", False, str(error), "see the message")
    free = shutil.disk_usage(folder).free
    remedy = "free some space, or point WHYLENS_HOME at another disk"
    return _check("disk", free > LEAST_FREE, f"{free / 1e9:.1f} GB free at {folder}", remedy)


def _model() -> Check:
    problem = missing()
    remedy = "reinstall the package `whylens`; until then recall works with words and places only"
    return _check("embedding model", not problem, problem or "bundled, checked by digest", remedy)


def _database(path: Path, home: Path | None, *, repair: bool) -> Iterator[Check]:
    version = sqlite3.sqlite_version
    yield _check("sqlite", True, f"{version}; writes and checkpoints are guarded by a file lock")
    if repair:
        yield _repair(path, home)
    try:
        memory = open_memory(path, home=home, embeddings=False)
    except Corrupt as error:
        yield _check(
            "database", False, str(error), "run `whylens doctor --repair`: the file is set aside, not deleted"
        )
        return
    except WhylensError as error:
        yield _check("database", False, str(error), "see the message")
        return
    try:
        report = memory.examine()
        remedy = "run `whylens doctor --repair`"
        yield _check("database", report["ok"], report["detail"], remedy)
        status = memory.status()
        vectors = status["vectors"]
        yield _check(
            "vectors", True, f"{vectors['done']} of {vectors['total']} memories, those not shown included"
        )
        due = status["rescanDue"]
        detail = (
            "some of it was stored when the rules saw less"
            if due
            else "all of it went through the rules of today"
        )
        yield _check("redaction", not due, detail, "run `whylens doctor --rescan`")
    finally:
        memory.close()


def _repair(path: Path, home: Path | None) -> Check:
    from whylens.memory.learning_state import HOW_FAR
    from whylens.store.recover import recover

    try:
        folder = project_folder(home_folder(home), find_project(path).key)
        return _check("repair", True, recover(folder, HOW_FAR))
    except (WhylensError, OSError) as error:
        return _check("repair", False, str(error), "nothing was changed; see the message")


def _check(name: str, ok: bool, detail: str, remedy: str = "") -> Check:
    return {"name": name, "ok": bool(ok), "detail": detail, "remedy": "" if ok else remedy}

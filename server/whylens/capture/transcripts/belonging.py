"""Whether a session belongs to a project: it worked in the project's folder, or in one of its work trees."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from whylens.capture.transcripts.session import Format, Session
from whylens.runtime.project import Project, find_project
from whylens.runtime.regular import read_regular

#: Turns read to learn where a session worked.
_TURNS = 50


def work_trees(project: Project) -> list[Path]:
    """The folders of all work trees of the project, also of one that is gone but not pruned."""
    trees = dict.fromkeys([project.root])
    if (common := project.common_dir) is not None:
        if common.name == ".git":
            trees[common.parent] = None
        for pointer in sorted(common.glob("worktrees/*/gitdir")):
            try:
                written = read_regular(pointer, 4096, cut=True)
            except OSError:
                continue
            marker = Path(os.path.normpath(pointer.parent / os.fsdecode(written).strip()))
            trees[marker.parent] = None
    return list(trees)


def know_folder(session: Session) -> None:
    """Read on in *session* until it is known where it worked."""
    for _ in islice(_while_unknown(session), _TURNS):
        pass


def _while_unknown(session: Session) -> Iterator[None]:
    turns = iter(session)
    while session.cwd is None and session.place is None and next(turns, None) is not None:
        yield


class Belonging:
    """Answers for many sessions; a session whose folder is unknown, or on another machine, belongs to nobody."""

    def __init__(self, project: Project) -> None:
        self._key = project.key
        self._trees = work_trees(project)
        self._known: dict[str, bool] = {}

    def __call__(self, session: Session) -> bool:
        """Whether the session, of which the folder is known by now, is this project's."""
        folder = session.cwd or (str(session.place) if session.place is not None else "")
        if not folder:
            return session.format is Format.CURSOR_CLI and self._is_hashed(session.file.parent.parent.name)
        if folder not in self._known:
            self._known[folder] = self._is_ours(folder)
        return self._known[folder]

    def _is_ours(self, folder: str) -> bool:
        path = Path(folder)
        if "\0" in folder or not path.is_absolute():
            return False
        if path.is_dir():
            return find_project(path).key == self._key
        plain = Path(os.path.normpath(path))  # a work tree that was deleted: nothing else can be asked
        gone = [tree for tree in self._trees if not tree.exists()]
        return any(plain == tree or tree in plain.parents for tree in gone)

    def _is_hashed(self, name: str) -> bool:
        """Cursor's terminal agent names a folder of chats by the MD5 of the project's path."""
        return any(
            hashlib.md5(os.fsencode(tree), usedforsecurity=False).hexdigest() == name for tree in self._trees
        )

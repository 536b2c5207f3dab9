"""Where stories belong: the function in the file as it lies on disk, what is checked out, and what a commit changed."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from whylens.anchor.make import make_anchor
from whylens.model.anchor import Anchor
from whylens.model.errors import WhylensError
from whylens.runtime.git import Git
from whylens.runtime.project import Project, relative

#: Characters of a file in which a function is looked for.
LONGEST_FILE = 1_000_000


class WorkingPlaces:
    """The places of one project. Reads files and asks git, only when there is a story to tell."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._root = project.root
        self._git = Git(project.root) if project.is_git else None

    def anchors(self, path: str, symbol: tuple[str, ...], line: int | None) -> tuple[Anchor, ...]:
        """The place of *symbol* in *path*; of the whole file when it is not (or no longer) there."""
        text = self._text(path) if path else None
        if text is None:
            return ()
        anchor = make_anchor(path, text, line=line if symbol else None, symbol=symbol or None)
        return (anchor if anchor.symbol else Anchor(path),)

    def head(self) -> tuple[str, str]:
        """The branch and the commit checked out; empty where there is none, or git does not say."""
        if self._git is None:
            return "", ""
        try:
            return self._git.branch() or "", self._git.head() or ""
        except (WhylensError, OSError):
            return "", ""

    def changed_in(self, sha: str) -> frozenset[str]:
        """The files of a commit; none when git does not know it."""
        if self._git is None:
            return frozenset()
        try:
            found = next(iter(self._git.log(tip=sha, limit=1)), None)
        except (WhylensError, OSError):
            return frozenset()
        return frozenset(each.path for each in found.changes) if found is not None else frozenset()

    def known(self, name: str) -> str | None:
        """What the project calls a file somebody named; None when it has none of that name."""
        found = relative(self._project, self._root / name)
        return found if found is not None and (self._root / found).is_file() else None

    def _text(self, path: str) -> str | None:
        if ".." in PurePosixPath(path).parts:
            return None
        file = Path(self._root, path)
        try:
            if file.stat().st_size > LONGEST_FILE:
                return None
            return file.read_text(encoding="utf-8", errors="replace")
        except (OSError, ValueError):
            return None

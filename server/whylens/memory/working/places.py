"""Where stories belong: the function in the file as it lies on disk, what is checked out, and what a commit changed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from whylens.anchor.make import make_anchor
from whylens.capture.spoken import spoken_of
from whylens.model.anchor import Anchor
from whylens.model.errors import WhylensError
from whylens.runtime.git import Commit, Git
from whylens.runtime.project import Project, relative
from whylens.runtime.regular import read_regular_text

#: Characters of a file in which a function is looked for.
LONGEST_FILE = 1_000_000
#: Commits between two heads in which renames are looked for.
MOST_COMMITS = 300


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

    def named(self, paths: Iterable[str], sentence: str) -> tuple[Anchor, ...]:
        """The functions a sentence names: in the files, else the only ones of their names in the project."""
        root = self._root if self._git is not None else None
        return spoken_of(sentence, paths, self._text, root)

    def head(self) -> tuple[str, str]:
        """The branch and the commit checked out; empty where there is none, or git does not say."""
        if self._git is None:
            return "", ""
        try:
            return self._git.branch() or "", self._git.head() or ""
        except (WhylensError, OSError):
            return "", ""

    def commit(self, sha: str) -> Commit | None:
        """A commit with the files it changed; None when git does not know it."""
        return next(iter(self._log(sha, ())), None)

    def renamed(self, before: str, now: str) -> dict[str, str]:
        """The files that have another name at commit *now* than at *before*, as far as they lie under it on disk."""
        gone = [each for commit in self._log(before, (now,)) for each in commit.changes]
        came = [each for commit in reversed(self._log(now, (before,))) for each in commit.changes]
        pairs = [(each.path, each.old_path) for each in gone if each.status == "R"]
        pairs += [(each.old_path, each.path) for each in came if each.status == "R"]
        names: dict[str, str] = {}
        for old, new in pairs:
            if old and new:
                first = next((name for name, later in names.items() if later == old), old)
                names[first] = new
        return {old: new for old, new in names.items() if not self._is_file(old) and self._is_file(new)}

    def known(self, name: str) -> str | None:
        """What the project calls a file somebody named; None when it has none of that name."""
        found = relative(self._project, self._root / name)
        return found if found is not None and (self._root / found).is_file() else None

    def _log(self, tip: str, exclude: tuple[str, ...]) -> list[Commit]:
        """Commits, newest first; of a long way only the newest, and none where git does not answer."""
        if self._git is None:
            return []
        try:
            return list(self._git.log(exclude, tip=tip, limit=MOST_COMMITS if exclude else 1))
        except (WhylensError, OSError):
            return []

    def _is_file(self, path: str) -> bool:
        return ".." not in PurePosixPath(path).parts and Path(self._root, path).is_file()

    def _text(self, path: str) -> str | None:
        if ".." in PurePosixPath(path).parts:
            return None
        file = Path(self._root, path)
        try:
            return read_regular_text(file, LONGEST_FILE)
        except (OSError, ValueError):
            return None

"""Which files may be read at all: not those git ignores, those the user excludes, those that hold secrets, nor our own.

Blocks (it may ask git): call it on a worker.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from whylens.capture.paths import excluded_by
from whylens.lsp.documents import path_of
from whylens.lsp.projects import Project
from whylens.model.errors import Unavailable
from whylens.normalize.restricted import is_restricted_path

#: Seconds an answer of git holds, and files it is kept for.
HOLDS, MOST_KNOWN = 60.0, 2_000
#: Characters in which a Markdown file written by us names its card.
_HEAD = 1_000

Ignored = Callable[[Path, str], bool]


class Allowed:
    """Answers for one file at a time. `ignored` asks git."""

    def __init__(self, ignored: Ignored | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._ignored = ignored or git_ignores
        self._clock = clock
        self._known: dict[tuple[Path, str], tuple[float, bool]] = {}

    def relative(self, project: Project, uri: str) -> str | None:
        """What the project calls the file of *uri*; None when it is none of the project, or not to be read."""
        path = path_of(uri)
        return self.inside(project, str(path)) if path is not None else None

    def inside(self, project: Project, path: str) -> str | None:
        """The same for a path on disk (relative ones are relative to the project)."""
        relative = project.memory.relative(path)
        if relative is None or _is_of_git(relative) or is_restricted_path(relative):
            return None
        if excluded_by(project.settings.exclude)(relative):
            return None
        return None if self._is_ignored(project.root, relative) else relative

    def _is_ignored(self, root: Path, path: str) -> bool:
        now, key = self._clock(), (root, path)
        if (known := self._known.get(key)) is None or now - known[0] > HOLDS:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[key] = known = (now, self._ignored(root, path))
        return known[1]


def git_ignores(root: Path, path: str) -> bool:
    """Whether a `.gitignore` names *path* and git does not track it all the same. Where git cannot be asked: yes."""
    from whylens.runtime.git.command import run
    from whylens.runtime.project import find_project

    if not find_project(root).is_git:
        return False
    try:
        # not `check-ignore`: it refuses to take paths literally, as we ask of every git
        return bool(run(root, "ls-files", "--others", "--ignored", "--exclude-standard", "-z", "--", path))
    except Unavailable:
        return True


def is_own_markdown(text: str) -> bool:
    """Whether *text* is a Markdown file that Whylens wrote of a card: what it says is remembered already."""
    return text.startswith("---\n") and "\nhandle: W-" in text[:_HEAD]


def _is_of_git(path: str) -> bool:
    return ".git" in path.split("/")

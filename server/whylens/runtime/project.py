"""Which project a path belongs to, and what a file is called inside it. Reads a few files; starts no git."""

from __future__ import annotations

import hashlib
import os
import sys
import unicodedata
from dataclasses import dataclass
from pathlib import Path

#: Windows and macOS keep names as written and find them in any case.
_CASE_INSENSITIVE = sys.platform in {"win32", "darwin"}


@dataclass(frozen=True, slots=True)
class Project:
    """A repository's work tree, or a plain folder.

    `root` is the real path of the work tree (of the repository itself when it is bare). `key` names the
    project's folder in the home: worktrees of one repository share it, clones do not. `git_dir` is this
    work tree's own git folder, `common_dir` the one that all its work trees share; both None for a plain
    folder. `root_commit` is filled in only on demand (`Git.root_commit`). `note` says what was wrong with a
    `.git` that was found broken.
    """

    root: Path
    key: str
    name: str
    git_dir: Path | None = None
    common_dir: Path | None = None
    root_commit: str | None = None
    note: str = ""

    @property
    def is_git(self) -> bool:
        """Whether the project is a git repository."""
        return self.common_dir is not None


def find_project(path: str | Path) -> Project:
    """The project that `path` (a file or folder, existing or not) belongs to.

    The nearest folder upwards with a usable `.git` is the root, as git itself would find it; without one,
    `path` itself when it is a folder, else its parent.
    """
    start = _nearest_folder(Path(path))
    note = ""
    for folder in (start, *start.parents):
        marker = folder / ".git"
        git_dir = _git_dir(marker)
        if git_dir is not None:
            return _repository(folder, git_dir, note)
        if marker.is_file():  # git stops here too: the work tree lost its repository
            return _plain(folder, f"{marker} points to a git folder that is not there")
        if marker.exists() and not note:
            note = f"{marker} is not a git repository"
        if _is_git_dir(folder) and folder.name != ".git":
            return _repository(folder, folder, note)
    return _plain(start, note)


def relative(project: Project, path: str | Path) -> str | None:
    """`path` as git writes it: from the root, with forward slashes; None when outside, or the root itself.

    A link inside the project that leads to another file of it gives that file; one that leads outside gives
    the link.
    """
    given = Path(path) if Path(path).is_absolute() else project.root / path
    for candidate in (Path(os.path.realpath(given)), Path(os.path.normpath(given))):
        parts = _parts_below(project.root, candidate)
        if parts:
            return _as_git_writes("/".join(parts))
    return None


def _repository(root: Path, git_dir: Path, note: str) -> Project:
    common = _common_dir(git_dir)
    return Project(root, _key(common), _name(root, common), git_dir, common, note=note)


def _plain(root: Path, note: str) -> Project:
    return Project(root, _key(root), root.name or str(root), note=note)


def _key(folder: Path) -> str:
    """20 hexadecimal digits over the real path: short for a folder name, 80 bits against collisions."""
    spelling = os.path.normcase(os.path.realpath(folder))
    return hashlib.sha256(os.fsencode(spelling)).hexdigest()[:20]


def _name(root: Path, common: Path) -> str:
    """What people call the project: the folder of the main work tree, also when asked from another one."""
    if common.name == ".git":
        return common.parent.name or root.name
    if ".git" in common.parts:  # a submodule, whose git folder lies in its parent's
        return root.name
    return common.name.removesuffix(".git") or root.name


def _nearest_folder(path: Path) -> Path:
    real = Path(os.path.realpath(path.expanduser()))
    return next((place for place in (real, *real.parents) if place.is_dir()), real)


def _git_dir(marker: Path) -> Path | None:
    """The git folder a `.git` stands for: itself, or where the file of a worktree or submodule points."""
    if _is_git_dir(marker):
        return marker
    text = _first_line(marker)
    if not text.startswith("gitdir:"):
        return None
    target = Path(os.path.realpath(marker.parent / text.removeprefix("gitdir:").strip()))
    return target if _is_git_dir(target) else None


def _is_git_dir(folder: Path) -> bool:
    """A git folder has a HEAD and, itself or through `commondir`, objects (the test git makes)."""
    if not (folder / "HEAD").is_file() and not (folder / "HEAD").is_symlink():
        return False
    return (folder / "commondir").is_file() or ((folder / "objects").is_dir() and (folder / "refs").is_dir())


def _common_dir(git_dir: Path) -> Path:
    text = _first_line(git_dir / "commondir")
    return Path(os.path.realpath(git_dir / text if text else git_dir))


def _first_line(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            return os.fsdecode(stream.readline(4096)).strip()
    except OSError:  # missing, a folder, or not ours to read: all mean that it says nothing
        return ""


def _parts_below(root: Path, path: Path) -> tuple[str, ...] | None:
    above, parts = root.parts, path.parts
    if len(parts) <= len(above) or not all(map(_same_name, above, parts)):
        return None
    return parts[len(above) :]


def _same_name(first: str, second: str) -> bool:
    if first == second or not _CASE_INSENSITIVE:
        return first == second
    return unicodedata.normalize("NFC", first).casefold() == unicodedata.normalize("NFC", second).casefold()


def _as_git_writes(path: str) -> str:
    """macOS hands out decomposed accents where git keeps composed ones (`core.precomposeunicode`)."""
    return unicodedata.normalize("NFC", path) if sys.platform == "darwin" else path

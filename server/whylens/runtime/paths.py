"""Where Whylens keeps its files: the home folder, and one folder a project, never inside a repository."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from whylens.model.errors import ReadOnly

#: Environment variable that moves the home folder.
HOME_VARIABLE = "WHYLENS_HOME"

#: Only the user may look: the folder holds what the user's projects and chats said.
PRIVATE = 0o700


def home(override: str | Path | None = None) -> Path:
    """The absolute home folder, created private: `override`, else `WHYLENS_HOME`, else the user data folder.

    Raises `ReadOnly` when it cannot be created.
    """
    folder = home_place(override)
    create_private(folder)
    _keep_out_of_git(folder)
    return folder


def home_place(override: str | Path | None = None) -> Path:
    """Where the home folder is, or would be; nothing is created."""
    chosen = (
        override or os.environ.get(HOME_VARIABLE) or platformdirs.user_data_dir("whylens", appauthor=False)
    )
    return Path(chosen).expanduser().absolute()


def project_folder(home: Path, key: str) -> Path:
    """The private folder of the project `key` (see `Project.key`), created when it is missing."""
    return create_private(home / "projects" / key)


def create_private(folder: Path) -> Path:
    """Create `folder` and its missing parents so that only the user may look inside; return it.

    A folder that exists keeps the permissions its owner gave it.
    """
    try:
        for missing in reversed([place for place in (folder, *folder.parents) if not place.exists()]):
            missing.mkdir(mode=PRIVATE, exist_ok=True)
        if not folder.is_dir():
            raise NotADirectoryError(folder)
    except OSError as error:
        raise ReadOnly(
            f"The folder {folder} cannot be created ({error.strerror or type(error).__name__}). "
            f"Point {HOME_VARIABLE} or --home at a folder you can write."
        ) from error
    return folder


def _keep_out_of_git(folder: Path) -> None:
    """Hide the home from git: a user folder under version control puts it in a repository after all."""
    ignore = folder / ".gitignore"
    try:
        with ignore.open("x", encoding="utf-8") as file:
            file.write("# Written by Whylens: memories are never committed.\n*\n")
    except OSError:  # there already, or a home that may only be read: nothing can be committed from it by us
        return

"""A folder with the wheels of all dependencies: what a user without a network installs Whylens from."""

from __future__ import annotations

import tomllib
from pathlib import Path

from devkit.cache import ROOT, fingerprint, is_marked, put_mark
from devkit.shell import run, say


def fill_wheelhouse(python: Path, folder: Path) -> Path:
    """*folder* with every wheel that pyproject.toml asks for; fetched when the list has changed."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    mark = fingerprint(wanted)
    if not (folder.is_dir() and is_marked(folder, mark)):
        say("fetching the wheels of all dependencies")
        folder.mkdir(parents=True, exist_ok=True)
        run(
            [python, "-m", "pip", "download", "-q", "--only-binary", ":all:", "-d", folder, *wanted],
            quiet=True,
        )
        put_mark(folder, mark)
    return folder

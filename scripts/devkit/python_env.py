"""The virtual environment of this checkout, kept in the cache: it runs this checkout's code, and no other's."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from devkit import debian
from devkit.cache import ROOT, cache_folder, fingerprint, is_marked, put_mark
from devkit.shell import output, run, say

NEEDED = ("requires-python", "dependencies", "optional-dependencies", "scripts")


def python_environment() -> Path:
    """Python of an environment with everything pyproject.toml asks for; made when it must be."""
    folder = cache_folder() / f"venv-{fingerprint(str(ROOT))[:8]}"
    python = python_of(folder)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    mark = fingerprint(*(project["project"].get(key) for key in NEEDED), builders(project))
    if output([python, "-c", "import pip"]) is None:
        make(folder)
    if not is_marked(folder, mark):
        say("installing the Python packages (some minutes the first time)")
        run([python, "-m", "pip", "install", "-q", "-e", ".[dev]", *builders(project)], quiet=True)
        put_mark(folder, mark)
    return python


def builders(project: dict[str, Any]) -> list[str]:
    """What builds the wheel: installed beside the rest, so that a build needs no network."""
    return list(project["build-system"]["requires"])


def python_of(folder: Path) -> Path:
    """The interpreter of the environment in *folder*."""
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def make(folder: Path) -> None:
    """Make the bare environment; Debian splits the module for it off into a package of its own."""
    say(f"making a virtual environment in {folder}")
    if output([sys.executable, "-c", "import ensurepip, venv"]) is None:
        debian.install(f"python{sys.version_info.major}.{sys.version_info.minor}-venv")
    run([sys.executable, "-m", "venv", "--clear", folder], quiet=True)

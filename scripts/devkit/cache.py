"""Where downloads and built tools are kept: one folder a user, outside the repository."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def cache_folder() -> Path:
    """`WHYLENS_DEV_CACHE`, or `whylens-dev` in the user's cache folder; made when absent."""
    given = os.environ.get("WHYLENS_DEV_CACHE")
    folder = Path(given).expanduser().resolve() if given else user_cache() / "whylens-dev"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def user_cache() -> Path:
    """The platform's folder for things that can be fetched again."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def fingerprint(*parts: object) -> str:
    """A short hash of *parts*, for markers that say what a folder was made from."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:16]


def is_marked(folder: Path, mark: str) -> bool:
    """Whether *folder* was finished with exactly this *mark*."""
    marker = folder / ".whylens-dev"
    return marker.is_file() and marker.read_text(encoding="utf-8").strip() == mark


def put_mark(folder: Path, mark: str) -> None:
    """Say that *folder* is finished. Written last, so that what was interrupted is done again."""
    (folder / ".whylens-dev").write_text(mark + "\n", encoding="utf-8")

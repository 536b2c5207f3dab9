"""Which commit is checked out, read from the files git keeps it in. Starts no git."""

from __future__ import annotations

import re
from pathlib import Path

#: Links between refs that are followed; git itself follows five.
_MOST_LINKS = 5
_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def head_commit(git_dir: Path, common_dir: Path) -> str | None:
    """The commit HEAD names; None before the first one, and where refs are kept in another form (reftable)."""
    text = _read(git_dir / "HEAD")
    for _ in range(_MOST_LINKS):
        if _COMMIT.fullmatch(text):
            return text
        if not text.startswith("ref: "):
            return None
        name = text.removeprefix("ref: ").strip()
        if not name.startswith("refs/") or ".." in name:
            return None
        text = _read(git_dir / name) or _read(common_dir / name) or _packed(common_dir, name)
    return None


def _packed(common_dir: Path, name: str) -> str:
    """What the file of packed refs says of *name*."""
    try:
        with (common_dir / "packed-refs").open(encoding="utf-8", errors="replace") as lines:
            return next(
                (line.split(" ", 1)[0] for line in lines if line.rstrip("\n").endswith(f" {name}")), ""
            )
    except OSError:
        return ""


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""

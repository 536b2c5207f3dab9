"""A git repository made at run time, with fixed authors and days, so that ids and texts are the same every time."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

#: 2024-01-01, in Unix seconds; every commit is a day after the one before.
FIRST_DAY = 1_704_067_200
DAY = 86_400


class Repository:
    """A work tree in *root*, ready for commits."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._commits = 0
        root.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str) -> str:
        """Run git here and give what it printed."""
        day = FIRST_DAY + self._commits * DAY
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
            "GIT_AUTHOR_NAME": "A Developer",
            "GIT_AUTHOR_EMAIL": "developer@example.com",
            "GIT_COMMITTER_NAME": "A Developer",
            "GIT_COMMITTER_EMAIL": "developer@example.com",
            "GIT_AUTHOR_DATE": f"{day} +0000",
            "GIT_COMMITTER_DATE": f"{day} +0000",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_SYSTEM": os.devnull,
        }
        done = subprocess.run(
            ["git", *arguments], cwd=self.root, env=environment, capture_output=True, check=True
        )
        return done.stdout.decode("utf-8", "replace").strip()

    def write(self, files: Mapping[str, str]) -> None:
        """Write *files* (repo-relative path → text) without committing them."""
        for path, text in files.items():
            file = self.root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="")

    def commit(self, message: str, files: Mapping[str, str] | None = None) -> str:
        """Write *files*, commit everything with *message*, and give the commit's id."""
        self.write(files or {})
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        self._commits += 1
        return self.git("rev-parse", "HEAD")

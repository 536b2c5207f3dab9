"""The part of a scripted day that is worked in a real editor: a whole VS Code with the built extension, in a browser.

What is run, is really run: a terminal with shell integration, a task with a problem matcher, ruff, unittest and git.
`scripts/test.py` installs the editor once; without it this part cannot be worked, and says so.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from bench.day_clock import DayClock

HERE = Path(__file__).parent
#: Seconds until what was done in the editor must have been taken in, and a start of the editor may take.
SEEN_WITHIN, STARTED_WITHIN = 30.0, 240.0
_NO_GIT_DATE = """#!/bin/sh
# git, at the time of the day: its commits, its own log, and the files that tell others that the head moved
at=$(( $(date +%s) + $(cut -d. -f1 '{ahead}') ))
export GIT_AUTHOR_DATE="$at +0000" GIT_COMMITTER_DATE="$at +0000"
export GIT_AUTHOR_NAME='Robin Day' GIT_COMMITTER_NAME='Robin Day'
export GIT_AUTHOR_EMAIL=robin.day@example.com GIT_COMMITTER_EMAIL=robin.day@example.com
'{git}' "$@"; code=$?
[ "$1" = commit ] && touch -d "@$at" .git/HEAD .git/logs/HEAD
exit $code
"""
_PYTHON = """#!/bin/sh
for word in "$@"; do
  [ "$word" = serve ] && exec {server}
done
exec '{python}' "$@"
"""
_TASKS = {
    "version": "2.0.0",
    "tasks": [
        {
            "label": "lint",
            "type": "shell",
            "command": "ruff check --isolated --output-format concise {path}",
            "presentation": {"reveal": "never"},
            "problemMatcher": {
                "owner": "ruff",
                "source": "ruff",
                "fileLocation": ["relative", "${workspaceFolder}"],
                "pattern": {
                    "regexp": r"^([^:\s]+\.py):(\d+):(\d+): ([A-Z]+\d+) (?:\[\*\] )?(.*)$",
                    "file": 1, "line": 2, "column": 3, "code": 4, "message": 5,
                },
            },
        },
        {
            "label": "publish",
            "type": "shell",
            "command": "echo deploying with password={secret} && exit 3",
            "presentation": {"reveal": "never"},
            "problemMatcher": [],
        },
    ],
}  # fmt: skip


class RealEditor:
    """One window on the project of the day, with the same home and the same clock as its other parts."""

    def __init__(self, root: Path, home: Path, scratch: Path, clock: DayClock) -> None:
        self.root, self._clock = root, clock
        self._folder = scratch / "real-editor"
        self._folder.mkdir()
        self._home, self._counts = home, self._folder / "counts.json"
        self._ahead = self._folder / "ahead"
        self._process: subprocess.Popen[str] = None  # type: ignore[assignment]

    def prepare(self, path: str, secret: str) -> None:
        """Write the folder's tasks, which git does not see."""
        text = json.dumps(_TASKS).replace("{path}", path).replace("{secret}", secret)
        (self.root / ".vscode").mkdir(exist_ok=True)
        (self.root / ".vscode" / "tasks.json").write_text(text, encoding="utf-8")
        with (self.root / ".git" / "info" / "exclude").open("a", encoding="utf-8") as file:
            file.write("/.vscode/tasks.json\n")

    def start(self, path: str) -> None:
        """Open the project, with *path* in front."""
        tools = self._folder / "tools"
        tools.mkdir()
        self._write(tools / "git", _NO_GIT_DATE.format(ahead=self._ahead, git=shutil.which("git")))
        (tools / "ruff").symlink_to(Path(sys.executable).with_name("ruff"))
        settings = {
            "whylens.server.python": str(self._launcher()),
            "whylens.log.level": "debug",
            "terminal.integrated.shellIntegration.enabled": True,
            "terminal.integrated.env.linux": {"PATH": f"{tools}:{os.environ['PATH']}"},
        }
        self.wait()
        profile = self._folder / "profile"
        profile.mkdir()
        command = [given_by_devkit()["WHYLENS_TEST_NODE"], str(HERE / "day_real_editor.mjs")]
        environment = {**os.environ, **given_by_devkit(), "WHYLENS_HOME": str(self._home)}
        self._process = subprocess.Popen(
            [*command, str(profile), str(self.root), path, json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**environment, "HOME": str(self._folder)},
        )
        self._answer()
        self.do("ready")
        self.do("terminal")

    def do(self, act: str, **given: Any) -> Any:
        """One act of `day_real_editor.mjs`; its answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"act": act, **given}) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def run(self, line: str) -> None:
        """Type a command into the terminal, and wait until it was taken in."""
        before = self.counts().get("Ran", 0)
        self.do("type", line=line)
        self._until(lambda: self.counts().get("Ran", 0) > before, line)

    def edit(self, path: str, before: str, now: str) -> None:
        """Change a file, save it, and wait until that was taken in."""
        seen = self.counts().get("Edited", 0)
        self.do("edit", path=path, before=before, now=now)
        self._until(lambda: self.counts().get("Edited", 0) > seen, "the edit")

    def lint(self) -> None:
        """Run the linter as a task: what it says becomes problems of the editor, which are told to the server."""
        before = self.counts()
        self.do("task", name="lint")
        self._until(
            lambda: all(self.counts().get(k, 0) > before.get(k, 0) for k in ("Task", "Reported")),
            "the reports",
        )

    def wait(self, *, minutes: float = 0.0) -> None:
        """Time passes."""
        self._clock.wait(minutes=minutes)
        self._ahead.write_text(f"{self._clock.ahead}\n", encoding="utf-8")

    def counts(self) -> dict[str, int]:
        """How many happenings of which kind the memory took."""
        return json.loads(self._counts.read_text(encoding="utf-8")) if self._counts.exists() else {}

    def close(self) -> dict[str, int]:
        """Close the window; the last counts."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)
        return self.counts()

    def logs(self) -> bytes:
        """What the extension and its server logged."""
        return b"\n".join(each.read_bytes() for each in self._folder.rglob("*Whylens*.log"))

    # -- inside ----------------------------------------------------------------------------------------------

    def _launcher(self) -> Path:
        """A Python that starts the server with the clock of the day, and counts what it takes in."""
        words = [sys.executable, HERE / "day_counting_server.py", self._counts, "--log-level", "debug"]
        ahead = [f"{name}={self._clock.environment[name]}" for name in ("PYTHONPATH", "WHYLENS_BENCH_AHEAD")]
        server = shlex.join(["env", *ahead, *map(str, words)])
        return self._write(self._folder / "python", _PYTHON.format(server=server, python=sys.executable))

    def _write(self, file: Path, text: str) -> Path:
        file.write_text(text, encoding="utf-8")
        file.chmod(0o755)
        return file

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        answer = json.loads(line) if line else {"error": "the editor ended"}
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["value"]

    def _until(self, seen: Any, what: str) -> None:
        end = time.monotonic() + SEEN_WITHIN
        while not seen():
            if time.monotonic() > end:
                raise RuntimeError(f"not taken in: {what}")
            time.sleep(0.1)


def given_by_devkit() -> dict[str, str]:
    """Where the editor, the browser and the extension are; SystemExit where they were never installed."""
    sys.path.insert(0, str(HERE.parent / "scripts"))
    from devkit.code_server import browser, code_server
    from devkit.node_env import pinned_node

    packages = sorted((HERE.parent / "dist").glob("whylens-*.vsix"))
    if not packages:
        raise SystemExit(
            "no extension is built: run scripts/test.py first, or leave this part out (--no-editor)"
        )
    node = pinned_node(Path(sys.executable))
    return {
        "WHYLENS_TEST_NODE": str(node.binary),
        "WHYLENS_TEST_CODE_SERVER": str(code_server(node)),
        "WHYLENS_TEST_BROWSER": str(browser()),
        "WHYLENS_TEST_PYTHON": sys.executable,
        "WHYLENS_TEST_VSIX": str(packages[-1]),
        "WHYLENS_TEST_WHEELHOUSE": str(HERE),
    }

"""The terminal lists AI sessions, and learns from them only after a yes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.repository import Repository
from tests.unit.capture.transcripts import made_up
from whylens.capture.transcripts.session import Format

RULE = "From now on never call `requests.get` without a timeout in api/upload.py."


@dataclass
class Terminal:
    """Runs `whylens` in a project, as a user with a home of their own."""

    root: Path
    user: Path

    def run(
        self, *arguments: str, stdin: int | None = subprocess.DEVNULL
    ) -> subprocess.CompletedProcess[str]:
        moved = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "XDG_CONFIG_HOME", "APPDATA")
        environment = {name: value for name, value in os.environ.items() if name not in moved}
        environment |= {"HOME": str(self.user), "WHYLENS_HOME": str(self.user / "whylens"), "PYTHONUTF8": "1"}
        return subprocess.run(
            [sys.executable, "-m", "whylens", *arguments],
            cwd=self.root,
            env=environment,
            stdin=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
        )


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    repository = Repository(tmp_path / "project")
    repository.commit("Start", {"api/upload.py": "pass\n"})
    made_up.write(tmp_path / "user", Format.CLAUDE_CODE, str(repository.root), (("user", RULE, None, ""),))
    yield Terminal(repository.root, tmp_path / "user")


def test_sessions_are_listed_with_format_project_days_and_turns(terminal: Terminal) -> None:
    done = terminal.run("transcripts")
    assert done.returncode == 0, done.stderr
    first, second, *_ = done.stdout.splitlines()
    assert first.split() == ["Claude", "Code", "2025-11-03", "1", "turns", str(terminal.root)]
    assert made_up.TITLE in second
    assert not (terminal.user / "whylens").exists()


def test_every_format_is_printed_as_a_line_with_its_turns(terminal: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "given"
    files = {made_up.write(folder, format).relative_to(folder).as_posix(): format for format in Format}
    done = terminal.run("transcripts", str(folder), "--json")
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert {row["path"]: row["format"] for row in rows} == files
    for row in rows:
        spoken = [(turn["role"], turn["text"]) for turn in row["turns"] if turn["role"] != "tool"]
        assert spoken == [(role, text) for role, text, _, _ in made_up.TURNS]


def test_what_is_no_session_is_named_and_the_rest_is_read(terminal: Terminal, tmp_path: Path) -> None:
    file = made_up.write(tmp_path / "given", Format.CODEX)
    (tmp_path / "other.jsonl").write_text("{}\n")
    done = terminal.run("transcripts", str(tmp_path / "other.jsonl"), str(file), "--json")
    assert done.returncode == 0
    assert [json.loads(line)["path"] for line in done.stdout.splitlines()] == [str(file)]
    assert done.stderr == f"whylens: {tmp_path / 'other.jsonl'}: holds no session of a known format\n"


def test_a_path_that_is_not_there_is_an_error(terminal: Terminal, tmp_path: Path) -> None:
    done = terminal.run("transcripts", str(tmp_path / "nowhere"))
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1


def test_learning_from_sessions_without_a_yes_is_refused_with_the_next_step(terminal: Terminal) -> None:
    done = terminal.run("learn", "--transcripts")
    assert done.returncode == 1
    assert (
        done.stderr
        == "whylens: reading AI chat sessions needs your yes: run it on a terminal, or add --yes\n"
    )
    assert "0" in terminal.run("status").stdout


def test_learning_without_the_option_reads_no_session(terminal: Terminal) -> None:
    report = json.loads(terminal.run("learn", "--json").stdout)
    assert "chat sessions" not in report["read"]


def test_learning_with_a_yes_reads_the_sessions_once(terminal: Terminal) -> None:
    first = json.loads(terminal.run("learn", "--transcripts", "--yes", "--json").stdout)
    assert (first["read"]["chat sessions"], first["read"]["chat turns"]) == (1, 1)
    assert sum(first["cards"].values()) == 1
    second = terminal.run("learn", "--transcripts", "--yes")
    assert "Nothing new in the AI chat sessions of this project (1 read already)." in second.stderr
    assert "nothing new" in second.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="asks on a pseudo-terminal")
def test_on_a_terminal_the_sessions_are_shown_and_a_no_is_a_no(terminal: Terminal) -> None:
    import pty

    ours, theirs = pty.openpty()
    os.write(ours, b"n\n")
    done = terminal.run("learn", "--transcripts", stdin=theirs)
    os.close(ours)
    os.close(theirs)
    assert done.returncode == 0, done.stderr
    assert made_up.TITLE in done.stderr
    assert "Left alone; learning from the repository only." in done.stderr
    assert "chat" not in done.stdout.replace("Learn from them?", "").split("Read", 1)[1]

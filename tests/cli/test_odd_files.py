"""Pipes, devices and links in a project: a command reads files alone, and always ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.repository import Repository

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs named pipes and devices")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    repository = Repository(tmp_path / "project")
    repository.commit("Start", {"sensor.py": "def read(sensor):\n    return sensor\n"})
    os.mkfifo(repository.root / "pipe.py")
    (repository.root / "zero.py").symlink_to("/dev/zero")
    return repository.root


@pytest.mark.parametrize("name", ["pipe.py", "zero.py"])
@pytest.mark.parametrize(
    ("code", "command"),
    [
        (1, ["remember", "Retry because the gateway drops it", "--file", "{}:1"]),
        (0, ["context", "--task", "retry", "--file", "{}:1"]),
        (0, ["anchors", "{}"]),
        (0, ["recall", "--file", "{}"]),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_command_at_no_regular_file_ends(project: Path, code: int, command: list[str], name: str) -> None:
    done = whylens(project, *(each.format(name) for each in command))
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    if code:
        assert "no regular file" in done.stderr


def test_a_folder_of_cards_is_read_without_its_pipes_and_links(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    folder.mkdir()
    (folder / "good.md").write_text("# Retry because the gateway drops it\n")
    os.mkfifo(folder / "pipe.md")
    (tmp_path / "elsewhere.md").write_text("# Something that lies elsewhere\n")
    (folder / "link.md").symlink_to(tmp_path / "elsewhere.md")
    done = whylens(project, "import", str(folder))
    assert "Imported 1" in done.stdout + done.stderr
    assert "pipe.md: cannot be read" in done.stdout + done.stderr
    assert "link.md: cannot be read" in done.stdout + done.stderr


def whylens(project: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own, so that one that hangs or grows is found out."""
    environment = {**os.environ, "WHYLENS_HOME": str(project.parent / "home")}
    call = [sys.executable, "-P", "-m", "whylens", *command, "--project", str(project)]
    return subprocess.run(call, env=environment, capture_output=True, text=True, timeout=30)

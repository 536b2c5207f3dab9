"""A home that is damaged, of a newer Whylens, or not ours to write: what can be read is read, and the rest is said."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.repository import Repository
from whylens.app import open_memory
from whylens.cli.main import main
from whylens.memory.requests import RememberRequest


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of a project with one card; the current folder is the project."""
    repository = Repository(tmp_path / "project")
    repository.commit("Start", {"a.py": "x = 1\n"})
    monkeypatch.chdir(repository.root)
    monkeypatch.setenv("WHYLENS_HOME", str(tmp_path / "home"))
    memory = open_memory(repository.root, home=tmp_path / "home", embeddings=False)
    memory.remember(RememberRequest("Ports below 1024 are closed on the build hosts"))
    memory.close()
    (file,) = (tmp_path / "home").glob("projects/*/memory.db")
    return file


def _garble(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    file.write_bytes(content)


def _truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:10_000])


def _replace(file: Path) -> None:
    file.write_bytes(b"no database at all\n" * 100)


COMMANDS = [
    ["status"],
    ["recall", "ports"],
    ["learn"],
    ["export", "-"],
    ["remember", "It is so"],
    ["forget", "--all"],
]


@pytest.mark.parametrize("damage", [_garble, _truncate, _replace])
def test_a_damaged_memory_is_said_with_its_remedy(
    database: Path, damage: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    damage(database)
    for command in COMMANDS:
        assert main([*command]) == 1, command
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1), command
        assert "whylens doctor" in err
    assert main(["doctor", "--json"]) == 1
    (failed,) = [each for each in json.loads(capsys.readouterr().out)["checks"] if not each["ok"]]
    assert failed["remedy"]
    assert main(["doctor", "--repair"]) == 0
    assert main(["learn"]) == 0
    assert main(["doctor"]) == 0


def test_a_memory_of_a_newer_program_can_be_read_and_is_not_written(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA user_version = 99")
    connection.commit()
    connection.close()
    for command in (
        ["status"],
        ["recall", "ports"],
        ["export", "-"],
        ["context", "--task", "ports"],
        ["anchors"],
    ):
        assert main([*command]) == 0, command
    assert "1024" in capsys.readouterr().out
    before = database.read_bytes()
    for command in (
        ["remember", "It is so"],
        ["learn"],
        ["forget", "--all", "--yes"],
        ["doctor", "--repair"],
    ):
        assert main([*command]) == 1, command
    assert "newer Whylens" in capsys.readouterr().err
    assert database.read_bytes() == before


def test_a_home_that_cannot_be_made_is_a_failed_check_of_the_doctor(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--json", "--home", "a.py"]) == 1
    checks = {each["name"]: each for each in json.loads(capsys.readouterr().out)["checks"]}
    assert checks["repository"]["ok"]
    assert not checks["disk"]["ok"]

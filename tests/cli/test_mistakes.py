"""Whatever is typed, a command does what was meant or ends with one line that says what to do; never a traceback."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.repository import Repository
from whylens.app import open_memory
from whylens.cli.main import main

CODE = "def read(sensor):\n    # HACK: sleep a while because the sensor answers garbage after it\n    return sensor\n"
LONG = "a" * 5000
DEEP = "[" * 3000 + "]" * 3000


@dataclass
class Door:
    """The terminal door in this process, in a project that was learned."""

    root: Path
    home: Path
    capture: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str, code: int = 0) -> str:
        """Run a command that ends with *code*; what it printed."""
        self.capture.readouterr()
        assert main([*arguments]) == code
        out, err = self.capture.readouterr()
        if code == 1:
            assert len(err.splitlines()) >= 1, arguments
            assert err.startswith("whylens: ")
            assert all(len(line) < 700 for line in err.splitlines())
        return out


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a project that was learned, and its home: what is typed wrong must not change either."""
    folder = tmp_path_factory.mktemp("mistakes")
    repository = Repository(folder / "project")
    repository.commit("Start", {"sensor.py": CODE})
    memory = open_memory(repository.root, home=folder / "home", embeddings=False)
    memory.learn()
    memory.close()
    return folder


@pytest.fixture
def door(place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Door:
    monkeypatch.setenv("WHYLENS_HOME", str(place / "home"))
    monkeypatch.chdir(place / "project")
    return Door(place / "project", place / "home", capsys)


WRONG = [
    ["confirm", "\udcff\udcfe"],
    ["confirm", "\x1b[31m"],
    ["confirm", ""],
    ["reject", LONG],
    ["forget", "", "--yes"],
    ["forget", "--file", "/outside/of.py", "--kind", "decision", "--yes"],
    ["forget", "--file", "", "--kind", "decision", "--yes"],
    ["remember", "\x00 \n\t"],
    ["remember", "It is so", "--file", "n\udcff.py"],
    ["remember", "It is so", "--file", "."],
    ["remember", "It is so", "--supersedes", ""],
    ["recall", "--file", "n\udcff.py"],
    ["anchors", "/etc/passwd"],
    ["context", "--file", "../x.py"],
    ["status", "--project", LONG],
    ["status", "--project", "sensor.py/x"],
    ["status", "--home", LONG],
    ["status", "--home", "sensor.py"],
    ["learn", LONG],
    ["learn", "sensor.py"],
    ["export", "no/such/folder/cards.jsonl"],
    ["export", "sensor.py"],
    ["import", "nothing.jsonl"],
    ["import", LONG],
]
UNUSABLE = [
    ["forget", "--session", "", "--yes"],
    ["forget", "--from", "", "--yes"],
    ["forget", "--to", "0000-00-00", "--yes"],
    ["forget", "W-0000", "--kind", "decision", "--yes"],
    ["remember", "It is so", "--ttl", "0m"],
    ["remember", "It is so", "--ttl", ""],
    ["remember", "It is so", "--ttl", "9" * 5000 + "w"],
    ["remember", "It is so", "--kind", ""],
    ["status", "--home", ""],
    ["export", ""],
    ["recall", "x", "-k", "0"],
]


@pytest.mark.parametrize(
    ("arguments", "code"), [*((each, 1) for each in WRONG), *((each, 2) for each in UNUSABLE)]
)
def test_a_mistake_is_said_and_changes_nothing(door: Door, arguments: list[str], code: int) -> None:
    before = door("export", "-")
    assert door(*arguments, code=code) == ""
    assert door("export", "-") == before
    assert sorted(path.name for path in door.root.iterdir()) == [".git", "sensor.py"]


@pytest.mark.parametrize("line", ["0", "1", "500"])
def test_any_line_of_a_file_is_a_place(door: Door, line: str) -> None:
    door("remember", f"Line {line} is not what it looks like", "--file", f"sensor.py:{line}")
    door("context", "--task", "line", "--file", f"sensor.py:{line}")


@pytest.mark.parametrize("line", ["²", "99999999999999999999", "-1", "1e3"])
def test_what_is_no_line_is_part_of_a_name_and_nothing_has_that_name(door: Door, line: str) -> None:
    door("remember", f"Line {line} is not what it looks like", "--file", f"sensor.py:{line}", code=1)
    door("context", "--task", "line", "--file", f"sensor.py:{line}")


def test_the_last_day_there_is_can_be_named(door: Door) -> None:
    assert "Would delete" in door("forget", "--to", "9999-12-31", "--dry-run")
    assert "Would delete" in door("forget", "--from", "0001-01-01", "--dry-run")


def test_a_home_is_never_made_of_a_repository(door: Door) -> None:
    door("status", "--home", str(door.root), code=1)
    assert not (door.root / ".gitignore").exists()


def test_an_unknown_log_level_is_no_reason_to_stop(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHYLENS_LOG", "chatty")
    door("status")


QUESTIONS = [
    {"id": 1, "query": "sensor", "files": [1]},
    {"id": 2, "query": "sensor", "files": "sensor.py"},
    {"id": 3, "query": "sensor", "symbols": [None]},
    {"id": 4, "query": "sensor", "before": "soon"},
    {"id": 5, "query": None},
    ["sensor"],
]


@pytest.mark.parametrize("question", [*map(json.dumps, QUESTIONS), DEEP, "{", '"\ud800"'])
def test_a_broken_question_is_named_and_the_others_are_answered(
    door: Door, tmp_path: Path, question: str
) -> None:
    good = json.dumps({"id": "good", "query": "the sensor\u2028answers\x85garbage"}, ensure_ascii=False)
    file = tmp_path / "questions.jsonl"
    file.write_bytes(f"{question}\n{good}\n".encode("utf-8", "surrogatepass"))
    (answer,) = map(json.loads, door("recall", "--batch", str(file), code=1).split("\n")[:-1])
    assert answer["id"] == "good"
    assert answer["hits"]


@pytest.mark.parametrize("command", ["extract", "redact"])
def test_a_broken_text_is_named_and_the_others_are_answered(
    door: Door, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    lines = [DEEP, "[]", '{"text": 1}', '{"text": "x", "source": "nowhere"}', '{"id": "good", "text": "x"}']
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode())))
    answers = [json.loads(line) for line in door(command, "--lines", code=1).splitlines()]
    assert [each["id"] for each in answers][-1] == "good"


def _process(door: Door, *arguments: str, cwd: Path | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "whylens", *arguments],
        cwd=cwd or door.root,
        env={**os.environ, "WHYLENS_HOME": str(door.home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_reader_that_has_enough_ends_a_command_quietly(door: Door, tmp_path: Path) -> None:
    cards = [json.dumps({"summary": f"Card {number}", "details": "word " * 400}) for number in range(200)]
    (tmp_path / "many.jsonl").write_text("\n".join(cards), encoding="utf-8")
    door("import", str(tmp_path / "many.jsonl"))
    process = _process(door, "export", "-")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.wait()


@pytest.mark.skipif(os.name == "nt", reason="a folder in use cannot be deleted there")
def test_a_folder_that_is_gone_is_said(door: Door, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    process = subprocess.Popen(
        ["/bin/sh", "-c", 'rmdir ../gone && exec "$0" -m whylens status', sys.executable],
        cwd=gone,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    said = process.communicate()[1].decode()
    assert (process.returncode, said.count("\n")) == (1, 1)
    assert "--project" in said

"""What the terminal prints can be read: cut at a word, nothing twice, progress in a log, no secret in a complaint."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.repository import Repository
from whylens.cli.progress import EVERY, PlainLines
from whylens.memory.learning_lock import WAITING
from whylens.memory.requests import LearnProgress

LONG = "the gateway drops every second connection that was opened less than a minute after the one before it "
WHY = f"""\
Keep one connection to the gateway

Keep one connection to the gateway because {LONG * 4}and nobody there will change it.
"""
SAME = """\
def {0}(sensor):
    # HACK: sleep a while because the sensor answers garbage right after it wakes
    return 1
"""


def whylens(root: Path, *arguments: str, code: int = 0, stdin: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "WHYLENS_HOME": str(root.parent / "home"), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "whylens", *arguments],
        cwd=root,
        env=environment,
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A learned project that says much in one place, and the same in two."""
    repository = Repository(tmp_path_factory.mktemp("wording") / "project")
    repository.commit("Start", {"gateway.py": "def connect():\n    pass\n"})
    repository.commit(WHY, {"gateway.py": "def connect():\n    return 1\n"})
    repository.commit("Read", {"one.py": SAME.format("one"), "two.py": SAME.format("two")})
    whylens(repository.root, "learn")
    return repository.root


@pytest.mark.parametrize(
    "command",
    [
        ["recall", "why one connection to the gateway"],
        ["recall", "sensor wakes garbage", "--file", "one.py", "--file", "two.py"],
        ["anchors"],
        ["status"],
        ["context", "--task", "connect to the gateway"],
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_no_line_is_endless_is_cut_inside_a_word_or_comes_twice(root: Path, command: list[str]) -> None:
    lines = whylens(root, *command).stdout.splitlines()
    telling = [line.strip() for line in lines if any(each.isalpha() for each in line)]
    # one memory a block: only the reasons it was found for, and its standing, may be those of another
    said = [
        line
        for line in telling
        if not line.startswith(("matches", "anchored", "close in")) and "%" not in line
    ]
    assert len(said) == len(set(said)), "\n".join(lines)
    known = {word.strip(".,") for word in f"{WHY} {SAME}".split()}
    for line in telling:
        assert len(line) < 520
        if line.rstrip("”").endswith("…"):
            assert line.rstrip("”…").split()[-1].strip(".,") in known, line


def test_a_reason_that_the_summary_holds_is_not_said_again(root: Path) -> None:
    text = whylens(root, "recall", "why one connection to the gateway").stdout
    assert text.count("opened less than a minute after") <= 4


def test_progress_of_a_long_run_is_a_line_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    show = PlainLines(lambda: now[0])
    for done in range(100):
        now[0] += EVERY / 10
        show(LearnProgress("commits", done, 5000, 7))
    lines = capsys.readouterr().err.splitlines()
    assert 8 <= len(lines) <= 10
    assert lines[0].startswith("whylens: reading history, ")
    assert lines[0].endswith(" of 5,000, 7 memories so far")


def test_a_short_run_prints_no_progress_and_a_wait_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    show = PlainLines(lambda: 0.0)
    for _ in range(3):
        show(LearnProgress("files", 1, 2))
        show(LearnProgress(WAITING, 0, 0))
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("place", ["nowhere.py", "nowhere.py:3", "gateway.py:three"])
def test_a_memory_is_not_put_where_nothing_is(root: Path, place: str) -> None:
    done = whylens(root, "remember", "Connect once", "--at", place, code=1)
    assert done.stderr.startswith("whylens: there is no file ")
    assert whylens(root, "recall", "Connect once", "--json").stdout.count("Connect once") == 0


@pytest.mark.parametrize("is_repository", [False, True])
def test_learning_an_empty_folder_writes_nothing(tmp_path: Path, is_repository: bool) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    if is_repository:
        Repository(folder)
    assert "nothing to learn here yet" in whylens(folder, "learn").stdout
    assert '"cards": {}' in whylens(folder, "learn", "--json").stdout
    assert not (tmp_path / "home").exists()


SECRET = "hunter2-4f9a8d7c6b5e"


@pytest.mark.parametrize("command", ["redact", "extract"])
@pytest.mark.parametrize(
    "wrong", [[f"password={SECRET}"], [f"--token={SECRET}"], ["--lines", SECRET], [f"-{SECRET}"]]
)
def test_a_text_given_in_the_wrong_place_is_not_shown_again(
    root: Path, command: str, wrong: list[str]
) -> None:
    done = whylens(root, command, *wrong, code=2)
    assert SECRET not in done.stdout + done.stderr
    assert "standard input" in done.stderr
    assert not any(part in done.stderr for part in ("hunter2", "4f9a8d7c6b5e"))

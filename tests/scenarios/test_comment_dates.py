"""A comment is as old as its line, not as the last change of its file."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.repository import FIRST_DAY, Repository
from whylens.app import open_memory
from whylens.memory import Memory
from whylens.memory.requests import CardFilter
from whylens.model.card import Card
from whylens.model.source import date_text
from whylens.model.words import Basis
from whylens.runtime.git import Git
from whylens.runtime.git.blame import parse_blame

DAY = 86_400.0
CODE = "def read(lines):\n    # FIXME: the parser drops the last line of a file\n    return lines[:-1]\n"
MORE = "\n\ndef count(rows):\n    # BUG: negative offsets are counted twice when the file is empty\n    return rows\n"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "project")


@pytest.fixture
def memory(repository: Repository, tmp_path: Path) -> Iterator[Memory]:
    repository.commit("Start", {"a.py": CODE, "b.py": "x = 1\n"})
    opened = open_memory(repository.root, home=tmp_path / "home", embeddings=False)
    yield opened
    opened.close()


def comments(memory: Memory) -> list[Card]:
    cards = memory.cards(CardFilter())
    return sorted((each for each in cards if each.basis is Basis.MARKER), key=lambda each: each.summary)


def day(card: Card) -> str:
    days = {date_text(at) for at in (card.created_at, card.valid_from, card.sources[0].at)}
    assert len(days) == 1
    return days.pop()


def written(repository: Repository, line: int, file: str = "a.py") -> str:
    blamed = subprocess.run(
        ["git", "blame", "-p", "-L", f"{line},{line}", "HEAD", "--", file],
        cwd=repository.root, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    return date_text(float(blamed.partition("committer-time ")[2].split()[0]))


def written_at(repository: Repository, commit: str) -> str:
    return date_text(float(repository.git("show", "-s", "--format=%ct", commit)))


def test_each_comment_carries_the_day_its_line_was_written(repository: Repository, memory: Memory) -> None:
    for number in range(3):
        repository.commit(f"Change another line {number}", {"a.py": CODE + f"\nLIMIT = {number}\n"})
    repository.commit("Count", {"a.py": CODE + "\nLIMIT = 2\n" + MORE})
    repository.commit("Change", {"a.py": "import os\n\n\n" + CODE + "\nLIMIT = 2\n" + MORE})
    memory.learn()
    newer, older = comments(memory)
    assert (day(older), day(newer)) == (date_text(FIRST_DAY), written(repository, 12))
    assert day(older) < day(newer) < written(repository, 1)


def test_indenting_a_comment_does_not_make_it_new(repository: Repository, memory: Memory) -> None:
    repository.commit(
        "Indent", {"a.py": "if True:\n" + "".join(f"    {line}\n" for line in CODE.splitlines())}
    )
    memory.learn()
    (card,) = comments(memory)
    assert day(card) == date_text(FIRST_DAY)


def test_the_day_stays_when_the_file_changes_and_is_learned_again(
    repository: Repository, memory: Memory
) -> None:
    memory.learn()
    repository.commit("Move it down", {"a.py": "import os\n\n\nHOST = os.name\n\n\n" + CODE})
    memory.learn()
    (card,) = comments(memory)
    assert day(card) == date_text(FIRST_DAY)
    assert card.sources[0].line == 8


def test_lines_that_are_not_committed_yet_are_left_as_they_are(
    repository: Repository, memory: Memory
) -> None:
    repository.commit("Start anew", {"b.py": "x = 2\n"})
    (repository.root / "a.py").write_text("import os\n\n\n" + CODE + MORE)
    memory.learn()
    newer, older = comments(memory)
    assert day(older) == date_text(FIRST_DAY)  # found where it stands in the last commit
    assert newer.summary.startswith("Negative offsets")


def test_a_file_is_dated_again_only_when_it_changed(
    repository: Repository, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    ask = Git.line_times

    def counted(self: Git, path: str, lines, *, timeout: float) -> dict[int, float]:
        asked.append(path)
        return ask(self, path, lines, timeout=timeout)

    monkeypatch.setattr(Git, "line_times", counted)
    memory.learn()
    memory.learn()
    assert asked == ["a.py"]
    repository.commit("Change", {"a.py": CODE + "\nLIMIT = 9\n", "b.py": "x = 3\n"})
    memory.learn()
    assert asked == ["a.py", "a.py"]


def test_nothing_a_repository_names_is_run_for_a_date(repository: Repository, memory: Memory) -> None:
    trap = repository.root / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch '{repository.root}/ran'\ncat\n")
    trap.chmod(0o755)
    repository.commit("Attributes", {".gitattributes": "*.py diff=evil filter=evil\n"})
    for name in ("diff.evil.textconv", "diff.evil.command", "filter.evil.clean", "filter.evil.smudge"):
        repository.git("config", name, str(trap))
    (repository.root / "ran").unlink(missing_ok=True)
    (repository.root / "a.py").write_text(CODE + MORE)
    assert Git(repository.root).line_times("a.py", [2], timeout=10) == {2: FIRST_DAY}
    memory.learn()
    assert not (repository.root / "ran").exists()


def test_where_git_refuses_to_blame_a_comment_keeps_the_day_its_file_changed(
    repository: Repository, memory: Memory
) -> None:
    repository.git("config", "blame.ignoreRevsFile", "no-such-file")
    repository.commit("Change", {"a.py": CODE + "\nLIMIT = 9\n"})
    assert memory.learn().problems == ()
    (card,) = comments(memory)
    assert day(card) == written_at(repository, "HEAD") > date_text(FIRST_DAY)


@pytest.mark.parametrize("lines", [[], [0], [99], [2, 99]])
def test_lines_that_are_not_there_have_no_time(
    repository: Repository, memory: Memory, lines: list[int]
) -> None:
    assert Git(repository.root).line_times("a.py", lines, timeout=10) == {}
    assert Git(repository.root).line_times("gone.py", [1], timeout=10) == {}


def test_a_commit_is_described_once_and_names_many_lines() -> None:
    one, two = b"a" * 40, b"b" * 40
    printed = (
        one + b" 1 1 2\nauthor x\ncommitter-time 100\nsummary committer-time 7\nfilename a\n\tcommitter-time 5\n"
        + one + b" 2 2\n\t" + two + b" 9 9\n"
        + two + b" 1 4 1\ncommitter-time 200\nfilename a\n\tx\n"
        + one + b" 7 5 1\n\ty\n"
    )  # fmt: skip
    assert parse_blame(printed) == {1: 100.0, 2: 100.0, 4: 200.0, 5: 100.0}

"""How the head moved, from git's own log."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.repository import Repository
from whylens.model.happening import HeadMove, HeadMoved
from whylens.runtime.git.reflog import HeadLog, moves


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "project")
    made.commit("One", {"a.py": "x = 1\n"})
    return made


def told(log: HeadLog) -> list[tuple[str, str, str]]:
    return [(each.how.value, each.branch_before, each.branch) for each in log.news()[1]]


def test_every_kind_of_move_is_told_apart(repository: Repository) -> None:
    log = HeadLog.at_end(repository.root / ".git")
    repository.commit("Two", {"a.py": "x = 2\n"})
    repository.git("commit", "--quiet", "--amend", "--message", "Zwei")
    repository.git("switch", "--quiet", "--create", "topic")
    repository.commit("Three", {"b.py": "y = 1\n"})
    repository.git("switch", "--quiet", "main")
    repository.git("merge", "--quiet", "--no-ff", "--message", "Merge it", "topic")
    repository.git("reset", "--quiet", "--hard", "HEAD~1")
    repository.git("revert", "--no-edit", "HEAD")
    assert told(log) == [
        ("commit", "main", "main"),
        ("amend", "main", "main"),
        ("switch", "main", "topic"),
        ("commit", "topic", "topic"),
        ("switch", "topic", "main"),
        ("merge", "main", "main"),
        ("reset", "main", "main"),
        ("commit", "main", "main"),
    ]


def test_a_rebase_is_one_move_however_many_commits_it_writes(repository: Repository) -> None:
    repository.git("switch", "--quiet", "--create", "topic")
    for number in range(3):
        repository.commit(f"Topic {number}", {f"{number}.py": "x = 1\n"})
    tip = repository.git("rev-parse", "HEAD")
    repository.git("switch", "--quiet", "main")
    repository.commit("Meanwhile", {"c.py": "z = 1\n"})
    repository.git("switch", "--quiet", "topic")
    log = HeadLog.at_end(repository.root / ".git")
    repository.git("rebase", "--quiet", "main")
    _, (move,) = log.news()
    assert (move.how, move.before, move.branch) == (HeadMove.REBASE, tip, "topic")
    assert move.now == repository.git("rev-parse", "HEAD")


def test_what_was_told_is_not_told_again(repository: Repository) -> None:
    log = HeadLog.at_end(repository.root / ".git")
    assert log.news() == (log, [])
    second = repository.commit("Two", {"a.py": "x = 2\n"})
    log, (move,) = log.news()
    assert (move.now, move.branch) == (second, "main")
    assert log.news()[1] == []


def test_a_first_commit_comes_from_nothing_and_a_detached_head_has_no_branch(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "new")
    log = HeadLog.at_end(repository.root / ".git")
    first = repository.commit("One")
    log, (move,) = log.news()
    assert (move.before, move.now) == ("", first)
    repository.commit("Two")
    log, _ = log.news()
    repository.git("switch", "--quiet", "--detach", first)
    assert told(log) == [("switch", "main", "")]


def test_a_log_that_git_cut_or_a_repository_without_one_tells_nothing(repository: Repository) -> None:
    file = repository.root / ".git" / "logs" / "HEAD"
    log = HeadLog.at_end(repository.root / ".git")
    file.write_text("")
    assert log.news()[1] == []
    file.unlink()
    assert log.news()[1] == []


@pytest.mark.parametrize(
    ("message", "how"),
    [
        ("commit (initial): Start", HeadMove.COMMIT),
        ("commit (merge): Merge branch 'topic'", HeadMove.MERGE),
        ("cherry-pick: Fix", HeadMove.COMMIT),
        ("am: Fix", HeadMove.COMMIT),
        ("pull: Fast-forward", HeadMove.MERGE),
        ("pull origin main: Merge made by the 'ort' strategy.", HeadMove.MERGE),
        ("pull --rebase (pick): Fix", HeadMove.REBASE),
        ("rebase -i (finish): returning to refs/heads/main", HeadMove.REBASE),
        ("rebase finished: returning to refs/heads/main", HeadMove.REBASE),
        ("reset: moving to HEAD~2", HeadMove.RESET),
        ("clone: from https://example.com/x.git", None),
        ("Branch: renamed refs/heads/a to refs/heads/b", None),
    ],
)
def test_the_words_of_every_git_are_understood(message: str, how: HeadMove | None) -> None:
    line = f"{'a' * 40} {'b' * 40} A Developer <developer@example.com> 1704067200 +0100\t{message}"
    expected = [HeadMoved(1_704_067_200.0, how, "a" * 40, "b" * 40, "main", "main")] if how else []
    assert moves([line], "main") == expected


def test_damaged_lines_are_passed_over() -> None:
    assert moves(["", "nonsense", f"{'a' * 40} {'b' * 40}"]) == []

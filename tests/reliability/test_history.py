"""Whatever happens to a history, each statement in it is kept once, and what could not be read is read later."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.reliability.conftest import Project
from tests.support.repository import Repository


def why(number: int) -> str:
    return (
        f"Bound queue {number}\n\n"
        f"Keep at most {number} entries in queue {number} because device {number} drops everything beyond that.\n"
    )


def kept(project: Project) -> list[str]:
    return sorted(card.evidence for card in project.cards())


def clone(repository: Repository, target: Path, *arguments: str) -> None:
    subprocess.run(
        ["git", "clone", "--quiet", *arguments, repository.root.as_uri(), str(target)],
        check=True,
        capture_output=True,
    )


def test_a_repository_without_commits_is_learned_without_complaint(project: Project) -> None:
    report = project.learn()
    assert (report.read, report.problems) == ({}, ())


def test_a_shallow_clone_that_is_made_whole_is_read_to_its_end(
    repository: Repository, tmp_path: Path
) -> None:
    for number in range(2, 8):
        repository.commit(why(number))
    clone(repository, tmp_path / "shallow", "--depth", "2")
    project = Project(tmp_path / "shallow", tmp_path / "home")
    assert any("shallow" in each for each in project.learn().problems)
    assert len(kept(project)) == 2
    subprocess.run(["git", "fetch", "--quiet", "--unshallow"], cwd=project.root, check=True)
    assert not project.learn().problems
    assert len(kept(project)) == 6


@pytest.mark.parametrize("missing", ["HEAD", "HEAD~1", "HEAD~3"])
def test_a_history_with_a_hole_says_so_and_is_read_once_it_is_mended(
    repository: Repository, project: Project, missing: str
) -> None:
    for number in range(2, 8):
        repository.commit(why(number))
    sha = repository.git("rev-parse", missing)
    stored = repository.root / ".git/objects" / sha[:2] / sha[2:]
    content = stored.read_bytes()
    stored.unlink()
    for _ in range(2):
        assert any("git fsck" in each for each in project.learn().problems)
    assert len(kept(project)) < 6
    stored.write_bytes(content)
    assert not project.learn().problems
    assert len(kept(project)) == 6
    assert project.learn().read == {}


def test_a_broken_git_folder_is_said(repository: Repository, project: Project) -> None:
    repository.commit(why(2), {"a.py": "x = 1\n"})
    (repository.root / ".git/HEAD").unlink()
    assert any("not a git repository" in each for each in project.learn().problems)


@pytest.mark.parametrize(
    "rewrite",
    [("commit", "--amend", "--allow-empty", "--quiet", "-m"), ("reset", "--hard", "--quiet", "HEAD~2")],
)
def test_a_rewritten_history_loses_nothing_and_doubles_nothing(
    repository: Repository, project: Project, rewrite: tuple[str, ...]
) -> None:
    for number in range(2, 6):
        repository.commit(why(number))
    project.learn()
    repository.git(*rewrite, *([why(5)] if rewrite[0] == "commit" else []))
    repository.git("reflog", "expire", "--expire=now", "--all")
    repository.git("gc", "--quiet", "--prune=now")
    repository.commit(why(9))
    assert not project.learn().problems
    assert kept(project) == sorted({*kept(project)})
    assert {str(number) for number in (2, 3, 4, 5, 9)} <= {text.split()[3] for text in kept(project)}


def test_worktrees_share_a_memory_and_clones_do_not(
    repository: Repository, project: Project, tmp_path: Path
) -> None:
    repository.commit(why(2))
    project.learn()
    repository.git("worktree", "add", "--quiet", str(tmp_path / "tree"))
    clone(repository, tmp_path / "clone")
    assert kept(Project(tmp_path / "tree", project.home)) == kept(project) != []
    assert kept(Project(tmp_path / "clone", project.home)) == []


RESUMED = 70
QUEUE = "def put():\n    # NOTE: never block here because the caller holds the lock\n    return 1\n"


@pytest.mark.parametrize("stop_after", [1, 2, 3])
def test_a_run_that_stops_anywhere_ends_with_the_cards_of_one_that_does_not(
    repository: Repository, project: Project, tmp_path: Path, stop_after: int
) -> None:
    first = repository.commit(why(1))
    repository.commit(why(2), {"queue.py": QUEUE})
    for number in range(RESUMED):
        repository.commit(f"Change {number}")
    repository.commit(f'Revert "Bound queue 1"\n\nThis reverts commit {first[:10]}.\n')
    whole = Project(project.root, tmp_path / "whole")
    whole.learn()
    steps = iter(range(stop_after))
    with project.memory() as memory:
        report = memory.learn(cancelled=lambda: next(steps, None) is None)
    assert report.interrupted
    assert not project.learn().interrupted
    assert _compared(project) == _compared(whole)
    assert any(card.status.value == "superseded" for card in project.cards())


def _compared(project: Project) -> list[tuple[object, ...]]:
    """What two homes must agree on: all but the authors, whose pseudonyms are each project's own."""
    return sorted(
        (
            card.id,
            card.status.value,
            tuple(replace(each, author="") for each in card.sources),
            card.superseded_by,
        )
        for card in project.cards()
    )

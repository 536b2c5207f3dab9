"""Which commit is checked out is read as git itself reads it, whatever form its refs have."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.repository import Repository
from whylens.runtime.git.head import head_commit
from whylens.runtime.project import find_project


def read(root: Path) -> str | None:
    project = find_project(root)
    assert project.git_dir is not None
    assert project.common_dir is not None
    return head_commit(project.git_dir, project.common_dir)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "project")
    made.commit("Start", {"a.txt": "a"})
    return made


def test_before_the_first_commit_there_is_none(tmp_path: Path) -> None:
    assert read(Repository(tmp_path / "empty").root) is None


@pytest.mark.parametrize(
    "arrange",
    [
        [],
        [["pack-refs", "--all"]],
        [["switch", "--quiet", "--create", "team/topic"], ["pack-refs", "--all"]],
        [["switch", "--quiet", "--detach"]],
    ],
    ids=["loose", "packed", "packed with a longer name", "detached"],
)
def test_it_is_what_git_says(repository: Repository, arrange: list[list[str]]) -> None:
    for arguments in arrange:
        repository.git(*arguments)
    assert read(repository.root) == repository.git("rev-parse", "HEAD")


def test_a_work_tree_beside_the_first_one_has_a_head_of_its_own(repository: Repository) -> None:
    first = repository.git("rev-parse", "HEAD")
    repository.git("worktree", "add", "--quiet", "-b", "beside", str(repository.root.parent / "beside"))
    repository.commit("Go on", {"a.txt": "b"})
    assert read(repository.root.parent / "beside") == first
    assert read(repository.root) == repository.git("rev-parse", "HEAD")


def test_a_head_that_leads_in_a_circle_or_out_of_the_folder_is_no_commit(tmp_path: Path) -> None:
    git = tmp_path / "git"
    (git / "refs").mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/one\n")
    (git / "refs" / "one").write_text("ref: refs/one\n")
    assert head_commit(git, git) is None
    (git / "HEAD").write_text("ref: refs/../../outside\n")
    assert head_commit(git, git) is None

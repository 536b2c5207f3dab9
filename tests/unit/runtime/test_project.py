import os
import sys
from pathlib import Path

import pytest

from tests.support.repository import Repository
from whylens.runtime import project as project_module
from whylens.runtime.project import find_project, relative

links = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")


@pytest.fixture
def repository(tmp_path):
    made = Repository(tmp_path / "app")
    made.commit("Start", {"src/main.py": "x = 1\n"})
    return made


def test_a_file_deep_inside_belongs_to_the_repository(repository):
    project = find_project(repository.root / "src" / "main.py")

    assert (project.root, project.name, project.is_git) == (repository.root, "app", True)


def test_a_file_that_does_not_exist_yet_belongs_to_the_repository_around_it(repository):
    assert find_project(repository.root / "new" / "folder" / "file.py").root == repository.root


def test_a_folder_without_a_repository_is_a_project_of_its_own(tmp_path):
    project = find_project(tmp_path)

    assert (project.root, project.is_git, project.note) == (tmp_path, False, "")


def test_worktrees_share_one_memory(repository, tmp_path):
    repository.git("worktree", "add", "--quiet", str(tmp_path / "other"))

    main, other = find_project(repository.root), find_project(tmp_path / "other")

    assert other.key == main.key
    assert other.root == tmp_path / "other"
    assert other.git_dir != main.git_dir
    assert other.name == "app"


def test_clones_do_not_share_a_memory(repository, tmp_path):
    repository.git("clone", "--quiet", str(repository.root), str(tmp_path / "clone"))

    assert find_project(tmp_path / "clone").key != find_project(repository.root).key


def test_equal_names_in_different_places_are_different_projects(tmp_path):
    first, second = (tmp_path / "a" / "app", tmp_path / "b" / "app")
    first.mkdir(parents=True)
    second.mkdir(parents=True)

    assert find_project(first).key != find_project(second).key


def test_a_submodule_is_its_own_project(repository, tmp_path):
    library = Repository(tmp_path / "library")
    library.commit("Start", {"lib.py": "y = 1\n"})
    repository.git(
        "-c", "protocol.file.allow=always", "submodule", "add", "--quiet", str(library.root), "vendor/lib"
    )

    inner = find_project(repository.root / "vendor" / "lib" / "lib.py")

    assert inner.root == repository.root / "vendor" / "lib"
    assert inner.key not in {find_project(repository.root).key, find_project(library.root).key}
    assert inner.name == "lib"


def test_a_bare_repository_is_a_project(repository, tmp_path):
    repository.git("clone", "--quiet", "--bare", str(repository.root), str(tmp_path / "app.git"))

    project = find_project(tmp_path / "app.git")

    assert (project.root, project.name, project.is_git) == (tmp_path / "app.git", "app", True)


def test_a_worktree_of_a_bare_repository_is_named_after_the_repository(repository, tmp_path):
    repository.git("clone", "--quiet", "--bare", str(repository.root), str(tmp_path / "app.git"))
    repository.git(
        "--git-dir",
        str(tmp_path / "app.git"),
        "worktree",
        "add",
        "--quiet",
        str(tmp_path / "feature"),
        "main",
    )

    assert find_project(tmp_path / "feature").name == "app"
    assert find_project(tmp_path / "feature").key == find_project(tmp_path / "app.git").key


def test_a_file_inside_the_git_folder_belongs_to_the_work_tree(repository):
    assert find_project(repository.root / ".git" / "COMMIT_EDITMSG").root == repository.root


def test_a_git_file_that_points_nowhere_makes_a_plain_folder_and_says_so(tmp_path):
    (tmp_path / ".git").write_text("gitdir: /nowhere/at/all\n")

    project = find_project(tmp_path)

    assert not project.is_git
    assert "not there" in project.note


@pytest.mark.parametrize("content", ["", "not a pointer", "gitdir:", "gitdir: .", "\x00\xff"])
def test_a_broken_git_file_never_raises(tmp_path, content):
    (tmp_path / ".git").write_text(content, encoding="latin-1")

    assert find_project(tmp_path).root == tmp_path


def test_an_empty_git_folder_is_passed_over_as_git_does(repository):
    (repository.root / "sub" / ".git").mkdir(parents=True)

    project = find_project(repository.root / "sub")

    assert project.root == repository.root
    assert "not a git repository" in project.note


@links
def test_a_checkout_reached_through_a_link_is_the_same_project(repository, tmp_path):
    (tmp_path / "link").symlink_to(repository.root)

    assert find_project(tmp_path / "link" / "src" / "main.py") == find_project(repository.root)


def test_spaces_and_other_scripts_in_paths_are_kept(tmp_path):
    root = Repository(tmp_path / "Mein Projekt").root
    project = find_project(root)

    assert relative(project, root / "Straße" / "日本 語.py") == "Straße/日本 語.py"


def test_the_root_and_what_lies_outside_have_no_name_in_the_project(repository):
    project = find_project(repository.root)

    assert relative(project, repository.root) is None
    assert relative(project, repository.root.parent / "app-two" / "x.py") is None
    assert relative(project, "../x.py") is None


def test_a_relative_path_is_taken_from_the_root(repository):
    assert relative(find_project(repository.root), "src/../src/main.py") == "src/main.py"


@links
def test_a_path_through_a_link_to_the_checkout_is_found(repository, tmp_path):
    (tmp_path / "link").symlink_to(repository.root)

    assert relative(find_project(repository.root), tmp_path / "link" / "src" / "main.py") == "src/main.py"


@links
def test_a_link_to_another_file_of_the_project_gives_that_file(repository):
    (repository.root / "alias.py").symlink_to(repository.root / "src" / "main.py")

    assert relative(find_project(repository.root), repository.root / "alias.py") == "src/main.py"


@links
def test_a_link_that_leads_outside_gives_the_link(repository, tmp_path):
    (tmp_path / "outside.py").write_text("")
    (repository.root / "alias.py").symlink_to(tmp_path / "outside.py")

    assert relative(find_project(repository.root), repository.root / "alias.py") == "alias.py"


def test_case_does_not_matter_where_the_system_ignores_it(repository, monkeypatch):
    project = find_project(repository.root)
    other_case = Path(str(repository.root).upper()) / "src" / "main.py"
    assert relative(project, other_case) is None

    monkeypatch.setattr(project_module, "_CASE_INSENSITIVE", True)
    assert relative(project, other_case) == "src/main.py"


def test_finding_a_project_starts_no_git(repository, monkeypatch):
    monkeypatch.setenv("PATH", os.devnull)

    assert find_project(repository.root / "src").is_git

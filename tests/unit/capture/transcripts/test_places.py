"""Where sessions are looked for, and whose they are."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.repository import Repository
from tests.unit.capture.transcripts import made_up
from whylens.capture.transcripts.belonging import Belonging, know_folder, work_trees
from whylens.capture.transcripts.discover import Machine, standard_places
from whylens.capture.transcripts.read import sessions
from whylens.capture.transcripts.session import Format
from whylens.runtime.project import find_project

IN_PROJECT = frozenset({Format.AIDER, Format.SPECSTORY, Format.SPECSTORY_V1})


def belongs(project: Path, file: Path, format: Format) -> bool:
    (session,) = sessions(file, format)
    know_folder(session)
    return Belonging(find_project(project))(session)


def test_every_tool_is_found_where_it_keeps_its_sessions(tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "project"
    for format in Format:
        made_up.write(project if format in IN_PROJECT else home, format)
    found = [each.format for each in standard_places(Machine(home, {}, "linux"), [project])]
    assert sorted(found) == sorted(
        set(Format) - {Format.COPILOT_SNAPSHOT}
    )  # of two forms of one chat, the newer


@pytest.mark.parametrize(
    ("platform", "environment", "data"),
    [
        ("linux", {}, ".config/Code/User"),
        ("linux", {}, ".vscode-server/data/User"),
        ("darwin", {}, "Library/Application Support/Code - Insiders/User"),
        ("win32", {}, "AppData/Roaming/VSCodium/User"),
    ],
)
def test_the_users_data_of_an_editor_lies_elsewhere_on_each_system(
    platform: str, environment: dict[str, str], data: str, tmp_path: Path
) -> None:
    made = made_up.write(tmp_path / "made", Format.COPILOT_SNAPSHOT)
    target = tmp_path / "home" / data / "workspaceStorage/w"
    shutil.copytree(made.parent.parent, target)
    found = [each.file for each in standard_places(Machine(tmp_path / "home", environment, platform))]
    assert found == [target / "chatSessions" / made.name]


def test_variables_move_the_folders_of_the_tools(tmp_path: Path) -> None:
    made_up.write(tmp_path, Format.CLAUDE_CODE)
    made_up.write(tmp_path, Format.CODEX)
    environment = {"CLAUDE_CONFIG_DIR": str(tmp_path / ".claude"), "CODEX_HOME": str(tmp_path / ".codex")}
    machine = Machine(tmp_path / "nobody", environment, "linux")
    assert [each.format for each in standard_places(machine)] == [Format.CLAUDE_CODE, Format.CODEX]


def test_specstory_is_found_also_where_a_folder_of_the_project_was_opened(tmp_path: Path) -> None:
    made = made_up.write(tmp_path / "project/client", Format.SPECSTORY)
    found = list(standard_places(Machine(tmp_path / "home", {}, "linux"), [tmp_path / "project"]))
    assert [(each.file, each.format) for each in found] == [(made, Format.SPECSTORY)]


def test_links_are_not_followed(tmp_path: Path) -> None:
    made = made_up.write(tmp_path / "elsewhere", Format.CLAUDE_CODE)
    projects = tmp_path / "home/.claude/projects"
    (projects / "real").mkdir(parents=True)
    (projects / "link").symlink_to(made.parent)
    (projects / "real/link.jsonl").symlink_to(made)
    assert list(standard_places(Machine(tmp_path / "home", {}, "linux"))) == []


@pytest.mark.parametrize("format", Format)
def test_a_session_belongs_to_the_project_it_worked_in_and_to_no_other(
    format: Format, tmp_path: Path
) -> None:
    ours, theirs = Repository(tmp_path / "ours"), Repository(tmp_path / "theirs")
    file = made_up.write(ours.root, format, cwd=str(ours.root))
    assert belongs(ours.root, file, format)
    assert not belongs(theirs.root, file, format)


def test_folders_below_and_work_trees_count_as_the_project(tmp_path: Path) -> None:
    ours = Repository(tmp_path / "ours")
    ours.commit("Start", {"deep/a.py": "pass\n"})
    ours.git("worktree", "add", "--quiet", str(tmp_path / "second"))
    for folder in (ours.root / "deep", tmp_path / "second", tmp_path / "second/deep"):
        file = made_up.write(tmp_path / "home", Format.CODEX, cwd=str(folder))
        assert belongs(ours.root, file, Format.CODEX)
        assert belongs(tmp_path / "second", file, Format.CODEX)


def test_a_work_tree_that_was_deleted_still_counts(tmp_path: Path) -> None:
    ours = Repository(tmp_path / "ours")
    ours.commit("Start", {"a.py": "pass\n"})
    ours.git("worktree", "add", "--quiet", str(tmp_path / "second"))
    shutil.rmtree(tmp_path / "second")
    assert work_trees(find_project(ours.root)) == [ours.root, tmp_path / "second"]
    file = made_up.write(tmp_path / "home", Format.CLAUDE_CODE, cwd=str(tmp_path / "second/src"))
    assert belongs(ours.root, file, Format.CLAUDE_CODE)


@pytest.mark.parametrize(
    "cwd", ["", "relative/path", "../ours", "vscode-remote://box/ours", "C:\\ours", "/gone/ours", "a\0b"]
)
def test_a_folder_that_is_not_on_this_machine_belongs_to_nobody(cwd: str, tmp_path: Path) -> None:
    ours = Repository(tmp_path / "ours")
    file = made_up.write(tmp_path / "home", Format.CODEX, cwd=cwd)
    assert not belongs(ours.root, file, Format.CODEX)


def test_a_repository_inside_the_project_is_another_project(tmp_path: Path) -> None:
    outer, inner = Repository(tmp_path / "outer"), Repository(tmp_path / "outer/vendor/inner")
    file = made_up.write(tmp_path / "home", Format.CODEX, cwd=str(inner.root))
    assert not belongs(outer.root, file, Format.CODEX)
    shutil.rmtree(inner.root)
    assert not belongs(outer.root, file, Format.CODEX)

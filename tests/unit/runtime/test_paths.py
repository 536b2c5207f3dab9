import subprocess
import sys

import pytest

from whylens.model.errors import ReadOnly
from whylens.runtime import paths

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions are those of POSIX")


def test_the_home_given_wins_over_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv(paths.HOME_VARIABLE, str(tmp_path / "from-environment"))

    assert paths.home(tmp_path / "given") == tmp_path / "given"
    assert paths.home() == tmp_path / "from-environment"


@posix
def test_only_the_user_may_look_into_what_is_created(tmp_path):
    folder = paths.project_folder(paths.home(tmp_path / "one" / "home"), "key")

    for created in (tmp_path / "one", tmp_path / "one" / "home", folder.parent, folder):
        assert created.stat().st_mode & 0o777 == 0o700


@posix
def test_a_folder_that_exists_keeps_its_permissions(tmp_path):
    tmp_path.chmod(0o755)

    paths.home(tmp_path)

    assert tmp_path.stat().st_mode & 0o777 == 0o755


def test_git_ignores_a_home_inside_a_repository(tmp_path):
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    folder = paths.project_folder(paths.home(tmp_path / ".whylens"), "key")
    (folder / "memory.db").write_text("x")

    status = subprocess.run(["git", "status", "--porcelain"], cwd=tmp_path, capture_output=True, check=True)

    assert status.stdout == b""


def test_a_home_that_is_a_file_is_refused_with_the_remedy(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(ReadOnly, match="--home"):
        paths.home(tmp_path / "file")


def test_a_relative_home_is_made_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert paths.home("home") == tmp_path / "home"

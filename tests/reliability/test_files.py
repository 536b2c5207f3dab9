"""Any file may lie in a repository or a folder; learning reads what is source and passes by the rest."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.reliability.conftest import Project
from tests.support.repository import Repository
from whylens.capture import tree
from whylens.runtime.regular import read_regular

CODE = "def {name}(a):\n    # HACK: sleep a while because device {name} answers garbage after a reset\n    return a\n"

CONTENTS = {
    "sp ace.py": CODE.format(name="space").encode(),
    "qu\"o'te.py": CODE.format(name="quote").encode(),
    "ünï/日本.py": CODE.format(name="wide").encode(),
    "-dash.py": CODE.format(name="dash").encode(),
    ":(top)magic.py": CODE.format(name="magic").encode(),
    "bom.py": b"\xef\xbb\xbf" + CODE.format(name="marked").encode(),
    "crlf.py": CODE.format(name="windows").replace("\n", "\r\n").encode(),
    "latin.py": CODE.format(name="latin").replace("while", "whilé").encode("latin-1"),
}
ODD = {
    "empty.py": b"",
    "binary.py": b"\0\1\2" * 100,
    "one_line.js": b"// " + b"because a " * 90_000,
    "open.py": b"(" * 50_000,
    "wide.py": CODE.format(name="utf16").encode("utf-16"),
}
POSIX = pytest.mark.skipif(os.name == "nt", reason="such names cannot be made there")


def _fill(root: Path) -> None:
    for name, content in {**CONTENTS, **ODD}.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    (root / "new\nline.py").write_text(CODE.format(name="newline"), encoding="utf-8")
    Path(os.fsdecode(os.fsencode(root) + b"/latin\xff.py")).write_text(
        CODE.format(name="bytes"), encoding="utf-8"
    )
    (root / "loop").symlink_to("loop")
    (root / "round").symlink_to(".")
    os.mkfifo(root / "pipe.py")


@POSIX
@pytest.mark.parametrize("is_git", [True, False])
def test_odd_files_are_read_or_passed_by(repository: Repository, tmp_path: Path, is_git: bool) -> None:
    root = repository.root if is_git else tmp_path / "plain"
    root.mkdir(exist_ok=True)
    _fill(root)
    if is_git:
        (root / "pipe.py").unlink()
        repository.commit("Add all")
    project = Project(root, tmp_path / "home")
    report = project.learn()
    assert report.problems == ()
    said = " ".join(card.summary for card in project.cards())
    for name in ("space", "quote", "wide", "dash", "magic", "marked", "windows", "latin", "newline"):
        assert f"device {name} " in said
    assert project.learn().read == {}


@POSIX
def test_a_link_that_leads_out_of_the_project_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_text(CODE.format(name="outside"), encoding="utf-8")
    root = tmp_path / "plain"
    root.mkdir()
    (root / "inside.py").symlink_to(tmp_path / "outside.py")
    project = Project(root, tmp_path / "home")
    project.learn()
    assert project.cards() == []


def test_a_file_that_could_not_be_read_is_read_the_next_time(
    repository: Repository, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit("Start", {"a.py": CODE.format(name="locked")})

    def refused(path: Path, *_: object, **__: object) -> bytes:
        if path.name == "a.py":
            raise PermissionError(13, "not yours")
        return read_regular(path)

    with monkeypatch.context() as patch:
        patch.setattr(tree, "read_regular", refused)
        project.learn()
    assert project.cards() == []
    project.learn()
    assert len(project.cards()) == 1

"""Tool calls left by other processes."""

from __future__ import annotations

import os
import time
from pathlib import Path

from whylens.capture import spool
from whylens.model.happening import ToolUsed

#: Looks like a token and is none.
TOKEN = "ghp_" + "k7Qp2Zt9Lw4Xs8Rv1Bn6My3Jc5Hd0FgTuEaW"


def used(what: str = "pytest", **more: object) -> ToolUsed:
    return ToolUsed(**{"at": 1.0, "tool": "Bash", "what": what, "succeeded": True, "session": "s", **more})  # type: ignore[arg-type]


def test_what_was_left_is_given_once_in_order(tmp_path: Path) -> None:
    spool.allow(tmp_path / "spool", True)
    calls = [used(f"echo {number}", files=("a.py",), output="done") for number in range(3)]
    for each in calls:
        assert spool.put(tmp_path / "spool", each)
    assert spool.waits(tmp_path / "spool")
    assert spool.take(tmp_path / "spool") == calls
    assert spool.take(tmp_path / "spool") == []
    assert not spool.waits(tmp_path / "spool")


def test_without_a_folder_nothing_is_left(tmp_path: Path) -> None:
    assert not spool.put(tmp_path / "spool", used())
    assert not (tmp_path / "spool").exists()
    assert spool.take(tmp_path / "spool") == []


def test_every_folder_it_makes_is_private(tmp_path: Path) -> None:
    spool.allow(tmp_path / "home" / "projects" / "key" / "spool", True)
    made = [tmp_path / "home", *(tmp_path / "home").rglob("*")]
    if os.name == "posix":
        assert {folder.stat().st_mode & 0o077 for folder in made} == {0}


def test_taking_the_folder_away_takes_what_waits(tmp_path: Path) -> None:
    spool.allow(tmp_path / "spool", True)
    spool.put(tmp_path / "spool", used())
    spool.allow(tmp_path / "spool", False)
    assert not (tmp_path / "spool").exists()
    spool.allow(tmp_path / "spool", False)


def test_no_secret_is_on_disk_and_only_the_user_may_read(tmp_path: Path) -> None:
    spool.allow(tmp_path / "spool", True)
    spool.put(tmp_path / "spool", used(f"curl -H 'Authorization: Bearer {TOKEN}'", output=f"token={TOKEN}\n"))
    spool.put(tmp_path / "spool", used("cat .env", output="HOST=example\nCOLOUR=green-and-blue\n"))
    written = b"".join(file.read_bytes() for file in (tmp_path / "spool").iterdir())
    assert TOKEN.encode() not in written
    assert b"green-and-blue" not in written
    if os.name == "posix":
        assert {file.stat().st_mode & 0o077 for file in (tmp_path / "spool").iterdir()} == {0}


def test_what_a_server_that_died_began_to_read_is_read_by_the_next(tmp_path: Path) -> None:
    spool.allow(tmp_path / "spool", True)
    spool.put(tmp_path / "spool", used())
    (file,) = (tmp_path / "spool").iterdir()
    claimed = file.rename(file.with_suffix(".claimed"))
    assert spool.take(tmp_path / "spool") == []
    long_ago = time.time() - 2 * spool.CLAIMED_FOR
    os.utime(claimed, (long_ago, long_ago))
    assert spool.take(tmp_path / "spool") == [used()]


def test_damaged_files_are_passed_over_and_taken_away(tmp_path: Path) -> None:
    spool.allow(tmp_path / "spool", True)
    for name, text in (("1.json", "{"), ("2.json", "[]"), ("3.json", '{"at": 1}')):
        (tmp_path / "spool" / name).write_text(text)
    spool.put(tmp_path / "spool", used())
    assert spool.take(tmp_path / "spool") == [used()]
    assert not spool.waits(tmp_path / "spool")


def test_a_spool_nobody_reads_does_not_grow_for_ever(tmp_path: Path) -> None:
    spool.allow(tmp_path / "spool", True)
    for number in range(spool.MOST_FILES):
        (tmp_path / "spool" / f"{number}.json").touch()
    assert not spool.put(tmp_path / "spool", used())

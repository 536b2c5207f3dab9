"""What the terminal says of what is not there, and of what is kept but not shown: every count adds up in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.test_mistakes import Door
from tests.support.repository import Repository
from whylens.cli.counts import counted_memories
from whylens.model.words import LIVE, Status

CODE = "def read(sensor):\n    # HACK: sleep a while because the sensor answers garbage after it\n    return sensor\n"
IMPORTED = '{"summary": "The walrus enclosure is heated at night", "kind": "fact"}\n'


@pytest.fixture
def door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Door:
    repository = Repository(tmp_path / "project")
    repository.commit("Start", {"sensor.py": CODE})
    monkeypatch.setenv("WHYLENS_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(repository.root)
    return Door(repository.root, tmp_path / "home", capsys)


@pytest.mark.parametrize("command", [["anchors", "nope.py"], ["recall", "--file", "nope.py"]])
def test_a_file_that_is_neither_there_nor_remembered_is_said_to_be_missing(
    door: Door, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    door("learn")
    door.capture.readouterr()
    from whylens.cli.main import main

    assert main(command) == 1
    assert "there is no file nope.py" in capsys.readouterr().err


def test_a_file_that_is_gone_and_remembered_is_answered(door: Door) -> None:
    door("learn")
    (door.root / "sensor.py").unlink()
    assert "sensor.py" in door("anchors", "sensor.py")
    assert "garbage" in door("recall", "--file", "sensor.py")


def test_what_waits_for_review_is_named_where_nothing_else_fits(door: Door) -> None:
    (door.root / "cards.jsonl").write_text(IMPORTED)
    door("import", "cards.jsonl")
    told = door("recall", "is the walrus enclosure heated")
    assert "1 memory waits for review" in told
    assert "whylens queue" in told
    assert "walrus" in door("queue")
    assert "heated" in door("recall", "is the walrus enclosure heated", "--include-candidates")


def test_a_search_among_what_waits_does_not_point_to_itself(door: Door) -> None:
    (door.root / "cards.jsonl").write_text(IMPORTED)
    door("import", "cards.jsonl")
    told = door("recall", "which colour do the invitations have", "--include-candidates")
    assert "--include-candidates" not in told


def test_status_and_export_count_what_is_not_shown_in_the_same_words(door: Door) -> None:
    door("remember", "Locks are advisory on this platform")
    handle = re.search(r"W-[0-9a-f]+", door("recall", "advisory locks", "--all"))
    assert handle
    door("remember", "Locks are mandatory on this platform", "--supersedes", handle[0])
    (door.root / "cards.jsonl").write_text(IMPORTED)
    door("import", "cards.jsonl")
    counted = "1 memory, 1 waiting for review, 1 superseded"
    assert counted in door("status")
    exported = door("export", "out.jsonl")
    assert "Exported 3 card(s)" in exported
    assert counted in exported
    assert "of 3, those not shown included" in door("status")


def test_no_status_is_left_out_of_the_count() -> None:
    assert set(re.findall(r"\d+", counted_memories({each.value: 7 for each in Status}))) == {"7", "21"}
    assert (
        len(counted_memories({each.value: 7 for each in Status}).split(", ")) == len(Status) - len(LIVE) + 1
    )
    assert counted_memories({}) == "0 memories"

"""Learning from sessions: this project's alone, redacted, once, and on from where it stopped."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.repository import Repository
from tests.unit.capture.transcripts import made_up
from whylens.app import open_memory
from whylens.capture.transcripts.session import Format
from whylens.memory import Memory
from whylens.memory.requests import CardFilter, LearnReport
from whylens.model.card import Card
from whylens.model.words import Basis, Status

RULE = "From now on never call `requests.get` without a timeout in api/upload.py."
#: Made up, of the form of a real one.
SECRET = "ghp_" + "q7Xr2mZ9tK4wB8nD1vS6yH3cJ5fL0pA2eUgM"


@dataclass
class Place:
    """A project, a user's home beside it, and the memory of the project."""

    root: Path
    home: Path
    folder: Path
    memory: Memory

    def learn(self) -> LearnReport:
        return self.memory.learn_chats(self.memory.chats().to_read)

    def cards(self) -> list[Card]:
        return self.memory.cards(CardFilter())

    def write(self, format: Format, *texts: str, cwd: Path | None = None) -> Path:
        """A session of *format* in which the user says *texts*."""
        in_project = format in (Format.AIDER, Format.SPECSTORY, Format.SPECSTORY_V1)
        said = tuple(("user", text, None, "") for text in texts)
        return made_up.write(self.root if in_project else self.home, format, str(cwd or self.root), said)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    home, folder = tmp_path / "user", tmp_path / "whylens"
    for variable in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr("sys.platform", "linux")
    repository = Repository(tmp_path / "project")
    repository.commit("Start", {"api/upload.py": "def upload():\n    pass\n"})
    memory = open_memory(repository.root, home=folder, embeddings=False)
    yield Place(repository.root, home, folder, memory)
    memory.close()


@pytest.mark.parametrize("format", Format)
def test_what_the_user_decided_becomes_a_card_that_names_session_turn_and_time(
    format: Format, place: Place
) -> None:
    place.write(format, "Hello.", RULE)
    report = place.learn()
    assert report.read == {"chat sessions": 1, "chat turns": 2}
    (card,) = place.cards()
    (source,) = card.sources
    assert card.summary == RULE
    assert card.files == ("api/upload.py",)
    assert source.basis is Basis.CHAT_USER
    assert ", turn 2" in source.title
    assert source.at > 0
    assert card.session == source.locator != ""


def test_what_an_assistant_found_waits_for_review(place: Place) -> None:
    said = (("assistant", "`put_object` fails in api/upload.py because the length is unknown.", None, ""),)
    made_up.write(place.home, Format.CODEX, str(place.root), said)
    place.learn()
    assert [card.status for card in place.cards()] == [Status.CANDIDATE]
    assert [card.basis for card in place.cards()] == [Basis.CHAT_ASSISTANT]


@pytest.mark.parametrize("format", Format)
def test_a_second_run_finds_nothing_new(format: Format, place: Place) -> None:
    place.write(format, RULE)
    place.learn()
    before = place.cards()
    assert place.memory.chats().to_read == ()
    assert place.memory.chats().known == 1
    assert place.learn().read == {}
    assert place.cards() == before


@pytest.mark.parametrize("format", Format)
def test_a_session_that_grew_is_read_from_where_it_stopped(format: Format, place: Place) -> None:
    file = place.write(format, "Hello.", RULE)
    place.learn()
    file.unlink()
    place.write(
        format, "Hello.", RULE, "We decided to keep the limit at 2 GB because the workers have small disks."
    )
    (chat,) = place.memory.chats().to_read
    assert not chat.is_new
    assert place.learn().read == {"chat sessions": 1, "chat turns": 1}
    assert len(place.cards()) == 2


@pytest.mark.parametrize("format", Format)
def test_a_session_whose_past_changed_is_read_anew_and_nothing_is_kept_twice(
    format: Format, place: Place
) -> None:
    file = place.write(format, "Hello.", RULE)
    place.learn()
    file.unlink()
    place.write(format, "Good morning, another beginning.", RULE)
    assert place.learn().read == {"chat sessions": 1, "chat turns": 2}
    assert [card.summary for card in place.cards()] == [RULE]
    assert len(place.cards()[0].sources) == 1


def test_an_interrupted_run_goes_on_where_it_stopped(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whylens.memory.chats._TURNS_A_STEP", 2)
    place.write(Format.CODEX, "One.", RULE, "Three.", "Four.", "Five.")
    answers = iter([False, True, True])
    report = place.memory.learn_chats(place.memory.chats().to_read, cancelled=lambda: next(answers))
    assert report.interrupted
    assert report.read["chat turns"] == 2
    assert place.learn().read["chat turns"] == 3
    assert len(place.cards()) == 1


def test_sessions_of_another_project_are_neither_listed_nor_read(place: Place, tmp_path: Path) -> None:
    other = Repository(tmp_path / "other")
    for format in (Format.CLAUDE_CODE, Format.CURSOR_DESKTOP, Format.COPILOT_LOG):
        place.write(format, RULE, cwd=other.root)
    assert place.memory.chats().to_read == ()
    assert place.memory.chats().problems == ()


def test_one_conversation_kept_by_two_tools_does_not_confirm_itself(place: Place) -> None:
    place.write(Format.CURSOR_DESKTOP, RULE)
    place.write(Format.SPECSTORY_V1, RULE)
    place.learn()
    (card,) = place.cards()
    assert len(card.sources) == 1
    assert card.confidence < 0.56


def test_the_same_rule_in_another_conversation_confirms_it(place: Place) -> None:
    place.write(Format.CURSOR_DESKTOP, RULE)
    place.write(Format.SPECSTORY_V1, f"{RULE} And please add a test.")
    place.learn()
    (card,) = place.cards()
    assert len(card.sources) == 2
    assert card.confidence > 0.56


def test_no_secret_reaches_the_disk(place: Place) -> None:
    place.write(Format.CLAUDE_CODE, f"{RULE} The token is {SECRET}, always use {SECRET} in api/upload.py.")
    place.learn()
    assert place.cards()
    place.memory.flush()
    for file in place.folder.rglob("*"):
        if file.is_file():
            assert SECRET.encode() not in file.read_bytes()


def test_what_whylens_injected_is_not_learned_from_the_answer(place: Place) -> None:
    place.write(Format.CLAUDE_CODE, RULE)
    place.learn()
    (card,) = place.cards()
    assert card.status is Status.ACTIVE
    from whylens.memory.requests import ContextRequest

    injected = place.memory.context(ContextRequest(task="timeout in upload", path="api/upload.py")).text
    assert card.handle in injected
    said = (
        ("user", f"{injected}\n\nWhat about timeouts?", None, ""),
        ("assistant", f"As [{card.handle}] says: {RULE}\n\n{RULE}", None, ""),
        ("user", RULE, None, ""),
    )
    made_up.write(place.home, Format.CODEX, str(place.root), said)
    place.learn()
    assert place.cards() == [card]


def test_a_damaged_file_is_named_and_the_rest_is_learned(place: Place) -> None:
    place.write(Format.CURSOR_DESKTOP, RULE).write_bytes(b"SQLite format 3\0" + b"\xff" * 9000)
    file = place.write(Format.CODEX, RULE)
    file.write_bytes(file.read_bytes() + b"{broken\n")
    chats = place.memory.chats()
    assert any("state.vscdb: cannot be read" in each for each in chats.problems)
    report = place.memory.learn_chats(chats.to_read)
    assert [each.rpartition(": ")[2] for each in report.problems] == ["1 line could not be read"]
    assert len(place.cards()) == 1


def test_nothing_is_written_beside_the_users_files(place: Place) -> None:
    for format in Format:
        place.write(format, RULE)
    before = {each: each.read_bytes() for each in place.home.rglob("*") if each.is_file()}
    place.learn()
    assert {each: each.read_bytes() for each in place.home.rglob("*") if each.is_file()} == before


def test_a_session_that_is_gone_when_it_is_read_gives_nothing(place: Place) -> None:
    place.write(Format.CLAUDE_CODE, RULE)
    chats = place.memory.chats()
    shutil.rmtree(place.home)
    assert place.memory.learn_chats(chats.to_read).cards == {}


def test_a_forgotten_card_does_not_come_back(place: Place) -> None:
    from whylens.memory.requests import Selection

    file = place.write(Format.CLAUDE_CODE, RULE)
    place.learn()
    place.memory.forget(Selection(ids=(place.cards()[0].id,)))
    row = json.dumps({"type": "summary", "summary": "x"})
    file.write_text(row + "\n" + file.read_text())
    place.learn()
    assert place.cards() == []


def test_what_was_said_of_a_function_stands_at_the_function(place: Place) -> None:
    place.write(Format.CODEX, "From now on `upload` never retries, because the server counts every attempt.")
    place.learn()
    (card,) = place.cards()
    assert [(each.path, each.symbol) for each in card.anchors] == [("api/upload.py", ("upload",))]

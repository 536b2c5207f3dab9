"""Whatever happened to a file, reading it never raises, and gives the turns that are whole."""

from __future__ import annotations

import json
import os
import sqlite3
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.unit.capture.transcripts import made_up
from whylens.capture.transcripts import lines as lines_module
from whylens.capture.transcripts.lines import raw_lines
from whylens.capture.transcripts.read import sessions
from whylens.capture.transcripts.session import Format, Turn

DATABASES = frozenset({Format.CURSOR_DESKTOP, Format.CURSOR_CLI})


def turns_of(file: Path, format: Format) -> list[Turn]:
    return [turn for session in sessions(file, format) for turn in session]


def spoken(turns: list[Turn]) -> list[tuple[str, str]]:
    return [(turn.role, turn.text) for turn in turns if turn.role != "tool"]


def assert_is_beginning(found: list[tuple[str, str]], whole: list[tuple[str, str]]) -> None:
    """All turns but the last are the true ones; the last may be cut."""
    assert len(found) <= len(whole)
    assert found[:-1] == whole[: max(0, len(found) - 1)]
    if found:
        role, text = found[-1]
        assert role == whole[len(found) - 1][0]
        assert whole[len(found) - 1][1].startswith(text.rstrip("\ufffd`_*-#> \n"))


@pytest.mark.parametrize("format", Format)
def test_a_file_cut_anywhere_gives_the_beginning_of_its_turns(format: Format, tmp_path: Path) -> None:
    file = made_up.write(tmp_path, format)
    content, whole = file.read_bytes(), spoken(turns_of(file, format))
    step = 997 if format in DATABASES else 7
    for size in [*range(0, len(content), step), len(content) - 1]:
        file.write_bytes(content[:size])
        assert_is_beginning(spoken(turns_of(file, format)), whole)


@pytest.mark.parametrize("format", Format)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_file_overwritten_anywhere_never_raises(
    format: Format, tmp_path: Path, data: st.DataObject
) -> None:
    file = made_up.write(tmp_path / os.urandom(6).hex(), format)
    content = bytearray(file.read_bytes())
    start = data.draw(st.integers(0, len(content) - 1))
    junk = data.draw(st.binary(min_size=1, max_size=200))
    content[start : start + data.draw(st.sampled_from([0, len(junk), 4096]))] = junk
    file.write_bytes(content)
    for turn in turns_of(file, format):
        assert isinstance(turn.text, str)
        assert isinstance(turn.output, str)


@pytest.mark.parametrize("format", Format)
@pytest.mark.parametrize(
    "content", [b"", b"\0" * 9000, b"\xff\xfe\x00x", b"null", b"[" * 90_000, b'{"a":' * 90_000]
)
def test_a_file_that_is_something_else_gives_nothing(format: Format, content: bytes, tmp_path: Path) -> None:
    file = made_up.write(tmp_path, format)
    file.write_bytes(content)
    assert [turn for turn in turns_of(file, format) if turn.role == "user"] == []


@pytest.mark.parametrize("format", [each for each in Format if each not in DATABASES])
def test_text_that_is_no_utf8_is_read_with_marks_in_its_place(format: Format, tmp_path: Path) -> None:
    file = made_up.write(tmp_path, format)
    content = file.read_bytes()
    file.write_bytes(content.replace("¡nunca!".encode(), "¡nunca!".encode("latin-1")))
    assert len(spoken(turns_of(file, format))) == len(made_up.TURNS)
    assert any("\ufffdnunca!" in turn.text for turn in turns_of(file, format))


def test_an_unreadable_line_is_counted_and_the_rest_is_kept(tmp_path: Path) -> None:
    file = made_up.write(tmp_path, Format.CLAUDE_CODE)
    good = file.read_bytes()
    file.write_bytes(b'{"type": "user", "mess\n' + good + b'{"half":\n')
    (session,) = sessions(file, Format.CLAUDE_CODE)
    assert len(spoken(list(session))) == len(made_up.TURNS)
    assert session.problems == ["2 lines could not be read"]


def test_a_line_that_is_too_long_is_left_out_and_the_rest_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines_module, "LONGEST_LINE", 2000)
    file = made_up.write(tmp_path, Format.CODEX)
    file.write_bytes(file.read_bytes().replace(b"\n", b"\n" + b"x" * 7000 + b"\n", 1))
    (session,) = sessions(file, Format.CODEX)
    assert len(spoken(list(session))) == len(made_up.TURNS)
    assert session.problems == ["1 very long line left out"]


def test_lines_know_where_they_end(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_bytes(b"one\n\ntwo\r\nlast")
    with file.open("rb") as stream:
        ends = [end for _, end in raw_lines(stream)]
    assert ends == [4, 5, 10, 14]


def test_links_and_pipes_are_not_opened(tmp_path: Path) -> None:
    true = made_up.write(tmp_path / "true", Format.CLAUDE_CODE)
    link = tmp_path / "link.jsonl"
    link.symlink_to(true)
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    for file in (link, pipe, tmp_path):
        (session,) = sessions(file, Format.CLAUDE_CODE)
        assert list(session) == []
        assert session.problems


def test_a_database_in_use_is_read_with_what_its_log_holds_and_left_as_it_is(tmp_path: Path) -> None:
    file = made_up.write(tmp_path, Format.CURSOR_DESKTOP)
    user = sqlite3.connect(file)
    user.execute("PRAGMA journal_mode = WAL")
    user.execute("UPDATE cursorDiskKV SET value = replace(value, 'Never raise it', 'Never lower it')")
    user.commit()
    user.execute("BEGIN EXCLUSIVE")
    user.execute("UPDATE cursorDiskKV SET value = replace(value, 'Never', 'Always')")
    before = sorted((each.name, each.stat().st_size) for each in file.parent.iterdir())
    texts = [turn.text for turn in turns_of(file, Format.CURSOR_DESKTOP)]
    assert any("Never lower it" in text for text in texts)
    assert sorted((each.name, each.stat().st_size) for each in file.parent.iterdir()) == before
    user.rollback()
    user.close()


def test_a_row_that_is_no_utf8_is_read_with_marks_in_its_place(tmp_path: Path) -> None:
    file = made_up.write(tmp_path, Format.CURSOR_DESKTOP)
    with sqlite3.connect(file) as database:
        rows = database.execute("SELECT key, value FROM cursorDiskKV WHERE value LIKE '%nunca%'").fetchall()
        for key, value in rows:
            raw = json.dumps(json.loads(value), ensure_ascii=False).encode("latin-1", "replace")
            database.execute("UPDATE cursorDiskKV SET value = CAST(? AS TEXT) WHERE key = ?", (raw, key))
    database.close()
    assert any("\ufffdnunca!" in turn.text for turn in turns_of(file, Format.CURSOR_DESKTOP))


def test_sessions_of_one_database_are_read_one_after_another(tmp_path: Path) -> None:
    file = made_up.write(tmp_path, Format.CURSOR_DESKTOP)
    with sqlite3.connect(file) as database:
        composer = '{"fullConversationHeadersOnly": [{"bubbleId": "b"}], "name": "Other"}'
        database.execute("INSERT INTO cursorDiskKV VALUES ('composerData:zz', ?)", (composer,))
        database.execute(
            'INSERT INTO cursorDiskKV VALUES (\'bubbleId:zz:b\', \'{"type": 1, "text": "Hello"}\')'
        )
    database.close()
    found = [(session.title, len(list(session))) for session in sessions(file, Format.CURSOR_DESKTOP)]
    assert found == [(made_up.TITLE, len(made_up.CONVERSATION)), ("Other", 1)]


def test_reading_may_stop_in_the_middle(tmp_path: Path) -> None:
    for format in Format:
        file = made_up.write(tmp_path / format, format)
        for session in sessions(file, format):
            assert len(list(islice(session, 2))) == 2

import sys
import threading
from multiprocessing import AuthenticationError, Pipe

import pytest

from whylens.embed import wire


def exchange(worker_key: str, client_key: str):
    """What both sides raise when they greet each other."""
    ours, theirs = Pipe()
    raised = []

    def answer():
        try:
            wire.greet(theirs, worker_key, as_worker=True)
        except (AuthenticationError, OSError, EOFError) as error:
            raised.append(error)
        finally:
            theirs.close()

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        wire.greet(ours, client_key, as_worker=False)
    except (AuthenticationError, OSError, EOFError) as error:
        raised.append(error)
    thread.join()
    ours.close()
    return raised


def test_who_knows_the_secret_is_let_in_and_nobody_else():
    assert exchange("ab" * 32, "ab" * 32) == []
    assert exchange("ab" * 32, "cd" * 32) != []


def test_a_message_arrives_as_it_was_sent():
    ours, theirs = Pipe()

    wire.send(ours, {"op": "embed", "texts": ["ü 日本", "\n"]}, b"\n{}\xff")

    assert wire.receive(theirs) == ({"op": "embed", "texts": ["ü 日本", "\n"]}, b"\n{}\xff")


@pytest.mark.parametrize("content", [b"", b"not json", b"[1]", b"\xff\xfe", b'"text"'])
def test_what_is_no_message_is_refused(content):
    ours, theirs = Pipe()
    ours.send_bytes(content)

    with pytest.raises(ValueError):
        wire.receive(theirs)


def test_a_message_that_is_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(wire, "LONGEST_MESSAGE", 100)
    ours, theirs = Pipe()
    wire.send(ours, {"texts": ["x" * 200]})

    with pytest.raises(OSError):
        wire.receive(theirs)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are those of POSIX")
def test_the_secret_is_the_users_alone_and_new_each_time(home):
    place = wire.place_in(home)

    first = wire.announce(place)
    second = wire.announce(place)

    assert first.key != second.key
    assert wire.read_meeting(place) == second
    assert place.meeting.stat().st_mode & 0o777 == 0o600
    assert place.folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"address": "x"}', '{"address": "x", "key": "", "pid": 1, "more": 1}']
)
def test_an_unreadable_meeting_is_none(home, content):
    place = wire.place_in(home)
    place.meeting.write_text(content)

    assert wire.read_meeting(place) is None


def test_a_home_with_a_long_path_still_has_a_place_to_meet(home):
    deep = wire.place_in(home / ("long" * 30))

    assert deep.address != wire.place_in(home).address
    assert sys.platform == "win32" or len(deep.address) < 100


def test_texts_are_made_fit_to_travel():
    assert wire.fit("a\ud800b") == "a?b"
    assert len(wire.fit("x" * 10_000)) == wire.LONGEST_TEXT

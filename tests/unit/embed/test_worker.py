import math
import os
import socket
import subprocess
import sys
import threading
from multiprocessing.connection import Client

import pytest

from tests.unit.embed.conftest import has_ended, wait_until, worker_of
from whylens.embed import lane, launch, wire
from whylens.embed.client import BATCH, EmbedClient
from whylens.embed.vectors import BYTES, cosine, to_numpy
from whylens.model.errors import Unavailable

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and sockets of POSIX")


def test_vectors_have_length_one_and_are_the_same_every_time(shared):
    texts = ["Retry at most three times.", "", "x", "word " * 2000, "ünïcödé 日本語 🚀", "\x00\ud800"]

    first, second = (shared.embed_many(texts, timeout=60) for _ in range(2))

    assert [len(vector) for vector in first] == [BYTES] * len(texts)
    assert all(math.isclose(norm, 1.0, rel_tol=1e-5) for norm in (to_numpy(first) ** 2).sum(axis=1))
    assert first == second


def test_a_text_has_the_same_vector_alone_and_among_others(shared):
    alone = shared.embed_query("Keep the order of the fields.", timeout=60)
    among = shared.embed_many(
        [*["something else entirely " * 20] * 5, "Keep the order of the fields."], timeout=60
    )

    assert among[-1] == alone


MEANINGS = [
    (
        "The cache holds at most a hundred entries.",
        "No more than 100 items are kept cached.",
        "Run the linter before pushing.",
    ),
    (
        "Old clients read fields by position, so keep the order.",
        "Do not reorder columns: legacy consumers index them.",
        "The logo is blue.",
    ),
    (
        "We retry uploads three times because of the quota.",
        "Attempts to upload are limited by the tenant's allowance.",
        "Prefer tabs in Makefiles.",
    ),
]


@pytest.mark.parametrize(("text", "paraphrase", "unrelated"), MEANINGS)
def test_a_paraphrase_is_nearer_than_something_else(shared, text, paraphrase, unrelated):
    vector, near, far = shared.embed_many([text, paraphrase, unrelated], timeout=60)

    assert cosine(vector, near) > cosine(vector, far) + 0.15


def test_long_lists_come_back_in_order(shared):
    texts = [f"statement number {number} about part {number * 7}" for number in range(3 * BATCH + 1)]

    vectors = shared.embed_many(texts, timeout=60)

    assert len(vectors) == len(texts)
    assert vectors[BATCH] == shared.embed_query(texts[BATCH], timeout=60)


def test_tokens_are_counted_exactly(shared):
    assert shared.count_tokens(["hello world", "", "<|endoftext|>", "a\ud800"], timeout=60)[:2] == [2, 0]


def test_a_question_asked_before_needs_no_worker(shared):
    vector = shared.embed_query("asked twice", timeout=60)

    assert shared.embed_query("asked twice", timeout=0) == vector
    assert shared.embed_query("never asked", timeout=0) is None


def test_the_first_question_never_waits_longer_than_it_may(client):
    assert client.status().state == "off"

    assert client.embed_query("cold", timeout=0.001) is None

    assert wait_until(lambda: client.embed_query("cold", timeout=0) is not None)
    assert client.status().state == "ready"


def test_warming_starts_the_worker_once(client):
    client.warm()
    client.warm()

    assert wait_until(lambda: client.status().state == "ready" and client._queries.waiting == 0)
    assert client.status().starts == 1


def test_all_windows_share_one_worker_even_when_they_open_together(home):
    clients = [EmbedClient(home) for _ in range(3)]
    found = []
    threads = [
        threading.Thread(target=lambda c=client: found.append(c.embed_many(["same"], timeout=60)))
        for client in clients
    ]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found[0] == found[1] == found[2]
    worker = worker_of(home)
    started = [each._launcher._process for each in clients if each._launcher._process]
    assert wait_until(
        lambda: [process.pid for process in started if process.poll() is None] in ([worker.pid], [])
    )
    for client in clients:
        client.close()


def test_the_worker_goes_when_its_last_client_was_killed(home):
    script = (
        "import sys, time; from pathlib import Path; from whylens.embed.client import EmbedClient;"
        "EmbedClient(Path(sys.argv[1])).embed_many(['x'], timeout=60); print('ready', flush=True); time.sleep(600)"
    )
    client = subprocess.Popen([sys.executable, "-c", script, str(home)], stdout=subprocess.PIPE)
    assert client.stdout.readline().strip() == b"ready"
    worker = worker_of(home)

    client.kill()
    client.wait()

    assert wait_until(lambda: has_ended(worker), seconds=6)
    assert list((home / "embed").glob("*.sock")) == []
    assert list((home / "embed").glob("*.json")) == []
    client.stdout.close()


def test_a_killed_worker_is_started_again(client, home):
    before = client.embed_many(["text"], timeout=60)
    first = worker_of(home)
    first.kill()
    assert wait_until(lambda: has_ended(first))

    assert client.embed_many(["text"], timeout=60) == before
    assert worker_of(home).pid != first.pid
    assert client.status().starts == 2


def test_a_worker_that_fails_to_start_is_not_tried_again_and_again(home, monkeypatch):
    monkeypatch.setattr(launch, "COMMAND", (sys.executable, "-c", "raise SystemExit(3)"))
    client = EmbedClient(home)

    for number in range(20):
        assert client.embed_query(f"question {number}", timeout=10) is None

    assert client.status().starts == 1
    assert "exit code 3" in client.status().problem
    with pytest.raises(Unavailable, match="exit code 3"):
        client.embed_many(["x"], timeout=10)
    client.close()


@posix
def test_a_worker_that_hangs_is_ended_and_replaced(client, home, monkeypatch):
    client.embed_many(["x"], timeout=60)
    worker = worker_of(home)
    monkeypatch.setattr(lane, "HANG_LIMIT", 0.3)
    worker.suspend()

    with pytest.raises(Unavailable, match="hung"):  # its threads stop one after the other
        for number in range(1000):
            client.embed_many([f"y{number}"], timeout=60)
    assert wait_until(lambda: has_ended(worker))

    monkeypatch.undo()
    monkeypatch.setattr(launch, "PAUSES", (0.0,))
    assert wait_until(lambda: client.embed_query("z", timeout=10) is not None)


FLOOD = """
import sys
from multiprocessing.connection import Listener
from pathlib import Path
from whylens.embed import wire
place = wire.place_in(Path(sys.argv[-1]))
with Listener(place.address) as listener:
    key = wire.announce(place).key
    connection = listener.accept()
    wire.greet(connection, key, as_worker=True)
    connection.recv_bytes()
    connection.send_bytes(b"x" * (wire.LONGEST_MESSAGE + 1))
    connection.recv_bytes()
"""


@posix
def test_a_worker_that_floods_is_ended(home, monkeypatch):
    monkeypatch.setattr(launch, "COMMAND", (sys.executable, "-c", FLOOD, "whylens.embed.worker"))
    client = EmbedClient(home)

    with pytest.raises(Unavailable, match="nonsense"):
        client.embed_many(["x"], timeout=60)

    assert wait_until(lambda: client._launcher._process.poll() is not None)
    client.close()


def test_questions_overtake_the_bulk(shared):
    shared.embed_many(["warm"], timeout=60)
    finished = []
    bulk = threading.Thread(
        target=lambda: finished.append(
            shared.embed_many(["a long text to read " * 60] * 2 * BATCH, timeout=120)
        )
    )
    bulk.start()

    assert wait_until(lambda: shared._bulk.waiting > 0)
    assert shared.embed_query("urgent", timeout=60) is not None
    assert finished == []
    bulk.join()


@posix
def test_a_stranger_neither_gets_in_nor_in_the_way(shared):
    shared.embed_many(["x"], timeout=60)
    place = wire.place_in(shared._launcher._home)
    silent = socket.socket(socket.AF_UNIX)
    silent.connect(place.address)
    rude = socket.socket(socket.AF_UNIX)
    rude.connect(place.address)
    rude.sendall(b"\xff" * 4096)

    other = EmbedClient(shared._launcher._home)
    assert len(other.embed_many(["y"], timeout=60)[0]) == BYTES

    for each in (silent, rude):
        each.close()
    other.close()


@pytest.mark.parametrize(
    "request_", [{}, {"op": "nonsense"}, {"op": "embed"}, {"op": "embed", "lane": "x", "texts": []},
                 {"op": "embed", "lane": "bulk", "texts": 7}, {"op": "count", "texts": [1]}],
)  # fmt: skip
def test_a_request_it_does_not_understand_is_answered_with_an_error(shared, request_):
    shared.embed_many(["x"], timeout=60)
    place = wire.place_in(shared._launcher._home)
    meeting = wire.read_meeting(place)

    with Client(meeting.address) as connection:
        wire.greet(connection, meeting.key, as_worker=False)
        wire.send(connection, request_)
        assert "error" in wire.receive(connection)[0]
        wire.send(connection, {"op": "hello"})
        assert "model" in wire.receive(connection)[0]


NO_SOCKETS = """
import runpy, socket, sys
def refuse(*arguments, **named):
    open(sys.argv[1] + "/network-was-used", "a").write(repr(arguments))
    raise OSError("no network in this test")
socket.socket.connect = socket.socket.connect_ex = refuse
socket.getaddrinfo = socket.gethostbyname = socket.create_connection = refuse
runpy.run_module("whylens.embed.worker", run_name="__main__", alter_sys=True)
"""


def test_the_worker_works_without_any_network(home, monkeypatch):
    monkeypatch.setattr(launch, "COMMAND", (sys.executable, "-c", NO_SOCKETS))
    client = EmbedClient(home)

    assert len(client.embed_many(["text"], timeout=60)[0]) == BYTES
    assert client.count_tokens(["hello world"], timeout=60) == [2]
    assert not (home / "network-was-used").exists()
    client.close()


def test_nothing_is_noted_for_others_or_sent_by_native_code(home, tmp_path, monkeypatch):
    # onnxruntime keeps a device id and a queue of events in the cache folder, unless it was told not to in time
    for variable in ("XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(variable, str(tmp_path / "elsewhere"))
    client = EmbedClient(home)

    client.embed_many(["text"] * 3, timeout=60)

    assert worker_of(home).net_connections(kind="inet") == []
    assert worker_of(home).environ()["ORT_DISABLE_TELEMETRY"] == "1"
    assert not (tmp_path / "elsewhere").exists()
    client.close()


def test_whoever_loads_onnxruntime_through_us_keeps_it_quiet():
    script = (
        "import whylens.embed.encoder; import os, sys;"
        "print(os.environ['ORT_DISABLE_TELEMETRY'], 'onnxruntime' in sys.modules)"
    )

    environment = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True)

    assert done.stdout.split() == ["1", "True"]


def test_the_worker_cannot_reach_the_network_even_if_it_wanted_to():
    script = (
        "from whylens.embed.offline import go_offline; go_offline()\n"
        "import socket, http.client\n"
        "for attempt in (lambda: socket.create_connection(('127.0.0.1', 9)),\n"
        "                lambda: http.client.HTTPConnection('localhost', 9).request('GET', '/'),\n"
        "                lambda: socket.getaddrinfo('example.com', 443),\n"
        "                lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 9))):\n"
        "    try: attempt()\n"
        "    except PermissionError: continue\n"
        "    raise SystemExit('reached the network')\n"
    )

    assert subprocess.run([sys.executable, "-c", script]).returncode == 0


def test_a_server_that_loaded_usearch_first_gets_its_vectors(home):
    script = (
        "import sys; import usearch.index; from pathlib import Path; from whylens.embed.client import EmbedClient;"
        "c = EmbedClient(Path(sys.argv[1])); v = c.embed_many(['x'], timeout=60); c.close();"
        "assert not {'onnxruntime', 'tokenizers', 'tiktoken', 'fastembed'} & set(sys.modules); print(len(v[0]))"
    )

    done = subprocess.run([sys.executable, "-c", script, str(home)], capture_output=True)

    assert (done.returncode, done.stdout.strip()) == (0, str(BYTES).encode())


def test_neither_side_loads_what_the_other_side_needs():
    script = (
        "import sys, importlib\n"
        "for name in sys.argv[1].split(): importlib.import_module(name)\n"
        "print(*sorted({'usearch', 'onnxruntime', 'fastembed', 'numpy', 'tiktoken', 'psutil'} & set(sys.modules)))\n"
    )

    def loaded(modules):
        return subprocess.run(
            [sys.executable, "-c", script, modules], capture_output=True, text=True
        ).stdout.split()

    assert loaded("whylens.embed.client whylens.embed.tokens") == []
    worker = loaded("whylens.embed.worker whylens.embed.encoder whylens.embed.counting")
    assert "onnxruntime" in worker
    assert not {"usearch", "fastembed"} & set(worker)


@posix
def test_the_worker_gives_way_to_everything_else(shared):
    shared.embed_many(["x"], timeout=60)

    assert worker_of(shared._launcher._home).nice() >= os.nice(0) + 5


@pytest.mark.skipif(sys.platform != "linux", reason="private memory is measured as Linux does")
def test_the_worker_stays_under_its_memory_limit(shared):
    shared.embed_many(["word " * 400] * 8, timeout=60)
    shared.count_tokens(["x"], timeout=60)

    assert worker_of(shared._launcher._home).memory_full_info().uss < 300e6


def test_a_text_of_any_length_is_counted(shared):
    (count,) = shared.count_tokens(["🚀 word\n" * 100_000], timeout=60)

    assert 300_000 < count < 500_000


def test_a_home_that_cannot_be_written_is_a_reason_and_no_failure(tmp_path):
    (tmp_path / "file").write_text("")
    client = EmbedClient(tmp_path / "file")

    assert client.embed_query("x", timeout=10) is None
    with pytest.raises(Unavailable, match="cannot be created"):
        client.embed_many(["x"], timeout=10)
    assert client.status().state == "unavailable"
    client.close()


def test_the_worker_can_be_ended_at_once(client, home):
    client.embed_many(["x"], timeout=60)
    worker = worker_of(home)

    client.end_worker()

    assert has_ended(worker)
    assert len(client.embed_many(["y"], timeout=60)) == 1


def test_who_waits_while_the_client_closes_gets_nothing_and_no_error(client):
    found = []
    waiting = [
        threading.Thread(
            target=lambda number=number: found.append(client.embed_query(f"{number}", timeout=60))
        )
        for number in range(4)
    ]
    for thread in waiting:
        thread.start()
    assert wait_until(lambda: client._queries.waiting > 1)

    client.close()
    for thread in waiting:
        thread.join(timeout=20)

    assert len(found) == 4


def test_closing_gives_up_at_once_and_later_calls_are_refused(client):
    client.close()

    assert client.embed_query("x", timeout=10) is None
    client.warm()
    with pytest.raises(Unavailable, match="closed"):
        client.embed_many(["x"], timeout=10)


def test_closing_while_the_worker_starts_leaves_no_thread_waiting(client):
    client.embed_query("x", timeout=0.001)
    thread = client._queries._thread
    assert thread.is_alive()

    client.close()

    assert wait_until(lambda: not thread.is_alive())

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.store.making import make_card
from whylens.store.store import SqliteStore

WRITER = """
import sys
from pathlib import Path
from tests.store.making import make_card, make_observation
from whylens.store.port import Lane
from whylens.store.store import SqliteStore

folder, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
store = SqliteStore.open(folder)
print("open", flush=True)
for i in range(count):
    lane = Lane.USER if i % 50 == 0 else Lane.CAPTURE
    future = store.save([make_card(f"{name} {i}", details="words " * 20)],
                        observations=[make_observation(f"{name} {i}")], lane=lane)
    future.result()
    store.match(["words"], limit=3, deadline=None)
    print(i, flush=True)
store.close()
"""

COUNTER = """
import sys, dataclasses
from pathlib import Path
from tests.store.making import make_card
from whylens.store.store import SqliteStore

card = make_card("counter")
def add(writing):
    old = writing.get(card.id)
    writing.save([dataclasses.replace(old, tokens=old.tokens + 1)])

with SqliteStore.open(Path(sys.argv[1])) as store:
    for _ in range(int(sys.argv[2])):
        store.write(add).result()
"""


def start(code: str, *arguments: object) -> subprocess.Popen[str]:
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), str(root / "server")])}
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def test_three_processes_writing_and_reading_at_once_lose_nothing(folder: Path) -> None:
    writers = [start(WRITER, folder, name, 120) for name in "abc"]
    outputs = [writer.communicate(timeout=100) for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0, 0], outputs
    with SqliteStore.open(folder) as store:
        assert store.counts().total == 360
        assert store.stats()["observations"] == 360
        assert len(store.match(["words"], limit=1000, deadline=None)) == 360
        assert store.examine()["ok"]


def test_processes_that_change_one_card_lose_no_change(folder: Path) -> None:
    with SqliteStore.open(folder) as store:
        store.save([make_card("counter")]).result()
        counters = [start(COUNTER, folder, 60) for _ in range(3)]
        assert [counter.wait(100) for counter in counters] == [0, 0, 0]
        counted = store.get(make_card("counter").id)
    assert counted is not None
    assert counted.tokens == 180


@pytest.mark.skipif(os.name == "nt", reason="no kill -9 there")
@pytest.mark.parametrize("after", [1, 40, 111])
def test_a_writer_killed_at_any_moment_loses_nothing_it_acknowledged(folder: Path, after: int) -> None:
    writer = start(WRITER, folder, "a", 100_000)
    assert writer.stdout is not None
    acknowledged = -1
    for line in writer.stdout:
        acknowledged = int(line) if line.strip() != "open" else acknowledged
        if acknowledged >= after:
            break
    os.kill(writer.pid, signal.SIGKILL)
    acknowledged = max([acknowledged, *(int(line) for line in writer.stdout if line.endswith("\n"))])
    writer.wait(30)
    writer.stdout.close()
    with SqliteStore.open(folder) as store:
        wanted = [make_card(f"a {i}").id for i in range(acknowledged + 1)]
        assert len(store.get_many(wanted)) == len(wanted)
        assert len(store.match(["words"], limit=100_000, deadline=None)) == store.counts().total
        assert store.examine()["ok"]
        store.save([make_card("after")]).result()


def test_another_process_sees_each_commit_in_the_change_feed(store: SqliteStore, folder: Path) -> None:
    version, seq = store.data_version(), store.last_seq()
    assert store.data_version() == version
    writer = start(WRITER, folder, "a", 3)
    assert writer.wait(60) == 0
    assert store.data_version() != version
    changes = store.changes_since(seq)
    assert [change.card_id for change in changes.items] == [make_card(f"a {i}").id for i in range(3)]
    assert {change.op for change in changes.items} == {"save"}
    assert store.changes_since(changes.last_seq).items == ()


def test_the_lock_of_a_killed_process_is_free_at_once(folder: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from whylens.runtime.locks import FileLock;"
        "FileLock(Path(sys.argv[1])).acquire(); print('held', flush=True); time.sleep(60)"
    )
    folder.mkdir()
    holder = start(code, folder / "write.lock")
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    holder.kill()
    holder.wait(30)
    started = time.monotonic()
    with SqliteStore.open(folder) as store:
        store.save([make_card("x")]).result()
    assert time.monotonic() - started < 10

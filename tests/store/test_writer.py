from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.store.making import make_card
from whylens.model.errors import Busy, ReadOnly, StorageError
from whylens.runtime.locks import FileLock
from whylens.store.database import FILE
from whylens.store.lanes import QUEUE_SIZE
from whylens.store.port import Lane
from whylens.store.store import SqliteStore
from whylens.store.write_lock import WRITE_LOCK


@contextmanager
def held_up(folder: Path) -> Iterator[None]:
    """While in the block, another holder keeps the write thread waiting."""
    with FileLock(folder / WRITE_LOCK):
        yield


def occupy(store: SqliteStore) -> Any:
    """A write that the write thread has taken up, so that what follows queues behind it."""
    running = threading.Event()
    released = threading.Event()

    def job(_: Any) -> None:
        running.set()
        released.wait(30)

    done = store.write(job)
    running.wait(30)
    return released, done


def test_what_is_acknowledged_is_in_the_file(store: SqliteStore, folder: Path) -> None:
    store.save([make_card("x")]).result()
    other = sqlite3.connect(folder / FILE)
    assert other.execute("SELECT count(*) FROM card").fetchone() == (1,)
    other.close()


def test_the_user_is_served_before_what_was_captured_earlier(store: SqliteStore) -> None:
    order: list[str] = []
    released, _ = occupy(store)
    waiting = [store.write(lambda _: order.append("capture")) for _ in range(3)]
    waiting += [store.write(lambda _: order.append("user"), lane=Lane.USER) for _ in range(2)]
    released.set()
    wait(waiting)
    assert order == ["user", "user", "capture", "capture", "capture"]


def test_a_full_capture_lane_refuses_and_counts_but_the_user_is_never_refused(store: SqliteStore) -> None:
    released, _ = occupy(store)
    captured = [store.write(lambda _: None) for _ in range(QUEUE_SIZE + 5)]
    by_user = [store.write(lambda _: "kept", lane=Lane.USER) for _ in range(QUEUE_SIZE + 5)]
    refused = [future for future in captured if future.done()]
    released.set()
    assert len(refused) == 5
    with pytest.raises(Busy):
        refused[0].result()
    assert {future.result() for future in by_user} == {"kept"}
    assert store.stats()["queue"]["refused"] == 5


def test_a_newer_capture_of_the_same_thing_takes_the_place_of_the_waiting_one(store: SqliteStore) -> None:
    ran: list[str] = []

    def job(name: str) -> Any:
        return lambda _: ran.append(name) or name

    released, _ = occupy(store)
    first, second = store.write(job("old"), key="file"), store.write(job("new"), key="file")
    other = store.write(job("other"), key="another")
    released.set()
    assert (first.result(), second.result(), other.result()) == ("new", "new", "other")
    assert ran == ["new", "other"]
    assert store.stats()["queue"]["coalesced"] == 1


def test_a_job_that_fails_leaves_nothing_and_takes_nobody_with_it(store: SqliteStore) -> None:
    def fails(writing: Any) -> None:
        writing.save([make_card("half")])
        raise LookupError("no such thing")

    released, _ = occupy(store)
    before, bad, after = (
        store.save([make_card("before")]),
        store.write(fails),
        store.save([make_card("after")]),
    )
    released.set()
    before.result()
    after.result()
    with pytest.raises(LookupError, match="no such thing"):
        bad.result()
    assert {card.summary for card in store.find()} == {"Statement before", "Statement after"}


def test_a_full_disk_refuses_the_write_in_plain_words_and_the_next_one_works(store: SqliteStore) -> None:
    store.save([make_card("before")]).result()
    store._write(lambda c: c.execute("PRAGMA max_page_count=120"), lane=Lane.USER, bare=True).result()
    small, large = make_card("small"), make_card("large", details="much " * 400_000)
    released, _ = occupy(store)
    futures = [store.save([small]), store.save([large])]
    released.set()
    with pytest.raises(StorageError, match="disk is full"):
        futures[1].result()
    futures[0].result()
    store._write(lambda c: c.execute("PRAGMA max_page_count=1073741823"), lane=Lane.USER, bare=True).result()
    store.save([large]).result()
    assert store.counts().total == 3
    assert store.examine()["ok"]


def test_a_write_waits_for_another_process_and_says_for_how_long(store: SqliteStore, folder: Path) -> None:
    with held_up(folder):
        future = store.save([make_card("x")], lane=Lane.USER)
        with pytest.raises(TimeoutError):
            future.result(timeout=0.05)
        assert store.stats()["queue"]["waiting"] > 0
    assert future.result(timeout=10).cards[0].handle


def test_closing_finishes_what_is_queued(folder: Path) -> None:
    store = SqliteStore.open(folder)
    futures = [store.save([make_card(str(i))]) for i in range(300)]
    store.close()
    assert all(future.result().cards for future in futures)
    with SqliteStore.open(folder) as again:
        assert again.counts().total == 300


def test_a_closed_store_says_so(folder: Path) -> None:
    store = SqliteStore.open(folder)
    store.close()
    store.close()
    with pytest.raises(StorageError, match="closed"):
        store.save([make_card("x")]).result()
    with pytest.raises(StorageError, match="closed"):
        store.get("x")
    with pytest.raises(StorageError, match="closed"):
        store.data_version()


def test_a_store_opened_for_reading_reads_and_refuses_to_write(store: SqliteStore, folder: Path) -> None:
    store.save([make_card("x")]).result()
    with SqliteStore.open(folder, read_only=True) as reader:
        assert reader.counts().total == 1
        with pytest.raises(ReadOnly):
            reader.save([make_card("y")]).result()
        assert reader.maintain() == {"done": []}


def test_reading_where_nothing_is_yet_says_so_and_makes_nothing(folder: Path) -> None:
    with pytest.raises(ReadOnly, match="no memory"):
        SqliteStore.open(folder, read_only=True)
    assert not folder.exists()


def test_a_folder_that_is_deleted_under_a_running_store_is_made_again(
    store: SqliteStore, folder: Path
) -> None:
    store.save([make_card("x")]).result()
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    store.save([make_card("y")], lane=Lane.USER).result()
    assert [card.summary for card in store.find()] == ["Statement y"]


def test_the_log_is_folded_into_the_database_before_it_grows_long(store: SqliteStore) -> None:
    for part in range(6):
        store.save([make_card(f"{part} {i}", details="words " * 1500) for i in range(200)]).result()
    assert store.stats()["bytes"]["log"] < 24e6
    assert store.stats()["bytes"]["database"] > 5e6


def test_two_locks_on_one_file_exclude_each_other(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "a.lock"), FileLock(tmp_path / "a.lock")
    assert first.try_acquire()
    assert not second.try_acquire(timeout=0.05)
    with pytest.raises(Busy):
        first.acquire()
    first.release()
    first.release()
    with second:
        assert second.held
    assert not second.held


def test_an_upkeep_that_cannot_write_says_so_and_leaves_nothing_half_done(
    store: SqliteStore, folder: Path
) -> None:
    store.save([make_card("x")]).result()
    (folder / "backups").write_text("a file stands where the folder should be")
    with pytest.raises(StorageError, match="folder cannot be used"):
        store.maintain()
    (folder / "backups").unlink()
    assert store.maintain()["done"] == ["backup"]
    assert [path.suffix for path in (folder / "backups").iterdir()] == [".db"]
    assert store.maintain()["done"] == []


def test_only_what_the_user_does_waits_for_the_disk(store: SqliteStore) -> None:
    def mode(connection: sqlite3.Connection) -> int:
        return connection.execute("PRAGMA synchronous").fetchone()[0]

    normal, full = 1, 2
    assert store._write(mode, lane=Lane.USER).result() == full
    assert store._write(mode, lane=Lane.CAPTURE).result() == normal


def test_a_folder_that_cannot_be_made_is_an_error_in_our_words(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ReadOnly, match="cannot be written"):
        SqliteStore.open(tmp_path / "file" / "memory")

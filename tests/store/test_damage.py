from __future__ import annotations

import os
import random
import sqlite3
from pathlib import Path

import pytest

from tests.store.making import MODEL, make_card, make_observation, make_vector
from whylens.model.errors import Corrupt, ReadOnly, StorageError, Unavailable
from whylens.store import backup, health
from whylens.store.database import FILE
from whylens.store.port import Lane
from whylens.store.recover import recover, repair
from whylens.store.store import SqliteStore


@pytest.fixture
def filled(folder: Path) -> Path:
    with SqliteStore.open(folder) as store:
        for i in range(200):
            store.save(
                [make_card(str(i), f"statement {i} of the walrus", details="words " * 60)],
                observations=[make_observation(f"observation {i}")],
            )
    return folder


def damage(path: Path, *, start: int, end: int, seed: int = 1) -> None:
    """Overwrite the bytes from `start` to `end` with noise."""
    with path.open("r+b") as file:
        file.seek(start)
        file.write(random.Random(seed).randbytes(end - start))


def test_a_file_that_is_no_database_is_reported_as_damaged(folder: Path) -> None:
    folder.mkdir()
    (folder / FILE).write_bytes(b"this is not a database, it is a letter " * 1000)
    with pytest.raises(Corrupt, match=r"damaged.*the newest backup where there is one"):
        SqliteStore.open(folder)
    with pytest.raises(Corrupt, match="damaged"):
        SqliteStore.open(folder, read_only=True)


def test_a_damaged_file_is_set_aside_and_never_deleted(folder: Path) -> None:
    folder.mkdir()
    letter = b"this is not a database, it is a letter " * 1000
    (folder / FILE).write_bytes(letter)
    recovery = repair(folder)
    assert recovery.set_aside is not None
    assert recovery.set_aside.read_bytes() == letter
    with SqliteStore.open(folder) as store:
        store.save([make_card("x")]).result()


def test_a_repair_begins_from_the_newest_sound_backup(filled: Path) -> None:
    with SqliteStore.open(filled) as store:
        store.maintain()
        store.save([make_card("later")]).result()
    (filled / backup.FOLDER / "99999999-000000-000000-broken.db").write_bytes(b"broken")
    (filled / FILE).write_bytes(b"\0" * 8192)
    recovery = repair(filled)
    assert recovery.backup is not None
    assert "daily" in recovery.backup.name
    with SqliteStore.open(filled) as store:
        assert store.counts().total == 200
        assert len(store.match(["walrus"], limit=500, deadline=None)) == 200


def test_only_what_says_how_far_reading_came_is_dropped_by_a_repair(filled: Path) -> None:
    with SqliteStore.open(filled) as store:
        store.put_progress({"history": "old", "file:a": "1", "forgotten:a": "1", "rules": "6"}).result()
        store.maintain()
        store.put_progress({"file:b": "1", "forgotten:b": "1", "rules": "7"}).result()
    size = (filled / FILE).stat().st_size
    damage(filled / FILE, start=size - 12_288, end=size - 8_192, seed=1)
    assert repair(filled, ("history", "file:")).set_aside is not None
    with SqliteStore.open(filled) as store:
        kept = {key: store.progress(key) for key in ("history", "file:a", "file:b", "forgotten:a", "rules")}
    assert kept == {"history": None, "file:a": None, "file:b": None, "forgotten:a": "1", "rules": "7"}


@pytest.mark.parametrize("seed", range(6))
def test_what_can_still_be_read_of_a_damaged_file_is_saved(filled: Path, seed: int) -> None:
    size = (filled / FILE).stat().st_size
    start = random.Random(seed).randrange(size // 4, size - 40_000) // 4096 * 4096
    handles = {}
    with SqliteStore.open(filled) as store:
        handles = {card.id: card.handle for card in store.find(limit=1000)}
    damage(filled / FILE, start=start, end=start + 12_288, seed=seed)
    recovery = repair(filled)
    with SqliteStore.open(filled) as store:
        assert store.examine()["ok"]
        assert recovery.set_aside is not None
        assert store.counts().total == recovery.cards >= 100
        assert all(handles[card.id] == card.handle for card in store.find(limit=1000))
        assert len(store.match(["walrus"], limit=500, deadline=None)) == recovery.cards
        assert store.progress("git") is None


def test_a_damaged_head_loses_the_file_but_not_the_next_start(filled: Path) -> None:
    damage(filled / FILE, start=0, end=16_384)
    recovery = repair(filled)
    assert recovery.cards == 0
    with SqliteStore.open(filled) as store:
        store.save([make_card("x")]).result()


def test_damage_while_running_is_an_error_in_our_words_and_no_crash(filled: Path) -> None:
    size = (filled / FILE).stat().st_size
    damage(filled / FILE, start=4096, end=size)
    with pytest.raises(StorageError), SqliteStore.open(filled) as store:
        store.find(limit=1000)
        store.save([make_card("new")]).result()


def test_a_sound_database_is_left_alone_by_a_repair(filled: Path) -> None:
    assert "sound" in recover(filled)
    assert backup.set_aside(filled) == []
    with SqliteStore.open(filled) as store:
        assert store.counts().total == 200


def test_a_running_window_goes_over_to_the_repaired_database(filled: Path) -> None:
    with SqliteStore.open(filled) as window:
        window.save([make_card("x")]).result()
        window.find()
        (filled / FILE).replace(filled / "moved-by-hand.db")
        repair(filled)
        window.save([make_card("y")]).result()
        assert "Statement y" in {card.summary for card in window.find(limit=1000)}
    with SqliteStore.open(filled) as store:
        assert store.get(make_card("y").id)


FULL_TEXT_DAMAGE = {
    "noise": "UPDATE card_text_data SET block = randomblob(length(block)) WHERE id > 10",
    "zeros": "UPDATE card_text_data SET block = zeroblob(length(block)) WHERE id > 10",
    "pages gone": "DELETE FROM card_text_data WHERE id > 10",
    "structure gone": "DELETE FROM card_text_data WHERE id > 1",
    "structure zeroed": "UPDATE card_text_data SET block = zeroblob(length(block)) WHERE id = 10",
    "everything gone": "DELETE FROM card_text_data",
}


def damage_full_text(folder: Path, statement: str) -> None:
    connection = sqlite3.connect(folder / FILE)
    connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize("kind", ["noise", "pages gone", "structure gone"])
def test_a_search_that_meets_a_damaged_index_has_it_made_anew_unasked(filled: Path, kind: str) -> None:
    damage_full_text(filled, FULL_TEXT_DAMAGE[kind])
    with SqliteStore.open(filled) as store:
        with pytest.raises(Unavailable):
            store.match(["walrus"], limit=500, deadline=None)
        store.put_progress({}).result()
        assert len(store.match(["walrus"], limit=500, deadline=None)) == 200


@pytest.mark.parametrize("kind", FULL_TEXT_DAMAGE)
def test_a_write_that_meets_a_damaged_index_succeeds(filled: Path, kind: str) -> None:
    damage_full_text(filled, FULL_TEXT_DAMAGE[kind])
    with SqliteStore.open(filled) as store:
        changed, new = make_card("0", "changed statement about penguins"), make_card("new", "penguins")
        futures = [
            store.save([changed]),
            store.save([new], lane=Lane.USER),
            store.archive([make_observation("x")]),
        ]
        assert [bool(future.result()) for future in futures] == [True, True, True]
        assert store.counts().total == 201
        assert store.rebuild()["cards"] == 201
        assert len(store.match(["penguins"])) == 2


@pytest.mark.parametrize("kind", FULL_TEXT_DAMAGE)
def test_the_daily_upkeep_notices_damage_that_no_search_meets(filled: Path, kind: str) -> None:
    damage_full_text(filled, FULL_TEXT_DAMAGE[kind])
    with SqliteStore.open(filled) as store:
        assert not store.examine()["ok"]
        assert "full text" in store.maintain()["done"]
        assert store.examine()["ok"]
        assert len(store.match(["walrus"], limit=500, deadline=None)) == 200


def test_cards_missing_from_the_full_text_are_noticed_and_a_repair_adds_them(filled: Path) -> None:
    connection = sqlite3.connect(filled / FILE)
    connection.execute("DELETE FROM card_text_docsize WHERE id = 7")
    connection.commit()
    connection.close()
    with SqliteStore.open(filled) as store:
        assert not store.examine()["ok"]
    recover(filled)
    with SqliteStore.open(filled) as store:
        assert store.examine()["ok"]


def test_an_empty_file_becomes_a_database(folder: Path) -> None:
    folder.mkdir()
    (folder / FILE).touch()
    with SqliteStore.open(folder) as store:
        store.save([make_card("x")]).result()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user who may not write")
def test_a_folder_that_cannot_be_written_can_be_read(filled: Path) -> None:
    filled.chmod(0o500)
    try:
        with SqliteStore.open(filled, read_only=True) as store:
            assert store.counts().total == 200
    finally:
        filled.chmod(0o700)


@pytest.mark.parametrize(
    ("version", "affected"),
    [
        ((3, 40, 1), True), ((3, 44, 5), True), ((3, 44, 6), False), ((3, 45, 0), True), ((3, 50, 6), True),
        ((3, 50, 7), False), ((3, 51, 2), True), ((3, 51, 3), False), ((3, 52, 0), False),
    ],
)  # fmt: skip
def test_the_versions_with_the_checkpoint_race_are_known(version: tuple[int, ...], affected: bool) -> None:
    assert health.has_reset_race(version) is affected


def test_vectors_are_made_again_after_a_repair(filled: Path) -> None:
    with SqliteStore.open(filled) as store:
        store.put_vectors(MODEL, {make_card("1").id: make_vector(1)}).result()
    (filled / FILE).write_bytes(b"\0" * 8192)
    repair(filled)
    with SqliteStore.open(filled) as store:
        store.save([make_card("1")]).result()
        assert [card.id for card in store.missing_vectors(MODEL)] == [make_card("1").id]


def lose(folder: Path, how: str) -> None:
    """The database becomes a file without a byte, or is gone; its log too, or not."""
    if how.startswith("empty"):
        (folder / FILE).write_bytes(b"")
    else:
        (folder / FILE).unlink()
    if not how.endswith("log kept"):
        for suffix in ("-wal", "-shm"):
            (folder / f"{FILE}{suffix}").unlink(missing_ok=True)


LOST = ["empty", "gone", "empty, log kept"]


@pytest.mark.parametrize("how", LOST)
@pytest.mark.parametrize("read_only", [False, True])
def test_a_lost_database_with_backups_is_said_and_never_begun_anew_in_silence(
    filled: Path, how: str, *, read_only: bool
) -> None:
    with SqliteStore.open(filled) as store:
        store.maintain()
    lose(filled, how)
    for _ in range(2):  # saying it must not make it go away
        with pytest.raises(Corrupt, match=r"a backup.*doctor --repair"):
            SqliteStore.open(filled, read_only=read_only)
    repair(filled)
    with SqliteStore.open(filled) as store:
        assert store.counts().total == 200
        assert len(store.match(["walrus"], limit=500, deadline=None)) == 200


@pytest.mark.parametrize("how", ["empty", "gone"])
@pytest.mark.parametrize("left", ["damaged-20260101-000000-000000.db", "vectors-0123456789abcdef.usearch"])
def test_anything_that_is_left_says_that_there_was_a_memory(filled: Path, how: str, left: str) -> None:
    lose(filled, how)
    (filled / left).write_bytes(b"left")
    with pytest.raises(Corrupt, match="empty or gone"):
        SqliteStore.open(filled)
    repair(filled)
    with SqliteStore.open(filled) as store:
        assert store.counts().total == 0


def test_a_log_beside_an_empty_file_is_kept(filled: Path) -> None:
    """SQLite deletes such a log as soon as it opens the file."""
    (filled / FILE).write_bytes(b"")
    (filled / f"{FILE}-wal").write_bytes(b"frames of a log")
    with pytest.raises(Corrupt, match="its log"):
        SqliteStore.open(filled)
    recovery = repair(filled)
    assert recovery.set_aside is not None
    assert recovery.set_aside.with_name(f"{recovery.set_aside.name}-wal").read_bytes() == b"frames of a log"


@pytest.mark.parametrize("how", ["empty", "gone"])
def test_an_empty_file_where_nothing_ever_was_is_a_new_memory(folder: Path, how: str) -> None:
    folder.mkdir()
    if how == "empty":
        (folder / FILE).touch()
    with pytest.raises(ReadOnly, match="whylens learn"):
        SqliteStore.open(folder, read_only=True)
    with SqliteStore.open(folder) as store:
        store.save([make_card("x")]).result()
    assert repair(folder).set_aside is None


@pytest.mark.parametrize("how", ["empty", "gone"])
def test_a_window_whose_database_is_lost_says_so_and_goes_on_once_it_is_repaired(
    filled: Path, how: str
) -> None:
    with SqliteStore.open(filled) as window:
        window.save([make_card("before")]).result()
        window.maintain()
        replaced = filled / "moved-by-hand.db"
        (filled / FILE).replace(replaced)
        if how == "empty":
            (filled / FILE).touch()
        with pytest.raises(StorageError, match="empty or gone"):
            window.save([make_card("meanwhile")]).result()
        repair(filled)
        window.save([make_card("after")]).result()
        assert window.counts().total == 202

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from tests.store.making import make_card
from whylens.model.errors import ReadOnly
from whylens.recall import terms
from whylens.store import backup, migrate
from whylens.store.database import FILE, Database
from whylens.store.schema import MIGRATIONS
from whylens.store.store import SqliteStore


def add_a_table(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE later (x)")


def break_off(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE half (x)")
    raise LookupError("the migration does not work")


def versions(path: Path) -> tuple[int, set[str]]:
    connection = sqlite3.connect(path)
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    version = migrate.version_of(connection)
    connection.close()
    return version, names


@pytest.fixture
def filled(folder: Path) -> Path:
    with SqliteStore.open(folder) as store:
        store.save([make_card("x", "walrus")]).result()
    return folder


def test_an_older_database_is_migrated_after_a_backup_that_has_everything(filled: Path) -> None:
    Database(filled, (*MIGRATIONS, add_a_table)).prepare()
    version, tables = versions(filled / FILE)
    assert version == len(MIGRATIONS) + 1
    assert "later" in tables
    [copy] = backup.newest_first(filled)
    old_version, old_tables = versions(copy)
    assert old_version == len(MIGRATIONS)
    assert "later" not in old_tables
    connection = sqlite3.connect(copy)
    assert connection.execute("SELECT summary FROM card").fetchall() == [("walrus",)]
    connection.close()


def test_a_migration_that_fails_leaves_the_database_as_it_was(filled: Path) -> None:
    with pytest.raises(LookupError):
        Database(filled, (*MIGRATIONS, add_a_table, break_off)).prepare()
    version, tables = versions(filled / FILE)
    assert version == len(MIGRATIONS) + 1
    assert "half" not in tables
    assert len(backup.newest_first(filled)) == 2


def test_a_new_database_needs_no_backup(folder: Path) -> None:
    SqliteStore.open(folder).close()
    assert backup.newest_first(folder) == []


def test_a_database_of_a_newer_program_is_read_but_not_written(filled: Path) -> None:
    Database(filled, (*MIGRATIONS, add_a_table)).prepare()
    with pytest.raises(ReadOnly, match="newer Whylens"):
        SqliteStore.open(filled)
    with SqliteStore.open(filled, read_only=True) as store:
        assert store.find()[0].summary == "walrus"
        assert len(store.match(["walrus"])) == 1


def test_a_running_store_stops_writing_when_a_newer_program_has_migrated(filled: Path) -> None:
    with SqliteStore.open(filled) as store:
        Database(filled, (*MIGRATIONS, add_a_table)).prepare()
        with pytest.raises(ReadOnly, match="newer Whylens"):
            store.save([make_card("y")]).result()
        assert store.find()[0].summary == "walrus"


def test_an_older_database_cannot_be_opened_for_reading_only(filled: Path) -> None:
    with pytest.raises(ReadOnly, match="older Whylens"):
        Database(filled, (*MIGRATIONS, add_a_table)).check_readable()


def test_two_windows_that_open_a_new_folder_at_once_make_one_database(folder: Path) -> None:
    errors: list[Exception] = []

    def open_and_save(name: str) -> None:
        try:
            with SqliteStore.open(folder) as store:
                store.save([make_card(name)]).result()
        except Exception as error:  # noqa: BLE001  (a thread's error, shown by the test)
            errors.append(error)

    threads = [threading.Thread(target=open_and_save, args=(str(i),)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    with SqliteStore.open(folder) as store:
        assert store.counts().total == 6


def test_a_change_in_how_words_are_cut_makes_the_full_text_anew(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terms, "VERSION", terms.VERSION + 1)
    monkeypatch.setattr("whylens.store.fulltext.index_terms", lambda text: f"{text} newcut" if text else "")
    with SqliteStore.open(filled) as store:
        assert len(store.match(["newcut"])) == 1
    monkeypatch.undo()
    with pytest.raises(ReadOnly, match="newer Whylens"):
        SqliteStore.open(filled)

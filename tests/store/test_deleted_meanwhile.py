"""The files of a memory that is open are deleted by somebody else."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.store.making import make_card
from whylens.model.errors import Corrupt
from whylens.store.store import SqliteStore


def test_a_memory_that_was_deleted_meanwhile_holds_nothing_and_says_that_it_changed(folder: Path) -> None:
    with SqliteStore.open(folder) as store:
        card = make_card("kept")
        store.save([card]).result()
        before = store.data_version()
        shutil.rmtree(folder)

        assert store.data_version() != before
        assert list(store.get_many([card.id])) == []
        assert store.match(["kept"], limit=3) == []
        assert not folder.exists()


def test_a_memory_that_was_deleted_meanwhile_can_be_written_anew(folder: Path) -> None:
    with SqliteStore.open(folder) as store:
        store.save([make_card("old")]).result()
        shutil.rmtree(folder)
        folder.mkdir()
        store.save([make_card("new")]).result()
        assert [card.summary for card in store.get_many([make_card(n).id for n in ("old", "new")])] == [
            make_card("new").summary
        ]


def test_a_database_that_is_gone_beside_its_backups_is_no_empty_one(folder: Path) -> None:
    with SqliteStore.open(folder) as store:
        store.save([make_card("kept")]).result()
        store.maintain()
        assert list((folder / "backups").glob("*.db"))
        for file in folder.glob("memory.db*"):
            file.unlink()
        with pytest.raises(Corrupt):
            store.data_version()


@pytest.mark.skipif(os.name == "nt", reason="the rights of POSIX")
def test_the_files_are_the_users_alone(folder: Path) -> None:
    with SqliteStore.open(folder) as store:
        store.save([make_card("kept")]).result()
        store.maintain()
        rights = {path.name: path.stat().st_mode & 0o077 for path in folder.rglob("*") if path.is_file()}
    assert not any(rights.values()), rights

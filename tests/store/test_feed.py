from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.making import MODEL, make_card, make_observation
from whylens.store import feed
from whylens.store.database import FILE
from whylens.store.store import SqliteStore


def test_saves_are_told_in_order_and_only_once(store: SqliteStore) -> None:
    store.save([make_card("a"), make_card("b")]).result()
    first = store.changes_since(0)
    assert [change.card_id for change in first.items] == [make_card("a").id, make_card("b").id]
    assert first.complete
    assert store.changes_since(first.last_seq).items == ()
    store.save([make_card("a", "changed")]).result()
    assert [change.card_id for change in store.changes_since(first.last_seq).items] == [make_card("a").id]


def test_who_is_too_far_behind_is_told_to_read_anew(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "KEPT", 10)
    store.save([make_card(str(i)) for i in range(30)]).result()
    store.maintain()
    assert not store.changes_since(5).complete
    assert store.changes_since(20).complete
    assert len(store.changes_since(20).items) == 10
    assert store.changes_since(store.last_seq()).complete


def test_a_long_feed_comes_in_pages(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "PAGE", 10)
    store.save([make_card(str(i)) for i in range(25)]).result()
    seen: list[str] = []
    seq = 0
    while (changes := store.changes_since(seq)).items:
        seen += [change.card_id for change in changes.items]
        seq = changes.last_seq
    assert seen == [make_card(str(i)).id for i in range(25)]


def test_the_version_moves_when_cards_change_and_only_then(store: SqliteStore) -> None:
    version = store.data_version()
    store.find()
    store.put_progress({"a": "b"}).result()
    store.archive([make_observation("x")]).result()
    assert store.data_version() == version
    store.save([make_card("a")]).result()
    saved = store.data_version()
    assert saved != version
    store.put_vectors(MODEL, {make_card("a").id: [1.0, 2.0]}).result()
    assert store.data_version() == saved
    store.forget([make_card("a").id])
    assert store.data_version() != saved


def test_the_version_moves_when_the_file_is_replaced(store: SqliteStore, folder: Path) -> None:
    store.save([make_card("a")]).result()
    version = store.data_version()
    for name in (FILE, f"{FILE}-wal", f"{FILE}-shm"):
        (folder / name).rename(folder / f"old-{name}")
    store.save([make_card("b")]).result()
    assert store.data_version() != version
    assert [card.summary for card in store.find()] == ["Statement b"]

from __future__ import annotations

import dataclasses
import errno
import os
import random
import sqlite3
from pathlib import Path

import pytest
from usearch.index import Index

from tests.store.making import MODEL, bytes_of, make_card, make_observation, make_vector
from whylens.model.anchor import Anchor
from whylens.model.card import Card
from whylens.model.errors import StorageError
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind
from whylens.store import backup, vector_index
from whylens.store.port import ANY, Audit, Filter, Lane, Link, Relation
from whylens.store.store import SqliteStore

SECRET_WORDS = [
    "quetzalcoatl",
    "brontosaurus",
    "xylographer",
    "mnemosyneion",
    "palimpsestic",
    "zweihänder",
    "忘却曲線",
]


def secret_card(name: str = "secret", **fields: object) -> Card:
    """A card with a telling word in every field that can hold text."""
    return make_card(
        name,
        "The quetzalcoatl cache is never cleared",
        details="Because brontosaurus said so, 忘却曲線",
        rationale="A xylographer needs it",
        evidence="mnemosyneion: keep the zweihänder",
        files=("src/palimpsestic.py",),
        symbols=("Quetzalcoatl › clear",),
        anchors=(Anchor("src/palimpsestic.py", ("Quetzalcoatl",), context=("brontosaurus = 1",)),),
        sources=(SourceRef(Basis.COMMIT, "c0ffee", title="Add the brontosaurus"),),
        **fields,
    )


@pytest.fixture
def crowded(store: SqliteStore) -> SqliteStore:
    """A store with other cards around the one to forget."""
    source = random.Random(5)
    words = ["cache", "upload", "retry", "queue", "worker", "limit", "order", "socket", "token", "parse"]
    for i in range(400):
        text = " ".join(source.choices(words, k=60))
        store.save([make_card(f"other {i}", f"About {text[:40]} {i}", details=text)])
    store.put_progress({}).result()
    return store


def test_no_word_of_a_forgotten_card_is_left_in_any_file(crowded: SqliteStore, folder: Path) -> None:
    card = secret_card()
    crowded.save([card], observations=[make_observation("the brontosaurus commit")]).result()
    crowded.save([dataclasses.replace(card, summary="The quetzalcoatl cache is cleared at last")]).result()
    crowded.put_vectors(MODEL, {card.id: make_vector(1)}).result()
    crowded.maintain()
    assert backup.newest_first(folder)
    report = crowded.forget([card.id])
    assert report.cards == (card.id,)
    assert report.proven
    assert report.probes >= 5
    assert report.shared == 0
    assert report.removed["cards"] == report.removed["observations"] == report.removed["vectors"] == 1
    assert report.removed["earlier versions"] == 1
    everything = bytes_of(folder)
    assert [word for word in SECRET_WORDS if word.encode().lower() in everything] == []
    assert crowded.get(card.id) is None
    assert crowded.history(card.id) == []
    assert crowded.match(["quetzalcoatl"]) == []
    assert crowded.observations_of(card.id) == []
    assert crowded.counts().total == 400
    assert crowded.examine()["ok"]


def test_the_proof_fails_when_something_is_left(crowded: SqliteStore, folder: Path) -> None:
    card = secret_card()
    crowded.save([card]).result()
    (folder / "left-behind.txt").write_text("… The Quetzalcoatl cache is never cleared …")
    report = crowded.forget([card.id])
    assert not report.proven
    assert report.found >= 1


def test_the_words_of_another_card_are_not_taken_for_traces(crowded: SqliteStore) -> None:
    first, second = (
        make_card("first", "the quetzalcoatl is slow"),
        make_card("second", "the quetzalcoatl is slow"),
    )
    crowded.save([first, second]).result()
    report = crowded.forget([first.id])
    assert report.proven
    assert report.shared >= 1
    assert crowded.get(second.id)


def test_words_the_database_uses_itself_are_not_taken_for_traces(store: SqliteStore, folder: Path) -> None:
    own = "namespace observation confidence importance diacritics unicode61 card_history superseded_by"
    store.save([make_card("x", own, details="sqlite_autoindex_card_1 embedding_by_number")]).result()
    report = store.forget_everything()
    assert report.proven
    assert report.probes > 0
    assert own.encode() not in bytes_of(folder)


def test_learning_does_not_bring_back_what_was_forgotten_but_the_user_can(store: SqliteStore) -> None:
    card, observation = secret_card(), make_observation("the words")
    store.save([card], observations=[observation]).result()
    digest = store.observations_of(card.id)[0].digest
    store.forget([card.id])
    assert store.forgotten([card.id, digest, "other"]) == {card.id, digest}
    assert store.save([card], observations=[observation]).result().forgotten == (card.id,)
    assert store.archive([observation]).result().forgotten == 1
    assert store.get(card.id) is None
    assert store.save([card], lane=Lane.USER).result().cards[0].summary == card.summary
    assert store.forgotten([card.id]) == frozenset()


def test_evidence_another_card_rests_on_stays(store: SqliteStore) -> None:
    shared, own = make_observation("both"), make_observation("one only")
    store.save([make_card("a")], observations=[shared, own]).result()
    store.save([make_card("b")], observations=[shared]).result()
    report = store.forget([make_card("a").id])
    assert report.removed["observations"] == 1
    assert [observation.text for observation in store.observations_of(make_card("b").id)] == ["both"]


def test_links_of_a_forgotten_card_go_and_other_windows_are_told(store: SqliteStore) -> None:
    a, b = make_card("a"), make_card("b")
    store.save([a, b], links=[Link(a.id, Relation.FIXES, b.id)]).result()
    seq, version = store.last_seq(), store.data_version()
    store.forget([a.id])
    assert store.links_of([b.id]) == []
    assert [(change.card_id, change.op) for change in store.changes_since(seq).items] == [(a.id, "forget")]
    assert store.data_version() != version


@pytest.mark.parametrize(
    ("where", "gone"),
    [
        (Filter(files=("f.py",)), "ab"),
        (Filter(session="s"), "b"),
        (Filter(kinds=frozenset({Kind.ISSUE})), "c"),
        (Filter(after=2, before=3), "b"),
    ],
)
def test_cards_are_forgotten_by_file_session_kind_and_time(
    store: SqliteStore, where: Filter, gone: str
) -> None:
    store.save(
        [
            make_card("a", created_at=1, files=("f.py",)),
            make_card("b", created_at=2, anchors=(Anchor("f.py"),), session="s"),
            make_card("c", created_at=3, kind=Kind.ISSUE),
        ]
    ).result()
    report = store.forget(where=where)
    assert sorted(report.cards) == sorted(make_card(name).id for name in gone)
    assert store.counts().total == 3 - len(gone)


def test_forgetting_a_session_takes_its_loose_observations_along(store: SqliteStore) -> None:
    store.archive(
        [make_observation("said here", session="s"), make_observation("said there", session="t")]
    ).result()
    assert store.forget(where=Filter(session="s")).removed["observations"] == 1
    assert store.stats()["observations"] == 1


def test_forgetting_everything_leaves_nothing_but_the_fact(crowded: SqliteStore, folder: Path) -> None:
    crowded.save(
        [secret_card()],
        observations=[make_observation("brontosaurus")],
        audit=[Audit("user", "remember", "x")],
        progress={"path": "palimpsestic"},
    ).result()
    report = crowded.forget_everything()
    assert report.proven
    assert len(report.cards) == 401
    assert crowded.counts().total == 0
    assert crowded.progress("path") is None
    assert [entry.action for entry in crowded.audit_log()] == ["forget"]
    everything = bytes_of(folder)
    assert [word for word in [*SECRET_WORDS, "upload"] if word.encode().lower() in everything] == []


def test_forgetting_nothing_is_no_error(store: SqliteStore) -> None:
    assert store.forget(["unknown"]).cards == ()
    assert store.forget().cards == ()
    assert store.counts(ANY).total == 0


def test_a_set_aside_file_does_not_keep_what_was_forgotten(store: SqliteStore, folder: Path) -> None:
    card = secret_card()
    store.save([card]).result()
    (folder / "damaged-20260101-000000.db").write_bytes(b"... quetzalcoatl ...")
    report = store.forget([card.id])
    assert "damaged-20260101-000000.db" in report.files_removed
    assert report.proven


@pytest.fixture
def indexed(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> SqliteStore:
    """A store of 80 cards whose vectors are in an index file."""
    monkeypatch.setattr(vector_index, "WORTHWHILE", 50)
    monkeypatch.setattr(vector_index, "BEHIND", 10)
    store.save([make_card(str(i)) for i in range(80)]).result()
    store.put_vectors(MODEL, {make_card(str(i)).id: make_vector(i) for i in range(80)}).result()
    store.maintain()
    return store


def likeness(folder: Path, number: int) -> tuple[bytes, bytes]:
    """The bytes of the index file, and those of the vector of one embedding in it."""
    [file] = folder.glob("*.usearch")
    index = Index(ndim=16, metric="cos", dtype="i8")
    index.load(str(file))
    return file.read_bytes(), index.get(number, dtype="i8").tobytes()


def found_near(store: SqliteStore, seed: int) -> list[str]:
    return [hit.card_id for hit in store.nearest(make_vector(seed), model_id=MODEL, limit=80, deadline=None)]


def test_the_likeness_of_a_forgotten_vector_goes_from_the_index_and_the_others_are_found(
    indexed: SqliteStore, folder: Path
) -> None:
    before, vector = likeness(folder, 4)
    assert before.count(vector) == 1
    [old] = folder.glob("*.usearch")
    report = indexed.forget([make_card("3").id])
    assert old.name in report.files_removed
    after, _ = likeness(folder, 5)
    assert vector not in after
    assert len(after) == len(before)
    assert make_card("3").id not in found_near(indexed, 3)
    assert len(found_near(indexed, 3)) == 79
    assert found_near(indexed, 7)[0] == make_card("7").id


@pytest.mark.parametrize("count", [30, 80])
def test_an_index_that_cannot_be_overwritten_is_made_anew_or_goes(
    indexed: SqliteStore, folder: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(vector_index, "SCRUBBED", 5)
    vectors = [likeness(folder, number + 1)[1] for number in range(count)]
    indexed.forget([make_card(str(i)).id for i in range(count)])
    left = b"".join(file.read_bytes() for file in folder.glob("*.usearch"))
    assert not any(vector in left for vector in vectors)
    assert len(found_near(indexed, 7)) == 80 - count


def test_of_two_cards_with_the_same_vector_the_other_is_still_found(indexed: SqliteStore) -> None:
    twin = make_card("twin")
    indexed.save([twin, *(make_card(f"more {i}") for i in range(20))]).result()
    vectors = {make_card(f"more {i}").id: make_vector(100 + i) for i in range(20)}
    indexed.put_vectors(MODEL, {twin.id: make_vector(3), **vectors}).result()
    indexed.maintain()
    indexed.forget([make_card("3").id])
    assert found_near(indexed, 3)[0] == twin.id


def test_a_forget_that_fails_forgets_nothing(store: SqliteStore, folder: Path) -> None:
    store.save([make_card("x")]).result()
    connection = sqlite3.connect(folder / "memory.db")
    connection.execute("CREATE TRIGGER no BEFORE DELETE ON card BEGIN SELECT RAISE(ABORT, 'no'); END")
    connection.commit()
    connection.close()
    with pytest.raises(Exception, match="refused"):
        store.forget([make_card("x").id])
    assert store.get(make_card("x").id)
    assert store.forgotten([make_card("x").id]) == frozenset()


def test_a_full_disk_stops_forgetting_in_plain_words_and_nothing_is_gone(store: SqliteStore) -> None:
    store.save([make_card(f"card {i}", details="many words " * 40) for i in range(300)]).result()
    pages = "PRAGMA page_count"
    count = store._write(lambda c: c.execute(pages).fetchone()[0], lane=Lane.USER, bare=True).result()
    store._write(lambda c: c.execute(f"PRAGMA max_page_count={count}"), lane=Lane.USER, bare=True).result()
    with pytest.raises(StorageError, match="disk is full, and nothing was written"):
        store.forget([], where=ANY)
    store._write(lambda c: c.execute("PRAGMA max_page_count=1073741823"), lane=Lane.USER, bare=True).result()
    assert store.counts().total == 300
    assert store.forget([], where=ANY).found == 0
    assert store.counts().total == 0


def test_a_disk_that_fills_up_after_the_deletion_is_told_as_it_is(
    store: SqliteStore, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    store.save([secret_card()]).result()
    monkeypatch.setattr(vector_index, "sweep", full)
    with pytest.raises(StorageError, match=r"it is deleted, but the disk is full.*whylens rebuild"):
        store.forget([secret_card().id])
    assert store.counts().total == 0
    monkeypatch.undo()
    store.rebuild()
    store.close()
    assert not [word for word in SECRET_WORDS if word.encode() in bytes_of(folder)]

from __future__ import annotations

import random
import struct
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

from tests.store.making import MODEL, make_card, make_vector
from whylens.model.card import Card
from whylens.model.errors import Unavailable
from whylens.model.words import Kind, Scope, Status
from whylens.store import vector_index, vector_search
from whylens.store.port import ANY, Filter
from whylens.store.store import SqliteStore


def fill(store: SqliteStore, count: int, start: int = 0) -> list[Card]:
    cards = [make_card(str(i), created_at=float(i)) for i in range(start, start + count)]
    store.save(cards).result()
    store.put_vectors(MODEL, {card.id: make_vector(int(card.created_at)) for card in cards}).result()
    return cards


def nearest(store: SqliteStore, seed: int, limit: int = 5, where: Filter = ANY) -> list[int]:
    found = store.nearest(make_vector(seed), model_id=MODEL, limit=limit, where=where, deadline=None)
    assert [hit.cosine for hit in found] == sorted((hit.cosine for hit in found), reverse=True)
    return [int(card.created_at) for card in store.get_many([hit.card_id for hit in found])]


def exact(seed: int, among: range, limit: int = 5) -> list[int]:
    vectors = numpy.array([make_vector(i) for i in among], dtype=numpy.float32)
    vectors /= numpy.linalg.norm(vectors, axis=1, keepdims=True)
    scores = vectors @ numpy.array(make_vector(seed), dtype=numpy.float32)
    return [among[at] for at in numpy.argsort(-scores)[:limit].tolist()]


@pytest.fixture
def small_index(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_index, "WORTHWHILE", 100)
    monkeypatch.setattr(vector_index, "BEHIND", 30)
    monkeypatch.setattr(vector_search, "TAIL", 150)


def test_the_nearest_cards_are_those_an_exact_comparison_gives(store: SqliteStore) -> None:
    fill(store, 300)
    assert nearest(store, 7) == exact(7, range(300))
    assert nearest(store, 7)[0] == 7
    assert sorted(nearest(store, 999, limit=1000)) == list(range(300))


def test_numbers_and_bytes_are_the_same_vector_whatever_its_length(store: SqliteStore) -> None:
    fill(store, 20)
    vector = make_vector(3)
    packed = struct.pack("<16f", *(value * 1000 for value in vector))
    for question in (vector, packed, tuple(vector)):
        [hit] = store.nearest(question, model_id=MODEL, limit=1, deadline=None)
        assert hit.card_id == make_card("3").id
        assert hit.cosine == pytest.approx(1.0, abs=0.002)


@pytest.mark.parametrize(
    "bad", [[float("nan")] * 16, [float("inf")] + [0.0] * 15, [0.0] * 16, [], b"\0" * 64, b"abc"]
)
def test_a_vector_that_says_nothing_is_refused_when_kept_and_when_asked(
    store: SqliteStore, bad: object
) -> None:
    fill(store, 3)
    with pytest.raises(ValueError):
        store.put_vectors(MODEL, {make_card("1").id: bad})  # type: ignore[dict-item]
    with pytest.raises(ValueError):
        store.nearest(bad, model_id=MODEL, deadline=None)  # type: ignore[arg-type]


def test_a_vector_of_another_length_is_refused(store: SqliteStore) -> None:
    fill(store, 3)
    with pytest.raises(ValueError, match="dimensions"):
        store.put_vectors(MODEL, {make_card("1").id: [1.0, 2.0]}).result()
    with pytest.raises(ValueError, match="dimensions"):
        store.nearest([1.0, 2.0], model_id=MODEL, deadline=None)


def test_models_do_not_mix_and_an_unknown_one_finds_nothing(store: SqliteStore) -> None:
    fill(store, 3)
    store.put_vectors("other", {make_card("1").id: [1.0, 0.0]}).result()
    assert [hit.card_id for hit in store.nearest([1.0, 0.1], model_id="other")] == [make_card("1").id]
    assert store.nearest([1.0, 0.1], model_id="unknown") == []


def test_vectors_of_cards_that_are_gone_are_left_out(store: SqliteStore) -> None:
    assert store.put_vectors(MODEL, {"unknown": make_vector(1)}).result() == 0


def test_cards_without_a_vector_are_named_newest_first_and_again_when_their_words_change(
    store: SqliteStore,
) -> None:
    fill(store, 2)
    store.save([make_card("new", created_at=50.0), make_card("newer", created_at=60.0)]).result()
    assert [card.summary for card in store.missing_vectors(MODEL)] == ["Statement newer", "Statement new"]
    assert len(store.missing_vectors(MODEL, limit=1)) == 1
    store.save([make_card("0", created_at=0.0, confidence=0.9)]).result()
    assert len(store.missing_vectors(MODEL)) == 2
    store.save([make_card("0", created_at=0.0, details="other words")]).result()
    assert len(store.missing_vectors(MODEL)) == 3
    assert 0 not in nearest(store, 0)


def test_filters_hold_for_vectors_and_rare_admitted_cards_are_found(store: SqliteStore) -> None:
    fill(store, 400)
    store.save(
        [make_card("t", created_at=900.0, scope=Scope.TASK, kind=Kind.TODO, status=Status.STALE)]
    ).result()
    store.put_vectors(MODEL, {make_card("t").id: [-value for value in make_vector(7)]}).result()
    assert nearest(store, 7, where=Filter(scopes=frozenset({Scope.TASK}))) == [900]
    assert nearest(store, 7, where=Filter(before=7)) == exact(7, range(7))
    assert nearest(store, 7, where=Filter(before=0)) == []


@pytest.mark.usefixtures("small_index")
def test_above_a_number_an_index_answers_and_new_vectors_are_found_beside_it(
    store: SqliteStore, folder: Path
) -> None:
    fill(store, 400)
    with pytest.raises(Unavailable, match="being made"):
        nearest(store, 7)
    assert f"index of {MODEL}" in store.maintain()["done"]
    assert len(list(folder.glob("*.usearch"))) == 1
    assert nearest(store, 7) == exact(7, range(400))
    assert "usearch" in sys.modules
    fill(store, 20, start=400)
    assert nearest(store, 411) == exact(411, range(420))
    assert store.maintain()["done"] == []
    fill(store, 20, start=420)
    assert store.maintain()["done"] == [f"index of {MODEL}"]
    assert len(list(folder.glob("*.usearch"))) == 1
    assert nearest(store, 433) == exact(433, range(440))


@pytest.mark.usefixtures("small_index")
@pytest.mark.parametrize("compared", [0, 50, 10_000])
@pytest.mark.parametrize("asked", [0, 10_000])
def test_a_filter_finds_the_nearest_that_pass_in_the_index_and_beside_it_whatever_way_is_chosen(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, compared: int, asked: int
) -> None:
    monkeypatch.setattr(vector_search, "COMPARED", compared)
    monkeypatch.setattr(vector_search, "ASKED", asked)
    fill(store, 400)
    store.maintain()
    fill(store, 25, start=400)
    for where, passing in (
        (Filter(after=390), range(390, 425)),
        (Filter(before=100), range(100)),
        (Filter(after=200), range(200, 425)),
    ):
        assert nearest(store, 7, where=where) == exact(7, passing)
    assert nearest(store, 7, where=Filter(after=410, before=400)) == []


@pytest.mark.usefixtures("small_index")
def test_filters_hold_for_an_index_too(store: SqliteStore) -> None:
    fill(store, 400)
    store.maintain()
    assert nearest(store, 7, where=Filter(before=7)) == exact(7, range(7))
    assert nearest(store, 7, where=Filter(after=390)) == exact(7, range(390, 400))


@pytest.mark.usefixtures("small_index")
def test_an_index_whose_vectors_are_mostly_gone_is_made_anew(store: SqliteStore) -> None:
    cards = fill(store, 400)
    store.maintain()
    store.save([make_card(str(i), created_at=float(i), details="changed") for i in range(200)]).result()
    assert store.maintain()["done"] == [f"index of {MODEL}"]
    assert nearest(store, 300) == exact(300, range(200, 400))
    assert len(store.missing_vectors(MODEL, limit=1000)) == 200
    assert len(cards) == 400


@pytest.mark.usefixtures("small_index")
@pytest.mark.parametrize("how", ["flipped", "truncated", "emptied", "gone", "foreign"])
def test_an_index_file_that_is_not_what_it_was_is_never_loaded_and_is_made_anew(
    folder: Path, how: str
) -> None:
    with SqliteStore.open(folder) as store:
        fill(store, 400)
        store.maintain()
    [file] = folder.glob("*.usearch")
    content = bytearray(file.read_bytes())
    if how == "flipped":
        content[random.Random(1).randrange(len(content))] ^= 0x10
    replaced = {"flipped": bytes(content), "truncated": bytes(content[: len(content) // 2]), "emptied": b""}
    file.unlink()
    if how != "gone":
        file.write_bytes(replaced.get(how, b"a letter" * 1000))
    with SqliteStore.open(folder) as store:
        with pytest.raises(Unavailable):
            nearest(store, 7)
        store.put_progress({}).result()
        assert f"index of {MODEL}" in store.maintain()["done"]
        assert nearest(store, 7) == exact(7, range(400))


@pytest.mark.usefixtures("small_index")
def test_another_window_takes_over_the_new_index(store: SqliteStore, folder: Path) -> None:
    fill(store, 400)
    store.maintain()
    with SqliteStore.open(folder) as window:
        assert nearest(window, 7) == exact(7, range(400))
        fill(store, 200, start=400)
        store.maintain()
        assert nearest(window, 555) == exact(555, range(600))


@pytest.mark.usefixtures("small_index")
def test_only_one_process_does_the_upkeep(store: SqliteStore, folder: Path) -> None:
    from whylens.store.write_lock import maintenance_lock

    fill(store, 400)
    with maintenance_lock(folder):
        assert store.maintain()["busy"]
    assert store.maintain()["done"]


@pytest.mark.usefixtures("small_index")
def test_many_changed_vectors_do_not_fill_the_memory_of_a_window(store: SqliteStore) -> None:
    fill(store, 90)
    for turn in range(6):
        store.save(
            [make_card(str(i), created_at=float(i), details=f"turn {turn}") for i in range(30)]
        ).result()
        store.put_vectors(MODEL, {make_card(str(i)).id: make_vector(i) for i in range(30)}).result()
        assert nearest(store, 7) == exact(7, range(90))


def test_opening_and_reading_loads_neither_numpy_nor_the_index_library(folder: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from whylens.store.store import SqliteStore\n"
        "with SqliteStore.open(Path(sys.argv[1])) as store: store.find(); store.match(['x']); store.maintain()\n"
        "heavy = {'numpy', 'usearch', 'onnxruntime', 'fastembed', 'sqlite_utils'} & set(sys.modules)\n"
        "print(sorted(heavy))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"

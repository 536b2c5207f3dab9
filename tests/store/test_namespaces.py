from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.store.making import MODEL, make_card, make_observation, make_vector
from whylens.model.anchor import Anchor
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind
from whylens.store import database
from whylens.store.database import FILE
from whylens.store.port import ANY, Audit, Filter, Lane, Link, Relation
from whylens.store.store import SqliteStore

#: Tables without a namespace: the file's own facts, and the full text (its rows are cards, joined to `card`).
WITHOUT = {"meta", "sqlite_sequence", "sqlite_stat1"}


@pytest.fixture
def team(folder: Path, store: SqliteStore) -> Iterator[SqliteStore]:
    assert store.namespace == "user"
    with SqliteStore.open(folder, namespace="team") as opened:
        yield opened


def fill(store: SqliteStore, word: str) -> None:
    """One of everything, with the same ids in every namespace."""
    first = make_card(
        "first", f"walrus {word}", files=("f.py",), anchors=(Anchor("f.py"),), ref="ref", session="s",
        sources=(SourceRef(Basis.COMMIT, "c0ffee0"),),
    )  # fmt: skip
    second = make_card("second", f"walrus {word}")
    store.save(
        [first, second],
        links=[Link(first.id, Relation.FIXES, second.id)],
        observations=[make_observation(f"observation {word}", digest="same-digest")],
        audit=[Audit("user", word)],
        progress={"key": word},
        lane=Lane.USER,
    ).result()
    store.save([make_card("second", f"walrus changed {word}")]).result()
    store.put_vectors(MODEL, {first.id: make_vector(1)}).result()


def everything_said(store: SqliteStore) -> str:
    """The answers to every question, as one text."""
    first, second = make_card("first").id, make_card("second").id
    matches = store.match(["walrus"])
    answers: list[Any] = [
        store.get(first), store.get("ref"), store.get_many([first, second]), store.find(), store.recent(5),
        store.counts(), store.history(second), matches, store.get_many([match.card_id for match in matches]),
        store.nearest(make_vector(1), model_id=MODEL, deadline=None), store.anchored("f.py"),
        store.anchored_paths(), store.by_files(["f.py"]), store.by_source(["c0ffee0"]),
        store.similar(Kind.DECISION, ["f.py"], ["walrus"]), store.links_of([first]),
        [observation.text + "" for observation in store.observations_of(first)], store.known(["same-digest"]),
        store.forgotten([first]), store.missing_vectors(MODEL), store.progress("key"),
        store.changes_since(0).items, store.audit_log(), store.find(Filter(files=("f.py",), session="s")),
        store.anchored_paths(Filter(session="s")),
    ]  # fmt: skip
    return repr(answers)


def test_a_namespace_sees_its_own_and_nothing_else(store: SqliteStore, team: SqliteStore) -> None:
    fill(store, "mine")
    assert "mine" not in everything_said(team)
    assert "Card(" not in everything_said(team)
    fill(team, "ours")
    assert "ours" in everything_said(team)
    assert "mine" not in everything_said(team)
    assert "ours" not in everything_said(store)
    assert store.counts().total == team.counts().total == 2


def test_forgetting_and_rebuilding_in_one_namespace_leaves_the_other_as_it_was(
    store: SqliteStore, team: SqliteStore
) -> None:
    fill(store, "mine")
    fill(team, "ours")
    before = everything_said(team)
    store.forget([make_card("first").id])
    store.forget(where=Filter(files=("f.py",)))
    store.forget_everything()
    store.rebuild()
    assert store.counts().total == 0
    assert everything_said(team) == before


def test_handles_are_unique_over_all_namespaces_of_a_file(store: SqliteStore, team: SqliteStore) -> None:
    [mine] = store.save([make_card("x")]).result().cards
    [ours] = team.save([make_card("x")]).result().cards
    assert mine.id == ours.id
    assert mine.handle != ours.handle


def test_a_card_of_another_namespace_is_refused(store: SqliteStore) -> None:
    with pytest.raises(ValueError, match="namespace"):
        store.save([make_card("x", namespace="team")]).result()


def test_every_table_has_a_namespace(store: SqliteStore, folder: Path) -> None:
    connection = sqlite3.connect(folder / FILE)
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for table in tables - WITHOUT:
        if not table.startswith("card_text"):
            columns = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
            assert "namespace" in columns, table
    connection.close()


def test_every_statement_names_the_namespace(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with SqliteStore.open(folder) as store:
        store.maintain()  # the upkeep is about the whole file
    statements: set[str] = set()
    make = database._open_uri

    def traced(path: Path, mode: str) -> sqlite3.Connection:
        connection = make(path, mode)
        connection.set_trace_callback(statements.add)
        return connection

    monkeypatch.setattr(database, "_open_uri", traced)
    with SqliteStore.open(folder) as store:
        fill(store, "mine")
        everything_said(store)
        store.find(ANY)
        store.forget([make_card("second").id])
        statements_of_use = {
            text for text in statements if re.match(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)", text)
        }
    data = re.compile(
        r"\b(FROM|INTO|UPDATE|JOIN)\s+(card|observation|link|embedding|audit|progress|change)\w*\b"
    )
    bare = [
        text
        for text in statements_of_use
        if data.search(text) and "namespace" not in text and "card_text" not in text
    ]
    # Handles and numbers are shared by all namespaces: these questions are about all of them.
    shared = (
        "WHERE handle =",
        "min(seq)",
        "max(seq)",
        "max(number)",
        "SELECT file FROM vector_index",
        "DELETE FROM change",
    )
    assert [text for text in bare if not any(part in text for part in shared)] == []

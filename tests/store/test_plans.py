"""No question about a few cards may walk all of them: a namespace alone finds nearly everything."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from tests.store.making import MODEL, make_card, make_observation, make_vector
from whylens.model.source import SourceRef
from whylens.model.words import LIVE, Basis, Kind
from whylens.store import database
from whylens.store.database import FILE
from whylens.store.port import ANY, Filter, Lane
from whylens.store.store import SqliteStore

#: A step that looks at all rows of a table, or at all of a namespace.
WALK = re.compile(r"SCAN (?!json_each|card_text|shared|CONSTANT|key)|\(namespace=\?\)$")


@pytest.fixture
def filled(folder: Path) -> Path:
    card = make_card(
        "x", "walrus", files=("f.py",), session="s", sources=(SourceRef(Basis.COMMIT, "c0ffee0"),)
    )
    with SqliteStore.open(folder) as store:
        store.save([card, make_card("y", "walrus", ref="ref")], observations=[make_observation("o")]).result()
        store.save([make_card("x", "walrus again", files=("f.py",), session="s")], lane=Lane.USER).result()
        store.put_vectors(MODEL, {card.id: make_vector(1)}).result()
    return folder


def ask_about_a_few(store: SqliteStore) -> None:
    some = make_card("x").id
    for where in (
        ANY,
        Filter(statuses=LIVE),
        Filter(before=1e9),
        Filter(after=0, kinds=frozenset({Kind.ISSUE})),
    ):
        store.match(["walrus"], where=where, deadline=None)
        store.nearest(make_vector(1), model_id=MODEL, where=where, deadline=None)
        store.anchored("f.py", where, deadline=None)
        store.by_files(["f.py", "g.py"], where=where, deadline=None)
        store.find(Filter(files=("f.py",), statuses=where.statuses))
        store.find(Filter(session="s", statuses=where.statuses))
    store.similar(Kind.DECISION, ["f.py"], ["walrus"])
    store.get(some)
    store.get("W-1234")
    store.get_many([some], deadline=None)
    store.history(some)
    store.by_source(["c0ffee0", "abc"])
    store.same_summary(Kind.DECISION, "walrus")
    store.links_of([some])
    store.observations_of(some)
    store.known(["d"])
    store.forgotten(["d"])
    store.progress("p")
    store.changes_since(0)


def test_questions_about_a_few_cards_never_walk_all_of_them(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements: set[str] = set()
    make = database._open_uri

    def traced(path: Path, mode: str) -> sqlite3.Connection:
        connection = make(path, mode)
        connection.set_trace_callback(statements.add)
        return connection

    with SqliteStore.open(filled) as store:
        monkeypatch.setattr(database, "_open_uri", traced)
        ask_about_a_few(store)
    connection = sqlite3.connect(filled / FILE)
    walks = [
        (statement, step)
        for statement in statements
        if statement.startswith(("SELECT", "WITH"))
        and not re.search("sqlite_master|card_text_config", statement)
        for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {statement}")
        if WALK.search(step)
    ]
    connection.close()
    assert len(statements) > 40
    assert walks == []

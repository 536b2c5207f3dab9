from __future__ import annotations

import time

import pytest

from tests.store.making import make_card
from whylens.model.anchor import Anchor
from whylens.model.errors import Unavailable
from whylens.model.words import Kind, Scope, Status
from whylens.recall.terms import match_terms
from whylens.store import matching
from whylens.store.port import ANY, Filter
from whylens.store.store import SqliteStore


def found(store: SqliteStore, query: str, where: Filter = ANY) -> list[str]:
    matches = store.match(match_terms(query), where=where)
    return [card.summary for card in store.get_many([match.card_id for match in matches])]


@pytest.mark.parametrize(
    "query",
    [
        "parseConfigFile", "parse config", "parse_config_file", "PARSECONFIGFILE", "configs", "the Parsing of files",
        "E0382", "CVE-2024-12345", "2024", "server/store/writeLock.py", "writeLock.py", "write lock", "Cafe",
    ],
)  # fmt: skip
def test_identifiers_codes_paths_and_words_are_found(store: SqliteStore, query: str) -> None:
    text = "parseConfigFile raises E0382, see CVE-2024-12345 and server/store/writeLock.py in the café"
    store.save([make_card("x", text), make_card("y", "Something else")]).result()
    assert found(store, query) == [text]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("数据库连接必须复用", "连接"),
        ("数据库连接必须复用", "数据库"),
        ("数据库连接必须复用", "用"),
        ("数据库连接必须复用", "数"),
        ("キャッシュは三十秒で無効になる", "キャッシュ"),
        ("ｷｬｯｼｭは使わない", "キャッシュ"),
        ("재시도는 세 번까지만 한다", "재시도"),
        ("使用 HTTP2Client 重试", "HTTP2Client"),
        ("使用HTTP2Client重试", "重试"),
    ],
)
def test_chinese_japanese_and_korean_are_found(store: SqliteStore, text: str, query: str) -> None:
    store.save([make_card("x", text), make_card("y", "Something else")]).result()
    assert found(store, query) == [text]


@pytest.mark.parametrize(
    "query",
    ["foo-bar", "a AND", "AND", "NOT", "col:x", "summary:x", "*", '"', "'", "(", ")", "^x", "x NEAR y", "", " ",
     "\x00", "-", "\\", "a\x00b", "OR OR OR", "{", "🙂", "ﷺ", "\ud800", "x" * 100_000, "a " * 10_000],
)  # fmt: skip
def test_no_query_breaks_the_search(store: SqliteStore, query: str) -> None:
    store.save([make_card("x", "Something plain")]).result()
    assert found(store, query) == []
    assert store.match([query]) == []


def test_each_field_has_a_score_of_its_own(store: SqliteStore) -> None:
    store.save(
        [
            make_card("s", "walrus"),
            make_card("d", details="walrus"),
            make_card("e", evidence="the walrus said"),
            make_card("n", symbols=("walrus",)),
            make_card("a", anchors=(Anchor("x.py", ("Walrus",)),)),
            make_card("f", files=("src/walrus.py",)),
            *(make_card(f"other {i}") for i in range(20)),
        ]
    ).result()
    scores = {match.card_id: match.scores for match in store.match(["walrus"])}
    where = {
        name: [field for field, score in scores[make_card(name).id].items() if score > 0] for name in "sdenaf"
    }
    assert where == {
        "s": ["summary"],
        "d": ["body"],
        "e": ["body"],
        "n": ["names"],
        "a": ["names"],
        "f": ["files"],
    }


def test_the_index_follows_a_card_that_changes(store: SqliteStore) -> None:
    store.save([make_card("x", "about walruses", details="herrings")]).result()
    store.save([make_card("x", "about penguins", details="herrings")]).result()
    assert found(store, "walruses") == []
    assert found(store, "penguins") == found(store, "herrings") == ["about penguins"]


def test_filters_hold_in_the_search_and_rare_admitted_cards_are_not_crowded_out(store: SqliteStore) -> None:
    store.save([make_card(f"crowd {i}", "walrus walrus walrus", created_at=500) for i in range(900)]).result()
    store.save(
        [
            make_card("old", "one walrus among the many other words here", created_at=5),
            make_card(
                "task", "a walrus, too, long after", scope=Scope.TASK, kind=Kind.TODO, status=Status.STALE
            ),
        ]
    ).result()

    def ids(where: Filter) -> set[str]:
        return {match.card_id for match in store.match(["walrus"], limit=5, where=where)}

    assert ids(Filter(before=5.5)) == {make_card("old").id}
    assert ids(Filter(before=5)) == set()
    assert ids(Filter(scopes=frozenset({Scope.TASK}))) == {make_card("task").id}
    assert ids(Filter(kinds=frozenset({Kind.TODO}))) == {make_card("task").id}
    assert ids(Filter(statuses=frozenset({Status.STALE}))) == {make_card("task").id}
    assert len(ids(ANY)) == 5


def test_a_question_past_its_deadline_is_given_up(store: SqliteStore) -> None:
    store.save([make_card(str(i), "walrus " * 30) for i in range(3000)]).result()
    started = time.monotonic()
    with pytest.raises(Unavailable):
        store.match(["walrus"], limit=3000, deadline=0.0)
    assert time.monotonic() - started < 5
    assert len(store.match(["walrus"], limit=10, deadline=None)) == 10


def test_in_a_large_memory_the_rarer_words_decide_what_is_scored_and_all_words_score_it(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.save([make_card(f"common {i}", "walrus penguin", details="word " * (i % 7)) for i in range(300)])
    store.save([make_card("both", "walrus gryphon"), make_card("rare", "gryphon alone")]).result()
    exact = {match.card_id: match.scores for match in store.match(["walrus", "gryphon", "absent"], limit=500)}
    monkeypatch.setattr(matching, "BUDGET", 50)
    bounded = {
        match.card_id: match.scores for match in store.match(["walrus", "gryphon", "absent"], limit=500)
    }
    assert set(bounded) == {make_card("both").id, make_card("rare").id}
    for card_id, scores in bounded.items():
        assert scores == {field: pytest.approx(score, abs=1e-5) for field, score in exact[card_id].items()}
    assert len(store.match(["walrus"], limit=500)) == 301
    assert store.match(["absent"]) == store.match(["*"]) == []

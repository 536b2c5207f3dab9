from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from tests.store.making import make_card, make_observation
from whylens.model.anchor import Anchor
from whylens.model.card import Card
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind, Scope, Sensitivity, Status
from whylens.store.port import ANY, Audit, Filter, Lane, Link, Order, Relation
from whylens.store.store import SqliteStore

FULL_ANCHOR = Anchor(
    "src/parser.py",
    ("Parser", "parse › it"),
    "method",
    "aa",
    "bb",
    (1, 2**32 - 1),
    ("", "  x = 1"),
    7,
    "c0ffee",
    0.25,
)
FULL_SOURCE = SourceRef(Basis.RECORD, "docs/adr/3.md", 12, "Use one queue", 55.5, "dev-1")
FULL_CARD = Card(
    id="abcdef0123456789abcdef0123456789",
    handle="W-abcd",
    namespace="user",
    kind=Kind.FAILED_APPROACH,
    summary="Polling was tried",
    scope=Scope.TASK,
    status=Status.CONFLICTING,
    details="More\nlines",
    rationale="It was slow",
    evidence='“slow” "quoted" \\ back',
    files=("b.py", "a.py"),
    symbols=("Parser › parse",),
    anchors=(FULL_ANCHOR, Anchor("whole-file.py")),
    sources=(FULL_SOURCE, SourceRef(Basis.USER)),
    author="dev-2",
    created_at=12.25,
    valid_from=11.5,
    confidence=0.7,
    importance=0.9,
    sensitivity=Sensitivity.CONFIDENTIAL,
    confirmed_by="dev-3",
    confirmed_at=13.0,
    supersedes=("one", "two"),
    superseded_by="three",
    expires_at=99.0,
    version=1,
    tokens=21,
    branch="topic",
    commit="c0ffee",
    ref="ticket-9",
    session="s-1",
    rule="r.7",
    extra={"ключ": "värde"},
)


def differs_from_default(value: Any) -> list[str]:
    """Fields of `value` that have their default: a test value should have none."""
    return [
        field.name
        for field in dataclasses.fields(value)
        if field.default is not dataclasses.MISSING and getattr(value, field.name) == field.default
    ]


def test_the_full_test_values_use_every_field_of_the_model() -> None:
    assert differs_from_default(FULL_ANCHOR) == []
    assert differs_from_default(FULL_SOURCE) == []
    assert differs_from_default(FULL_CARD) == ["version"]  # the store sets it


def test_every_field_of_a_card_comes_back_as_it_was_saved(store: SqliteStore) -> None:
    store.save([FULL_CARD]).result()
    assert store.get(FULL_CARD.id) == FULL_CARD


def test_a_changed_card_gets_the_next_version_and_every_field_of_the_old_one_is_kept(
    store: SqliteStore,
) -> None:
    store.save([FULL_CARD]).result()
    changed = dataclasses.replace(FULL_CARD, summary="Polling was tried twice", anchors=(), files=("c.py",))
    saved = store.save([changed]).result().cards[0]
    assert saved == dataclasses.replace(changed, version=2)
    assert store.history(FULL_CARD.id) == [FULL_CARD]


def test_saving_the_same_card_again_changes_nothing(store: SqliteStore) -> None:
    store.save([FULL_CARD]).result()
    before = store.last_seq()
    assert store.save([dataclasses.replace(FULL_CARD, handle="")]).result().cards == (FULL_CARD,)
    assert store.last_seq() == before
    assert store.history(FULL_CARD.id) == []


@pytest.mark.parametrize(
    "name", ["W-abcd", "[W-abcd]", "w-ABCD", "abcd", FULL_CARD.id, "ticket-9", " W-abcd "]
)
def test_a_card_is_found_by_id_handle_and_ref(store: SqliteStore, name: str) -> None:
    store.save([FULL_CARD]).result()
    assert store.get(name) == FULL_CARD


@pytest.mark.parametrize("name", ["", "W-", "W-9999", "abc", "ticket", "%", "W-abcd; DROP TABLE card"])
def test_a_name_nothing_has_finds_nothing(store: SqliteStore, name: str) -> None:
    store.save([FULL_CARD]).result()
    assert store.get(name) is None


def test_handles_are_the_shortest_free_prefix_of_the_id_and_never_change(store: SqliteStore) -> None:
    ids = [f"aaaa{end}" + "0" * 20 for end in ("1111", "1122", "2222")]
    cards = [dataclasses.replace(make_card(id_), id=id_) for id_ in ids]
    handles = [card.handle for card in store.save(cards).result().cards]
    assert handles == ["W-aaaa", "W-aaaa1", "W-aaaa2"]
    again = store.save([dataclasses.replace(cards[1], details="more")]).result().cards[0]
    assert again.handle == "W-aaaa1"


def test_handles_stay_unique_among_many_cards(store: SqliteStore) -> None:
    saved = store.save([make_card(str(i)) for i in range(1500)]).result().cards
    assert len({card.handle for card in saved}) == 1500
    assert all(card.id.startswith(card.handle.removeprefix("W-")) for card in saved)


def test_many_cards_come_back_in_the_order_asked_without_the_unknown(store: SqliteStore) -> None:
    cards = store.save([make_card(name) for name in "abc"]).result().cards
    wanted = [cards[2].id, "unknown", cards[0].id, cards[2].id]
    assert store.get_many(wanted) == [cards[2], cards[0]]


def test_restricted_text_is_refused(store: SqliteStore) -> None:
    with pytest.raises(ValueError, match="restricted"):
        store.save([make_card("x", sensitivity=Sensitivity.RESTRICTED)]).result()
    with pytest.raises(ValueError, match="restricted"):
        store.archive([make_observation("x", sensitivity=Sensitivity.RESTRICTED)]).result()
    assert store.counts().total == 0


def test_text_that_was_not_redacted_cannot_be_archived(store: SqliteStore) -> None:
    raw: Any = dataclasses.replace(make_observation("x"), text="plain text")
    with pytest.raises(TypeError, match="redacted"):
        store.archive([raw]).result()


def test_half_characters_from_broken_files_do_not_stop_a_save(store: SqliteStore) -> None:
    card = make_card("x", "bad \udcff byte", files=("caf\udce9.py",), extra={"k": "v"})
    saved = store.save([card]).result().cards[0]
    assert (saved.summary, saved.files) == ("bad ? byte", ("caf?.py",))
    assert store.get(card.id) == saved


def test_lists_are_filtered_sorted_and_paged(store: SqliteStore) -> None:
    store.save(
        [
            make_card("a", created_at=1, kind=Kind.ISSUE, status=Status.CANDIDATE, confidence=0.9),
            make_card("b", created_at=2, files=("f.py",), session="s", importance=0.9),
            make_card("c", created_at=3, anchors=(Anchor("f.py"),), scope=Scope.TASK, confidence=0.1),
        ]
    ).result()

    def names(where: Filter = ANY, **page: Any) -> str:
        return "".join(card.summary[-1] for card in store.find(where, **page))

    assert names() == "cba"
    assert names(order=Order.OLDEST) == "abc"
    assert names(order=Order.CONFIDENCE) == "abc"
    assert names(order=Order.IMPORTANCE)[0] == "b"
    assert names(limit=1, offset=1) == "b"
    assert names(Filter(kinds=frozenset({Kind.ISSUE}))) == "a"
    assert names(Filter(statuses=frozenset({Status.ACTIVE, Status.CANDIDATE}))) == "cba"
    assert names(Filter(scopes=frozenset({Scope.TASK}))) == "c"
    assert names(Filter(files=("f.py", "g.py"))) == "cb"
    assert names(Filter(session="s")) == "b"
    assert names(Filter(after=2, before=3)) == "b"
    assert store.recent(1)[0].summary == "Statement c"
    assert store.counts(Filter(files=("f.py",))).scopes == {"project": 1, "task": 1}
    assert store.counts().kinds == {"issue": 1, "decision": 2}


def test_cards_of_a_file_are_those_anchored_in_it_and_those_that_name_it(store: SqliteStore) -> None:
    store.save(
        [
            make_card("anchored", anchors=(Anchor("f.py", ("a",)), Anchor("f.py", ("b",)))),
            make_card("named", files=("f.py",)),
            make_card("elsewhere", files=("g.py",)),
        ]
    ).result()
    assert {card.summary for card in store.anchored("f.py")} == {"Statement anchored", "Statement named"}
    assert store.anchored_paths() == {"f.py": 2, "g.py": 1}
    assert store.anchored_paths(Filter(statuses=frozenset({Status.STALE}))) == {}


def test_cards_that_share_rare_files_come_first(store: SqliteStore) -> None:
    store.save(
        [make_card(f"common {i}", files=("common.py",), created_at=200 + i) for i in range(20)]
    ).result()
    store.save(
        [make_card("rare", files=("rare.py",)), make_card("both", files=("rare.py", "common.py"))]
    ).result()
    found = [store.get(id_).summary for id_ in store.by_files(["common.py", "rare.py", "absent.py"], limit=4)]
    assert found[:3] == ["Statement both", "Statement rare", "Statement common 19"]


def test_cards_are_found_by_commit_even_if_its_id_is_cut(store: SqliteStore) -> None:
    commit = "0123456789abcdef0123456789abcdef01234567"
    store.save([make_card("x", sources=(SourceRef(Basis.COMMIT, commit),)), make_card("y")]).result()
    assert [card.summary for card in store.by_source([commit[:9]])] == ["Statement x"]
    assert store.by_source([commit[:5]]) == []
    assert store.by_source([""]) == []


def test_the_same_summary_is_recognised_through_case_and_punctuation(store: SqliteStore) -> None:
    store.save([make_card("x", "Retry  the upload, twice.")]).result()
    assert len(store.same_summary(Kind.DECISION, "retry the `upload` twice")) == 1
    assert store.same_summary(Kind.ISSUE, "retry the upload twice") == []


def test_similar_cards_with_a_shared_file_come_first(store: SqliteStore) -> None:
    store.save(
        [
            make_card("far", "the upload retries twice", files=("other.py",)),
            make_card("near", "the upload retries", files=("here.py",)),
            make_card("kind", "the upload retries", files=("here.py",), kind=Kind.ISSUE),
        ]
    ).result()
    found = store.similar(Kind.DECISION, ["here.py"], ["upload", "retries", "twice"])
    assert [card.files for card in found] == [("here.py",), ("other.py",)]


def test_one_save_keeps_cards_links_evidence_audit_and_progress_together(store: SqliteStore) -> None:
    card, other = make_card("x"), make_card("y")
    link = Link(card.id, Relation.SUPERSEDES, other.id)
    observation = make_observation("the words", files=("a.py",), symbols=("f",), session="s")
    store.save(
        [card, other],
        links=[link],
        observations=[observation],
        audit=[Audit("user", "remember", card.id)],
        progress={"git": "42"},
        lane=Lane.USER,
    ).result()
    [kept] = store.observations_of(card.id)
    assert kept == dataclasses.replace(observation, digest=kept.digest)
    assert store.known([kept.digest, "unknown"]) == {kept.digest}
    assert store.links_of([other.id]) == [link]
    assert store.audit_log()[0].action == "remember"
    assert store.progress("git") == "42"
    assert store.progress("other") is None


def test_an_observation_is_archived_once_and_may_bear_witness_for_several_cards(store: SqliteStore) -> None:
    observation = make_observation("the words")
    assert store.archive([observation]).result().new == 1
    store.save([make_card("x")], observations=[observation]).result()
    store.save([make_card("y")], observations=[observation]).result()
    assert store.archive([observation]).result().known == 1
    assert len(store.observations_of(make_card("x").id)) == len(store.observations_of(make_card("y").id)) == 1


def test_reading_and_changing_in_one_write_loses_no_change(store: SqliteStore) -> None:
    card = make_card("counter", extra={"n": "0"})
    store.save([card]).result()

    def add(writing: Any) -> None:
        old = writing.get(card.id)
        writing.save([dataclasses.replace(old, extra={"n": str(int(old.extra["n"]) + 1)})])

    for done in [store.write(add) for _ in range(50)]:
        done.result()
    counted = store.get(card.id)
    assert counted is not None
    assert counted.extra == {"n": "50"}
    assert counted.version == 51

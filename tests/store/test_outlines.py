from __future__ import annotations

from dataclasses import replace

from tests.store.making import make_card
from whylens.model.anchor import Anchor
from whylens.model.recall import Candidate, Query
from whylens.model.source import SourceRef
from whylens.model.words import Basis
from whylens.recall.rank import answer
from whylens.store.store import SqliteStore

FULL = make_card(
    "full",
    details="Statement full, and why",
    rationale="a reason",
    evidence="the words",
    files=("a.py", "b/c.py"),
    symbols=("Parser › parse", "other"),
    anchors=(Anchor("a.py", ("Parser", "parse"), body_hash="b0", sketch=(1, 2)), Anchor("b/c.py")),
    sources=(SourceRef(Basis.COMMIT, "c0ffee", title="T"), SourceRef(Basis.USER)),
    confidence=0.9,
    commit="c0ffee",
)


def test_ranking_gives_outlines_the_same_scores_and_reasons_as_whole_cards(store: SqliteStore) -> None:
    store.save([FULL, make_card("bare"), make_card("named", files=("a.py",))]).result()
    ids = [make_card(name).id for name in ("named", "full", "bare")]
    query = Query("why does parse fail with the statement", files=("a.py",), symbols=("Parser › parse",))

    def told(cards: list) -> list:
        found = answer(query, [Candidate(card, {"summary": 2.0}, 0.4) for card in cards], now=2e9)
        return [(hit.card.id, hit.score, hit.parts, hit.why, hit.relevant) for hit in found.hits]

    assert told(store.outlines(ids)) == told(store.get_many(ids))
    assert len(told(store.outlines(ids))) == 3


def test_outlines_come_in_the_order_asked_and_leave_out_what_is_unknown(store: SqliteStore) -> None:
    store.save([FULL, make_card("bare")]).result()
    ids = [make_card("bare").id, "unknown", FULL.id]
    assert [card.id for card in store.outlines(ids)] == [ids[0], ids[2]]


def test_a_path_with_odd_signs_stops_no_reading(store: SqliteStore) -> None:
    odd = "a\x1db\x1e[c.py"
    card = replace(
        FULL, files=(odd,), anchors=(Anchor(odd, ("f",)),), sources=(SourceRef(Basis.MARKER, odd),)
    )
    store.save([card]).result()
    assert [each.id for each in store.outlines([card.id])] == [card.id]

"""How sound a card is: learned from judged cards, and what it decides."""

from dataclasses import replace

import pytest

from bench.learn_soundness import Judged, learn, left_out
from whylens.extract.worth.soundness import features, learned, soundness
from whylens.govern.confidence import SURE, confirmed, is_sure, starting_confidence
from whylens.model.card import Card, CardDraft
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind

TOLD = CardDraft(
    Kind.DECISION,
    "Rows are kept in one file — because two files cannot be written in one step.",
    "",
    basis=Basis.COMMIT,
    rule="reason",
)


def test_every_weight_of_the_package_belongs_to_a_feature_that_is_a_line_of_text() -> None:
    assert len(learned()) > 300
    assert all(name == name.strip("\t\n") for name in learned())
    assert "" in learned(), "the bias"


def test_the_rules_that_readers_found_right_more_often_make_a_card_more_sound() -> None:
    often = replace(TOLD, rule="comment-workaround", basis=Basis.COMMENT)
    seldom = replace(TOLD, rule="record-must", basis=Basis.RECORD)
    assert soundness(often, placed=True) > soundness(TOLD, placed=True) > soundness(seldom, placed=True)


def test_what_leans_and_what_breaks_off_is_seen() -> None:
    leaning = features(replace(TOLD, summary="this was there before them…"), placed=False)
    assert {"dangling", "small start", "dots", "nowhere", "alone", "points 2"} <= leaning


def test_a_score_is_the_sum_of_what_is_seen_as_a_probability() -> None:
    assert soundness(TOLD, placed=True, weights={}) == 0.5
    assert soundness(TOLD, placed=True, weights={"": 2.0}) == pytest.approx(0.8808, abs=1e-4)
    assert soundness(TOLD, placed=True, weights={"": 2.0, "joined": -2.0}) == 0.5
    assert {"joined", "placed", "rule reason", "kind decision"} <= features(TOLD, placed=True)


def card(confidence: float, basis: Basis) -> Card:
    source = SourceRef(basis=basis, locator="a")
    return Card("a" * 32, "W-aaaa", "n", Kind.DECISION, "said", confidence=confidence, sources=(source,))


def test_what_was_read_in_bulk_goes_into_a_chat_only_when_it_is_sure() -> None:
    for certainty in (SURE - 0.1, SURE + 0.1):
        draft = replace(TOLD, certainty=certainty)
        assert is_sure(card(starting_confidence(draft), Basis.COMMIT)) is (certainty > SURE)


def test_what_somebody_said_or_confirmed_needs_no_sign_of_being_sure() -> None:
    unsure = card(starting_confidence(replace(TOLD, certainty=SURE - 0.2)), Basis.COMMIT)
    assert not is_sure(unsure)
    assert is_sure(replace(unsure, confidence=confirmed(unsure)))
    assert is_sure(card(0.5, Basis.CHAT_USER))
    assert is_sure(replace(card(0.9, Basis.USER), sources=()))


def test_what_sets_right_cards_apart_is_learned_and_holds_for_a_repository_that_was_not_seen() -> None:
    def judged(repository: str, right: bool) -> Judged:
        return Judged(repository, frozenset({"told" if right else "hinted", "shared"}), right)

    given = [judged(repo, rank % 3 > 0) for repo in ("one", "two", "three") for rank in range(12)]
    weights = learn(given)
    assert weights["told"] > 0 > weights["hinted"]
    chances = left_out(given)
    assert min(c for c, g in zip(chances, given, strict=True) if g.right) > max(
        c for c, g in zip(chances, given, strict=True) if not g.right
    )

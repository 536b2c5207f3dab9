import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whylens.model.card import Card
from whylens.model.recall import Candidate, Query, Recalled
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind
from whylens.recall.rank import answer, rank
from whylens.recall.relevance import Signals, chance

NOW = 1_700_000_000.0
DAY = 86_400.0


def card(name: str, summary: str, **fields: object) -> Card:
    given: dict[str, object] = {
        "kind": Kind.DECISION,
        "created_at": NOW - 10 * DAY,
        "sources": (SourceRef(Basis.COMMIT, "a" * 40),),
        **fields,
    }
    return Card(name, f"W-{name}", "user", summary=summary, **given)  # type: ignore[arg-type]


def crowd(cosine: float = 0.3) -> list[Candidate]:
    """Cards that are all about as near to a question: what a memory finds when it knows nothing about it."""
    return [
        Candidate(
            card(f"x{n}", f"Plain note {n} about the build.", files=(f"build/{n}.mk",)),
            {"body": 2.0},
            cosine=cosine - n / 1000,
        )
        for n in range(60)
    ]


def answering() -> Candidate:
    return Candidate(
        card("right", "Retry uploads twice with backoff, since the proxy drops the third."),
        {"summary": 12.0, "body": 8.0},
        cosine=0.72,
    )


QUESTION = Query("retry uploads with backoff")


def test_a_card_that_stands_out_answers() -> None:
    given = answer(QUESTION, [*crowd(), answering()], now=NOW)
    assert given.relevance > 0.7
    assert next(hit.card.id for hit in given.hits if hit.relevant) == "right"


def test_a_crowd_of_equally_near_cards_answers_nothing() -> None:
    given = answer(QUESTION, crowd(), now=NOW)
    assert given.relevance < 0.5
    assert given.hits
    assert not any(hit.relevant for hit in given.hits)


def test_what_hangs_far_behind_an_answer_is_not_relevant_with_it() -> None:
    hits = answer(Query(QUESTION.text, k=50), [*crowd(), answering()], now=NOW).hits
    assert not hits[-1].relevant


def test_a_card_at_the_very_symbol_counts_though_the_question_is_not_answered() -> None:
    here = Candidate(card("here", "Never closes the socket.", files=("up/load.py",), symbols=("send",)))
    query = Query("something else entirely", files=("up/load.py",), symbols=("send",), k=100)
    relevant = {hit.card.id for hit in rank(query, [*crowd(), here], now=NOW) if hit.relevant}
    assert relevant == {"here"}


def test_a_symbol_of_the_same_name_in_another_file_is_not_the_very_symbol() -> None:
    there = Candidate(card("there", "Never closes the socket.", files=("other/load.py",), symbols=("send",)))
    query = Query("something else entirely", files=("up/load.py",), symbols=("send",), k=100)
    assert not any(hit.relevant for hit in rank(query, [*crowd(), there], now=NOW))


def test_without_words_the_place_is_the_question() -> None:
    here = Candidate(card("here", "Never closes the socket.", files=("up/load.py",)))
    assert all(hit.relevant for hit in rank(Query(files=("up/load.py",)), [here], now=NOW))


def test_a_question_for_the_day_is_answered_by_what_is_newest() -> None:
    todo = Candidate(card("todo", "Split the parser.", kind=Kind.TODO))
    assert all(hit.relevant for hit in rank(Query("what should I do today?"), [todo], now=NOW))


def test_the_only_card_of_a_new_memory_answers_a_question_about_it() -> None:
    assert [hit.relevant for hit in rank(QUESTION, [answering()], now=NOW)] == [True]


def test_nothing_found_is_no_answer() -> None:
    assert answer(QUESTION, [], now=NOW).relevance == 0.0


@pytest.mark.parametrize("with_vectors", [True, False])
def test_a_higher_score_makes_an_answer_likelier_and_unknown_words_less_likely(with_vectors: bool) -> None:
    told = Signals(-1.0, 1.0, 2.0, 0.1, 1.0, 0.2, 4.0, 0.02, 0.0, 0.0)
    usual = chance(told, with_vectors=with_vectors)
    assert chance(told._replace(score=1.0), with_vectors=with_vectors) > usual
    assert chance(told._replace(unknown=0.9), with_vectors=with_vectors) < usual


@given(
    st.lists(st.tuples(st.floats(0, 30), st.floats(-1, 1), st.text(max_size=30), st.booleans()), max_size=12),
    st.text(max_size=40),
)
def test_the_chance_is_a_chance_whatever_was_found(
    found: list[tuple[float, float, str, bool]], text: str
) -> None:
    candidates = [
        Candidate(card(f"c{n}", summary, files=("a.py",) if placed else ()), {"body": score}, cosine=cosine)
        for n, (score, cosine, summary, placed) in enumerate(found)
    ]
    given = answer(Query(text, files=("a.py",)), candidates, now=NOW)
    assert 0.0 <= given.relevance <= 1.0
    assert math.isfinite(given.relevance)


def test_an_answer_hands_on_only_what_is_relevant() -> None:
    hits = answer(QUESTION, [*crowd(), answering()], now=NOW)
    recalled = Recalled(tuple(hits.hits), relevance=hits.relevance)
    assert "right" in [hit.card.id for hit in recalled.relevant]
    assert len(recalled.relevant) < len(recalled.hits)

import math

from hypothesis import given
from hypothesis import strategies as st

from whylens.model.card import Card
from whylens.model.recall import Candidate, Query
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind, Scope, Status
from whylens.recall import rank
from whylens.recall.weights import OFFSET

NOW = 1_700_000_000.0
DAY = 86_400.0


def card(name: str, summary: str = "", **fields: object) -> Card:
    given: dict[str, object] = {
        "kind": Kind.DECISION,
        "created_at": NOW - 100 * DAY,
        "sources": (SourceRef(Basis.COMMIT, "a" * 40),),
        **fields,
    }
    return Card(name, f"W-{name}", "user", summary=summary or f"Note {name}.", **given)  # type: ignore[arg-type]


def order(query: Query, *candidates: Candidate) -> list[str]:
    return [hit.card.id for hit in rank(query, candidates, now=NOW)]


def filler() -> list[Candidate]:
    """Cards with nothing to do with any query, so that rarity has something to be measured against."""
    return [Candidate(card(f"z{n}", f"Unrelated note {n}.", files=(f"other/{n}.c",))) for n in range(20)]


def test_no_candidates_give_no_hits() -> None:
    assert rank(Query("anything"), [], now=NOW) == []


def test_scores_are_between_0_and_1_and_fall() -> None:
    candidates = [Candidate(card(f"c{n}"), {"summary": float(n)}, cosine=n / 20) for n in range(20)]
    scores = [hit.score for hit in rank(Query("retry", k=20), candidates, now=NOW)]
    assert scores == sorted(scores, reverse=True)
    assert all(0.0 < score < 1.0 for score in scores)


def test_words_found_in_the_summary_rank_before_words_found_nowhere() -> None:
    matching = Candidate(card("m", "Retry with backoff."), {"summary": 9.0})
    assert order(Query("retry backoff"), *filler(), matching)[0] == "m"


def test_meaning_alone_finds_a_card_without_common_words() -> None:
    similar = Candidate(card("m", "Try again after a pause."), cosine=0.7)
    assert order(Query("retry backoff"), *filler(), similar)[0] == "m"


def test_a_rare_shared_file_says_more_than_one_everybody_touches() -> None:
    everybody = [Candidate(card(f"e{n}", f"Note {n}.", files=("CHANGES.md",))) for n in range(20)]
    rare = Candidate(card("rare", files=("lib/ftp.c",)))
    query = Query("unmatched", files=("CHANGES.md", "lib/ftp.c"))
    assert order(query, *everybody, rare)[0] == "rare"


def test_a_shared_symbol_ranks_before_a_shared_file() -> None:
    same_file = Candidate(card("file", files=("lib/ftp.c",)))
    same_symbol = Candidate(card("symbol", files=("lib/ftp.c",), symbols=("connect",)))
    query = Query("unmatched", files=("lib/ftp.c",), symbols=("connect",))
    assert order(query, *filler(), same_file, same_symbol)[:2] == ["symbol", "file"]


def test_of_two_changes_at_one_place_the_newer_comes_first() -> None:
    old = Candidate(card("old", files=("a/b.c",), created_at=NOW - 900 * DAY))
    new = Candidate(card("new", files=("a/b.c",), created_at=NOW - 2 * DAY))
    assert order(Query("unmatched", files=("a/b.c",)), old, new) == ["new", "old"]


def test_a_document_does_not_age_as_a_change_does() -> None:
    def lead(basis: Basis) -> float:
        source = (SourceRef(basis, "x"),)
        pair = [
            Candidate(card("old", "Retry.", sources=source, created_at=NOW - 900 * DAY), {"summary": 5.0}),
            Candidate(card("new", "Retry!", sources=source, created_at=NOW - 2 * DAY), {"summary": 5.0}),
        ]
        scores = {hit.card.id: hit.score for hit in rank(Query("retry"), pair, now=NOW)}
        return scores["new"] - scores["old"]

    assert lead(Basis.COMMIT) > lead(Basis.RECORD)


def test_marks_against_a_card_lower_it() -> None:
    for status in (Status.CONFLICTING, Status.STALE, Status.SUPERSEDED, Status.REJECTED, Status.EXPIRED):
        fine = Candidate(card("fine", "Retry once."), {"summary": 5.0})
        marked = Candidate(card("marked", "Retry once!", status=status), {"summary": 5.0})
        assert order(Query("retry once"), marked, fine) == ["fine", "marked"], status


def test_a_card_past_its_end_is_ranked_as_expired() -> None:
    fine = Candidate(card("fine", "Retry once."), {"summary": 5.0})
    over = Candidate(card("over", "Retry once!", expires_at=NOW - 1), {"summary": 5.0})
    assert order(Query("retry once"), over, fine) == ["fine", "over"]


def test_confirmed_and_important_cards_rank_before_their_equals() -> None:
    plain = Candidate(card("plain", "Retry once."), {"summary": 5.0})
    for better in ({"confirmed_at": NOW}, {"importance": 1.0}, {"confidence": 0.95}):
        other = Candidate(card("other", "Retry once!", **better), {"summary": 5.0})
        assert order(Query("retry once"), plain, other) == ["other", "plain"], better


def test_only_older_cards_answer_a_query_from_the_past() -> None:
    old, new = Candidate(card("old", created_at=10.0)), Candidate(card("new", created_at=30.0))
    assert order(Query("note", before=20.0), old, new) == ["old"]


def test_kinds_and_scopes_filter() -> None:
    decision = Candidate(card("d"))
    todo = Candidate(card("t", kind=Kind.TODO, scope=Scope.TASK))
    assert order(Query("note", kinds=frozenset({Kind.TODO})), decision, todo) == ["t"]
    assert order(Query("note", scopes=frozenset({Scope.PROJECT})), decision, todo) == ["d"]


def test_cards_that_repeat_each_other_word_for_word_are_one_hit() -> None:
    one = Candidate(card("one", "Retry once."), {"summary": 5.0})
    again = Candidate(card("again", "retry  once.", created_at=NOW - 200 * DAY), {"summary": 5.0})
    assert order(Query("retry once"), again, one) == ["one"]


def test_asking_for_today_prefers_tasks_and_asking_why_prefers_decisions() -> None:
    decision = Candidate(card("decision", "The queue is bounded."), {"summary": 5.0})
    todo = Candidate(card("todo", "Bound the queue.", kind=Kind.TODO, scope=Scope.TASK), {"summary": 5.0})
    assert order(Query("what should I do today"), decision, todo)[0] == "todo"
    assert order(Query("why is the queue bounded"), todo, decision)[0] == "decision"


def test_a_hit_says_why_it_was_found() -> None:
    found = Candidate(
        card("m", "Retry with backoff.", files=("lib/ftp.c",), symbols=("connect",), status=Status.STALE),
        {"summary": 9.0},
        cosine=0.6,
    )
    query = Query("retry backoff", files=("lib/ftp.c",), symbols=("connect",))
    assert rank(query, [found], now=NOW)[0].why == (
        "about `connect`",
        "touches the same file",
        "matches 'backoff', 'retry'",
        "similar in meaning",
        "may be stale",
    )


def test_the_parts_of_a_score_sum_to_it() -> None:
    found = Candidate(card("m", "Retry.", files=("a.c",), confidence=0.9), {"summary": 9.0}, cosine=0.6)
    hit = rank(Query("retry", files=("a.c",)), [found, *filler()], now=NOW)[0]
    odds = math.log(hit.score / (1 - hit.score))
    assert math.isclose(odds, OFFSET + sum(hit.parts.values()), abs_tol=0.01)


def test_without_vectors_a_good_match_still_scores_as_one() -> None:
    text = Query("retry backoff")
    with_vectors = Candidate(card("m", "Retry with backoff."), {"summary": 9.0}, cosine=0.6)
    without = Candidate(card("m", "Retry with backoff."), {"summary": 9.0})
    known = rank(text, [with_vectors, *filler()], now=NOW)[0].score
    unknown = rank(text, [without, *filler()], now=NOW)[0].score
    assert 0.5 < unknown / known < 2.0


def test_a_candidate_the_vector_search_did_not_reach_is_taken_for_a_little_farther() -> None:
    near = Candidate(card("near"), cosine=0.5)
    far = Candidate(card("far"), cosine=0.4)
    unreached = Candidate(card("unreached"))
    parts = {hit.card.id: hit.parts for hit in rank(Query("note"), [near, far, unreached], now=NOW)}
    assert parts["near"]["meaning"] > parts["far"]["meaning"] > parts["unreached"]["meaning"] > 0.0


def test_a_card_nothing_speaks_for_is_no_hit() -> None:
    unrelated = Candidate(card("u", "Retry with backoff."), cosine=0.04)
    assert order(Query("bake a cake", files=("a.c",)), unrelated) == []
    assert order(Query("what is next today"), unrelated) == ["u"]
    assert order(Query(), unrelated) == ["u"]


def test_a_word_inside_an_identifier_counts_as_found() -> None:
    inside = Candidate(card("inside", "Keep chunkedEncoding off."))
    assert order(Query("chunked encoding"), *filler(), inside)[0] == "inside"


def test_cards_of_one_moment_are_equally_new() -> None:
    parts = [hit.parts for hit in rank(Query("note"), filler(), now=NOW)]
    assert len({each["time"] for each in parts}) == 1


def test_a_statement_can_outrank_an_old_change_and_not_the_newest() -> None:
    changes = [
        Candidate(card(f"c{n}", f"Queue {n}.", created_at=NOW - n * DAY), {"summary": 5.0}) for n in range(60)
    ]
    statement = Candidate(
        card("s", "Queue!", sources=(SourceRef(Basis.CHAT_USER),), created_at=NOW - 30 * DAY),
        {"summary": 5.0},
    )
    place = order(Query("queue", k=61), *changes, statement).index("s")
    assert 5 < place < 55


def test_asking_why_cares_less_how_old_the_answer_is() -> None:
    def lead(text: str) -> float:
        pair = [
            Candidate(card("old", "Queue.", created_at=NOW - 900 * DAY), {"summary": 5.0}),
            Candidate(card("new", "Queue!", created_at=NOW - 2 * DAY), {"summary": 5.0}),
        ]
        parts = {hit.card.id: hit.parts for hit in rank(Query(text), pair, now=NOW)}
        return parts["new"]["time"] - parts["old"]["time"]

    assert lead("why is the queue bounded") < lead("bound the queue")


@given(
    st.lists(
        st.tuples(
            st.text(max_size=40), st.floats(0, 30), st.floats(-1, 1), st.sampled_from(("a/b.c", "a/d.c", "e"))
        ),
        max_size=30,
    ),
    st.text(max_size=80),
)
def test_any_cards_and_any_text_give_ordered_scores_between_0_and_1(
    given_cards: list[tuple[str, float, float, str]], text: str
) -> None:
    candidates = [
        Candidate(card(f"c{n}", summary, files=(path,), symbols=(summary,)), {"body": score}, cosine=cosine)
        for n, (summary, score, cosine, path) in enumerate(given_cards)
    ]
    hits = rank(Query(text, files=("a/b.c",), symbols=("x",), k=30), candidates, now=NOW)
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert all(0.0 < score < 1.0 for score in scores)
    assert all(hit.parts == {} or min(map(abs, hit.parts.values())) > 0 for hit in hits)


@given(st.permutations(range(12)))
def test_the_order_of_candidates_does_not_matter(positions: list[int]) -> None:
    candidates = [
        Candidate(card(f"c{n}", created_at=NOW - n % 3 * DAY, files=(f"f{n % 2}",)), {"body": n % 4})
        for n in positions
    ]
    expected = order(Query("note", files=("f0",), k=12), *sorted(candidates, key=lambda each: each.card.id))
    assert order(Query("note", files=("f0",), k=12), *candidates) == expected

"""What a newer statement is to an older one, told from two texts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from whylens.govern.naming_each_other import naming_each_other
from whylens.govern.relation import Bearing, judge
from whylens.govern.relation_signals import of_changes, of_documents
from whylens.govern.relation_weights import CHANGES, DOCUMENTS
from whylens.govern.stated import Stated, alike, contained, subject_words

YEAR = 365 * 86400.0


def document(title: str, text: str, years: float = 0.0) -> Stated:
    return Stated(title, text, years * YEAR, f"docs/{title}.md")


def change(text: str, days: float = 0.0, path: str = "pool.py") -> Stated:
    return Stated("", text, days * 86400, path, is_change=True)


CACHE = document(
    "Cache format 1.0", "This record specifies the format of the cache, its fields and their semantics."
)
POOL = change("Keep eight links open, so that a burst of lookups need not wait.")


def test_the_next_version_of_a_document_supersedes_it() -> None:
    newer = document(
        "Cache format 1.1",
        "This record specifies the format of the cache, its fields and their semantics. Earlier limitations are gone.",
        3,
    )
    found = judge(CACHE, newer)
    assert found.bearing is Bearing.SUPERSEDES
    assert "next_number" in found.why


def test_a_document_that_ends_what_another_began_contradicts_it() -> None:
    newer = document(
        "Remove the cache format", "The cache format is removed. Existing caches are no longer read.", 4
    )
    assert judge(CACHE, newer).bearing is Bearing.CONTRADICTS


def test_a_document_that_adds_something_of_its_own_is_related() -> None:
    newer = document("Signed uploads", "Adds signatures, allowing clients to also upload using a key.", 0.1)
    assert judge(CACHE, newer).bearing is Bearing.RELATED


def test_an_extension_of_a_subject_leaves_the_subject_standing() -> None:
    newer = document(
        "Cache format 1.0: extension for signed entries",
        "Adds a signature to entries of the cache, allowing clients to also check them.",
        1,
    )
    assert judge(CACHE, newer).bearing is Bearing.RELATED


def test_a_document_that_makes_its_subject_anew_years_later_supersedes_it() -> None:
    older = document("Dataplane selection", "A way to choose the data plane of a transfer is specified.")
    newer = document(
        "Data plane selector",
        "Introduces a service that chooses the data plane of every transfer. Earlier limitations are gone.",
        5,
    )
    found = judge(older, newer)
    assert found.bearing is Bearing.SUPERSEDES
    assert {"introduces", "same_subject_later"} <= set(found.why)


def test_the_same_words_a_week_later_are_less_sure_than_years_later() -> None:
    title, text = "Retry policy", "Introduces a module that retries every upload."
    soon, late = (document(title, text, years) for years in (0.02, 5))
    older = document("Retries", "Uploads are retried.")
    assert judge(older, soon).score < judge(older, late).score


def test_a_change_that_says_the_older_was_wrong_contradicts_it() -> None:
    newer = change(
        "This was a mistake: it broke the tests, and the gateway fails. Back to one link for now.", 2
    )
    assert judge(POOL, newer).bearing is Bearing.CONTRADICTS


def test_a_change_that_says_why_is_rather_one_that_takes_back() -> None:
    bare = change("Open one link only.", 2)
    reasoned = change(
        "Open one link only. It turned out in a discussion that the gateway closes the others.", 2
    )
    assert judge(POOL, reasoned).score > judge(POOL, bare).score


def test_a_change_that_goes_on_from_the_older_is_related() -> None:
    newer = change("Similar to the earlier change, also keep eight links open for stores.", 2, "store.py")
    assert judge(POOL, newer).bearing is Bearing.RELATED


def test_each_table_weighs_exactly_the_signals_there_are() -> None:
    assert of_changes(POOL, POOL).keys() == CHANGES.keys()
    assert of_documents(CACHE, CACHE).keys() == DOCUMENTS.keys()


texts = some.text(max_size=300)
stated = some.builds(Stated, texts, texts, some.floats(0, 2e9), texts, some.booleans())


@given(stated, stated)
def test_any_two_statements_can_be_judged(older: Stated, newer: Stated) -> None:
    found = judge(older, newer)
    assert 0.0 <= found.score <= 1.0
    assert all(-20.0 < part < 20.0 for part in found.parts.values())


@given(texts, texts)
def test_likeness_is_a_share_and_the_same_both_ways(one: str, other: str) -> None:
    assert 0.0 <= alike(one, other) <= 1.0 + 1e-9
    assert abs(alike(one, other) - alike(other, one)) < 1e-9
    assert contained(one, one) == (1.0 if subject_words(one) else 0.0)


@given(stated, stated)
def test_naming_each_other_is_a_share_and_the_same_both_ways(one: Stated, other: Stated) -> None:
    assert 0.0 <= naming_each_other(one, other) <= 1.0
    assert naming_each_other(one, other) == naming_each_other(other, one)


def test_a_subject_is_named_however_its_words_are_joined() -> None:
    apart = document("The data plane", "It is chosen anew.")
    joined = document("DataPlane", "Something is chosen.")
    other = document("Retry policy", "Uploads are retried.")
    assert naming_each_other(apart, joined) > 0.7
    assert naming_each_other(apart, other) == 0.0
    assert naming_each_other(document("", "A text."), document("", "A text.")) == 0.0


def test_names_are_known_by_their_parts_and_words_without_their_endings() -> None:
    assert frozenset(subject_words("retry policies")) - {"retry"} <= frozenset(subject_words("RetryPolicies"))
    assert contained("Retrying uploads", "an upload is retried") > 0.0

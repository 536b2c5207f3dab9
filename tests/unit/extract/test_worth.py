"""The close reading: what learned weights find beside the rules, and that it stays unsure and quiet."""

import pytest

from whylens.extract.commits import extract_commit
from whylens.extract.extract import READERS, extract
from whylens.extract.worth.candidates import candidates
from whylens.extract.worth.closer import Bar, Judged, chosen, read_closely
from whylens.extract.worth.features import features, words
from whylens.extract.worth.model import BIAS, KINDS, judge, learned
from whylens.govern.confidence import starting_confidence, starting_status
from whylens.model.words import Kind, Status

MESSAGE = (
    "reader: keep rows that were seen\n\nWhen the journal was cut short, the reader would fall back to the whole file, "
    "which confuses the writer.\n\nNow we skip the rows that were seen instead.\n"
)
RULES = (
    "## Code style\n\n- Titles must follow `area: short description`.\n"
    "- Every pull request needs a benchmark that shows the gain.\n"
)
RECORD = (
    "# Store rows\n\n## Decision\n\nRows will be stored in one file.\n\n"
    "- every method that writes must return a result\n- the old row ids will be removed from the interface\n"
)
SAMPLES = {"commit": MESSAGE, "rules": RULES, "record": RECORD}


def test_a_defect_told_by_its_effect_is_found_only_by_a_close_reading() -> None:
    assert not any("fall back" in draft.evidence for draft in extract_commit(MESSAGE).drafts)
    (draft,) = [draft for draft in extract(MESSAGE, "commit") if "fall back" in draft.evidence]
    assert draft.kind is Kind.ISSUE


def test_the_first_and_the_later_decisions_of_a_record_are_found() -> None:
    assert len(extract(RECORD, "record", path="docs/adr/0007-rows.md")) >= 2


@pytest.mark.parametrize("source", SAMPLES)
def test_what_no_rule_heard_waits_for_review_whatever_its_source(source: str) -> None:
    text = SAMPLES[source]
    closer = [draft for draft in extract(text, source) if draft.rule.startswith("closer-")]
    assert closer
    for draft in closer:
        assert text[draft.span[0] : draft.span[1]] == draft.evidence
        assert starting_status(draft, starting_confidence(draft)) is Status.CANDIDATE


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("commit", "Bump the parser from 1.2.0 to 1.3.0\n\nBumps the parser from 1.2.0 to 1.3.0.\n"),
        ("comment", "/** Returns the size of the cache.\n * @return the size\n */\nint size();\n"),
        ("user", "Can you run the tests again?"),
        ("tool", "collected 3 items\n\n3 passed in 0.1s\n"),
    ],
)
def test_a_passage_with_nothing_in_it_stays_quiet(source: str, text: str) -> None:
    assert extract(text, source) == []


def test_a_close_reading_never_drops_what_the_rules_are_sure_of() -> None:
    text = "# FIXME: the cache is never emptied when a project closes, so memory grows\ny = 2\n"
    sure = READERS["comment"]("src/shop.py", text)
    assert sure
    assert extract(text, "comment", path="src/shop.py")[: len(sure)] == sure


def test_an_unsure_draft_is_dropped_where_the_weights_say_that_it_is_worth_nothing() -> None:
    message = "Deprecate the old cells\n\nNow that several cells work, we should deprecate the old ones in the docs.\n"
    unsure = extract_commit(message, thorough=True).drafts
    assert unsure
    assert read_closely(message, "commit", "", unsure, {BIAS: (-9.0,) * (1 + len(KINDS))}) == []


def test_the_first_card_of_a_passage_needs_more_than_the_next() -> None:
    (first, second, *_) = candidates(MESSAGE, "commit", "", [])
    judged = [Judged(first, 0.2, Kind.DECISION), Judged(second, 0.6, Kind.ISSUE)]
    assert [each.score for each in chosen(judged, Bar(0.5, 0.1), found=False)] == [0.6, 0.2]
    assert chosen(judged, Bar(0.7, 0.1), found=False) == []
    assert [each.score for each in chosen(judged, Bar(0.7, 0.5), found=True)] == [0.6]
    assert len(chosen(judged, Bar(0.5, 0.1, most=1), found=False)) == 1


def test_a_score_is_the_sum_of_the_weights_with_that_of_every_sentence() -> None:
    weights = {BIAS: (-1.0, 0.0, 0.5), "must": (0.75, 0.0, 0.0), "because": (0.5, 1.0, 0.0)}
    weights = {name: row + (0.0,) * (1 + len(KINDS) - len(row)) for name, row in weights.items()}
    assert judge(["must", "because", "never seen"], weights) == (0.25, KINDS[0])
    assert judge([], weights) == (-1.0, KINDS[1])


def test_names_numbers_and_links_are_one_word_each() -> None:
    assert words("Call read_rows() 12 times, see https://example.org/x") == [
        "call", "<name>", "<number>", "times", "see", "<link>",
    ]  # fmt: skip


def test_a_feature_also_stands_for_its_source() -> None:
    (subject, *_) = candidates(MESSAGE, "commit", "", [])
    assert {"place subject", "commit: place subject"} <= features(subject)


def test_the_learned_weights_have_a_column_for_every_kind() -> None:
    weights = learned()
    assert BIAS in weights
    assert {len(row) for row in weights.values()} == {1 + len(KINDS)}

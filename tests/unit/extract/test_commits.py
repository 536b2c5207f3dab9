"""Commits: what says why becomes a card, everything else is silent."""

import pytest

from whylens.extract.commits import extract_commit, is_closed
from whylens.extract.phrasing import fit
from whylens.model.card import CardDraft
from whylens.model.words import Basis, Kind


def drafts(message: str, *files: str) -> tuple[CardDraft, ...]:
    return extract_commit(message, files=files).drafts


def only(message: str, *files: str) -> CardDraft:
    (draft,) = drafts(message, *files)
    return draft


SILENT = {
    "a bare subject": "Use a ring buffer in the reader",
    "a merge": "Merge branch 'main' into release",
    "a version bump": "bump lodash from 4.17.20 to 4.17.21\n\nThis must be merged because of CVE noise.",
    "a release": "release: v2.4.0\n\nThe API must not change after this.",
    "a typo": "Fix typo in parser\n\nThe word was wrong because of a slip.",
    "formatting": "Run gofmt\n\nOtherwise the linter fails because of tabs.",
    "a test": "tests: make the upload test stable\n\nThe server was not ready because it starts slowly.",
    "a question": "Keep the socket\n\nShould we keep the socket open because a handshake per batch is slow?",
    "a guess": "Keep the socket\n\nMaybe the socket should stay open because a handshake per batch is slow.",
    "talk about the work": "Split the reader\n\nThis is part 1 of 3 because the reviewers asked for small changes.",
    "a description": "Add a size column to the list\n\nThe list now shows the size of each file in a new column.",
    "thanks": "Harden the reader\n\nThanks to the people who reported this because we would not have seen it.",
    "a log": "Improve start\n\n2024-01-02 10:00:00 ERROR must not happen because of x\n",
}


@pytest.mark.parametrize("message", SILENT.values(), ids=SILENT.keys())
def test_it_says_nothing(message: str) -> None:
    assert drafts(message) == ()


def test_a_merge_yields_nothing_whatever_it_says() -> None:
    message = "Keep the socket open\n\nWe keep the socket open because a handshake per batch is slow.\n"
    assert drafts(message)
    assert extract_commit(message, is_merge=True).drafts == ()


def test_a_commit_that_touches_only_tests_and_documents_is_silent() -> None:
    message = "Keep the socket open\n\nWe keep the socket open because a handshake per batch is slow.\n"
    assert drafts(message, "src/net.py", "docs/net.md")
    assert drafts(message, "tests/test_net.py", "docs/net.md", "CHANGELOG.md") == ()


def test_a_reason_is_tied_to_what_was_done() -> None:
    draft = only("net: keep the socket open\n\nThis avoids a handshake for every single batch of rows.\n")
    assert draft.kind is Kind.DECISION
    assert draft.summary == "net: keep the socket open"
    assert draft.details == draft.rationale == "This avoids a handshake for every single batch of rows."
    assert draft.basis is Basis.COMMIT


def test_the_evidence_is_quoted_verbatim_with_its_place() -> None:
    message = "net: keep the socket open\n\nThis avoids a handshake for every\nsingle batch of rows.\n"
    draft = only(message)
    assert draft.evidence == "This avoids a handshake for every\nsingle batch of rows."
    assert message[slice(*draft.span)] == draft.evidence


def test_a_mended_defect_says_that_it_was_mended() -> None:
    draft = only(
        "pool: fix a leak of workers\n\n"
        "When a job was cancelled, its worker was never returned to the pool because the handler ran too late.\n"
    )
    assert (draft.kind, draft.rule) == (Kind.ISSUE, "fixed-defect")
    assert is_closed(draft.rule)
    assert draft.summary.startswith("Fixed: pool: a leak of workers — when a job was cancelled")


def test_a_defect_stated_as_fixed_needs_no_subject() -> None:
    draft = only(
        "Look at aliases first\n\nFixed a regression where an alias would hide the column of the same name.\n"
    )
    assert is_closed(draft.rule)
    assert draft.summary == "Fixed: a regression where an alias would hide the column of the same name."


def test_a_reason_in_so_many_words_is_part_of_the_summary() -> None:
    draft = only(
        "net: keep the socket open\n\nOtherwise the server drops every batch of rows but the first.\n"
    )
    assert draft.summary == (
        "net: keep the socket open — otherwise the server drops every batch of rows but the first."
    )
    assert draft.details == ""


def test_the_words_around_a_statement_are_kept_with_it() -> None:
    draft = only(
        "net: keep the socket open\n\nThe proxy counts logins. We keep it because each handshake counts as a login."
        "\nIt needs one descriptor more.\n\nThe tests were adapted.\n"
    )
    assert draft.evidence == "We keep it because each handshake counts as a login."
    assert draft.details == (
        "The proxy counts logins. We keep it because each handshake counts as a login. It needs one descriptor more."
    )


def test_the_old_state_is_told_as_old() -> None:
    draft = only(
        "store: keep failed batches\n\nCurrently, a failed batch is dropped without a trace in the store.\n"
    )
    assert draft.summary == "store: keep failed batches"
    assert draft.details == "Currently, a failed batch is dropped without a trace in the store."


def test_a_rule_that_holds_is_a_constraint() -> None:
    draft = only("api: add close_all\n\n`close_all` must never be called while a reader holds the lock.\n")
    assert draft.kind is Kind.CONSTRAINT


def test_a_rule_may_stand_in_a_reason() -> None:
    found = drafts(
        "tls: copy the key\n\nFollow-up to the change of the loader, because parse_key requires the data to be"
        " null terminated.\n"
    )
    assert "Parse_key requires the data" in found[0].summary or "parse_key requires" in found[0].summary


def test_a_measurement_is_evidence_of_the_change() -> None:
    draft = only(
        "rank: sort once\n\nOn the large sample this is about 40% faster than sorting in each pass.\n"
    )
    assert draft.kind is Kind.EVIDENCE
    assert draft.summary.startswith("rank: sort once — on the large sample")


def test_a_revert_with_a_reason_is_a_failed_approach() -> None:
    reading = extract_commit(
        'Revert "net: keep the socket open"\n\nThis reverts commit 1234567890abcdef1234567890abcdef12345678.\n\n'
        "Idle sockets broke the proxy of several users.\n"
    )
    (draft,) = reading.drafts
    assert (draft.kind, draft.basis) == (Kind.FAILED_APPROACH, Basis.REVERT)
    assert draft.summary == (
        "Reverted: net: keep the socket open — idle sockets broke the proxy of several users."
    )
    assert reading.reverts == ("1234567890abcdef1234567890abcdef12345678",)


@pytest.mark.parametrize(
    "body",
    [
        "This reverts commit 1234567890abcdef.",
        "It broke the build.",
        "Merge conflicts with the other branch of work.",
    ],
)
def test_a_revert_without_a_real_reason_is_silent(body: str) -> None:
    assert drafts(f'Revert "net: keep the socket open"\n\n{body}\n') == ()


def test_a_revert_of_a_revert_is_no_failure() -> None:
    assert (
        drafts('Revert "Revert "net: keep it""\n\nThe proxy bug that broke users was fixed upstream.\n') == ()
    )


def test_reverting_to_something_is_no_revert() -> None:
    found = drafts(
        "Revert to poll() on macOS\n\nThis avoids a hang of select() with many descriptors on macOS.\n"
    )
    assert [draft.kind for draft in found] == [Kind.DECISION]


def test_trailers_are_decisions_in_the_words_of_the_author() -> None:
    reading = extract_commit(
        "Store rows in one file\n\nDecision: one SQLite file per project, never in the repository\n"
        "Rejected: a folder of JSON files, too slow to search\nSupersedes: 0004\nReviewed-by: someone\n"
    )
    assert [(draft.kind, draft.basis) for draft in reading.drafts] == [
        (Kind.DECISION, Basis.TRAILER),
        (Kind.FAILED_APPROACH, Basis.TRAILER),
    ]
    assert reading.drafts[0].resolves == ("0004",)
    assert reading.drafts[1].summary.startswith("Rejected: a folder of JSON files")


def test_unsure_statements_are_kept_only_for_a_thorough_reading() -> None:
    message = "Deprecate the old cells\n\nNow that several cells work, we should deprecate the old ones in the docs.\n"
    assert drafts(message) == ()
    (unsure,) = extract_commit(message, thorough=True).drafts
    assert unsure.certainty < 1 / 3


def test_a_reason_that_would_have_to_be_cut_waits_for_review() -> None:
    body = (
        "This avoids that the reader of the index waits for the writer of the journal on machines with slow disks, "
        "where the journal is often written in large pieces that take seconds to arrive, as the nightly runs showed."
    )
    message = f"index: read without the journal\n\n{body}\n"
    assert drafts(message) == ()
    draft = extract_commit(message, thorough=True).drafts[0]
    assert draft.certainty < 0.5
    assert draft.summary.endswith("…")
    assert draft.details == body


def test_a_wrapped_paragraph_is_not_taken_for_a_subject() -> None:
    assert (
        drafts(
            "- changed the way in which the reader looks at the index so that it does not\n"
            "  wait, because the journal is often slow.\n"
        )
        == ()
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "Since the registry uses the identity of nodes, the new folders did not match what was registered before.",
        "Previously when a job failed during teardown, `log_report` would not be called, and its rows were lost.",
        "The main problem was that previously read_rows() was setting up its pools while it collected them.",
    ],
)
def test_a_sentence_that_opens_with_its_reason_is_not_told_as_what_was_fixed(sentence: str) -> None:
    (draft, *_) = drafts(f"fix: match folders again after they were collected twice\n\n{sentence}\n")
    assert draft.summary.startswith("Fixed: match folders again after they were collected twice")


def test_what_is_left_out_in_brackets_leaves_no_gap() -> None:
    long = "the exact count of hidden lines can no longer be computed and the footer drops it"
    assert (
        fit(f"{long} ({'x ' * 150}), and the rest is the same ({'y' * 99}).")
        == f"{long}, and the rest is the same."
    )


def test_code_keeps_its_brackets_where_a_text_is_shortened() -> None:
    code = "`if (c->peak < (size_t)ll + 2) c->peak = ll + 2;`"
    text = (
        f"The peak is set here so that the buffer is not shrunk before it is used ({'x ' * 150}), see {code}."
    )
    assert (
        fit(text) == f"The peak is set here so that the buffer is not shrunk before it is used, see {code}."
    )

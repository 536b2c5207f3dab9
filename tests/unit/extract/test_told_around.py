"""What is told at some length under a subject line is quoted at the code; a short or doubtful word is not."""

import pytest

from whylens.extract.commits import extract_commit
from whylens.extract.extract import extract
from whylens.govern.confidence import is_sure, starting_confidence, starting_status
from whylens.model.card import Card
from whylens.model.source import SourceRef
from whylens.model.words import Kind, Status

BODY = (
    "When a reader leaves while the other half of the server goes through the list, the list is not changed and the "
    "end gets lost on the way to the writer; the change here is to give each half a list of its own."
)
TOLD = f"server: give each half its own list\n\n{BODY}\n"


def test_the_subject_line_is_the_card_and_the_paragraph_is_quoted_under_it() -> None:
    (draft,) = extract_commit(TOLD).drafts
    assert (draft.kind, draft.rule) == (Kind.DECISION, "background")
    assert draft.summary == "server: give each half its own list"
    assert draft.details == BODY
    assert draft.evidence in TOLD


def test_a_mended_defect_is_called_one() -> None:
    (draft,) = extract_commit(f"server: fix a reader that never ends\n\n{BODY}\n").drafts
    assert (draft.kind, draft.rule) == (Kind.ISSUE, "fixed-background")
    assert draft.summary == "Fixed: server: a reader that never ends"


def test_it_is_shown_at_the_code_and_not_put_into_a_chat() -> None:
    (draft,) = extract_commit(TOLD).drafts
    confidence = starting_confidence(draft)
    assert starting_status(draft, confidence) is Status.ACTIVE
    source = SourceRef(basis=draft.basis, locator="a")
    assert not is_sure(Card("a" * 32, "W-a", "n", draft.kind, "s", confidence=confidence, sources=(source,)))


@pytest.mark.parametrize(
    "message",
    [
        "server: give each half its own list\n\nOne list for each is simpler.\n",
        f"server: rename the list of readers\n\n{BODY}\n",
        f"server: give each half its own list\n\nI think this is the cause. {BODY}\n",
        "server: give each half its own list\n\n- the list of readers is split in two\n- each half goes through its "
        "own one\n- nobody is told twice\n- the end is told to everybody who is there\n",
    ],
    ids=["short", "of form", "a guess", "a list of steps"],
)
def test_all_else_stays_quiet(message: str) -> None:
    assert extract_commit(message).drafts == ()


def test_a_close_look_at_one_message_reads_its_sentences_instead() -> None:
    assert not [draft for draft in extract(TOLD, "commit") if draft.rule.endswith("background")]

"""The last look: what would mislead a reader is left out, what is misnamed is named right."""

import pytest

from whylens.extract.commits import extract_commit

MISLEADING = [
    # the sentence needs the one before it
    "The table is read line by line. This is slow because each line is parsed by a regular expression.",
    # the point is in the next sentence
    "The variable prevents us from writing the same error twice. But it must not include the last errno.",
    # a second matter, not the reason
    "Also the timer is called ten times a second because the old one drifted under load.",
    # the state before the change, told as if it were now
    "Currently the reader takes the lock because the writer may be moving the file.",
    # long gone
    "The import avoids silly errors that appear under Python 2 because of integer division.",
]


@pytest.mark.parametrize("body", MISLEADING)
def test_what_would_mislead_is_left_out(body: str) -> None:
    drafts = extract_commit(f"reader: take the lock once\n\n{body}\n").drafts
    assert not [draft for draft in drafts if "reviously" not in draft.summary]


def test_a_mended_defect_is_told_as_one_whichever_rule_heard_it() -> None:
    body = "The socket is closed before the queue is drained, because otherwise the peer would crash on a late frame."
    (draft,) = extract_commit(f"Fix late frames\n\n{body}\n").drafts
    assert draft.kind.value == "issue"
    assert draft.summary.startswith("Fixed: ")
    assert draft.rule.startswith("fixed-")


def test_a_reason_is_never_half_a_parenthesis() -> None:
    body = (
        "Use the monotonic clock (the wall clock may jump because of time servers) to avoid negative waits."
    )
    for draft in extract_commit(f"timer: use the monotonic clock\n\n{body}\n").drafts:
        assert draft.rationale.count("(") == draft.rationale.count(")")

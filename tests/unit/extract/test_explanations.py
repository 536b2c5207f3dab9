"""Where nothing sharper is found, the author's own argument near the subject line is taken, and nothing else."""

import pytest

from whylens.extract.commits import extract_commit

ARGUES = [
    (
        "pool: keep idle workers",
        "Starting a worker is expensive, so that most requests of a burst would have to wait for one.",
    ),
    (
        "Drop the second index",
        "The planner reads the sorted file directly, so the index was only written and never read.",
    ),
    (
        "cache: key by tenant",
        "Ids repeat between tenants, so the entries of one tenant were served to the other.",
    ),
]
SILENT = [
    ("pool: keep idle workers", "Add a test for the pool and update the documentation of the settings page."),
    (
        "pool: keep idle workers",
        "I tried a few numbers here and this one looked fine on my machine yesterday.",
    ),
    ("pool: keep idle workers", "The pool has a list of workers and each of them has a name and a number."),
    ("Refactor the pool", "The pool was hard to read because everything was in one long function there."),
]


@pytest.mark.parametrize(("subject", "body"), ARGUES)
def test_an_argument_near_the_subject_is_kept(subject: str, body: str) -> None:
    (draft,) = extract_commit(f"{subject}\n\n{body}\n").drafts
    assert draft.evidence in body
    assert draft.rationale or draft.rule.startswith("fixed-")


@pytest.mark.parametrize(("subject", "body"), SILENT)
def test_talk_about_the_work_is_not_an_argument(subject: str, body: str) -> None:
    assert extract_commit(f"{subject}\n\n{body}\n").drafts == ()

"""Decision records: status, links, the decision, what it binds and what was turned down."""

import pytest

from whylens.extract.records import extract_record, is_record_path
from whylens.model.words import Basis, Kind, Status

MADR = """# 7. Use Redis streams for jobs

* Status: accepted, superseded by [0012](0012-use-nats.md)
* Date: 2024-03-02

## Context and Problem Statement

We need a queue that survives a restart.

## Decision Outcome

Chosen option: "Redis streams", because we run Redis already and consumer groups give us retries.

### Consequences

* Jobs must be idempotent, since a stream delivers at least once.

## Pros and Cons of the Options

* Bad, because it must be run on its own machine.

## Alternatives rejected

RabbitMQ was rejected because nobody on the team runs Erlang in production.
"""


def test_a_madr_record_is_read_in_all_its_parts() -> None:
    reading = extract_record("docs/adr/0007-use-redis.md", MADR)
    assert (reading.title, reading.status, reading.date) == (
        "Use Redis streams for jobs",
        "superseded",
        "2024-03-02",
    )
    assert reading.superseded_by == ("0012-use-nats.md",)
    assert [draft.kind for draft in reading.drafts] == [Kind.DECISION, Kind.FAILED_APPROACH, Kind.CONSTRAINT]
    assert {draft.status_hint for draft in reading.drafts} == {Status.SUPERSEDED}
    assert {draft.basis for draft in reading.drafts} == {Basis.RECORD}


def test_arguments_for_and_against_options_bind_nobody() -> None:
    reading = extract_record("docs/adr/0007-use-redis.md", MADR)
    assert not any("own machine" in draft.summary for draft in reading.drafts)


def test_the_rationale_of_the_decision_comes_with_it() -> None:
    reading = extract_record(
        "decisions/2024-05-06-storage/README.md",
        "# Storage\n\n## Decision\n\nWe will keep rows in SQLite.\n\n## Rationale\n\nOne file is easy to copy.\n",
    )
    assert reading.date == "2024-05-06"
    assert reading.drafts[0].rationale == "One file is easy to copy."


def test_a_proposal_is_less_sure_than_a_decision() -> None:
    text = "# Storage\n\nStatus: {}\n\n## Decision\n\nWe will keep rows in SQLite.\n"
    accepted = extract_record("adr/1.md", text.format("accepted")).drafts[0]
    proposed = extract_record("adr/1.md", text.format("proposed")).drafts[0]
    assert proposed.certainty < accepted.certainty


def test_what_a_record_supersedes_is_resolved_by_its_decision() -> None:
    reading = extract_record(
        "adr/2.md", "# New\n\nSupersedes ADR-0001.\n\n## Decision\n\nWe will use NATS for jobs.\n"
    )
    assert reading.supersedes == ("ADR-0001",)
    assert reading.drafts[0].resolves == ("ADR-0001",)


@pytest.mark.parametrize(
    "text",
    [
        "# Records\n\n- [One](1.md)\n- [Two](2.md)\n- [Three](3.md)\n- [Four](4.md)\n",
        "# {title}\n\n## Decision\n\n{describe the decision that must be taken here}\n",
    ],
)
def test_index_pages_and_templates_yield_nothing(text: str) -> None:
    assert extract_record("docs/adr/README.md", text).drafts == ()


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("docs/adr/0001-use-sqlite.md", True),
        ("doc/architecture/decisions/0002-use-nats.md", True),
        ("docs/decisions/storage.md", True),
        ("rfcs/0003-macros.md", True),
        ("docs/decision-records/2024-01-02-storage/README.md", True),
        ("docs/adr/template.md", False),
        ("docs/adr/index.md", False),
        ("src/decisions/tree.py", False),
        ("README.md", False),
    ],
)
def test_records_are_known_by_their_path(path: str, expected: bool) -> None:
    assert is_record_path(path) is expected

"""Names that sources use for one another lead to one key, however they are written."""

from __future__ import annotations

import pytest

from whylens.memory.naming import issues_of, key_of, keys_of, record_keys
from whylens.model.card import Card
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind

SHA = "0123456789abcdef0123456789abcdef01234567"


def card(
    basis: Basis, locator: str, *, kind: Kind = Kind.DECISION, summary: str = "The pool is closed"
) -> Card:
    return Card("1", "W-0001", "user", kind, summary, sources=(SourceRef(basis, locator),))


@pytest.mark.parametrize("name", [SHA, SHA[:7], SHA[:12]])
def test_a_commit_is_known_by_any_beginning_of_its_id(name: str) -> None:
    assert key_of(name, "") in keys_of(card(Basis.COMMIT, SHA))


@pytest.mark.parametrize(
    "name", ["0007-close-the-pool.md", "./0007-close-the-pool.md", "../adr/0007-close-the-pool.md"]
)
def test_a_record_is_known_by_its_path_from_another(name: str) -> None:
    assert key_of(name, "docs/adr/0009-keep-the-pool.md") in record_keys("docs/adr/0007-close-the-pool.md")


@pytest.mark.parametrize("name", ["7", "0007", "ADR-7", "ADR 0007"])
def test_a_record_is_known_by_its_number_in_its_folder(name: str) -> None:
    assert key_of(name, "docs/adr/0009-keep-the-pool.md") in record_keys("docs/adr/0007-close-the-pool.md")
    assert key_of(name, "docs/rfc/0009-keep-the-pool.md") not in record_keys(
        "docs/adr/0007-close-the-pool.md"
    )


def test_a_defect_is_known_by_the_numbers_it_speaks_of() -> None:
    defect = card(
        Basis.CHAT_USER, "s1", kind=Kind.ISSUE, summary="The pool leaks, see #12 and other/place#13"
    )
    assert issues_of(defect) == ["#12"]
    assert key_of("#12", SHA) in keys_of(defect)
    assert key_of("#121", SHA) not in keys_of(defect)


def test_a_defect_that_a_file_tells_of_is_closed_by_its_file_alone() -> None:
    assert keys_of(card(Basis.COMMENT, "pool.py", kind=Kind.ISSUE, summary="FIXME: leaks, see #12")) == []


@pytest.mark.parametrize("name", ["the old one", "everything", ""])
def test_words_name_nothing(name: str) -> None:
    assert key_of(name, SHA) is None

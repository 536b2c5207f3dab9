"""When a newer card takes the place of an older one, and when both stand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from whylens.govern.opposites import opposite, renumbered
from whylens.govern.replacing import Verdict, names_done_away, ruling
from whylens.model.anchor import Anchor
from whylens.model.card import Card
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind


def card(
    summary: str,
    *,
    at: float,
    kind: Kind = Kind.DECISION,
    basis: Basis = Basis.COMMIT,
    symbol: str = "connect",
    rule: str = "",
) -> Card:
    return Card(
        id=f"{summary}{at}",
        handle="",
        namespace="user",
        kind=kind,
        summary=summary,
        anchors=(Anchor("net/pool.py", (symbol,)),),
        files=("net/pool.py",),
        sources=(SourceRef(basis, f"{at:040.0f}", at=at),),
        valid_from=at,
        rule=rule,
    )


RETRIES = "Use MAX_RETRIES in connect — since the gateway drops the first request"
WITHOUT = "Remove MAX_RETRIES — the gateway was replaced, so that nothing is dropped any more"


def verdict(older: Card, newer: Card) -> Verdict | None:
    found = ruling(older, newer)
    return found.verdict if found else None


def test_what_was_taken_out_by_name_at_the_same_function_is_replaced() -> None:
    assert verdict(card(RETRIES, at=1), card(WITHOUT, at=2)) is Verdict.REPLACED


def test_elsewhere_in_the_file_the_older_is_only_marked() -> None:
    assert verdict(card(RETRIES, at=1), card(WITHOUT, at=2, symbol="close")) is Verdict.CONFLICTING


def test_a_weaker_source_only_marks_a_stronger_one() -> None:
    older = card(RETRIES, at=1, basis=Basis.TRAILER)
    assert verdict(older, card(WITHOUT, at=2, basis=Basis.CHAT_USER)) is Verdict.CONFLICTING


def test_what_the_user_confirmed_is_only_marked() -> None:
    older = replace(card(RETRIES, at=1), confirmed_at=1.5)
    assert verdict(older, card(WITHOUT, at=2)) is Verdict.CONFLICTING


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (card(WITHOUT, at=1), card(RETRIES, at=2)),
        (card(RETRIES, at=2), card(WITHOUT, at=1)),
        (card(RETRIES, at=1, basis=Basis.COMMENT), card(WITHOUT, at=2)),
        (card(RETRIES, at=1), replace(card(WITHOUT, at=2), anchors=(), files=("net/other.py",))),
        (card(RETRIES, at=1), card("Remove the call of MAX_RETRIES from the tests", at=2)),
        (card(RETRIES, at=1), card("Remove MAX_RETRIES from the log message", at=2)),
        (card("Remove MIN_RETRIES — the new version has them", at=1), card("Remove MAX_RETRIES — too", at=2)),
        (card("Read the timeout from the environment", at=1), card("Remove TLS from the pool", at=2)),
    ],
    ids=[
        "the newer brings it in",
        "the older is the newer",
        "the file still says it",
        "another file",
        "only a call goes",
        "from one place only",
        "another name",
        "no name",
    ],
)
def test_both_stand_when_nothing_is_sure(older: Card, newer: Card) -> None:
    assert ruling(older, newer) is None


def test_a_fix_of_the_same_defect_at_the_same_function_mends_it() -> None:
    defect = "connect hangs when the gateway answers with an empty greeting"
    older = card(defect, at=1, kind=Kind.ISSUE, basis=Basis.CHAT_USER)
    fix = card(f"Fixed: {defect}", at=2, kind=Kind.ISSUE, rule="fixed-defect")
    assert verdict(older, fix) is Verdict.FIXED
    elsewhere = card(f"Fixed: {defect}", at=2, kind=Kind.ISSUE, rule="fixed-defect", symbol="close")
    assert verdict(older, elsewhere) is None
    another = card(
        "Fixed: connect leaks a socket after a timeout", at=2, kind=Kind.ISSUE, rule="fixed-defect"
    )
    assert verdict(older, another) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "The pool must be closed by its owner after use",
            "The pool must not be closed by its owner after use",
        ),
        ("Always close the pool when a worker stops", "Never close the pool when a worker stops"),
        ("Call flush before the socket is closed", "Call flush after the socket is closed"),
    ],
)
def test_a_statement_that_denies_another_is_its_opposite(one: str, other: str) -> None:
    assert opposite(one, other)
    assert opposite(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Never close the pool in `connect`", "Close the pool in `drain`"),
        ("The pool must not be closed by its owner", "The queue must be drained by its reader"),
        ("Do not retry", "Retry"),
        ("Close the pool when a worker stops", "Close the pool when a worker stops"),
    ],
)
def test_statements_about_other_things_are_no_opposites(one: str, other: str) -> None:
    assert not opposite(one, other)


def test_a_limit_that_was_changed_is_the_same_statement_with_another_number() -> None:
    assert renumbered("Keep at most 8 links open to the gateway", "Keep at most 16 links open to the gateway")
    assert not renumbered(
        "Keep at most 8 links open to the gateway", "Keep at most 16 files open on the disk"
    )
    assert not renumbered(
        "Needs version 3.1 or 3.2 of the gateway", "Needs version 3.3 or 3.4 of the gateway"
    )


def test_a_changed_limit_at_the_same_function_is_at_least_marked() -> None:
    older = card("Keep at most 8 links open to the gateway", at=1, kind=Kind.CONSTRAINT)
    newer = card("Keep at most 16 links open to the gateway", at=2, kind=Kind.CONSTRAINT)
    assert verdict(older, newer) in (Verdict.CONFLICTING, Verdict.REPLACED)


@pytest.mark.parametrize("basis", [Basis.COMMIT, Basis.CHAT_USER])
def test_what_both_statements_say_is_no_ground_to_close_the_older(basis: Basis) -> None:
    reason = "because it turned out in a discussion that all of it was wrong: every link that introduces itself fails"
    older = card(f"Always close the pool of links when a worker stops, {reason}", at=1, basis=basis)
    newer = card(f"Never close the pool of links when a worker stops, {reason}", at=5e8, basis=basis)
    assert verdict(older, newer) is Verdict.CONFLICTING


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("pool: drop MAX_RETRIES", {"MAX_RETRIES"}),
        ("Replace `read_all` by an iterator", {"read_all"}),
        ("Stop using poolSize", {"poolSize"}),
        ("Replace read_all() with read_some() (#77)", {"read_all"}),
        ("pool: remove MAX_RETRIES, MIN_RETRIES and their documentation", {"MAX_RETRIES"}),
        ("Remove the poolSize option", {"poolSize"}),
        ("Remove support for TLS", set[str]()),
        ("Replace example.org/old/pool with example.org/new/pool", set[str]()),
        ("Replace `read_all` with `read` before the pool is closed", set[str]()),
        ("Remove poolSize and poolName checks", set[str]()),
        ("Remove pool_get(_all) hard-coded limits", set[str]()),
        ("drop pool.open({ lazy }) from the types", set[str]()),
        ("Remove MySQL date rule", set[str]()),
        ("Remove unused imports", set[str]()),
        ("Remove MAX_RETRIES check when idle", set[str]()),
    ],
)
def test_names_that_were_taken_out_are_heard_in_titles(title: str, names: set[str]) -> None:
    assert names_done_away(title) == names

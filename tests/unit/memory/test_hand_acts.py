"""The user's acts on a card, as values: each is taken back exactly, and leaves what came after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whylens.memory.hand import acts
from whylens.memory.hand.acts import Act
from whylens.memory.hand.editing import Edit, edited
from whylens.memory.hand.page import edit_of, page_of
from whylens.memory.marks import is_pinned, snoozed_until
from whylens.model.anchor import Anchor
from whylens.model.card import Card
from whylens.model.errors import UserError
from whylens.model.source import SourceRef
from whylens.model.words import LIVE, Basis, Kind, Scope, Status

NOW = 1_760_000_000.0
CARD = Card(
    "c1", "W-c1c1", "user", Kind.DECISION, "Retries stop at 3", files=("a.py", "b.py"),
    symbols=("send",), anchors=(Anchor("a.py", ("send",)), Anchor("b.py")),
    sources=(SourceRef(Basis.COMMIT, "c" * 40, at=1.0),), confidence=0.7, importance=0.4,
    details="More words", rationale="The gateway bans clients",
)  # fmt: skip
HEIR = replace(CARD, id="c2", handle="W-c2c2")


def _not_here(card: Card, at: float) -> Card:
    return acts.not_here(card, path="a.py", symbols=frozenset(), anchor=Anchor("d.py", ("go",)), at=at)


DONE: dict[Act, Callable[[Card, float], Card]] = {
    Act.PIN: lambda card, at: acts.pin(card, at=at),
    Act.SNOOZE: lambda card, at: acts.snooze(card, until=at + 100, at=at),
    Act.NOT_HERE: _not_here,
    Act.SUPERSEDE: lambda card, at: acts.superseded(card, by=HEIR, why="it changed", at=at),
    Act.EDIT: lambda card, at: edited(
        card, Edit(summary="Retries stop at 5", files=("a.py",)), by="user", at=at
    ),
}


class History:
    """A card with its versions, kept as the store does."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.earlier: list[Card] = []

    def become(self, card: Card) -> None:
        self.earlier.insert(0, self.card)
        self.card = replace(card, version=self.card.version + 1)


@pytest.mark.parametrize("act", DONE)
def test_every_act_is_taken_back_exactly(act: Act) -> None:
    kept = History(CARD)
    kept.become(DONE[act](CARD, NOW))
    back = acts.taken_back(kept.card, kept.earlier, act)
    assert replace(back, version=1) == CARD


@pytest.mark.parametrize("act", DONE)
def test_what_was_learned_since_stays_when_an_act_is_taken_back(act: Act) -> None:
    kept = History(CARD)
    kept.become(DONE[act](CARD, NOW))
    learned = SourceRef(Basis.COMMENT, "e.py", at=2.0)
    kept.become(replace(kept.card, sources=(*kept.card.sources, learned), branch="main"))
    back = acts.taken_back(kept.card, kept.earlier, act)
    assert learned in back.sources
    assert back.branch == "main"
    assert (back.summary, back.status, back.anchors) == (CARD.summary, CARD.status, CARD.anchors)


@pytest.mark.parametrize("act", DONE)
def test_what_was_not_done_cannot_be_taken_back(act: Act) -> None:
    with pytest.raises(UserError, match="nothing to undo"):
        acts.taken_back(CARD, [], act)


@given(st.permutations([Act.PIN, Act.NOT_HERE, Act.EDIT]), st.permutations([Act.PIN, Act.NOT_HERE, Act.EDIT]))
def test_acts_are_taken_back_in_any_order(done: list[Act], undone: list[Act]) -> None:
    kept = History(CARD)
    for number, act in enumerate(done):
        kept.become(DONE[act](kept.card, NOW + number))
    for act in undone:
        kept.become(acts.taken_back(kept.card, kept.earlier, act))
    left = {name: value for name, value in kept.card.extra.items() if name != "not_here"}
    assert left == {}
    assert (kept.card.summary, kept.card.importance, kept.card.status) == (
        "Retries stop at 3",
        0.4,
        Status.ACTIVE,
    )


def test_a_pinned_card_matters_most_and_is_let_go_as_it_was() -> None:
    pinned = acts.pin(CARD, at=NOW)
    assert (is_pinned(pinned), pinned.importance) == (True, 1.0)
    free = acts.unpin(pinned, at=NOW + 1)
    assert (is_pinned(free), free.importance) == (False, 0.4)


@pytest.mark.parametrize("status", sorted(LIVE))
def test_a_snoozed_card_is_not_live_until_its_day(status: Status) -> None:
    asleep = acts.snooze(replace(CARD, status=status), until=NOW + 100, at=NOW)
    assert not asleep.is_live
    assert snoozed_until(asleep) == NOW + 100
    assert acts.woken(asleep, now=NOW + 99) is None
    awake = acts.woken(asleep, now=NOW + 100)
    assert awake is not None
    assert (awake.status, awake.extra) == (status, {})


def test_what_became_of_a_snoozed_card_meanwhile_stays() -> None:
    asleep = acts.snooze(CARD, until=NOW + 100, at=NOW)
    awake = acts.woken(replace(asleep, status=Status.REJECTED), now=NOW + 200)
    assert awake is not None and awake.status is Status.REJECTED


def test_a_card_leaves_a_symbol_first_and_the_file_after() -> None:
    left = acts.not_here(CARD, path="a.py", symbols=frozenset({("send",)}), anchor=None, at=NOW)
    assert left.anchors == (Anchor("b.py"),)
    assert left.files == ("a.py", "b.py")  # still listed for the file
    assert left.symbols == ()
    gone = acts.not_here(left, path="a.py", symbols=frozenset(), anchor=None, at=NOW + 1)
    assert gone.files == ("b.py",)
    with pytest.raises(UserError, match="does not stand in"):
        acts.not_here(gone, path="a.py", symbols=frozenset(), anchor=None, at=NOW + 2)


def test_an_edit_is_the_users_word() -> None:
    mine = edited(replace(CARD, status=Status.CANDIDATE), Edit(kind=Kind.CONSTRAINT), by="user", at=NOW)
    assert (mine.status, mine.confirmed_at, mine.basis) == (Status.ACTIVE, NOW, Basis.USER)
    assert mine.confidence >= 0.95


def test_an_edit_of_nothing_is_no_edit() -> None:
    assert (
        edited(CARD, Edit(summary=CARD.summary), by="user", at=NOW) is CARD
        or edited(CARD, Edit(summary=CARD.summary), by="user", at=NOW) == CARD
    )


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (Edit(summary="  "), "summary is empty"),
        (Edit(summary="x" * 500), "characters"),
        (Edit(files=("../other.py",)), "no file of the project"),
        (Edit(files=("/etc/passwd",)), "no file of the project"),
        (Edit(files=("C:/x.py",)), "no file of the project"),
        (Edit(files=(".env",)), "holds secrets"),
        (Edit(version=7, summary="x y"), "changed meanwhile"),
    ],
)
def test_an_edit_that_cannot_be_taken_says_why(edit: Edit, said: str) -> None:
    with pytest.raises(UserError, match=said):
        edited(CARD, edit, by="user", at=NOW)


TEXT = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=60)
LINES = st.lists(TEXT, max_size=4).map("\n".join)


@given(
    TEXT.map(str.strip).filter(bool), LINES.map(lambda text: text.strip("\n")), LINES.map(str.strip),
    st.sampled_from(Kind), st.sampled_from(Scope), st.sampled_from([None, NOW]),
)  # fmt: skip
def test_a_page_that_was_not_touched_changes_nothing(
    summary: str, details: str, reason: str, kind: Kind, scope: Scope, expires: float | None
) -> None:
    card = replace(
        CARD, summary=" ".join(summary.split()) or "x", details=details, rationale=reason, kind=kind
    )
    card = replace(card, scope=scope, expires_at=expires)
    edit = edit_of(page_of(card), card)
    assert (edit.summary, edit.details, edit.rationale) == (card.summary, card.details, card.rationale)
    assert (edit.kind, edit.scope, edit.files, edit.expires_at or None) == (kind, scope, card.files, expires)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("---\n", "", "must begin with its front matter"),
        ("kind: decision", "kind: nonsense", "no kind 'nonsense'"),
        ("scope: project", "scope: [a]", "no scope"),
        ("version: 1", "version: one", "needs the version"),
        ("expires: never", "expires: soon", "no day"),
        ("memory: W-c1c1", "memory: W-9999", "another memory"),
        ("kind: decision", "kind: decision\ncolour: red", "knows no colour"),
        ("kind: decision", "kind: *a", "cannot be read|aliases"),
        ("kind: decision", "kind: {", "cannot be read"),
        ("files:", "files: 7\nx:", "cannot be read|list of paths|knows no"),
    ],
)
def test_a_page_that_cannot_be_read_says_why(before: str, after: str, said: str) -> None:
    page = page_of(CARD).replace(before, after, 1)
    with pytest.raises(UserError, match=said):
        edit_of(page, CARD)

"""A record that says itself which one replaced it is linked to that one, whichever of them is read first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from tests.support.repository import Repository
from whylens.app import open_memory
from whylens.capture.readings import Find, Reading
from whylens.memory import Memory
from whylens.memory.admission import Admission
from whylens.model.card import Card, CardDraft
from whylens.model.observation import Event
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind, Status
from whylens.normalize.normalize import normalize
from whylens.store.port import Link, Relation

OLD, NEW, OTHER = "docs/adr/0001-memory.md", "docs/adr/0002-disk.md", "docs/adr/0003-names.md"
SAYS = {
    OLD: "Cache in memory, because a disk is too slow for lookups",
    NEW: "Cache on disk, because memory is lost at every restart",
    OTHER: "Name caches after what they hold",
}


def reading(path: str, named: str = "") -> Reading:
    """What is read of a record; the one that was replaced is *named* by the other in some form."""
    source = SourceRef(Basis.RECORD, path, title=path, at=1_700_000_000.0)
    gone = path == OLD
    draft = CardDraft(
        Kind.DECISION,
        SAYS[path],
        SAYS[path],
        basis=Basis.RECORD,
        replaced_by=(named,) if gone else (),
        status_hint=Status.SUPERSEDED if gone else None,
    )
    observation = normalize(Event(source, path, SAYS[path], (path,)))
    return Reading(observation, (Find(draft, (), (path,)),), whole=True)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = open_memory(Repository(tmp_path / "project").root, home=tmp_path / "home", embeddings=False)
    yield opened
    opened.close()


def admitted(memory: Memory, readings: list[Reading], *, one_by_one: bool) -> dict[str, Card]:
    """Kept in one run, or in one for each."""
    store = memory._store
    for part in [[each] for each in readings] if one_by_one else [readings]:
        admission = Admission("user", now=0.0, progress=store.progress)
        store.write(lambda writing, a=admission, p=part: a.admit(writing, p)).result()
    return {card.sources[0].locator: card for card in memory.every_card()}


@pytest.mark.parametrize("order", list(permutations([OLD, NEW, OTHER])))
@pytest.mark.parametrize("named", ["0002-disk.md", "ADR 2", "2"])
@pytest.mark.parametrize("one_by_one", [True, False])
def test_the_link_is_there_in_any_order(
    memory: Memory, order: tuple[str, ...], named: str, one_by_one: bool
) -> None:
    cards = admitted(memory, [reading(path, named) for path in order], one_by_one=one_by_one)
    old, new, other = cards[OLD], cards[NEW], cards[OTHER]
    assert (old.status, old.superseded_by) == (Status.SUPERSEDED, new.id)
    assert (new.supersedes, other.supersedes) == ((old.id,), ())
    assert memory._store.links_of([old.id]) == [Link(new.id, Relation.SUPERSEDES, old.id)]


def test_reading_both_again_changes_nothing(memory: Memory) -> None:
    before = admitted(memory, [reading(OLD, "2"), reading(NEW)], one_by_one=True)
    assert admitted(memory, [reading(OLD, "2"), reading(NEW)], one_by_one=True) == before


def test_a_record_that_is_named_and_not_there_leaves_the_other_as_it_says(memory: Memory) -> None:
    old = admitted(memory, [reading(OLD, "7"), reading(OTHER)], one_by_one=False)[OLD]
    assert (old.status, old.superseded_by) == (Status.SUPERSEDED, "")

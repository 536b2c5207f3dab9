"""What a commit or a record says of earlier ones is done to their cards, in whatever order they are read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.repository import Repository
from whylens.app import open_memory
from whylens.memory import Memory
from whylens.memory.requests import RememberRequest, Selection
from whylens.model.card import Card
from whylens.model.words import Basis, Kind, Status
from whylens.store.port import Relation

CACHE = """\
def lookup(cache, key):
    entry = cache.get(key)
    return entry.value if entry else None


def store(cache, key, value):
    cache[key] = value
"""

OLD = "Decision: Keep entries for ten minutes, because the upstream service allows one request an hour."
NEW = "Decision: Keep entries until they are told to go, since the upstream service now announces changes."


class Project:
    """A repository and its memory; `learn_each` learns after every commit, as the editor does."""

    def __init__(self, folder: Path, *, learn_each: bool) -> None:
        self.repository = Repository(folder / "project")
        self.memory: Memory = open_memory(self.repository.root, home=folder / "home", embeddings=False)
        self._learn_each = learn_each
        self._edits = 0

    def commit(self, message: str, path: str = "cache.py", text: str | None = None) -> str:
        self._edits += 1
        text = (
            text
            if text is not None
            else CACHE.replace("cache[key] = value", f"cache[key] = value, {self._edits}")
        )
        sha = self.repository.commit(message, {path: text})
        if self._learn_each:
            self.memory.learn()
        return sha

    def learned(self) -> dict[str, Card]:
        self.memory.learn()
        return {card.summary: card for card in self.memory.every_card()}

    def card(self, words: str) -> Card:
        (found,) = [card for summary, card in self.learned().items() if words in summary]
        return found


@pytest.fixture(params=[True, False], ids=["as it happens", "on the first day"])
def project(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Project]:
    made = Project(tmp_path, learn_each=request.param)
    made.commit("Start the cache", text=CACHE)
    yield made
    made.memory.close()


def test_the_trailers_of_a_commit_become_cards_at_its_function(project: Project) -> None:
    sha = project.commit(
        "Keep entries longer\n\n"
        "Decision: Keep entries for ten minutes, because the upstream service is slow.\n"
        "Constraint: Never store an entry without its time.\n"
        "Rejected: A cache per process, since workers are restarted every minute.\n"
    )
    cards = project.learned().values()
    assert {(card.kind, card.sources[0].locator) for card in cards} == {
        (Kind.DECISION, sha),
        (Kind.CONSTRAINT, sha),
        (Kind.FAILED_APPROACH, sha),
    }
    assert {anchor.symbol for card in cards for anchor in card.anchors} == {("store",)}
    assert {card.status for card in cards} == {Status.ACTIVE}


def test_a_trailer_supersedes_the_cards_of_the_commit_it_names(project: Project) -> None:
    old = project.commit(f"Keep entries\n\n{OLD}\n")
    project.commit(f"Keep entries longer\n\n{NEW}\nSupersedes: {old[:10]}\n")
    older, newer = project.card("ten minutes"), project.card("told to go")
    assert (older.status, older.superseded_by) == (Status.SUPERSEDED, newer.id)
    assert (newer.status, newer.supersedes) == (Status.ACTIVE, (older.id,))


def test_a_trailer_supersedes_even_when_its_commit_says_nothing_else(project: Project) -> None:
    old = project.commit(f"Keep entries\n\n{OLD}\n")
    project.commit(f"Take the cache out of use\n\nSupersedes: {old}\n")
    assert project.card("ten minutes").status is Status.SUPERSEDED


def test_a_trailer_supersedes_a_memory_by_its_handle(project: Project) -> None:
    project.commit(f"Keep entries\n\n{OLD}\n")
    older = project.card("ten minutes")
    project.memory.confirm(older.handle)  # whoever names the memory itself means it
    project.commit(f"Keep entries longer\n\n{NEW}\nSupersedes: {older.handle}\n")
    assert project.card("ten minutes").status is Status.SUPERSEDED


def test_what_the_user_confirmed_is_marked_and_kept(project: Project) -> None:
    old = project.commit(f"Keep entries\n\n{OLD}\n")
    project.memory.confirm(project.card("ten minutes").handle)
    project.commit(f"Keep entries longer\n\n{NEW}\nSupersedes: {old}\n")
    assert project.card("ten minutes").status is Status.CONFLICTING


def test_a_superseding_commit_that_is_taken_back_gives_the_older_back(project: Project) -> None:
    old = project.commit(f"Keep entries\n\n{OLD}\n")
    new = project.commit(f"Keep entries longer\n\n{NEW}\nSupersedes: {old}\n")
    project.commit(
        f'Revert "Keep entries longer"\n\nThis reverts commit {new}.\n\nThe upstream service went silent.\n'
    )
    assert project.card("ten minutes").status is Status.ACTIVE
    assert project.card("told to go").status is Status.SUPERSEDED


def test_a_record_supersedes_the_one_it_names(project: Project) -> None:
    record = "# {}. {}\n\nStatus: accepted{}\n\n## Decision\n\nWe will {}.\n"
    project.commit(
        "Record",
        "docs/adr/0001-cache-in-memory.md",
        record.format(1, "Cache in memory", "", "cache in memory, because a disk is too slow for lookups"),
    )
    project.commit(
        "Record again",
        "docs/adr/0002-cache-on-disk.md",
        record.format(
            2,
            "Cache on disk",
            "\n\nSupersedes: [ADR 1](0001-cache-in-memory.md)",
            "cache on disk, because memory is lost at every restart",
        ),
    )
    older, newer = project.card("cache in memory"), project.card("cache on disk")
    assert (older.status, older.superseded_by) == (Status.SUPERSEDED, newer.id)


def _defect(memory: Memory, summary: str) -> Card:
    return memory.remember(RememberRequest(summary, Kind.ISSUE))


def test_a_fix_that_is_taken_back_opens_the_defect_again(project: Project) -> None:
    defect = _defect(project.memory, "Lookups of a key that expired give the old value, see #731")
    project.repository._commits += 4000  # the fix is made after what the user wrote today
    sha = project.commit("Ask for the time of an entry first\n\nFixes #731.\n")
    project.commit(
        f'Revert "Ask for the time of an entry first"\n\nThis reverts commit {sha}.\n\nIt was too slow.\n'
    )
    project.memory.learn()
    assert project.memory.get(defect.id).status is Status.ACTIVE


def test_a_fix_closes_the_defect_whose_number_it_names(project: Project) -> None:
    defect = _defect(project.memory, "Lookups of a key that expired give the old value, see #731")
    other = _defect(project.memory, "Stores are lost when two happen at once, see #7310")
    project.repository._commits += 4000  # the fix is made after what the user wrote today
    sha = project.commit("Ask for the time of an entry first\n\nFixes #731.\n")
    project.memory.learn()
    closed = project.memory.get(defect.id)
    assert closed.status is Status.SUPERSEDED
    assert sha in closed.extra.values()
    assert project.memory.get(other.id).status is Status.ACTIVE


def test_learning_again_changes_nothing(project: Project) -> None:
    old = project.commit(f"Keep entries\n\n{OLD}\n")
    project.commit(f"Keep entries longer\n\n{NEW}\nSupersedes: {old}\n")
    before = project.learned()
    assert project.learned() == before


def test_a_commit_that_is_only_mentioned_closes_nothing(project: Project) -> None:
    old = project.commit(f"Keep entries\n\n{OLD}\n")
    project.commit(f"Keep entries longer\n\n{NEW}\n\nThis goes on from {old[:12]}.\n")
    assert project.card("ten minutes").status is Status.ACTIVE


def test_what_the_user_rejected_since_stays_rejected_when_the_commit_is_taken_back(project: Project) -> None:
    old = project.commit(f"Keep entries\n\n{OLD}\n")
    new = project.commit(f"Keep entries longer\n\n{NEW}\nSupersedes: {old}\n")
    project.memory.reject(project.card("ten minutes").handle)
    project.commit(
        f'Revert "Keep entries longer"\n\nThis reverts commit {new}.\n\nThe upstream service went silent.\n'
    )
    assert project.card("ten minutes").status is Status.REJECTED


def _revert(sha: str, title: str) -> str:
    return f'Revert "{title}"\n\nThis reverts commit {sha}.\n'


@pytest.mark.parametrize("reverts", [0, 1, 2, 3, 4])
def test_what_a_commit_closed_is_closed_exactly_while_it_holds(project: Project, reverts: int) -> None:
    old = project.commit(f"Keep entries\n\n{OLD}\n")
    title = "Keep entries longer"
    last = project.commit(f"{title}\n\n{NEW}\nSupersedes: {old}\n")
    for _ in range(reverts):
        last, title = project.commit(_revert(last, title)), f'Revert "{title}"'
    holds = reverts % 2 == 0
    assert project.card("ten minutes").status is (Status.SUPERSEDED if holds else Status.ACTIVE)
    assert project.card("told to go").status is (Status.ACTIVE if holds else Status.SUPERSEDED)


def test_what_goes_on_from_a_commit_is_linked_to_its_cards(project: Project) -> None:
    first = project.commit(f"Keep entries\n\n{OLD}\n")
    project.commit(f"Keep times too\n\nThis is a follow-up to {first[:12]}.\n\n{NEW}\n")
    older, newer = project.card("ten minutes"), project.card("told to go")
    links = project.memory._store.links_of([older.id])
    assert [(each.from_id, each.to_id) for each in links if each.relation is Relation.FOLLOWS] == [
        (newer.id, older.id)
    ]


def test_what_the_user_says_is_held_against_what_was_learned(project: Project) -> None:
    project.commit(f"Keep entries\n\n{OLD.replace('ten minutes', '10 minutes')}\n")
    learned = project.card("10 minutes")
    line = CACHE.splitlines().index("    cache[key] = value") + 1
    said = project.memory.remember(
        RememberRequest(
            "Keep entries for 30 minutes, because the upstream service allows one request an hour.",
            Kind.DECISION,
            path="cache.py",
            line=line,
        )
    )
    older = project.memory.get(learned.id)
    assert older.status is Status.CONFLICTING  # by the same rule as between learned ones
    (link,) = project.memory._store.links_of([older.id])
    assert (link.from_id, link.relation) == (said.id, Relation.CONFLICTS_WITH)
    project.memory.forget(Selection(ids=(said.id,)))
    assert project.memory.get(learned.id).status is Status.ACTIVE


def test_what_the_user_says_again_in_their_words_is_one_memory(project: Project) -> None:
    project.commit(f"Keep entries\n\n{OLD}\n")
    learned = project.card("ten minutes")
    words = "Keep entries for ten minutes, because the upstream service allows one request per hour"
    said = project.memory.remember(RememberRequest(words, Kind.DECISION, path="cache.py", line=1))
    assert (said.id, said.summary) == (learned.id, words)
    assert said.confirmed_at is not None
    assert {each.basis for each in said.sources} == {Basis.USER, *(each.basis for each in learned.sources)}


def test_what_the_user_says_elsewhere_is_a_memory_of_its_own(project: Project) -> None:
    project.commit(f"Keep entries\n\n{OLD}\n")
    project.repository.write({"other.py": CACHE})
    words = OLD.removeprefix("Decision: ")
    learned = project.card("ten minutes")
    said = project.memory.remember(RememberRequest(words, Kind.DECISION, path="other.py", line=1))
    assert said.id != learned.id
    assert project.memory.get(learned.id).status is Status.ACTIVE

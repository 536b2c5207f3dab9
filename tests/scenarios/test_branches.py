"""What was learned on a branch that is not checked out steps back, and counts again once its commits are here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.repository import Repository
from whylens.app import open_memory
from whylens.memory import Memory
from whylens.memory.elsewhere import PROGRESS
from whylens.memory.requests import RememberRequest
from whylens.model.card import Card
from whylens.model.recall import Hit, Query
from whylens.model.words import Kind, Status

QUEUE = """\
def drain(queue):
    while queue:
        yield queue.pop()


def close(queue):
    del queue[: len(queue)]  # in place
"""

ON_MAIN = """\
Clear the queue in close

Constraint: Keep the list of the queue when it is closed, since its watchers hold a reference to it.
"""

ON_BRANCH = """\
Drain the queue in batches

Drain the queue in batches of fifty, because the broker closes a connection
that acknowledges messages one at a time.
"""

IN_BATCHES = QUEUE.replace("yield queue.pop()", "yield [queue.pop() for _ in range(min(50, len(queue)))]")


@dataclass
class Forked:
    repository: Repository
    memory: Memory

    def switch(self, branch: str) -> None:
        self.repository.git("switch", "--quiet", branch)
        self.memory.learn()

    def hit(self) -> Hit | None:
        hits = self.memory.recall(Query("drain the queue in batches", files=("queue.py",))).hits
        return next((each for each in hits if "batches" in each.card.summary), None)

    def shown(self) -> list[Card]:
        text = (self.repository.root / "queue.py").read_text(encoding="utf-8")
        view = self.memory.view("queue.py", text)
        return [
            each.card for symbol in view.symbols for each in symbol.cards if "batches" in each.card.summary
        ]


@pytest.fixture
def forked(tmp_path: Path) -> Iterator[Forked]:
    repository = Repository(tmp_path / "project")
    repository.commit(
        "Start the queue", {"queue.py": QUEUE.replace("del queue[: len(queue)]  # in place", "pass")}
    )
    repository.commit(ON_MAIN, {"queue.py": QUEUE})
    repository.git("switch", "--quiet", "--create", "batches")
    repository.commit(ON_BRANCH, {"queue.py": IN_BATCHES})
    memory = open_memory(repository.root, home=tmp_path / "home", embeddings=False)
    memory.learn()
    yield Forked(repository, memory)
    memory.close()


def test_a_card_counts_fully_on_its_own_branch(forked: Forked) -> None:
    hit = forked.hit()
    assert hit is not None
    assert "branch" not in hit.parts
    assert [card.branch for card in forked.shown()] == ["batches"]


def test_a_card_of_a_branch_that_never_merged_steps_back_elsewhere(forked: Forked) -> None:
    before = forked.hit()
    forked.switch("main")
    after = forked.hit()
    assert before is not None
    assert after is not None
    assert after.score < before.score / 2
    assert "from another branch" in after.why
    assert forked.shown() == []


def test_a_card_of_another_branch_ranks_below_what_was_decided_here(forked: Forked) -> None:
    forked.switch("main")
    hits = forked.memory.recall(Query("", files=("queue.py",))).hits
    assert ["batches" in each.card.summary for each in hits] == [False, True]


def test_it_counts_fully_again_after_the_merge(forked: Forked) -> None:
    before = forked.hit()
    forked.switch("main")
    forked.repository.git("merge", "--quiet", "--no-ff", "--message", "Merge batches", "batches")
    forked.memory.learn()
    after = forked.hit()
    assert before is not None
    assert after is not None
    assert "branch" not in after.parts
    assert "from another branch" not in after.why
    assert len(forked.shown()) == 1


def test_it_counts_fully_again_on_its_own_branch(forked: Forked) -> None:
    forked.switch("main")
    forked.switch("batches")
    hit = forked.hit()
    assert hit is not None
    assert "branch" not in hit.parts
    assert len(forked.shown()) == 1


def test_it_is_shown_on_another_branch_where_its_code_was_copied(forked: Forked) -> None:
    forked.switch("main")
    forked.repository.write({"queue.py": IN_BATCHES})
    assert len(forked.shown()) == 1


def test_what_was_rewritten_does_not_step_back_once_it_is_read_in_its_new_form(forked: Forked) -> None:
    forked.repository.git("commit", "--quiet", "--amend", "--message", ON_BRANCH + "\nReviewed twice.\n")
    forked.memory.learn()
    hit = forked.hit()
    assert hit is not None
    assert "branch" not in hit.parts


def test_a_fix_on_another_branch_leaves_the_defect_open_here(forked: Forked) -> None:
    defect = forked.memory.remember(
        RememberRequest("Draining stops when the broker restarts, see #88", Kind.ISSUE)
    )
    forked.repository._commits += 4000  # the fix is made after what the user wrote today
    forked.repository.commit("Drain again after a restart\n\nFixes #88.\n", {"queue.py": IN_BATCHES + "\n"})
    forked.memory.learn()
    assert forked.memory.get(defect.id).status is Status.SUPERSEDED
    forked.switch("main")
    assert forked.memory.get(defect.id).status is Status.ACTIVE
    forked.repository.git("merge", "--quiet", "--ff-only", "batches")
    forked.memory.learn()
    assert forked.memory.get(defect.id).status is Status.SUPERSEDED


def test_a_damaged_note_of_the_head_is_made_anew(forked: Forked) -> None:
    forked.memory._store.put_progress({PROGRESS: "not json"}).result()
    forked.switch("main")
    assert forked.hit() is not None


def test_what_was_confirmed_on_a_branch_is_not_shown_at_code_that_does_not_have_it(forked: Forked) -> None:
    (card,) = forked.shown()
    forked.memory.confirm(card.id)
    forked.switch("main")
    assert forked.shown() == []
    forked.switch("batches")
    assert [each.id for each in forked.shown()] == [card.id]

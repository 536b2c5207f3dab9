"""What the user rejected, replaced or had deleted stays away, by whatever way the words come again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.reliability.conftest import Project
from tests.support.repository import Repository
from whylens.memory import Memory
from whylens.memory.requests import RememberRequest, Selection

COMMENT = "# HACK: sleep for a second because the sensor answers garbage right after a reset"
CODE = f"def read(sensor):\n    {COMMENT}\n    return sensor.value()\n"
SAID = "sensor answers garbage"


def _reject(memory: Memory, name: str) -> None:
    memory.reject(name, why="not any more")


def _forget(memory: Memory, name: str) -> None:
    assert memory.forget(Selection(ids=(name,)))["proven"]


def _forget_all(memory: Memory, name: str) -> None:
    assert memory.forget(Selection(all_of_project=True))["proven"]


def _replace(memory: Memory, name: str) -> None:
    memory.remember(RememberRequest("The new firmware needs no pause", supersedes=name))


def _again(repository: Repository) -> None:
    repository.commit("Touch it", {"sensor.py": f"import time\n\n{CODE}"})


def _renamed(repository: Repository) -> None:
    repository.commit("Rename it", {"sensor.py": CODE.replace("def read", "def fetch")})


def _moved(repository: Repository) -> None:
    (repository.root / "sensor.py").unlink()
    repository.commit("Move it", {"hardware/sensors.py": CODE})


def _copied(repository: Repository) -> None:
    repository.commit("Copy it", {"other.py": CODE})


def _said_by_a_commit(repository: Repository) -> None:
    repository.commit(f"Sleep\n\nSleep for a second because the {SAID} right after a reset.\n")


WAYS = [_again, _renamed, _moved, _copied]


@pytest.mark.parametrize(
    ("act", "way"),
    [
        *((act, way) for act in (_reject, _forget, _forget_all, _replace) for way in WAYS),
        *((act, _said_by_a_commit) for act in (_reject, _replace)),
    ],
)
def test_what_was_put_away_stays_away(
    repository: Repository,
    project: Project,
    act: Callable[[Memory, str], None],
    way: Callable[[Repository], None],
) -> None:
    repository.commit("Start", {"sensor.py": CODE})
    project.learn()
    with project.memory() as memory:
        (card,) = [card for card in memory.every_card() if SAID in card.summary]
        act(memory, card.id)
    way(repository)
    project.learn()
    assert not [summary for summary in project.live() if SAID in summary]
    if act in (_forget, _forget_all):
        assert SAID.encode() not in project.bytes_of_home()


def test_a_rejected_comment_that_goes_and_comes_back_stays_rejected(
    repository: Repository, project: Project
) -> None:
    repository.commit("Start", {"sensor.py": CODE})
    project.learn()
    with project.memory() as memory:
        _reject(memory, project.cards()[0].id)
    for text in ("def read(sensor):\n    return sensor.value()\n", CODE):
        repository.commit("Edit", {"sensor.py": text})
        project.learn()
    assert project.live() == set()


def test_a_comment_of_a_deleted_file_is_gone_and_comes_back_with_it(
    repository: Repository, project: Project
) -> None:
    repository.commit("Start", {"sensor.py": CODE})
    project.learn()
    assert project.live()
    (repository.root / "sensor.py").unlink()
    repository.commit("Remove it")
    project.learn()
    assert project.live() == set()
    repository.commit("Bring it back", {"sensor.py": CODE})
    project.learn()
    assert len(project.live()) == 1
    assert len(project.cards()) == 1


def test_a_comment_that_moves_to_another_file_keeps_its_card(
    repository: Repository, project: Project
) -> None:
    repository.commit("Start", {"sensor.py": CODE})
    project.learn()
    (before,) = project.cards()
    _moved(repository)
    project.learn()
    (after,) = project.cards()
    assert (after.handle, after.is_live) == (before.handle, True)
    assert {anchor.path for anchor in after.anchors} == {"hardware/sensors.py"} == set(after.files)


def test_reading_the_same_again_changes_neither_confidence_nor_places(
    repository: Repository, project: Project
) -> None:
    repository.commit("Start", {f"part{number}.py": CODE for number in range(12)})
    project.learn()
    (before,) = project.cards()
    for number in range(3):
        repository.commit("Edit", {"part11.py": "\n" * (number + 1) + CODE})
        project.learn()
    (after,) = project.cards()
    assert after.confidence == before.confidence
    assert len(after.anchors) == len(before.anchors)

"""A statement is shown exactly while its commit holds: taken back, given back, in one run or in several."""

from __future__ import annotations

import pytest

from tests.reliability.conftest import Project
from tests.support.repository import Repository

WHY = "Cache tokens for an hour\n\nKeep tokens for an hour because the issuer limits requests to ten each minute.\n"


@pytest.mark.parametrize("short", [40, 12, 7])
@pytest.mark.parametrize("one_by_one", [True, False])
@pytest.mark.parametrize("reverts", [0, 1, 2, 3])
def test_a_statement_holds_as_long_as_its_commit(
    repository: Repository, project: Project, reverts: int, one_by_one: bool, short: int
) -> None:
    last, title = repository.commit(WHY), "Cache tokens for an hour"
    for _ in range(reverts):
        if one_by_one:
            project.learn()
        title = f'Revert "{title}"'
        last = repository.commit(f"{title}\n\nThis reverts commit {last[:short]}.\n")
    project.learn()
    assert any("token" in summary for summary in project.live()) == (reverts % 2 == 0)
    assert len([card for card in project.cards() if "issuer" in card.evidence]) == 1


def test_what_another_commit_says_too_outlives_a_revert(repository: Repository, project: Project) -> None:
    repository.commit(WHY)
    again = repository.commit(WHY)
    project.learn()
    repository.commit(f'Revert "Cache tokens for an hour"\n\nThis reverts commit {again}.\n')
    project.learn()
    assert any("token" in summary for summary in project.live())


def test_what_the_user_confirmed_outlives_a_revert(repository: Repository, project: Project) -> None:
    sha = repository.commit(WHY)
    project.learn()
    with project.memory() as memory:
        memory.confirm(project.cards()[0].id)
    repository.commit(f'Revert "Cache tokens for an hour"\n\nThis reverts commit {sha}.\n')
    project.learn()
    assert project.live()

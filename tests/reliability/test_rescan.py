"""When the redaction rules see more, what was stored before is searched again, and nothing of it is left."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.reliability.conftest import Project
from tests.security.canaries import Canary, canary, everything_in, found_in
from tests.support.repository import Repository
from whylens.capture.paths import stays
from whylens.memory.requests import RememberRequest
from whylens.memory.rescan import RULES_KEY
from whylens.store.revise import PAGE

CODE = "def read(sensor):\n    # HACK: {}\n    return sensor.value()\n"


@pytest.fixture
def planted() -> dict[str, Canary]:
    return {str(number): canary(number) for number in range(PAGE + 8)}


@pytest.fixture
def old(
    repository: Repository,
    project: Project,
    planted: dict[str, Canary],
    monkeypatch: pytest.MonkeyPatch,
) -> Project:
    """A project learned when the rules saw nothing."""
    with monkeypatch.context() as blind:
        blind.setattr("whylens.normalize.redact.FINDERS", ())
        stays.cache_clear()
        words = [each.sentence() for each in planted.values()]
        repository.commit(
            f"Send it\n\nDecision: {words[0]}\n",
            {"a.py": CODE.format(words[1]), f"{planted['2'].token}.py": CODE.format("wait: the sensor lags")},
        )
        project.learn()
        with project.memory() as memory:
            for text in words[3:]:
                card = memory.remember(RememberRequest(text, details=text, path="a.py", line=2))
            memory.reject(card.id, why=words[3])
            memory.restore(card.id, version=1)
            memory.import_lines(
                [json.dumps({"ref": words[4], "summary": words[5], "source": words[6]})], activate=True
            )
            memory._store.put_progress({RULES_KEY: "1"}).result()
        stays.cache_clear()
    return project


def test_nothing_the_rules_of_today_see_is_left(
    old: Project, planted: dict[str, Canary], tmp_path: Path
) -> None:
    assert len(found_in(everything_in(old.home, tmp_path / "scratch"), planted)) > PAGE
    with old.memory() as memory:
        assert memory.status()["rescanDue"]
        before = {card.id: card.handle for card in memory.every_card()}
        counted = memory.rescan(dry_run=True)
        assert memory.status()["rescanDue"]
        done = memory.rescan()
        assert (done.cards_changed, done.versions_changed, done.observations_changed) == (
            counted.cards_changed,
            counted.versions_changed,
            counted.observations_changed,
        )
        assert done.cards_changed > PAGE
        assert done.versions_changed >= 1
        assert done.observations_changed >= 1
        assert {card.id: card.handle for card in memory.every_card()} == before
        assert not memory.status()["rescanDue"]
        assert memory.examine()["ok"]
        assert found_in(everything_in(old.home, tmp_path / "scratch"), planted) == {}, "with its log"
        assert memory.rescan().changed == 0
    assert found_in(everything_in(old.home, tmp_path / "scratch"), planted) == {}


def test_a_rescan_that_was_broken_off_goes_on_where_it_stopped(
    old: Project, planted: dict[str, Canary], tmp_path: Path
) -> None:
    with old.memory() as memory:
        pages: list[int] = []
        first = memory.rescan(on_progress=lambda each: pages.append(each.done), cancelled=lambda: bool(pages))
        assert first.interrupted
        assert first.cards == PAGE
        assert memory.status()["rescanDue"]
    with old.memory() as memory:
        second = memory.rescan()
        assert not second.interrupted
        assert second.cards == len(list(memory.every_card())) - PAGE
    assert found_in(everything_in(old.home, tmp_path / "scratch"), planted) == {}


def test_the_rescanned_words_are_found_by_search(old: Project) -> None:
    from whylens.model.recall import Query

    with old.memory() as memory:
        memory.rescan()
        hits = memory.recall(Query(text="upload thumbnails"), deadline=5).hits
        assert hits
        assert all("[redacted:" in hit.card.summary for hit in hits[:3])


def test_a_new_project_is_not_due_and_neither_is_one_that_was_forgotten(
    repository: Repository, project: Project
) -> None:
    from whylens.memory.requests import Selection

    repository.commit("Start", {"a.py": CODE.format("wait a second because the sensor lags")})
    project.learn()
    with project.memory() as memory:
        assert not memory.status()["rescanDue"]
        memory.forget(Selection(all_of_project=True))
        memory.learn()
        assert not memory.status()["rescanDue"]


def test_rescan_counts_and_says_no_word(old: Project, planted: dict[str, Canary]) -> None:
    with old.memory() as memory:
        assert found_in(repr(memory.rescan()).encode(), planted) == {}

"""The internal domains a user names hold for every door and process, and for what is there already."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reliability.conftest import Project
from tests.support.repository import Repository
from whylens.memory.internal_domains import as_endings
from whylens.memory.requests import RememberRequest


def test_a_named_domain_is_left_out_by_later_processes_too(repository: Repository, project: Project) -> None:
    repository.commit("Start", {"a.py": "pass\n"})
    with project.memory() as memory:
        memory.remember(RememberRequest("Mirror to git.zebra.net every night"))
        memory.know_internal_domains(["zebra.net"])
        assert memory.status()["rescanDue"]
        assert memory.rescan().cards_changed == 1
    with project.memory() as memory:
        memory.know_internal_domains(["*.Zebra.net"])
        assert not memory.status()["rescanDue"]
        memory.remember(RememberRequest("Deploy from ci.zebra.net at noon"))
    assert b"zebra.net " not in project.bytes_of_home()
    assert all("[redacted:internal-host-" in card.summary for card in project.cards())


@pytest.mark.parametrize("written", ["acme.net", ".acme.net", "*.ACME.net", " acme.net. "])
def test_a_domain_may_be_written_in_several_ways(written: str) -> None:
    assert as_endings([written, "no domain", "", "*"]) == (".acme.net",)


def test_each_project_has_a_key_of_its_own_and_keeps_it(
    repository: Repository, project: Project, tmp_path: Path
) -> None:
    other = Project(Repository(tmp_path / "other").root, project.home)
    keys: list[bytes] = []
    for each in (project, other, project):
        with each.memory() as memory:
            keys.append(memory.disguise.key)
    assert keys[0] == keys[2] != keys[1]
    assert len(keys[0]) == 32

"""No secret of any source reaches any file of the home."""

from __future__ import annotations

import json

import pytest

from tests.reliability.conftest import Project
from tests.support.repository import Repository
from whylens.memory.requests import RememberRequest
from whylens.model.errors import UserError

#: Made up, of the form of a real one; put together so that no scanner takes this file for a leak.
SECRET = "ghp_" + "a1B2c3D4" * 4 + "e5F6"
NOTE = "# HACK: sleep for a second because the sensor answers garbage right after a reset"
CODE = f"def read(sensor):\n    {NOTE}\n    return sensor.value()\n"
RECORD = f"""# 1. Use one token

Status: accepted

## Decision

We will use the token {SECRET} for every build, because the server knows no other.
"""


def test_no_secret_of_a_repository_is_kept(repository: Repository, project: Project) -> None:
    repository.git("checkout", "--quiet", "-b", f"fix/{SECRET}")
    repository.commit(
        f"Use token {SECRET}\n\nUse {SECRET} for the upload because the server rejects all others.\n",
        {
            f"{SECRET}.py": CODE,
            f"{SECRET}/read.py": CODE,
            "read.py": CODE.replace("a second", SECRET),
            "docs/adr/0001-token.md": RECORD,
            "AGENTS.md": f"# Rules\n\n- Always use the token {SECRET} when you run the tests.\n",
        },
    )
    repository.git("mv", f"{SECRET}.py", f"{SECRET}_2.py")
    repository.commit(
        f"Move {SECRET}.py\n\nMove the file because {SECRET} must be the name the server expects.\n"
    )
    assert project.learn().cards
    assert SECRET.encode() not in project.bytes_of_home()


def test_no_secret_of_the_user_is_kept(repository: Repository, project: Project) -> None:
    repository.commit("Start", {"read.py": CODE, f"{SECRET}.py": CODE})
    with project.memory() as memory:
        request = RememberRequest(f"Log in with {SECRET}", details=f"or {SECRET}", path="read.py", line=2)
        card = memory.remember(request)
        memory.reject(card.id, why=f"it is {SECRET} now")
        with pytest.raises(UserError):
            memory.remember(RememberRequest("Read it", path=f"{SECRET}.py"))
        line = dict.fromkeys(("ref", "summary", "details", "rationale", "source"), f"see {SECRET}")
        assert memory.import_lines(
            [json.dumps({**line, "files": [f"{SECRET}.py", "a.py"], "symbols": [SECRET]})], activate=True
        )["imported"]
    assert SECRET.encode() not in project.bytes_of_home()

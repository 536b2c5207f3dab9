"""Instruction files to assistants: project constraints at most, one an item."""

import pytest

from whylens.extract.rules_files import extract_rules, is_rules_path
from whylens.model.words import Basis, Kind, Scope

TEXT = """# Guide

- **Tools:** Do not install packages with npm; the lock file is made by pnpm.
- Always run `make check` before a commit. Ask when it fails twice.
- The server lives in `server/`, the client in `client/`.
- The project uses Gerrit, not pull requests.
"""


def test_each_item_that_binds_is_one_constraint() -> None:
    drafts = extract_rules("AGENTS.md", TEXT)
    assert [draft.line for draft in drafts] == [3, 4, 6]
    assert {draft.basis for draft in drafts} == {Basis.INSTRUCTIONS}


def test_instructions_never_become_principles() -> None:
    drafts = extract_rules("CLAUDE.md", TEXT)
    assert {draft.kind for draft in drafts} <= {Kind.CONSTRAINT, Kind.FACT}
    assert {draft.scope for draft in drafts} == {Scope.PROJECT}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("AGENTS.md", True),
        ("packages/web/CLAUDE.md", True),
        (".cursor/rules/style.mdc", True),
        (".cursorrules", True),
        (".github/copilot-instructions.md", True),
        ("memory-bank/progress.md", True),
        ("docs/agents.txt", False),
        ("README.md", False),
    ],
)
def test_rules_files_are_known_by_their_path(path: str, expected: bool) -> None:
    assert is_rules_path(path) is expected

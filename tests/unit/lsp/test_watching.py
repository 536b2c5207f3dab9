"""What tells that the head of a repository moved."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.support.repository import Repository
from whylens.lsp.coalesced import Coalesced
from whylens.lsp.watching import head_signature


def test_every_move_of_the_head_is_seen(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "project")
    seen = [head_signature(repository.root)]

    def moved() -> bool:
        seen.append(head_signature(repository.root))
        return seen[-1] != seen[-2]

    first = repository.commit("One", {"a.py": "x = 1\n"})
    assert moved(), "the first commit"
    repository.commit("Two", {"a.py": "x = 2\n"})
    assert moved(), "a commit"
    repository.git("switch", "--quiet", "--create", "topic")
    assert moved(), "a new branch"
    repository.git("switch", "--quiet", "--detach", first)
    assert moved(), "a detached head"
    repository.git("reset", "--quiet", "--hard", "main")
    assert moved(), "a reset"
    repository.write({"a.py": "x = 3\n"})
    assert not moved(), "a change of a file is no move"


def test_the_head_of_a_worktree_is_its_own(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "project")
    repository.commit("One", {"a.py": "x = 1\n"})
    tree = tmp_path / "tree"
    repository.git("worktree", "add", "--quiet", "-b", "topic", str(tree))
    before, here = head_signature(tree), head_signature(repository.root)
    other = Repository(tree)
    other.commit("Two", {"a.py": "x = 2\n"})
    assert head_signature(tree) != before
    assert head_signature(repository.root) == here


def test_a_plain_or_broken_folder_has_no_head(tmp_path: Path) -> None:
    assert head_signature(tmp_path) == ()
    (tmp_path / ".git").write_text("gitdir: /nowhere\n")
    assert head_signature(tmp_path) == ()
    assert head_signature(tmp_path / "missing") == ()


async def test_what_is_asked_for_often_is_done_once_soon_and_once_again_later() -> None:
    done: list[int] = []
    often = Coalesced(0.05, lambda: done.append(len(done)))
    for _ in range(100):
        often.soon()
    await asyncio.sleep(0.04)
    assert done == [0]
    often.soon()
    await asyncio.sleep(0.06)
    assert done == [0, 1]

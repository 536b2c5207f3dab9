"""Files that the user leaves out are not read, nor what commits say of them alone."""

from __future__ import annotations

from pathlib import Path

from tests.support.repository import Repository
from whylens.app import open_memory

WHY = "Keep the socket open\n\nOtherwise `send` drops every batch of rows but the first.\n"


def test_what_is_said_of_excluded_files_alone_is_not_learned(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "work")
    send = "def send(rows):\n    keep_open = True\n    return keep_open, rows\n"
    repository.commit(WHY, {"private/net.py": send})
    repository.commit(
        WHY.replace("socket", "lock").replace("send", "sell"), {"shop.py": send.replace("send", "sell")}
    )
    memory = open_memory(repository.root, home=tmp_path / "home", embeddings=False)
    memory.learn(exclude=("private/",))
    files = {path for card in memory.every_card() for path in card.files}
    memory.close()
    assert files == {"shop.py"}

"""A project with a home of its own, driven through the façade; the terminal is tested in tests/cli."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.repository import Repository
from whylens.app import open_memory
from whylens.memory import Memory
from whylens.memory.requests import LearnReport
from whylens.model.card import Card


@dataclass
class Project:
    """A folder that is learned from, and the home its memory lies in."""

    root: Path
    home: Path

    @contextmanager
    def memory(self) -> Iterator[Memory]:
        memory = open_memory(self.root, home=self.home, embeddings=False)
        try:
            yield memory
        finally:
            memory.close()

    def learn(self) -> LearnReport:
        with self.memory() as memory:
            return memory.learn()

    def cards(self) -> list[Card]:
        with self.memory() as memory:
            return list(memory.every_card())

    def live(self) -> set[str]:
        return {card.summary for card in self.cards() if card.is_live}

    def bytes_of_home(self) -> bytes:
        return b"".join(file.read_bytes() for file in self.home.rglob("*") if file.is_file())


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "projéct with spaces")


@pytest.fixture
def project(repository: Repository, tmp_path: Path) -> Project:
    return Project(repository.root, tmp_path / "home")

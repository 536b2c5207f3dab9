"""Fixtures: a store in a folder of the test's own, and cards that are told apart by a name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from whylens.store.store import SqliteStore


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "memory"


@pytest.fixture
def store(folder: Path) -> Iterator[SqliteStore]:
    with SqliteStore.open(folder) as opened:
        yield opened

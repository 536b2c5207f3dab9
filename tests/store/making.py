"""Cards, observations and folders for the tests of the store."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from whylens.model.card import Card
from whylens.model.observation import Observation, Redacted
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind
from whylens.store.rows import new_id

MODEL = "tiny-model"


def make_card(name: str, summary: str = "", **fields: Any) -> Card:
    """A card whose id comes from `name`."""
    given: dict[str, Any] = {"kind": Kind.DECISION, "created_at": 100.0, "handle": "", "namespace": ""}
    return Card(id=new_id(name), summary=summary or f"Statement {name}", **{**given, **fields})


def make_observation(text: str, locator: str = "", **fields: Any) -> Observation:
    """An observation of a commit."""
    source = SourceRef(Basis.COMMIT, locator or new_id(text), title=text[:40], at=100.0)
    return Observation(source=source, subject=source.locator, text=Redacted(text), **fields)


def make_vector(seed: int, dimensions: int = 16) -> list[float]:
    """A direction of its own for each seed."""
    source = random.Random(seed)
    return [source.gauss(0, 1) for _ in range(dimensions)]


def bytes_of(folder: Path) -> bytes:
    """Everything that stands in the files of `folder`, in lower case."""
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()).lower()

"""The retrieval set: memories of several projects, and questions with the memories that answer them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: Groups of projects by what their memories are.
GROUPS = ("commits", "docs", "turns")
_DOCUMENTS = ("peps", "rustrfcs", "xeps", "keps")
_CONVERSATIONS = "locomo"


@dataclass(frozen=True, slots=True)
class Stored:
    """A memory as the set gives it; `at` is Unix seconds."""

    id: str
    project: str
    at: float
    source: str
    title: str
    text: str
    files: tuple[str, ...]
    symbols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody was about to do, and the grades of what would have helped: 2 direct, 1 at one remove.

    `overlap` is the share of the question's words that the best answer holds.
    """

    id: str
    project: str
    at: float
    text: str
    long_text: str
    files: tuple[str, ...]
    symbols: tuple[str, ...]
    link: str
    overlap: float
    grades: dict[str, int]


@dataclass(frozen=True, slots=True)
class RetrievalSet:
    """All of a set, memories by project."""

    memories: dict[str, list[Stored]]
    questions: list[Question]


def load(folder: Path, groups: tuple[str, ...] = GROUPS) -> RetrievalSet:
    """Read `memories.jsonl` and `queries.jsonl` of *folder*, keeping the projects of *groups*."""
    memories: dict[str, list[Stored]] = {}
    for line in _lines(folder / "memories.jsonl"):
        memories.setdefault(line["project"], []).append(_stored(line))
    questions = [_question(line) for line in _lines(folder / "queries.jsonl")]
    return RetrievalSet(memories, [each for each in questions if group_of(each.project) in groups])


def group_of(project: str) -> str:
    """Whether the memories of *project* are commits, design documents or turns of a conversation."""
    if project.startswith(_CONVERSATIONS):
        return "turns"
    return "docs" if project in _DOCUMENTS or project.startswith("adr") else "commits"


def reported_project(project: str) -> str:
    """The name a project's figures are reported under: conversations count as one project."""
    return _CONVERSATIONS if project.startswith(_CONVERSATIONS) else project


def _stored(line: dict[str, Any]) -> Stored:
    return Stored(
        line["id"],
        line["project"],
        line["ts"],
        line["source"],
        line["title"],
        line.get("text", ""),
        tuple(line.get("files", ())),
        tuple(line.get("symbols", ())),
    )


def _question(line: dict[str, Any]) -> Question:
    return Question(
        line["id"],
        line["project"],
        line["ts"],
        line["text"],
        line.get("text_long") or line["text"],
        tuple(line.get("files", ())),
        tuple(line.get("symbols", ())),
        line.get("link", ""),
        line.get("overlap", 0.0),
        line["relevant"],
    )


def _lines(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]

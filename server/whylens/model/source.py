"""Where a statement came from: the reference every card can be checked against."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from whylens.model.words import Basis


def date_text(at: float) -> str:
    """A day as `2024-05-31` in UTC, empty for an unknown time. `at` is Unix seconds."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d") if at > 0 else ""


@dataclass(frozen=True, slots=True)
class SourceRef:
    """One source of a card.

    `locator` is a full commit id for git, a repo-relative path for files and records, a session id for chats,
    and empty for a card written by hand. `line` is 1-based. `at` is Unix seconds. `author` is a stable
    pseudonym of the project, never a name.
    """

    basis: Basis
    locator: str = ""
    line: int | None = None
    title: str = ""
    at: float = 0.0
    author: str = ""

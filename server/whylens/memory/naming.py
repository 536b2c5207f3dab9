"""How sources name what they replace or mend, and under what key of the learner's progress a name waits."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from whylens.model.card import Card
from whylens.model.words import FROM_FILES, FROM_GIT, Basis, Kind

#: Characters of a commit id that are enough to look it up; messages name it by as few.
_SHORT = 7
_COMMIT = re.compile(r"[0-9a-f]{7,40}")
_HANDLE = re.compile(r"W-[0-9a-z]{4,}", re.IGNORECASE)
_ISSUE = re.compile(r"(?<![\w&/])#(\d{1,7})\b")
_NUMBER = re.compile(r"(?:^|\D)0*(\d{1,5})(?:\D|$)")
_DOCUMENT = (".md", ".rst", ".adoc", ".txt")
#: Numbers of issues one card is asked about.
_MOST_ISSUES = 4


def is_commit(name: str) -> bool:
    """Whether *name* is a commit id, whole or short."""
    return _COMMIT.fullmatch(name) is not None


def is_handle(name: str) -> bool:
    """Whether *name* is the handle of a card."""
    return _HANDLE.fullmatch(name) is not None


def key_of(name: str, by: str) -> str | None:
    """Under what a name waits that the source *by* uses; None for words that name nothing.

    A record is named by its number, or by a path from the one that names it.
    """
    if is_handle(name):
        return f"named:{name.upper()}"
    if name.startswith("#"):
        return f"named:{name}"
    if is_commit(name):
        return f"named:{name[:_SHORT]}"
    if name.endswith(_DOCUMENT):
        return _record_key(name, by)
    return _number_key(f"{PurePosixPath(by).parent}/{name}") if "/" in by else None


def keys_of(card: Card) -> list[str]:
    """Under what keys sources may have named *card* before it was known."""
    source = card.sources[0]
    keys = [f"named:{source.locator[:_SHORT]}"] if source.basis in FROM_GIT else []
    if source.basis is Basis.RECORD:
        keys = record_keys(source.locator)
    if is_open_defect(card):
        keys += [f"named:{each}" for each in issues_of(card)]
    return keys


def record_keys(path: str) -> list[str]:
    """Under what a record at *path* can be named: its path, and its number among those of its folder."""
    return [key for key in (_record_key(path, ""), _number_key(path)) if key]


def closed_key(locator: str) -> str:
    """Under what the learner's progress keeps the cards that the source called *locator* closed."""
    return f"closed:{locator[:_SHORT]}"


def is_open_defect(card: Card) -> bool:
    """Whether *card* tells of a defect that stands; what a file says stands as long as the file says it."""
    return card.kind is Kind.ISSUE and not card.rule.startswith("fixed-") and card.basis not in FROM_FILES


def issues_of(card: Card) -> list[str]:
    """The numbers of issues that *card* speaks of, as `#12`."""
    text = f"{card.summary} {card.details} {card.evidence}"
    return [f"#{each}" for each in dict.fromkeys(_ISSUE.findall(text))][:_MOST_ISSUES]


def _record_key(path: str, by: str) -> str:
    """A record by its path; one that starts with a dot, or has no folder, is told from the folder of *by*."""
    full = (
        PurePosixPath(by).parent / path
        if by and ("/" not in path or path.startswith("."))
        else PurePosixPath(path)
    )
    parts: list[str] = []
    for part in full.parts:
        if part == ".." and parts:
            parts.pop()
        elif part not in (".", ".."):
            parts.append(part)
    return "record:" + "/".join(parts)


def _number_key(path: str) -> str | None:
    """A record by its folder and the number in its name."""
    file = PurePosixPath(path)
    number = _NUMBER.search(file.name)
    return f"record:{file.parent}#{number[1]}" if number else None

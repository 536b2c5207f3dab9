"""What capture hands on: one observation with the statements found in it and the places they belong to."""

from __future__ import annotations

from dataclasses import dataclass

from whylens.model.anchor import Anchor
from whylens.model.card import CardDraft
from whylens.model.observation import Observation


@dataclass(frozen=True, slots=True)
class Find:
    """A statement and the places in code it belongs to (none when it is about files, or the project, as a whole).

    `holds` says that the code it was about is still there; what does not hold is only kept when it was taken back.
    """

    draft: CardDraft
    anchors: tuple[Anchor, ...] = ()
    files: tuple[str, ...] = ()
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Reading:
    """One observation and what was found in it.

    `branch` and `commit` are what was checked out. `undoes` names sources (commit ids, record paths) whose cards
    this one takes back, `replaces` what it supersedes (handles of cards, commit ids, records), `closes` the defects it
    mends (commit ids, `#12`), `follows` commits it goes on from. `whole` says that the finds are all that the source
    holds now: cards from an earlier reading of it that are not among them are gone.
    """

    observation: Observation
    finds: tuple[Find, ...]
    undoes: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    whole: bool = False
    branch: str = ""
    commit: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A piece of learning done: what to keep, what to write down as read, and how far the stage has come."""

    stage: str
    done: int
    total: int
    readings: tuple[Reading, ...] = ()
    read: int = 0
    progress: dict[str, str] | None = None

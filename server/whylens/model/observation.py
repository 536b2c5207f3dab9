"""What happened, before and after it may be stored: raw events, redacted text, observations."""

from __future__ import annotations

from dataclasses import dataclass, field

from whylens.model.source import SourceRef
from whylens.model.words import Sensitivity


class Redacted(str):
    """Text that went through `normalize.redact`. Only that module makes one, and only this type may be stored."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Never the text: a repr may end in a log."""
        return f"<Redacted {len(self)} characters>"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as its source saw it: may hold secrets, lives in memory only.

    `subject` names what the event is about within its source (a path, a commit id, a command), for debouncing and
    dropping repeats.
    """

    source: SourceRef
    subject: str
    text: str = field(repr=False)
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    session: str = ""


@dataclass(frozen=True, slots=True)
class Observation:
    """An event made fit to keep: redacted, cut to size, with its sensitivity. The only form that may be stored."""

    source: SourceRef
    subject: str
    text: Redacted = field(repr=False)
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    session: str = ""
    sensitivity: Sensitivity = Sensitivity.NORMAL
    digest: str = ""

"""What the doors ask of the memory, and the values it answers with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from whylens.model.anchor import Place
from whylens.model.card import Card
from whylens.model.words import AnchorState, Kind, Scope, Status


@dataclass(frozen=True, slots=True)
class RememberRequest:
    """A card written by hand. `path` is repo-relative; `line` 1-based; `buffer` the live text of `path`, if known."""

    summary: str
    kind: Kind = Kind.OBSERVATION
    details: str = ""
    scope: Scope = Scope.PROJECT
    path: str | None = None
    line: int | None = None
    buffer: str | None = None
    ttl_seconds: float | None = None
    supersedes: str | None = None
    author: str = ""


@dataclass(frozen=True, slots=True)
class ContextRequest:
    """Context for an assistant: the task in the user's words, the place, the budget in tokens.

    What *session* (a chat, by any name) was given and still reads the same is not given to it once more, unless
    `again` is asked for.
    """

    task: str = ""
    path: str | None = None
    line: int | None = None
    selection: str = ""
    buffer: str | None = None
    budget: int = 1200
    session: str = ""
    again: bool = False


@dataclass(frozen=True, slots=True)
class Selection:
    """Which cards to forget. Several fields narrow the choice; `everything` is the whole home."""

    ids: tuple[str, ...] = ()
    file: str | None = None
    session: str | None = None
    kind: Kind | None = None
    since: float | None = None
    until: float | None = None
    all_of_project: bool = False


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card and where it stands in one text. The state `lost` means: list it for the file, show it nowhere."""

    card: Card
    place: Place


@dataclass(frozen=True, slots=True)
class SymbolCards:
    """The live cards of one symbol, most valuable first. `start`, `name_line` and `end` are 1-based lines."""

    symbol: tuple[str, ...]
    start: int
    name_line: int
    end: int
    cards: tuple[PlacedCard, ...]


@dataclass(frozen=True, slots=True)
class FileView:
    """Every card of a file resolved against one version of its text, in one pass. Most valuable first, everywhere."""

    path: str
    placed: tuple[PlacedCard, ...] = ()
    symbols: tuple[SymbolCards, ...] = ()
    #: Lines of the definition header of a symbol that has cards -> index into `symbols`.
    headers: dict[int, int] = field(default_factory=dict[int, int])

    def at(self, line: int) -> tuple[PlacedCard, ...]:
        """The cards to show when *line* (1-based) is pointed at: the symbol's on its header, else the line's own."""
        if (index := self.headers.get(line)) is not None:
            return self.symbols[index].cards
        return tuple(each for each in self.placed if each.place.line == line and each.card.is_live)

    def lost(self) -> tuple[PlacedCard, ...]:
        """Cards whose place is gone."""
        return tuple(each for each in self.placed if each.place.state is AnchorState.LOST)


@dataclass(frozen=True, slots=True)
class SourceView:
    """The source of a card, fit to be opened: a file and line, or a commit's text, with its web link if known."""

    title: str
    text: str = ""
    path: str | None = None
    line: int | None = None
    commit: str | None = None
    link: str | None = None


@dataclass(frozen=True, slots=True)
class CardFilter:
    """Which cards to list."""

    statuses: frozenset[Status] = frozenset()
    kinds: frozenset[Kind] = frozenset()
    file: str | None = None
    limit: int = 100
    offset: int = 0


@dataclass(frozen=True, slots=True)
class LearnProgress:
    """How far learning has come: `stage` is what is being read, `done` of `total` in items of that stage."""

    stage: str
    done: int
    total: int
    cards: int = 0


@dataclass(frozen=True, slots=True)
class LearnReport:
    """What a learning run read and kept: counts per source and per kind, and the seconds it took."""

    read: dict[str, int]
    cards: dict[str, int]
    merged: int
    candidates: int
    seconds: float
    problems: Sequence[str] = ()
    interrupted: bool = False

    def and_then(self, more: LearnReport) -> LearnReport:
        """Both runs, *more* being the later one."""
        return LearnReport(
            read={
                name: self.read.get(name, 0) + more.read.get(name, 0) for name in {**self.read, **more.read}
            },
            cards=dict(Counter(self.cards) + Counter(more.cards)),
            merged=self.merged + more.merged,
            candidates=self.candidates + more.candidates,
            seconds=self.seconds + more.seconds,
            problems=tuple(dict.fromkeys((*self.problems, *more.problems))),
            interrupted=more.interrupted,
        )


class Unfinished(StrEnum):
    """Why there is something left to learn."""

    #: A run ended before its end without being told to: it is to be gone on with.
    INTERRUPTED = "interrupted"
    #: The user stopped it.
    STOPPED = "stopped"
    #: Another commit is checked out than the one that was learned.
    BEHIND = "behind"

    @property
    def hint(self) -> str:
        """What to say of it, and how to go on."""
        return _HINTS[self]


_HINTS = {
    Unfinished.INTERRUPTED: "learning was interrupted before its end: `whylens learn` goes on where it stopped",
    Unfinished.STOPPED: "learning was stopped before its end: `whylens learn` goes on where it stopped",
    Unfinished.BEHIND: "another commit is checked out than was learned: `whylens learn` reads what is new",
}

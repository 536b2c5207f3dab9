"""What waits to be handed to the memory: two lanes, bounded, a newer mark of a subject in the place of the older."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any, TypeAlias

from whylens.model.settings import Source

if TYPE_CHECKING:
    from whylens.model.happening import Happening
    from whylens.model.observation import Event

#: Marks that may wait in the second lane.
MOST_WAITING = 200

#: Who the mark is about, and what of it: (`edit`, the URI), (`ran`, the command, whether it went well).
Subject = tuple[Any, ...]
Made: TypeAlias = "Sequence[Happening | Event]"


class Lane(IntEnum):
    """FIRST is never dropped and goes first: what the user wrote down by hand, in a file that was saved."""

    FIRST = 0
    CAPTURE = 1


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that happened at `uri` (a document or a folder; empty: the first folder).

    `make` runs on a worker and says what it was; it gets a `making.Desk`. `source` is the setting that allows it; None
    where only the mode decides. `since` is the state a difference starts from, where there is one; `make` gets it too.
    """

    uri: str
    source: Source | None
    make: Callable[[Any, str | None], Made]
    since: str | None = None
    lane: Lane = Lane.CAPTURE


class Waiting:
    """The lanes. Belongs to the event loop. `dropped` counts, by kind of subject, what had no room."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self.dropped: Counter[str] = Counter()
        self._most = most
        self._lanes: dict[Lane, dict[Subject, Mark]] = {lane: {} for lane in Lane}

    def __len__(self) -> int:
        return sum(map(len, self._lanes.values()))

    def get(self, subject: Subject) -> Mark | None:
        """The mark of *subject* that waits."""
        return next((lane[subject] for lane in self._lanes.values() if subject in lane), None)

    def put(self, subject: Subject, mark: Mark) -> None:
        """Let *mark* wait, last, in the place of an older one of its subject. A full lane loses its oldest mark."""
        lane = self._lanes[mark.lane]
        mark = _longer(mark, lane.pop(subject, None))
        if mark.lane is Lane.CAPTURE and len(lane) >= self._most:
            oldest = next(iter(lane))
            del lane[oldest]
            self.dropped[str(oldest[0])] += 1
        lane[subject] = mark

    def put_back(self, batch: dict[Subject, Mark]) -> None:
        """Let marks that could not be handed over wait again, in front, except where newer ones wait by now."""
        for lane in Lane:
            returning = {subject: mark for subject, mark in batch.items() if mark.lane is lane}
            now = {
                subject: _longer(mark, returning.pop(subject, None))
                for subject, mark in self._lanes[lane].items()
            }
            self._lanes[lane] = {**returning, **now}

    def take(self, most: int, together: Callable[[Mark, Mark], bool]) -> dict[Subject, Mark]:
        """Up to *most* marks, first lane first, that belong *together* with the first of them."""
        taken: dict[Subject, Mark] = {}
        for lane in self._lanes.values():
            for subject, mark in list(lane.items()):
                if len(taken) >= most:
                    break
                if not taken or together(next(iter(taken.values())), mark):
                    taken[subject] = lane.pop(subject)
        return taken

    def first(self) -> Mark | None:
        """The mark whose turn it is."""
        return next((next(iter(lane.values())) for lane in self._lanes.values() if lane), None)


def _longer(newer: Mark, older: Mark | None) -> Mark:
    """The newer mark, its difference beginning where the older one's did."""
    if older is None or older.since is None:
        return newer
    return replace(newer, since=older.since)

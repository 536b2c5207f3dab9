"""The one table of passive feedback: what can be seen without asking, and how far each moves a card's confidence.

It is weak on purpose. It never changes a status, so nothing is hidden, shown or deleted by it; it moves no card the
user confirmed, edited or rejected; it takes no live card below the threshold of the review queue, and none that waits
there above it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from whylens.govern.confidence import WRITE_THRESHOLD
from whylens.model.card import Card
from whylens.model.words import Status

DAY = 86_400.0
#: No passive signal makes a card surer than this: more needs the user's word.
CEILING = 0.92
#: How near to the threshold of the queue a waiting card may come by itself.
_BELOW = WRITE_THRESHOLD - 0.01


class Signal(StrEnum):
    """What was seen."""

    CITED = "cited"
    NAMED = "named"
    FOLLOWED = "followed"
    UPHELD = "upheld"
    MENDED = "mended"
    OPENED = "opened"
    UNUSED = "unused"
    DROPPED = "dropped"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Weight:
    """`amount` is added to the confidence by each `every`-th signal, once in `pace` seconds, to at most `most` in all
    (whatever its sign). `said` puts it in words."""

    amount: float
    most: float
    said: str
    every: int = 1
    pace: float = DAY


WEIGHTS: dict[Signal, Weight] = {
    Signal.CITED:    Weight(+0.02, 0.08, "cited in a chat"),
    Signal.NAMED:    Weight(+0.03, 0.09, "named in a commit message or a command"),
    Signal.FOLLOWED: Weight(+0.03, 0.12, "an edit at its place followed it and was committed", pace=0.0),
    Signal.UPHELD:   Weight(+0.04, 0.12, "an edit that went against it was undone", pace=0.0),
    Signal.MENDED:   Weight(+0.02, 0.06, "a problem at its place went away after it was shown"),
    Signal.OPENED:   Weight(+0.01, 0.03, "opened at the code"),
    Signal.UNUSED:   Weight(-0.01, 0.06, "given to chats again and again and not used", every=5, pace=0.0),
    Signal.DROPPED:  Weight(-0.01, 0.03, "an edit that followed it was undone", pace=0.0),
    Signal.BROKEN:   Weight(-0.05, 0.20, "an edit at its place went against it and was committed", pace=0.0),
}  # fmt: skip

#: Cards a signal may move; the others are past or put away.
_OPEN = frozenset({Status.ACTIVE, Status.CANDIDATE, Status.STALE, Status.CONFLICTING})


@dataclass(frozen=True, slots=True)
class Tally:
    """What one signal came to for one card: how often, how far it moved it in all, when last, when it last moved it."""

    count: int = 0
    moved: float = 0.0
    last: float = 0.0
    moved_at: float = 0.0


def weigh(card: Card, tally: Tally, signal: Signal, at: float) -> tuple[Tally, float]:
    """The tally with one more *signal* at *at* (Unix seconds), and what is added to the confidence of *card*."""
    weight = WEIGHTS[signal]
    count = tally.count + 1
    counted = replace(tally, count=count, last=max(tally.last, at))
    due = count % weight.every == 0 and (not tally.moved_at or at - tally.moved_at >= weight.pace)
    left = weight.most - abs(tally.moved)
    if not due or left <= 0 or is_settled(card):
        return counted, 0.0
    step = min(abs(weight.amount), left)
    amount = _within(card, step if weight.amount > 0 else -step)
    if not amount:
        return counted, 0.0
    return replace(counted, moved=tally.moved + amount, moved_at=at), amount


def is_settled(card: Card) -> bool:
    """Whether the user's word stands on *card*, or it is past: no inference moves it."""
    return card.confirmed_at is not None or card.status not in _OPEN


def _within(card: Card, amount: float) -> float:
    """*amount*, cut where the confidence would leave the range that passive feedback may move it in."""
    waits = card.status is Status.CANDIDATE
    highest = _BELOW if waits else CEILING
    lowest = 0.0 if waits else WRITE_THRESHOLD
    if amount > 0:
        return max(0.0, min(amount, highest - card.confidence))
    return min(0.0, max(amount, lowest - card.confidence))

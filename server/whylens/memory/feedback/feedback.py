"""Keeps what passive feedback says of each card, and moves its confidence by the table of `govern.feedback`.

Counts live beside the card under its id, bounded by the number of signals; a change of confidence is a version of the
card that names its cause, and a line of the audit.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, replace

from whylens.govern.feedback import Signal, Tally, weigh
from whylens.memory.marks import MOVED_BY, stamp
from whylens.model.card import Card
from whylens.store.port import Audit, Lane, Store, Writing

_KEY = "feedback:"
_ALL = "feedback-cards"
#: Cards whose counts are listed for `tune`; the oldest go first.
_MOST_LISTED = 5_000


@dataclass(frozen=True, slots=True)
class Seen:
    """One signal about one card, at a time (Unix seconds)."""

    card_id: str
    signal: Signal
    at: float


class Feedback:
    """The feedback of one project."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def take(self, seen: Iterable[Seen]) -> int:
        """Count what was *seen* and move what it moves; how many cards were moved. Raises `StorageError`."""
        seen = list(seen)
        if not seen:
            return 0

        def job(writing: Writing) -> int:
            tallies: dict[str, dict[Signal, Tally]] = {}
            moved: dict[str, list[tuple[Signal, float]]] = {}
            cards = {card.id: card for card in writing.get_many({each.card_id for each in seen})}
            for each in seen:
                if (card := cards.get(each.card_id)) is None:
                    continue
                mine = tallies.setdefault(card.id, self.tallies(card.id))
                mine[each.signal], amount = weigh(card, mine.get(each.signal, Tally()), each.signal, each.at)
                if amount:
                    cards[card.id] = _moved(card, each, amount)
                    writing.save([cards[card.id]])
                    moved.setdefault(card.id, []).append((each.signal, each.at))
            writing.put_progress({_KEY + card_id: _text(mine) for card_id, mine in tallies.items()})
            self._list(writing, tallies)
            lines = [(card_id, *line) for card_id, told in moved.items() for line in told]
            writing.record([Audit("feedback", signal.value, card_id, at=at) for card_id, signal, at in lines])
            return len(moved)

        return self._store.write(job).result()

    def tallies(self, card_id: str) -> dict[Signal, Tally]:
        """What was counted of a card."""
        return _read(self._store.progress(_KEY + card_id))

    def known(self) -> dict[str, dict[Signal, Tally]]:
        """The counts of every card that has some."""
        listed: list[str] = json.loads(self._store.progress(_ALL) or "[]")
        found = {card_id: self.tallies(card_id) for card_id in listed}
        return {card_id: mine for card_id, mine in found.items() if mine}

    def forget_gone(self) -> None:
        """Keep no counts of cards that are gone."""
        listed: list[str] = json.loads(self._store.progress(_ALL) or "[]")
        there = {card.id for card in self._store.get_many(listed, deadline=None)}
        gone = [each for each in listed if each not in there]
        if gone:
            left = json.dumps([each for each in listed if each in there])
            values = {**{_KEY + each: "" for each in gone}, _ALL: left}
            self._store.put_progress(values, lane=Lane.USER).result()

    def _list(self, writing: Writing, new: Iterable[str]) -> None:
        listed: list[str] = json.loads(self._store.progress(_ALL) or "[]")
        known = frozenset(listed)
        fresh = [each for each in new if each not in known]
        if fresh:
            writing.put_progress({_ALL: json.dumps([*listed, *fresh][-_MOST_LISTED:])})


def _moved(card: Card, seen: Seen, amount: float) -> Card:
    because = f"{seen.signal.value} {stamp(seen.at)}"
    return replace(card, confidence=card.confidence + amount, extra={**card.extra, MOVED_BY: because})


def _text(tallies: Mapping[Signal, Tally]) -> str:
    return json.dumps({signal.value: astuple(tally) for signal, tally in tallies.items()})


def _read(text: str | None) -> dict[Signal, Tally]:
    known = set(Signal)
    found: dict[str, list[float]] = json.loads(text or "{}")
    return {
        Signal(name): Tally(int(count), moved, last, moved_at)
        for name, (count, moved, last, moved_at) in found.items()
        if name in known
    }

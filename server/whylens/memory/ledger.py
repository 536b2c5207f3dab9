"""What was handed to assistants in this process: which cards each session has, and what it cost."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Any

from whylens.inject.injection import mark_of
from whylens.model.card import Card
from whylens.model.recall import Injection

#: Sessions remembered; the one that was quiet longest goes first.
SESSIONS = 64
#: Cards remembered of one session, and cards whose cost is told.
CARDS, TOLD = 1000, 20


@dataclass(frozen=True, slots=True)
class Spent:
    """What one card has cost: `tokens` in all, over so many injections."""

    handle: str
    kind: str
    tokens: int = 0
    times: int = 0


@dataclass(slots=True)
class Ledger:
    """Tokens spent and on what. Lives as long as the process; safe to call from any thread."""

    asked: int = 0
    answered: int = 0
    tokens: int = 0
    #: Cards that were not given once more because the session had them.
    spared: int = 0
    _sessions: OrderedDict[str, OrderedDict[str, None]] = field(
        default_factory=OrderedDict[str, OrderedDict[str, None]]
    )
    _spent: dict[str, Spent] = field(default_factory=dict[str, Spent])
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def given(self, session: str) -> frozenset[str]:
        """The marks (`mark_of`) of the cards *session* was given; none for the nameless one, which is nobody's."""
        with self._lock:
            return frozenset(self._sessions.get(session, ()))

    def note(self, session: str, injection: Injection) -> None:
        """Write down what *session* was just given."""
        with self._lock:
            self.asked += 1
            self.answered += bool(injection.cards)
            self.tokens += injection.tokens
            self.spared += injection.dropped.get("already given", 0)
            for card, cost in zip(injection.cards, injection.costs, strict=False):
                self._spend(card, cost)
            if session:
                self._remember(session, injection.cards)

    def report(self) -> dict[str, Any]:
        """The figures as the status tells them: `spentOn` holds the cards that cost most."""
        with self._lock:
            most = sorted(self._spent.values(), key=lambda each: (-each.tokens, each.handle))[:TOLD]
            return {
                "asked": self.asked,
                "answered": self.answered,
                "tokens": self.tokens,
                "spared": self.spared,
                "sessions": len(self._sessions),
                "spentOn": [
                    {"handle": each.handle, "kind": each.kind, "tokens": each.tokens, "times": each.times}
                    for each in most
                ],
            }

    def _spend(self, card: Card, cost: int) -> None:
        known = self._spent.get(card.id) or Spent(card.handle, card.kind.value)
        self._spent[card.id] = replace(known, tokens=known.tokens + cost, times=known.times + 1)

    def _remember(self, session: str, cards: tuple[Card, ...]) -> None:
        has = self._sessions.setdefault(session, OrderedDict())
        self._sessions.move_to_end(session)
        for card in cards:
            has[mark_of(card)] = None
            has.move_to_end(mark_of(card))
        while len(has) > CARDS:
            has.popitem(last=False)
        while len(self._sessions) > SESSIONS:
            self._sessions.popitem(last=False)

"""What was handed to assistants in this process: which cards each session has, and what it cost."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from whylens.inject.injection import mark_of
from whylens.model.recall import Injection

#: Sessions remembered; the one that was quiet longest goes first.
SESSIONS = 64
#: Cards remembered of one session, and cards whose cost is told; of one session, and of how many sessions.
CARDS, TOLD = 1000, 20
TOLD_OF_SESSION, SESSIONS_TOLD = 5, 5


@dataclass(frozen=True, slots=True)
class Spent:
    """What one card has cost: `tokens` in all, over so many injections."""

    handle: str
    kind: str
    tokens: int = 0
    times: int = 0


@dataclass(slots=True)
class Session:
    """What one chat was given: the marks (`mark_of`) of its cards, oldest first, and what they cost it."""

    asked: int = 0
    tokens: int = 0
    marks: OrderedDict[str, None] = field(default_factory=OrderedDict[str, None])
    spent: dict[str, Spent] = field(default_factory=dict[str, Spent])


@dataclass(slots=True)
class Ledger:
    """Tokens spent and on what. Lives as long as the process; safe to call from any thread."""

    asked: int = 0
    answered: int = 0
    tokens: int = 0
    #: Cards that were not given once more because the session had them.
    spared: int = 0
    _sessions: OrderedDict[str, Session] = field(default_factory=OrderedDict[str, Session])
    _spent: dict[str, Spent] = field(default_factory=dict[str, Spent])
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def given(self, session: str) -> frozenset[str]:
        """The marks (`mark_of`) of the cards *session* was given; none for the nameless one, which is nobody's."""
        with self._lock:
            known = self._sessions.get(session)
            return frozenset(known.marks) if known else frozenset()

    def note(self, session: str, injection: Injection) -> None:
        """Write down what *session* was just given."""
        with self._lock:
            self.asked += 1
            self.answered += bool(injection.cards)
            self.tokens += injection.tokens
            self.spared += injection.dropped.get("already given", 0)
            _spend(self._spent, injection)
            if session:
                self._remember(session, injection)

    def report(self) -> dict[str, Any]:
        """The figures as the status tells them: `spentOn` holds the cards that cost most, `bySession` the chats that
        were given something last, newest first."""
        with self._lock:
            newest = list(reversed(self._sessions.items()))[:SESSIONS_TOLD]
            return {
                "asked": self.asked,
                "answered": self.answered,
                "tokens": self.tokens,
                "spared": self.spared,
                "sessions": len(self._sessions),
                "spentOn": _most(self._spent, TOLD),
                "bySession": [
                    {
                        "session": name,
                        "asked": each.asked,
                        "cards": len(each.spent),
                        "tokens": each.tokens,
                        "spentOn": _most(each.spent, TOLD_OF_SESSION),
                    }
                    for name, each in newest
                ],
            }

    def _remember(self, name: str, injection: Injection) -> None:
        session = self._sessions.setdefault(name, Session())
        self._sessions.move_to_end(name)
        session.asked += 1
        session.tokens += injection.tokens
        _spend(session.spent, injection)
        for card in injection.cards:
            session.marks[mark_of(card)] = None
            session.marks.move_to_end(mark_of(card))
        while len(session.marks) > CARDS:
            session.marks.popitem(last=False)
        while len(self._sessions) > SESSIONS:
            self._sessions.popitem(last=False)


def _spend(spent: dict[str, Spent], injection: Injection) -> None:
    """Add what the cards of *injection* cost to what was spent on each before."""
    for card, cost in zip(injection.cards, injection.costs, strict=False):
        known = spent.get(card.id) or Spent(card.handle, card.kind.value)
        spent[card.id] = replace(known, tokens=known.tokens + cost, times=known.times + 1)


def _most(spent: Mapping[str, Spent], limit: int) -> list[dict[str, Any]]:
    most = sorted(spent.values(), key=lambda each: (-each.tokens, each.handle))[:limit]
    return [
        {"handle": each.handle, "kind": each.kind, "tokens": each.tokens, "times": each.times}
        for each in most
    ]

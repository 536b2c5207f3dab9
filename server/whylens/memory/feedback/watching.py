"""Sees, in what happens while somebody works, what becomes of the cards that were given to chats or shown at the code.

Everything here is bounded, in memory, and lost with the process; of what was said or edited nothing is kept. Safe to
call from any thread.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from whylens.govern.feedback import Signal
from whylens.govern.heeding import Heed, heed
from whylens.govern.tuning import Outcome
from whylens.inject.render import HEADER
from whylens.memory.feedback.feedback import Seen
from whylens.model.card import Card
from whylens.model.happening import (
    Edited,
    Happening,
    HeadMove,
    HeadMoved,
    Reported,
    Said,
    Speaker,
    ToolUsed,
)
from whylens.model.recall import Injection
from whylens.runtime.git import Commit

#: Chats that are followed, cards of one, edits that wait for a commit, places with problems, cards shown.
_MOST_CHATS, _MOST_GIVEN, _MOST_PENDING, _MOST_PLACES, _MOST_SHOWN = 32, 64, 200, 400, 400
#: Contexts of one chat whose outcome is open, and outcomes that wait to be kept.
_MOST_CONTEXTS, _MOST_OUTCOMES = 4, 64
#: Handles of one text that are looked up.
_MOST_CITED = 20
#: Answers of an assistant without a word of a card it was given, after which the card counts as unused.
ANSWERS = 3
#: Seconds for which a card that was shown or given may be why a problem went away.
SHOWN_FOR = 3_600.0

_HANDLE = re.compile(r"\bW-[0-9a-f]{4,32}\b")
#: How everything begins that Whylens itself hands over: what is cited there is no citation.
_OWN = HEADER.partition(":")[0]

Place = tuple[str, tuple[str, ...]]


@dataclass(slots=True)
class _Given:
    card_id: str
    answers: int = 0


@dataclass(slots=True)
class _Context:
    """One context a chat was given, until its outcome is known."""

    at: float
    cards: tuple[Card, ...]
    scores: tuple[float, ...]
    costs: tuple[int, ...]
    used: set[str] = field(default_factory=set[str])
    answers: int = 0

    def outcome(self) -> Outcome:
        kinds = tuple(card.kind for card in self.cards)
        used = tuple(card.id in self.used for card in self.cards)
        return Outcome(self.at, kinds, self.scores, tuple(accumulate(self.costs)), used)


@dataclass(frozen=True, slots=True)
class _Pending:
    """An edit that follows or breaks a card, until it is committed or undone."""

    card_id: str
    place: Place
    heed: Heed
    removed: frozenset[str]
    added: frozenset[str]


@dataclass(slots=True)
class _Trouble:
    """A place where tools report something, and whether it was edited since."""

    is_edited: bool = False


@dataclass(slots=True)
class Watcher:
    """`card_at` gives the live cards anchored in a file, `named` the card called by a handle, `commit` a commit."""

    card_at: Callable[[str], Sequence[Card]]
    named: Callable[[str], Card | None]
    commit: Callable[[str], Commit | None]
    _given: OrderedDict[str, OrderedDict[str, _Given]] = field(
        default_factory=OrderedDict[str, OrderedDict[str, _Given]]
    )
    _contexts: OrderedDict[str, list[_Context]] = field(default_factory=OrderedDict[str, list[_Context]])
    _outcomes: deque[Outcome] = field(default_factory=lambda: deque[Outcome](maxlen=_MOST_OUTCOMES))
    _shown: OrderedDict[str, float] = field(default_factory=OrderedDict[str, float])
    _pending: list[_Pending] = field(default_factory=list[_Pending])
    _troubles: OrderedDict[Place, _Trouble] = field(default_factory=OrderedDict[Place, _Trouble])
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def gave(self, session: str, injection: Injection, at: float) -> None:
        """A chat was given something; what it answers is listened to where it has a name."""
        with self._lock:
            for card in injection.cards:
                self._show(card.id, at)
                if session:
                    self._give(session, card)
            if session and len(injection.scores) == len(injection.costs) == len(injection.cards):
                mine = self._contexts.setdefault(session, [])
                mine.append(_Context(at, injection.cards, injection.scores, injection.costs))
                del mine[:-_MOST_CONTEXTS]
                while len(self._contexts) > _MOST_CHATS:
                    self._contexts.popitem(last=False)

    def outcomes(self) -> list[Outcome]:
        """What became of contexts, once: of those whose chat answered often enough since."""
        with self._lock:
            found = list(self._outcomes)
            self._outcomes.clear()
            return found

    def opened(self, card_ids: Iterable[str], at: float) -> list[Seen]:
        """The user opened cards, from a lens, a hover or a list."""
        with self._lock:
            ids = list(dict.fromkeys(card_ids))
            for card_id in ids:
                self._show(card_id, at)
            return [Seen(card_id, Signal.OPENED, at) for card_id in ids]

    def happened(self, happenings: Iterable[Happening]) -> list[Seen]:
        """What *happenings* say of cards."""
        with self._lock:
            return [seen for each in happenings for seen in self._follow(each)]

    # -- inside ----------------------------------------------------------------------------------------------

    def _follow(self, happening: Happening) -> Iterator[Seen]:
        match happening:
            case Said():
                yield from self._said(happening)
            case ToolUsed() if "whylens" not in f"{happening.tool} {happening.what}".lower():
                yield from self._cited(happening.what, happening.session, Signal.NAMED, happening.at)
            case Edited() if happening.symbol:
                yield from self._edited(happening)
            case Reported() if happening.is_open:
                yield from self._reported(happening)
            case HeadMoved(how=HeadMove.COMMIT) if happening.now:
                yield from self._committed(happening)
            case HeadMoved():
                self._pending.clear()  # files change by themselves: nobody followed or undid anything
            case _:
                return

    def _said(self, said: Said) -> Iterator[Seen]:
        if _OWN in said.text:
            return
        cited = list(self._cited(said.text, said.session, Signal.CITED, said.at))
        yield from cited
        given = self._given.get(said.session) if said.speaker is Speaker.ASSISTANT else None
        for each in list(given.values()) if given else ():
            each.answers += 1
            if given is not None and each.answers >= ANSWERS:
                del given[each.card_id]
                yield Seen(each.card_id, Signal.UNUSED, said.at)
        if said.speaker is Speaker.ASSISTANT:
            self._settle(said.session)

    def _settle(self, session: str) -> None:
        """Another answer came: contexts that had enough of them are over."""
        mine = self._contexts.get(session, [])
        for each in mine:
            each.answers += 1
        self._outcomes.extend(each.outcome() for each in mine if each.answers >= ANSWERS)
        mine[:] = [each for each in mine if each.answers < ANSWERS]

    def _cited(self, text: str, session: str, signal: Signal, at: float) -> Iterator[Seen]:
        for handle in list(dict.fromkeys(_HANDLE.findall(text)))[:_MOST_CITED] if "W-" in text else ():
            card = self.named(handle)
            if card is not None and card.is_live:
                self._used(card.id, session)
                yield Seen(card.id, signal, at)

    def _edited(self, edit: Edited) -> Iterator[Seen]:
        place = (edit.path, edit.symbol)
        if (trouble := self._troubles.get(place)) is not None:
            trouble.is_edited = True
        removed, added = _lines(edit.removed), _lines(edit.added)
        yield from self._undone(place, removed, added, edit.at)
        for card in self.card_at(edit.path):
            if any((each.path, each.symbol) == place for each in card.anchors):
                found = heed(card, edit.removed, edit.added)
                if found is not None:
                    self._pending.append(_Pending(card.id, place, found, removed, added))
                    self._used(card.id, "")
        del self._pending[:-_MOST_PENDING]

    def _undone(
        self, place: Place, removed: frozenset[str], added: frozenset[str], at: float
    ) -> Iterator[Seen]:
        """An edit that puts back what an earlier one took away, and takes away what it put in, undoes it."""
        for each in list(self._pending):
            if each.place == place and each.removed <= added and each.added <= removed:
                self._pending.remove(each)
                signal = Signal.DROPPED if each.heed is Heed.FOLLOWS else Signal.UPHELD
                yield Seen(each.card_id, signal, at)

    def _reported(self, report: Reported) -> Iterator[Seen]:
        now = {(report.path, each.symbol) for each in report.problems if each.symbol}
        gone = [place for place in self._troubles if place[0] == report.path and place not in now]
        for place in gone:
            if self._troubles.pop(place).is_edited:
                yield from self._mended(place, report.at)
        for place in now:
            self._troubles.setdefault(place, _Trouble())
        while len(self._troubles) > _MOST_PLACES:
            self._troubles.popitem(last=False)

    def _mended(self, place: Place, at: float) -> Iterator[Seen]:
        for card in self.card_at(place[0]):
            here = any((each.path, each.symbol) == place for each in card.anchors)
            if here and at - self._shown.get(card.id, float("-inf")) <= SHOWN_FOR:
                self._used(card.id, "")
                yield Seen(card.id, Signal.MENDED, at)

    def _committed(self, move: HeadMoved) -> Iterator[Seen]:
        made = self.commit(move.now)
        if made is None:
            return
        changed = {each.path for each in made.changes}
        kept = [each for each in self._pending if each.place[0] in changed]
        self._pending = [each for each in self._pending if each not in kept]
        for card_id, found in dict.fromkeys((each.card_id, each.heed) for each in kept):
            yield Seen(card_id, Signal.FOLLOWED if found is Heed.FOLLOWS else Signal.BROKEN, move.at)
        if not made.is_merge:
            yield from self._cited(made.message, "", Signal.NAMED, move.at)

    def _give(self, session: str, card: Card) -> None:
        mine = self._given.setdefault(session, OrderedDict())
        self._given.move_to_end(session)
        mine.setdefault(card.id, _Given(card.id))
        while len(mine) > _MOST_GIVEN:
            mine.popitem(last=False)
        while len(self._given) > _MOST_CHATS:
            self._given.popitem(last=False)

    def _used(self, card_id: str, session: str) -> None:
        """A card was of use: no chat (or not *session*) counts as having ignored it."""
        for name, mine in self._given.items():
            if session in ("", name):
                mine.pop(card_id, None)
        for name, contexts in self._contexts.items():
            for each in contexts if session in ("", name) else ():
                each.used.add(card_id)

    def _show(self, card_id: str, at: float) -> None:
        self._shown[card_id] = at
        self._shown.move_to_end(card_id)
        while len(self._shown) > _MOST_SHOWN:
            self._shown.popitem(last=False)


def _lines(lines: Sequence[str]) -> frozenset[str]:
    return frozenset(stripped for each in lines if (stripped := each.strip()))

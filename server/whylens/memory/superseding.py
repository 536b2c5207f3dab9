"""Which card takes the place of which, at the moment one is written: what sources name first, what is sure second.

The history is read newest first, so what a commit names is often not kept yet: names wait in the learner's progress
until their card comes. What a commit closed is opened again when the commit is taken back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from whylens.capture.readings import Reading
from whylens.govern.replacing import Ruling, Verdict, ruling
from whylens.memory.naming import (
    closed_key,
    is_commit,
    is_handle,
    is_open_defect,
    issues_of,
    key_of,
    keys_of,
    record_keys,
)
from whylens.model.card import Card
from whylens.model.words import FROM_GIT, Basis, Kind, Status
from whylens.store.port import Link, Relation, Writing

#: In `Card.extra`: the source that closed the card, the status it had, and why.
BY, BEFORE, WHY = "replaced_by", "replaced_from", "replaced_because"

#: Characters of a commit id that are enough to look it up; messages name it by as few.
_SHORT = 7

_OPEN = frozenset({Status.ACTIVE, Status.CANDIDATE, Status.STALE, Status.CONFLICTING})
_CLOSED = frozenset({Status.SUPERSEDED, Status.CONFLICTING})
_LINKS = {
    Verdict.REPLACED: Relation.SUPERSEDES,
    Verdict.FIXED: Relation.FIXES,
    Verdict.CONFLICTING: Relation.CONFLICTS_WITH,
}


@dataclass(frozen=True, slots=True)
class _Closing:
    """What closes a card: a commit or record, its card if it has one, and when it was made.

    `sure`: it names the card itself, or the defect the card tells of, so that it closes even what the user confirmed.
    """

    locator: str
    card: str
    at: float
    verdict: Verdict
    why: str
    sure: bool = False

    def entry(self, card: Card) -> list[Any]:
        """As it is written down, with the *card* it closes second."""
        return [self.locator, card.id, self.card, self.at, self.verdict.value, self.why, self.sure]

    @staticmethod
    def read(entry: Sequence[Any]) -> _Closing:
        """What `entry` wrote down."""
        locator, _, card, at, verdict, why, sure = entry
        return _Closing(locator, card, at, Verdict(verdict), why, sure)


class Superseding:
    """Applies what a new card or reading means for cards that are kept. One per learning run."""

    def __init__(
        self, progress: Callable[[str], str | None], is_undone: Callable[[str], bool] = lambda locator: False
    ) -> None:
        self._progress = progress
        self._is_undone = is_undone
        self._new: dict[str, str] = {}

    def hear(self, writing: Writing, reading: Reading, kept: Sequence[Card]) -> None:
        """A source was read: close what it names, and what was named before it was known."""
        source = reading.observation.source
        named = (*reading.replaces, *(each for find in reading.finds for each in find.draft.resolves))
        card = kept[0].id if kept else ""
        for names, verdict in ((named, Verdict.REPLACED), (reading.closes, Verdict.FIXED)):
            closing = _Closing(source.locator, card, source.at, verdict, f"named by {_brief(source.locator)}")
            for name in dict.fromkeys(names):
                self._name(writing, name, closing)
        for each in kept:
            self._waited_for(writing, each)
            heirs = [name for find in reading.finds for name in find.draft.replaced_by]
            if heirs and each.kind is Kind.DECISION:
                self._leave(writing, each, heirs)
            for name in reading.follows:
                self._add(writing, _followed_key(name), [name, each.id])
                self._link(writing, each.id, Relation.FOLLOWS, writing.by_source([name]))

    def settle(self, writing: Writing, names: Iterable[str]) -> None:
        """Commits called *names* were taken back, or given back: what they closed is open, or closed, accordingly."""
        for name in names:
            for entry in self._read(closed_key(name)):
                if not entry[0].startswith(name):
                    continue
                card = writing.get(entry[1])
                if card is not None and not self._is_undone(entry[0]):
                    self._close(writing, card, _Closing.read(entry))
                elif card is not None:
                    self._open_again(writing, card, entry[0])

    def weigh(self, writing: Writing, card: Card, near: Iterable[Card]) -> Card:
        """Hold a fresh *card* against those *near* it that are kept; gives it as it is kept now."""
        for other in near:
            if other.id == card.id or other.status not in _OPEN or card.status is not Status.ACTIVE:
                continue
            older, newer = (other, card) if other.valid_from <= card.valid_from else (card, other)
            found = ruling(older, newer) if newer.status is Status.ACTIVE else None
            if found is not None:
                self._rule(writing, older, newer, found)
        return writing.get(card.id) or card

    def follow(self, writing: Writing, *, away: Iterable[str], back: Iterable[str]) -> None:
        """Commits that are not part of what is checked out close nothing; those that are *back* close again."""
        for locator in away:
            self._reopen(writing, locator)
        for locator in back:
            for entry in self._read(closed_key(locator)):
                card = writing.get(entry[1]) if entry[0] == locator and not self._is_undone(locator) else None
                if card is not None:
                    self._close(writing, card, _Closing.read(entry))

    def release(self, writing: Writing, card: Card) -> None:
        """*card*, which the user wrote, is about to go for good: what it closed by itself holds again."""
        self._reopen(writing, card.id)

    def _rule(self, writing: Writing, older: Card, newer: Card, found: Ruling) -> None:
        """What the user wrote has no source that could be named: its card stands for it."""
        by_hand = newer.basis is Basis.USER or not newer.sources
        source = newer.id if by_hand else newer.sources[0].locator
        closing = _Closing(source, newer.id, newer.valid_from, found.verdict, found.because)
        self._close(writing, older, closing)

    def _name(self, writing: Writing, name: str, closing: _Closing) -> None:
        """*closing* says it closes what is called *name*: now if it is kept, else when it comes."""
        if self._is_undone(closing.locator):
            return
        key = key_of(name, closing.locator)
        if key is None:
            return
        entry = [name, closing.locator, closing.card, closing.at, closing.verdict.value]
        self._add(writing, key, entry, lasts=not name.startswith("#"))
        for card in self._called(writing, name, key):
            self._close_named(writing, card, closing, name)

    def _called(self, writing: Writing, name: str, key: str) -> list[Card]:
        if is_handle(name):
            card = writing.get(name)
            return [card] if card is not None else []
        if name.startswith("#"):
            return [
                each
                for each in writing.similar(Kind.ISSUE, (), [name[1:]], limit=12)
                if name in issues_of(each)
            ]
        if key.startswith("record:"):
            known = self._progress_of(f"at:{key}")
            return writing.by_source([known]) if known else []
        return writing.by_source([name])

    def _waited_for(self, writing: Writing, card: Card) -> None:
        """Close *card* if something that was read earlier named it, and link what goes on from it."""
        locator = card.sources[0].locator
        if card.basis in FROM_GIT:
            for name, later in self._read(_followed_key(locator)):
                if locator.startswith(name):
                    self._link(writing, later, Relation.FOLLOWS, [card])
        elif card.basis is Basis.RECORD:
            self._inherited(writing, card)
        for key in self._keys_of(writing, card):
            for name, locator, by, at, verdict in self._read(key):
                is_meant = not is_commit(name) or card.sources[0].locator.startswith(name)
                if is_meant and not self._is_undone(locator):
                    why = f"named by {_brief(locator)}"
                    self._close_named(writing, card, _Closing(locator, by, at, Verdict(verdict), why), name)

    def _leave(self, writing: Writing, old: Card, heirs: Iterable[str]) -> None:
        """*old* says itself by which records it was replaced: link it to the first that is kept, or wait for one."""
        locator = old.sources[0].locator
        for name in dict.fromkeys(heirs):
            key = key_of(name, locator)
            if key is None or not key.startswith("record:"):
                continue
            self._add(writing, f"heir:{key}", [old.id])
            known = self._progress_of(f"at:{key}")
            for each in writing.by_source([known]) if known else ():
                self._inherit(writing, old.id, each)

    def _inherited(self, writing: Writing, card: Card) -> None:
        """Records that were read before *card* may have named it as what replaced them."""
        for key in record_keys(card.sources[0].locator):
            for (old,) in self._read(f"heir:{key}"):
                self._inherit(writing, old, card)

    def _inherit(self, writing: Writing, old_id: str, card: Card) -> None:
        """*card*, a decision, takes the place of a record that says so itself."""
        old = writing.get(old_id)
        is_heir = card.kind is Kind.DECISION and card.id != old_id and card.basis is Basis.RECORD
        if old is None or old.status is not Status.SUPERSEDED or old.superseded_by or not is_heir:
            return
        why = f"says that {_brief(card.sources[0].locator)} replaced it"
        extra = {**old.extra, BY: old.sources[0].locator, WHY: why}
        writing.save([replace(old, superseded_by=card.id, extra=extra)])
        self._link(writing, card.id, Relation.SUPERSEDES, [old])
        self._tell(writing, card.id, old.id, Status.SUPERSEDED)

    def _keys_of(self, writing: Writing, card: Card) -> list[str]:
        """Under what names *card* may have been called already. A record is registered under its number."""
        if card.sources[0].basis is Basis.RECORD:
            locator = card.sources[0].locator
            self._put(writing, {f"at:{key}": locator for key in record_keys(locator)})
        return keys_of(card)

    def _close_named(self, writing: Writing, card: Card, closing: _Closing, name: str) -> None:
        """A defect that is named is mended; anything else that is "fixed" only got a successor."""
        if closing.verdict is Verdict.FIXED and not is_open_defect(card):
            self._link(writing, closing.card, Relation.FIXES, [card])
        elif card.valid_from <= closing.at and closing.locator != card.sources[0].locator:
            sure = closing.verdict is Verdict.FIXED or is_handle(name)
            self._close(writing, card, replace(closing, sure=sure))

    def _close(self, writing: Writing, card: Card, closing: _Closing) -> None:
        card = writing.get(card.id) or card
        if card.status not in _OPEN or closing.card == card.id:
            return
        is_kept = closing.verdict is Verdict.CONFLICTING or (
            card.confirmed_at is not None and not closing.sure
        )
        if is_kept and card.status is not Status.ACTIVE:
            return
        extra = {**card.extra, BY: closing.locator, BEFORE: card.status.value, WHY: closing.why}
        status = Status.CONFLICTING if is_kept else Status.SUPERSEDED
        by = "" if is_kept else closing.card
        writing.save([replace(card, status=status, superseded_by=by, extra=extra)])
        self._add(writing, closed_key(closing.locator), closing.entry(card))
        if closing.card:
            self._link(writing, closing.card, _LINKS[closing.verdict], [card])
            self._tell(writing, closing.card, card.id, status)

    def _tell(self, writing: Writing, newer_id: str, older_id: str, status: Status) -> None:
        """The newer card names what it replaced."""
        newer = writing.get(newer_id)
        if newer is not None and status is Status.SUPERSEDED and older_id not in newer.supersedes:
            writing.save([replace(newer, supersedes=(*newer.supersedes, older_id))])

    def _reopen(self, writing: Writing, name: str) -> None:
        """What the commit called *name* closed holds again, if that was all that closed it."""
        for locator, card_id, *_ in self._read(closed_key(name)):
            card = writing.get(card_id) if locator.startswith(name) else None
            if card is not None:
                self._open_again(writing, card, locator)

    def _open_again(self, writing: Writing, card: Card, locator: str) -> None:
        """*card* as it was before *locator* closed it; what the user said since then stands."""
        if card.extra.get(BY) != locator or card.status not in _CLOSED:
            return
        extra = {key: value for key, value in card.extra.items() if key not in (BY, BEFORE, WHY)}
        status = Status(card.extra.get(BEFORE, Status.ACTIVE.value))
        writing.save([replace(card, status=status, superseded_by="", extra=extra)])

    def _link(self, writing: Writing, newer: str, relation: Relation, older: Sequence[Card]) -> None:
        if newer:
            writing.link([Link(newer, relation, each.id) for each in older if each.id != newer])

    # -- what waits ------------------------------------------------------------------------------------------

    def _read(self, key: str) -> list[Any]:
        return json.loads(self._progress_of(key) or "[]")

    def _progress_of(self, key: str) -> str | None:
        return self._new.get(key) or self._progress(key)

    def _add(self, writing: Writing, key: str, entry: list[Any], *, lasts: bool = True) -> None:
        """Numbers of issues wait for this run only: nearly every commit names one, and hardly any defect is older."""
        entries = self._read(key)
        if entry in entries:
            return
        if lasts:
            self._put(writing, {key: json.dumps([*entries, entry])})
        else:
            self._new[key] = json.dumps([*entries, entry])

    def _put(self, writing: Writing, values: dict[str, str]) -> None:
        news = {key: value for key, value in values.items() if self._progress_of(key) != value}
        if news:
            self._new |= news
            writing.put_progress(news)


def _followed_key(commit: str) -> str:
    """Under what the cards wait that go on from a commit."""
    return f"followed:{commit[:_SHORT]}"


def _brief(locator: str) -> str:
    return locator[:12] if is_commit(locator) else locator

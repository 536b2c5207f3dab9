"""Which commits were taken back by which, known beyond one run: a learner that was killed, or that comes back after
the next commit, judges every statement as one that read all at once would."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from whylens.model.card import Card
from whylens.model.words import Status
from whylens.store.port import Link, Relation, Writing

#: In `Card.extra`: the commit that took the card back, and the status it had.
BY, BEFORE = "undone_by", "undone_from"

#: Characters of a commit id that are enough to look it up; messages name it by as few.
_SHORT = 7

_OPEN = frozenset({Status.ACTIVE, Status.CANDIDATE, Status.STALE, Status.CONFLICTING})


class Undone:
    """What takes what back. A commit holds unless one that holds takes it back: a revert of a revert gives back."""

    def __init__(self, progress: Callable[[str], str | None]) -> None:
        self._progress = progress
        self._new: dict[str, str] = {}

    def by(self, locator: str, seen: frozenset[str] = frozenset()) -> tuple[str, str] | None:
        """The commit that took *locator* back, and its card (empty without one); None while *locator* holds."""
        seen |= {locator}
        for named, by, card in self._read("undone", locator):
            if locator.startswith(named) and by not in seen and self.by(by, seen) is None:
                return by, card
        return None

    def closed(self, card: Card, undone: tuple[str, str]) -> Card:
        """*card* once its source is *undone*, as `by` says it."""
        by, by_card = undone
        extra = {**card.extra, BY: by, BEFORE: card.status.value}
        return replace(card, status=Status.SUPERSEDED, superseded_by=by_card, extra=extra)

    def hear(self, writing: Writing, by: str, by_card: str, names: Sequence[str]) -> None:
        """The commit *by* says that it takes back those called *names* (ids, whole or short)."""
        self._add(writing, "undoes", by, [by, list(names)])
        for name in names:
            self._add(writing, "undone", name, [name, by, by_card])
        self._settle(writing, names, frozenset({by}))

    def reach(self, names: Sequence[str], seen: frozenset[str] = frozenset()) -> Iterator[str]:
        """*names*, and what those had taken back themselves, all the way down."""
        for name in names:
            yield name
            for undoing, further in self._read("undoes", name):
                if undoing.startswith(name) and undoing not in seen:
                    yield from self.reach(further, seen | {undoing})

    def _settle(self, writing: Writing, names: Sequence[str], seen: frozenset[str]) -> None:
        """Close or open again what is kept of *names*, and of what those had taken back themselves."""
        for name in self.reach(names, seen):
            for card in writing.by_source([name]):
                self._judge(writing, card)

    def _judge(self, writing: Writing, card: Card) -> None:
        """A card is closed when all it rests on was taken back, and opened again when not all is any more."""
        found = [self.by(each.locator) for each in card.sources]
        undone = found[0] if found and None not in found else None
        if undone is None and BY in card.extra and card.status is Status.SUPERSEDED:
            extra = {name: value for name, value in card.extra.items() if name not in (BY, BEFORE)}
            status = Status(card.extra.get(BEFORE, Status.ACTIVE.value))
            writing.save([replace(card, status=status, superseded_by="", extra=extra)])
        elif undone is not None and card.status in _OPEN and card.confirmed_at is None:
            writing.save([self.closed(card, undone)])
            if undone[1]:
                writing.link([Link(undone[1], Relation.REVERTS, card.id)])

    def _read(self, what: str, locator: str) -> list[Any]:
        key = f"{what}:{locator[:_SHORT]}"
        return json.loads(self._new.get(key) or self._progress(key) or "[]")

    def _add(self, writing: Writing, what: str, locator: str, entry: list[Any]) -> None:
        entries = self._read(what, locator)
        if entry not in entries:
            key = f"{what}:{locator[:_SHORT]}"
            self._new[key] = json.dumps([*entries, entry])
            writing.put_progress({key: self._new[key]})

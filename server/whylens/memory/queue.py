"""The review queue: what waits for the user's word, why each waits, and the word on many at once.

What waits is neither injected nor shown at the code: it is not live. A conflict is a question about two cards that
may be; it is listed with its other side, and settled one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from whylens.govern.confidence import WRITE_THRESHOLD
from whylens.memory import judging
from whylens.memory.disguised import disguised
from whylens.memory.judging import Verdict
from whylens.model.card import Card
from whylens.model.errors import UserError
from whylens.model.words import Basis, Kind, Scope, Status
from whylens.normalize.disguise import Disguise
from whylens.normalize.redact import redact
from whylens.runtime.clock import Clock
from whylens.store.port import Audit, Filter, Lane, Order, Relation, Store, Writing

#: Cards read at once, and judged in one write: the database is never held for long.
_PAGE = 500
_TOGETHER = 100


class Group(StrEnum):
    """Why a card waits."""

    CONFLICT = "conflicts"
    PRINCIPLE = "principles"
    PROPOSAL = "proposals"
    CHAT = "chats"
    IMPORT = "imports"
    DRAFT = "drafts"


#: In the order of the list: what matters most first. Each with what is told of it.
REASONS: dict[Group, str] = {
    Group.CONFLICT: "says the opposite of another memory",
    Group.PRINCIPLE: "a principle holds only when you say so",
    Group.PROPOSAL: "proposed by a language model",
    Group.CHAT: "said by an assistant",
    Group.IMPORT: "imported, not activated",
    Group.DRAFT: f"less than {WRITE_THRESHOLD:.0%} sure that its source says this",
}
_BY_BASIS = {
    Basis.INFERENCE: Group.PROPOSAL,
    Basis.CHAT_ASSISTANT: Group.CHAT,
    Basis.IMPORT: Group.IMPORT,
}
_ORDER = {group: place for place, group in enumerate(Group)}


@dataclass(frozen=True, slots=True)
class Asked:
    """Which of what waits: everything left empty admits all. `source` is a kind of source, or where it comes from."""

    groups: frozenset[Group] = frozenset()
    kinds: frozenset[Kind] = frozenset()
    file: str | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A card that waits, why, and the handles of the cards it contradicts."""

    card: Card
    group: Group
    against: tuple[str, ...] = ()

    @property
    def why(self) -> str:
        """The reason in words."""
        if self.against:
            return f"says the opposite of {', '.join(self.against)}"
        return REASONS[self.group]


@dataclass(frozen=True, slots=True)
class Judged:
    """What a word on many came to; with a dry run, what it would come to. `left` are conflicts, not judged so."""

    cards: tuple[Card, ...]
    left: int = 0
    dry_run: bool = False


class ReviewQueue:
    """What waits in one project's memory."""

    def __init__(self, store: Store, clock: Clock, disguise: Callable[[], Disguise]) -> None:
        self._store = store
        self._clock = clock
        self._disguise = disguise

    @property
    def disguise(self) -> Disguise:
        """What redaction knows of the project."""
        return self._disguise()

    def waiting(self, asked: Asked | None = None) -> list[Waiting]:
        """What waits, by group, the surest of each first."""
        wanted = asked or Asked()
        found = [each for each in map(_waiting, self._cards(wanted)) if _admits(wanted, each)]
        found.sort(key=lambda each: (_ORDER[each.group], -each.card.confidence, -each.card.created_at))
        conflicts = [each.card.id for each in found if each.group is Group.CONFLICT]
        against = self._against(conflicts) if conflicts else {}
        return [
            Waiting(each.card, each.group, against.get(each.card.id, ())) if each.card.id in against else each
            for each in found
        ]

    def counts(self) -> dict[str, int]:
        """How many wait, by group; the groups in the order of the list."""
        counted = Counter(each.group for each in map(_waiting, self._cards(Asked())))
        return {group.value: counted[group] for group in Group if counted[group]}

    def chosen(self, names: Sequence[str]) -> list[Card]:
        """The cards called *names* (ids, handles or refs); `UserError` when one is not there."""
        found = {name: self._store.get(name.strip()) for name in names}
        if missing := [name for name, card in found.items() if card is None]:
            raise UserError(f"no memory is called {missing[0][:80]!r}: `whylens queue` prints the handles")
        return list({card.id: card for card in found.values() if card is not None}.values())

    @disguised
    def judge(
        self,
        cards: Sequence[Card],
        verdict: Verdict,
        *,
        why: str = "",
        by: str = "user",
        dry_run: bool = False,
    ) -> Judged:
        """Confirm or reject *cards*; each durable and audited. Conflicts are left: they are settled one by one."""
        chosen = [each.id for each in cards if each.status is not Status.CONFLICTING]
        left = len(cards) - len(chosen)
        if dry_run:
            waiting = [each for each in cards if each.status is not Status.CONFLICTING]
            return Judged(tuple(waiting), left, dry_run=True)
        reason = str(redact(why).text) if why else ""
        done: list[Card] = []
        for start in range(0, len(chosen), _TOGETHER):
            done += self._judge(chosen[start : start + _TOGETHER], verdict, reason, by)
        return Judged(tuple(done), left)

    def take_back(self, cards: Sequence[Card], verdict: Verdict, *, by: str = "user") -> list[Card]:
        """Take back the verdict that *cards* stand under; those that stand under none any more are left as they are."""
        histories = {card.id: self._store.history(card.id) for card in cards}
        now = self._clock.now()

        def job(writing: Writing) -> list[Card]:
            back: list[Card] = []
            for card in writing.get_many(list(histories)):
                try:
                    back.append(judging.take_back(card, histories[card.id], verdict))
                except UserError:
                    continue
            writing.record([Audit(by, "undo", card.id, verdict.value, at=now) for card in back])
            return list(writing.save(back).cards)

        return self._store.write(job, lane=Lane.USER).result()

    # -- inside ----------------------------------------------------------------------------------------------

    def _judge(self, ids: Sequence[str], verdict: Verdict, why: str, by: str) -> list[Card]:
        now = self._clock.now()

        def judged(card: Card) -> Card:
            if verdict is Verdict.CONFIRM:
                return judging.confirm(card, by=by, at=now)
            return judging.reject(card, why=why, at=now)

        def job(writing: Writing) -> list[Card]:
            open_ = [card for card in writing.get_many(ids) if card.status is not Status.SUPERSEDED]
            saved = writing.save([judged(card) for card in open_]).cards
            writing.record([Audit(by, verdict.value, card.id, "one of many", at=now) for card in saved])
            return list(saved)

        return self._store.write(job, lane=Lane.USER).result()

    def _cards(self, asked: Asked) -> Iterator[Card]:
        where = Filter(
            kinds=asked.kinds,
            statuses=frozenset({Status.CANDIDATE, Status.CONFLICTING}),
            files=(asked.file,) if asked.file else (),
        )
        offset = 0
        while page := self._store.find(where, limit=_PAGE, offset=offset, order=Order.ID):
            yield from page
            offset += len(page)

    def _against(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The handles of the cards each of *ids* contradicts, as far as those still stand."""
        sides: dict[str, set[str]] = {}
        for link in self._store.links_of(ids):
            if link.relation is Relation.CONFLICTS_WITH:
                sides.setdefault(link.from_id, set()).add(link.to_id)
                sides.setdefault(link.to_id, set()).add(link.from_id)
        others = {other for each in ids for other in sides.get(each, ())}
        known = {card.id: card for card in self._store.get_many(others, deadline=None) if card.is_live}
        return {
            each: tuple(sorted(known[other].handle for other in sides[each] if other in known))
            for each in ids
            if sides.get(each)
        }


def _waiting(card: Card) -> Waiting:
    if card.status is Status.CONFLICTING:
        return Waiting(card, Group.CONFLICT)
    if card.scope is Scope.PRINCIPLE:
        return Waiting(card, Group.PRINCIPLE)
    return Waiting(card, _BY_BASIS.get(card.basis, Group.DRAFT))


def _admits(asked: Asked, waiting: Waiting) -> bool:
    if asked.groups and waiting.group not in asked.groups:
        return False
    return not asked.source or any(
        asked.source == each.basis.value or (each.locator and each.locator.startswith(asked.source))
        for each in waiting.card.sources
    )

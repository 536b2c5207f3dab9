"""Does what the user asks with a card: each act in one write, durable when it returns, audited, with an undo."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from whylens.anchor.make import make_anchor
from whylens.govern.confidence import STARTING
from whylens.memory import judging
from whylens.memory.admission import line_tokens
from whylens.memory.curating import SUMMARY_LIMIT
from whylens.memory.disguised import disguised
from whylens.memory.hand import acts
from whylens.memory.hand.acts import Act
from whylens.memory.hand.editing import Edit, edited
from whylens.memory.hand.page import edit_of, page_of
from whylens.memory.marks import snoozed_until
from whylens.memory.superseding import BEFORE, BY, WHY
from whylens.model.anchor import Anchor
from whylens.model.card import Card
from whylens.model.errors import UserError
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Status
from whylens.normalize.disguise import Disguise
from whylens.normalize.redact import clean, redact
from whylens.runtime.clock import Clock
from whylens.store.port import Audit, Lane, Link, Relation, Store, Writing

#: In the progress: the ids of the cards that are snoozed.
ASLEEP = "snoozed"
#: Successors that are followed to see whether a card would replace itself.
_LONGEST_CHAIN = 100


@dataclass(frozen=True, slots=True)
class Spot:
    """A place the user points at: a repo-relative path, its live text, and a line (1-based) of it."""

    path: str
    text: str = ""
    line: int | None = None

    def anchor(self) -> Anchor:
        """The anchor of this place, its context redacted."""
        made = make_anchor(self.path, self.text, line=self.line)
        return replace(made, context=tuple(str(redact(line).text) for line in made.context))


class Hand:
    """The user's acts on one project's cards."""

    def __init__(
        self,
        store: Store,
        namespace: str,
        clock: Clock,
        get: Callable[[str], Card],
        disguise: Callable[[], Disguise],
    ) -> None:
        self._store = store
        self._namespace = namespace
        self._clock = clock
        self._get = get
        self._disguise = disguise

    @property
    def disguise(self) -> Disguise:
        """What redaction knows of the project."""
        return self._disguise()

    def page(self, name: str) -> str:
        """The Markdown page on which the card is edited."""
        return page_of(self._get(name))

    @disguised
    def save_page(self, name: str, page: str, *, by: str = "user") -> Card:
        """Take in an edited page; `UserError` says what is wrong with it, and nothing is changed."""
        return self._edit(name, lambda card: edit_of(page, card), by=by)

    @disguised
    def edit(self, name: str, edit: Edit, *, by: str = "user") -> Card:
        """The card in the user's words: a new version, confirmed; the old one stays in its history."""
        return self._edit(name, lambda card: edit, by=by)

    def pin(self, name: str) -> Card:
        """Show the card first, and keep it whatever its age."""
        return self._act(Act.PIN, name, lambda card: acts.pin(card, at=self._clock.now()))

    def unpin(self, name: str) -> Card:
        """Let go of a pinned card."""
        return self._act(Act.UNPIN, name, lambda card: acts.unpin(card, at=self._clock.now()))

    def snooze(self, name: str, *, until: float) -> Card:
        """Show the card nowhere before *until* (Unix seconds)."""
        asleep = self._asleep()

        def change(card: Card) -> Card:
            return acts.snooze(card, until=until, at=self._clock.now())

        wanted = self._get(name)
        note = {ASLEEP: json.dumps(sorted({*asleep, wanted.id}))}
        return self._act(Act.SNOOZE, wanted.id, change, progress=note)

    @disguised
    def not_here(self, name: str, *, left: Spot | None, to: Spot | None = None) -> Card:
        """The card does not belong to *left* (the symbol at its line, or the whole file); it belongs to *to*."""
        card = self._get(name)
        path = left.path if left is not None else _only_path(card)
        symbol = left.anchor().symbol if left is not None and left.text and left.line else ()
        named = any(each.path == path and each.symbol == symbol for each in card.anchors)
        symbols = frozenset({symbol}) if symbol and named else frozenset[tuple[str, ...]]()
        anchor = to.anchor() if to is not None else None

        def change(card: Card) -> Card:
            return acts.not_here(card, path=path, symbols=symbols, anchor=anchor, at=self._clock.now())

        return self._act(Act.NOT_HERE, card.id, change, detail="moved" if to else "detached")

    @disguised
    def supersede(self, old: str, new: str, *, why: str = "", by: str = "user") -> Card:
        """*new* (a card, or the sentence of one to be written) holds in the stead of *old*; gives *old*.

        Nothing is overwritten: both stay, linked to each other.
        """
        replaced = self._get(old)
        successor = self._successor(replaced, new, by)
        reason = str(redact(why).text) if why else ""
        now = self._clock.now()

        def job(writing: Writing) -> Card:
            before, after = writing.get(replaced.id), writing.get(successor.id) or successor
            before = _there(before, replaced)
            _check_order(writing, before, after)
            if after.status is Status.CANDIDATE:  # what the user puts in its stead, the user vouches for
                after = judging.confirm(after, by=by, at=now)
            extra = {key: value for key, value in before.extra.items() if key not in (BY, BEFORE, WHY)}
            gone = acts.superseded(replace(before, extra=extra), by=after, why=reason, at=now)
            after = replace(after, supersedes=tuple(dict.fromkeys((*after.supersedes, before.id))))
            saved = writing.save([gone, after], revive=True).cards[0]
            writing.link([Link(after.id, Relation.SUPERSEDES, before.id)])
            writing.record([Audit(by, Act.SUPERSEDE.value, before.id, f"by {after.id}", at=now)])
            return saved

        return self._store.write(job, lane=Lane.USER).result()

    def undo(self, name: str, act: Act, *, by: str = "user") -> Card:
        """Take back the last *act* that stands on the card; what came after it stays."""
        card = self._get(name)
        earlier = self._store.history(card.id)
        successor = card.superseded_by

        def job(writing: Writing) -> Card:
            current = _there(writing.get(card.id), card)
            saved = writing.save([acts.taken_back(current, earlier, act)]).cards[0]
            if act is Act.SUPERSEDE and (heir := writing.get(successor)) is not None:
                left = tuple(each for each in heir.supersedes if each != card.id)
                writing.save([replace(heir, supersedes=left)])
            writing.record([Audit(by, "undo", card.id, act.value, at=self._clock.now())])
            return saved

        return self._store.write(job, lane=Lane.USER).result()

    def wake(self) -> int:
        """Bring back the cards whose snooze is over; how many."""
        asleep = self._store.get_many(self._asleep(), deadline=None)
        now = self._clock.now()
        due = [card.id for card in asleep if acts.woken(card, now=now) is not None]
        if not due:
            return 0
        still = [card.id for card in asleep if card.id not in due and snoozed_until(card) is not None]

        def job(writing: Writing) -> int:
            found = (acts.woken(card, now=now) for card in writing.get_many(due))
            saved = writing.save([card for card in found if card is not None]).cards
            writing.record([Audit("schedule", "wake", card.id, at=now) for card in saved])
            writing.put_progress({ASLEEP: json.dumps(still)})
            return len(saved)

        return self._store.write(job).result()

    # -- inside ----------------------------------------------------------------------------------------------

    def _edit(self, name: str, read: Callable[[Card], Edit], *, by: str) -> Card:
        def change(card: Card) -> Card:
            return edited(card, read(card), by=by, at=self._clock.now())

        return self._act(Act.EDIT, name, change, by=by)

    def _act(
        self,
        act: Act,
        name: str,
        change: Callable[[Card], Card],
        *,
        by: str = "user",
        detail: str = "",
        progress: dict[str, str] | None = None,
    ) -> Card:
        known = self._get(name)

        def job(writing: Writing) -> Card:
            card = _there(writing.get(known.id), known)
            changed = change(card)
            if changed == card:
                return card
            saved = writing.save([changed]).cards
            writing.record([Audit(by, act.value, card.id, detail, at=self._clock.now())])
            writing.put_progress(progress or {})
            return _there(saved[0] if saved else None, card)

        return self._store.write(job, lane=Lane.USER).result()

    def _asleep(self) -> Sequence[str]:
        return json.loads(self._store.progress(ASLEEP) or "[]")

    def _successor(self, old: Card, new: str, by: str) -> Card:
        """The card called *new*; where nothing is and it is a sentence, a card that says it at the place of *old*."""
        found = self._store.get(new.strip())
        if found is not None or len(new.split()) < 2:
            return found or self._get(new)
        summary = " ".join(clean(new).split())
        if len(summary) > SUMMARY_LIMIT:
            raise UserError(f"the new sentence has more than {SUMMARY_LIMIT} characters: shorten it")
        now = self._clock.now()
        said = "\0".join((self._namespace, "user", old.id, summary, str(now)))
        card = Card(
            id=hashlib.blake2b(said.encode(), digest_size=16).hexdigest(),
            handle="",
            namespace=self._namespace,
            kind=old.kind,
            summary=summary,
            scope=old.scope,
            files=old.files,
            symbols=old.symbols,
            anchors=old.anchors,
            sources=(SourceRef(Basis.USER, title="written by hand", at=now),),
            created_at=now,
            valid_from=now,
            confidence=STARTING[Basis.USER],
            importance=old.importance,
            sensitivity=old.sensitivity,
            confirmed_by=by,
            confirmed_at=now,
        )
        return replace(card, tokens=line_tokens(card))


def _there(card: Card | None, known: Card) -> Card:
    if card is None:
        raise UserError(f"{known.handle} was forgotten meanwhile: remember it again if it holds")
    return card


def _only_path(card: Card) -> str:
    paths = list(dict.fromkeys((*(each.path for each in card.anchors), *card.files)))
    if len(paths) != 1:
        where = "several files" if paths else "no file"
        raise UserError(f"{card.handle} stands in {where}: name the file in which it does not belong")
    return paths[0]


def _check_order(writing: Writing, old: Card, new: Card) -> None:
    if old.id == new.id:
        raise UserError(f"{old.handle} cannot replace itself: name another memory, or edit it")
    if old.status is Status.SUPERSEDED and BY not in old.extra:
        raise UserError(f"{old.handle} was replaced already: replace the memory that replaced it")
    if new.status is Status.REJECTED:
        raise UserError(f"{new.handle} was rejected: confirm it first")
    at: Card | None = new
    for _ in range(_LONGEST_CHAIN):
        if at is None or not at.superseded_by:
            return
        if at.superseded_by == old.id:
            raise UserError(f"{old.handle} replaced {new.handle} itself: undo that first")
        at = writing.get(at.superseded_by)

"""The write path: drafts become cards; near-equal ones become one; what a source no longer says is closed."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from whylens.capture.paths import is_keepable
from whylens.capture.readings import Find, Reading
from whylens.embed.tokens import estimate_tokens
from whylens.extract.worth.soundness import soundness
from whylens.govern.confidence import READ_IN_BULK, corroborated, starting_confidence, starting_status
from whylens.govern.merge import same_statement, summary_key
from whylens.govern.tuning import TUNING, read_tuning
from whylens.inject.render import card_line
from whylens.memory.forgotten import statement_mark
from whylens.memory.marks import is_placed_by_hand, snoozed_until
from whylens.memory.superseding import BY as REPLACED_BY
from whylens.memory.superseding import Superseding
from whylens.memory.undone import BY, Undone
from whylens.model.anchor import Anchor
from whylens.model.card import Card, CardDraft
from whylens.model.source import SourceRef
from whylens.model.words import FROM_FILES, FROM_GIT, Basis, Kind, Status
from whylens.normalize.redact import clean, redact
from whylens.recall.terms import match_terms
from whylens.store.port import Link, Relation, Writing

T = TypeVar("T")

#: Sources and anchors a merged card keeps; more would say nothing new.
MOST_SOURCES, MOST_ANCHORS, MOST_FILES = 8, 12, 24

#: Statuses of cards a new statement can be merged into. What was replaced or put away does not come back that way.
_OPEN = frozenset({Status.ACTIVE, Status.CANDIDATE, Status.STALE, Status.CONFLICTING, Status.REJECTED})

#: Statuses a card leaves when its file no longer says it.
_MAY_GO = _OPEN - {Status.REJECTED}

_STRENGTH = {basis: rank for rank, basis in enumerate(Basis)}
#: A rule less certain than this has a reason of its own to doubt (a proposal, a guess); nothing makes it surer.
_DOUBTED = 0.6
#: Set on cards whose source no longer says what they say.
GONE = "gone"


@dataclass(slots=True)
class Tally:
    """What admission did so far."""

    kept: Counter[str] = field(default_factory=Counter[str])
    merged: int = 0
    candidates: int = 0
    closed: int = 0


class Admission:
    """Turns readings into cards of one namespace, inside a write of the store. One per learning run."""

    def __init__(self, namespace: str, *, now: float, progress: Callable[[str], str | None]) -> None:
        self._namespace = namespace
        self._now = now
        self._progress = progress
        self._waits = read_tuning(progress(TUNING)).waits
        self._undone = Undone(progress)
        self._superseding = Superseding(progress, lambda locator: self._undone.by(locator) is not None)
        self.tally = Tally()

    def admit(self, writing: Writing, readings: Iterable[Reading]) -> list[Card]:
        """Keep what *readings* hold: their cards. Idempotent: reading the same source again changes nothing."""
        admitted: list[Card] = []
        for reading in readings:
            undone = self._undone.by(reading.observation.source.locator) is not None
            finds = [
                find for find in reading.finds if find.holds or undone
            ]  # what faded away is not remembered
            if finds and writing.archive([reading.observation]).forgotten:
                continue  # the user had its words deleted: nothing of it comes back
            cards = [self._admit_find(writing, reading, find) for find in finds]
            kept = [card for card in cards if card is not None]
            if kept:
                writing.archive([reading.observation], card_ids=[card.id for card in kept])
            self._superseding.hear(writing, reading, kept)
            if reading.undoes:
                by = reading.observation.source.locator
                self._undone.hear(writing, by, kept[0].id if kept else "", reading.undoes)
                self._superseding.settle(writing, self._undone.reach(reading.undoes))
            if reading.whole:
                self._close_gone(writing, reading, kept)
            admitted += kept
        return admitted

    def _admit_find(self, writing: Writing, reading: Reading, find: Find) -> Card | None:
        card = self._fresh(reading, find)
        if (existing := writing.get(card.id)) is not None and existing.id == card.id:
            return self._again(writing, existing, card)
        if self._progress(statement_mark(self._namespace, card.kind, card.summary)) is not None:
            return None
        undone = self._undone.by(reading.observation.source.locator)
        near = near_cards(writing, card) if undone is None else []
        if undone is not None:
            card = self._undone.closed(card, undone)
        elif (twin := _twin(near, card)) is not None:
            return self._merge(writing, twin, card)
        saved = writing.save([card]).cards
        if not saved:
            return None
        self.tally.kept[card.kind.value] += 1
        self.tally.candidates += card.status is Status.CANDIDATE
        return self._superseding.weigh(writing, saved[0], near)

    def _fresh(self, reading: Reading, find: Find) -> Card:
        draft, source = _weighed(find), reading.observation.source
        confidence = starting_confidence(draft)
        source = replace(source, basis=draft.basis, line=draft.line or source.line)
        kept = (each for each in find.anchors if is_keepable(each.path) and is_keepable(each.symbol_text))
        anchors = tuple(map(_redacted_context, kept))[:MOST_ANCHORS]
        card = Card(
            id=card_id(self._namespace, source, draft, anchors),
            handle="",
            namespace=self._namespace,
            kind=draft.kind,
            summary=clean(draft.summary),
            scope=draft.scope,
            status=starting_status(draft, confidence, self._waits),
            details=clean(draft.details),
            rationale=clean(draft.rationale),
            evidence=clean(draft.evidence),
            files=_united(filter(is_keepable, (*find.files, *draft.files)), MOST_FILES),
            symbols=_united(
                (*map(clean, draft.symbols), *(each.symbol_text for each in anchors if each.symbol)),
                MOST_FILES,
            ),
            anchors=anchors,
            sources=(source,),
            author=source.author,
            created_at=source.at or self._now,
            valid_from=source.at,
            confidence=confidence,
            importance=draft.importance,
            sensitivity=reading.observation.sensitivity,
            branch=clean(reading.branch),
            commit=source.locator if source.basis in FROM_GIT else reading.commit,
            rule=draft.rule,
            session=reading.observation.session,
        )
        return replace(card, tokens=line_tokens(card))

    def _again(self, writing: Writing, existing: Card, card: Card) -> Card:
        """The same source says the same again: follow its lines, and take back that it was gone."""
        back = existing.status in (Status.ARCHIVED, Status.SUPERSEDED) and GONE in existing.extra
        by_hand = is_placed_by_hand(existing)
        if not back and (by_hand or existing.anchors == card.anchors or len(existing.sources) > 1):
            return existing
        extra = {key: value for key, value in existing.extra.items() if key != GONE}
        status = card.status if back else existing.status
        by = "" if back else existing.superseded_by
        renewed = replace(
            existing,
            status=status,
            superseded_by=by,
            anchors=existing.anchors if by_hand else card.anchors,
            sources=_as_old_as(existing.sources, card.sources),
            extra=extra,
        )
        return writing.save([renewed]).cards[0]

    def _merge(self, writing: Writing, twin: Card, card: Card) -> Card | None:
        """Unite *card* with its *twin*: sources, places, confidence. What the user put away stays away.

        What a model proposes confirms nothing; and when a source says what a model proposed, its words are kept.
        """
        self.tally.merged += 1
        if _was_put_away(twin) or card.basis is Basis.INFERENCE:
            return None
        if twin.basis is Basis.INFERENCE and twin.status is Status.CANDIDATE:
            taken_over = replace(card, id=twin.id, handle=twin.handle, version=twin.version)
            return writing.save([taken_over]).cards[0]
        heard = {(each.basis, each.locator) for each in twin.sources}
        full = len(twin.sources) >= MOST_SOURCES  # what was cut off is heard anew at every reading
        news = [each for each in card.sources if not full and (each.basis, each.locator) not in heard]
        sources = sorted((*twin.sources, *news), key=lambda each: _STRENGTH[each.basis])[:MOST_SOURCES]
        confidence = max(twin.confidence, card.confidence)
        independent = news and not all(each.basis is Basis.COMMENT for each in (*twin.sources, *news))
        by_hand = is_placed_by_hand(twin)
        dates = [each for each in (twin.valid_from, card.valid_from) if each > 0]
        united = replace(
            twin,
            sources=tuple(sources),
            anchors=twin.anchors if by_hand else _united_anchors(twin.anchors, card),
            files=twin.files if by_hand else _united((*twin.files, *card.files), MOST_FILES),
            symbols=_united((*twin.symbols, *card.symbols), MOST_FILES),
            confidence=corroborated(confidence) if independent else confidence,
            importance=max(twin.importance, card.importance),
            rationale=twin.rationale or card.rationale,
            valid_from=min(dates, default=0.0),
            status=card.status if twin.status is Status.CANDIDATE else twin.status,
        )
        return twin if united == twin else writing.save([united]).cards[0]

    def _close_gone(self, writing: Writing, reading: Reading, kept: Sequence[Card]) -> None:
        """A file was read again: what it no longer says is closed, or replaced by what it says in its stead.

        What the user confirmed or rejected stays so, whatever becomes of the file.
        """
        locator = reading.observation.source.locator
        here = {card.id for card in kept}
        for old in writing.by_source([locator]):
            own = [each for each in old.sources if each.locator == locator and each.basis in FROM_FILES]
            if old.id in here or not own or old.confirmed_at is not None or old.status not in _MAY_GO:
                continue
            self.tally.closed += 1
            if others := tuple(each for each in old.sources if each not in own):
                writing.save([_without_file(old, locator, others)])
                continue
            successors = [card for card in kept if card.rule == old.rule and card.kind is old.kind]
            extra = {**old.extra, GONE: f"{locator} no longer says this"}
            if reading.observation.source.basis is Basis.MANIFEST and len(successors) == 1:
                by = successors[0].id
                writing.save([replace(old, status=Status.SUPERSEDED, superseded_by=by, extra=extra)])
                writing.link([Link(by, Relation.SUPERSEDES, old.id)])
            else:
                writing.save([replace(old, status=Status.ARCHIVED, extra=extra)])


def _as_old_as(before: Sequence[SourceRef], now: Sequence[SourceRef]) -> tuple[SourceRef, ...]:
    """The sources *now*, each with the time it had *before*: the file was changed since, but not what it says."""
    times = {(each.basis, each.locator): each.at for each in before}
    return tuple(replace(each, at=times.get((each.basis, each.locator), each.at)) for each in now)


def _without_file(card: Card, locator: str, others: tuple[SourceRef, ...]) -> Card:
    """*card* without the file that no longer says it; a file its *others*, being commits, may speak of is kept."""
    anchors = tuple(each for each in card.anchors if each.path != locator)
    of_files = all(each.basis in FROM_FILES for each in others)
    files = tuple(each for each in card.files if each != locator or not of_files)
    return replace(card, sources=others, anchors=anchors, files=files)


def card_id(namespace: str, source: SourceRef, draft: CardDraft, anchors: Sequence[Anchor]) -> str:
    """The id of a learned card: the same source saying the same thing at the same symbol gives the same id."""
    where = anchors[0].symbol_text if anchors and source.basis is Basis.COMMENT else ""
    said = "\0".join((namespace, source.locator, draft.kind.value, where, summary_key(draft.summary)))
    return hashlib.blake2b(said.encode(), digest_size=16).hexdigest()


def line_tokens(card: Card) -> int:
    """What the card's injected line costs, counted once, when it is written."""
    return estimate_tokens(card_line(card if card.handle else replace(card, handle="W-0000")))


def _weighed(find: Find) -> CardDraft:
    """The draft, as certain as cards of its wording are found to be when it was read in bulk.

    A warning or a defect that somebody marked as one was written for later readers: 27 of 29 were found right.
    """
    draft = find.draft
    said_on_purpose = draft.rule.startswith("marker-") and draft.kind is not Kind.TODO
    if draft.basis not in READ_IN_BULK or draft.certainty < _DOUBTED or said_on_purpose:
        return draft
    return replace(draft, certainty=soundness(draft, placed=any(each.symbol for each in find.anchors)))


def near_cards(writing: Writing, card: Card) -> list[Card]:
    """The cards a fresh one may repeat, replace, or be replaced by: the same words, a shared file first."""
    terms = match_terms(card.summary)
    found = (
        *writing.same_summary(card.kind, card.summary),
        *writing.similar(card.kind, card.files, terms, limit=12),
    )
    return list({each.id: each for each in found}.values())


def _twin(near: Sequence[Card], card: Card) -> Card | None:
    for other in near:
        open_ = other.status in _OPEN or _was_put_away(other)
        if other.id != card.id and open_ and same_statement(other.summary, card.summary):
            return other
    return None


def _was_put_away(card: Card) -> bool:
    """Whether the user rejected *card*, replaced it, or lets it sleep: unlike what a source took back, that stands."""
    by_sources = GONE in card.extra or BY in card.extra or REPLACED_BY in card.extra
    replaced = card.status is Status.SUPERSEDED and bool(card.superseded_by) and not by_sources
    return card.status is Status.REJECTED or replaced or snoozed_until(card) is not None


def _united_anchors(anchors: Sequence[Anchor], card: Card) -> tuple[Anchor, ...]:
    """The *anchors* and those of *card*; of two at one symbol the one read from the file of today is kept."""
    fresh = card.anchors if card.basis in FROM_FILES else ()
    places = {(each.path, each.symbol) for each in fresh if each.symbol}
    kept = [each for each in anchors if (each.path, each.symbol) not in places]
    return _united((*kept, *card.anchors), MOST_ANCHORS)


def _redacted_context(anchor: Anchor) -> Anchor:
    return replace(anchor, context=tuple(str(redact(line).text) for line in anchor.context))


def _united(items: Iterable[T], limit: int) -> tuple[T, ...]:
    return tuple(dict.fromkeys(items))[:limit]

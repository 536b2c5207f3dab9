"""The user's own hand: remember, confirm, reject, forget. Every act is durable when it returns, and audited."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from whylens.anchor.languages import language_of
from whylens.anchor.make import make_anchor
from whylens.anchor.resolve import resolve
from whylens.anchor.symbols import outline
from whylens.capture.paths import is_keepable, is_text
from whylens.govern.confidence import STARTING, WRITE_THRESHOLD, corroborated
from whylens.govern.merge import same_statement
from whylens.memory import judging
from whylens.memory.admission import line_tokens, near_cards
from whylens.memory.forgotten import marks_of
from whylens.memory.judging import Verdict
from whylens.memory.requests import RememberRequest, Selection
from whylens.memory.superseding import Superseding
from whylens.memory.undone import Undone
from whylens.model.anchor import Anchor
from whylens.model.card import Card
from whylens.model.errors import UserError
from whylens.model.source import SourceRef
from whylens.model.words import AnchorState, Basis, Sensitivity, Status
from whylens.normalize.normalize import is_restricted_path
from whylens.normalize.redact import redact
from whylens.runtime.clock import Clock
from whylens.runtime.regular import read_regular_text
from whylens.store.port import Audit, Filter, ForgetReport, Lane, Link, Order, Relation, Store, Writing

#: The longest summary kept of what a user typed, in characters; the rest goes to the details.
SUMMARY_LIMIT = 400
_LONGEST_SHOWN = 80
_PAGE = 500


class Curator:
    """Acts of the user on one project's cards."""

    def __init__(self, store: Store, namespace: str, clock: Clock) -> None:
        self._store = store
        self._namespace = namespace
        self._clock = clock

    def get(self, name: str) -> Card:
        """The card called *name* (id, handle or ref)."""
        card = self._store.get(name.strip()) if is_text(name) else None
        if card is None:
            shown = repr(name) if len(name) <= _LONGEST_SHOWN else f"{name[:_LONGEST_SHOWN]!r} …"
            raise UserError(f"no memory is called {shown}: `whylens recall` prints the handles")
        return card

    def remember(self, request: RememberRequest) -> Card:
        """Keep a sentence of the user's, weighed against what is kept as a learned one is; the same sentence again
        raises its confidence instead."""
        card = self._written(request)
        replaced = self.get(request.supersedes) if request.supersedes is not None else None
        if replaced is not None:
            card = replace(card, supersedes=(replaced.id,))

        def job(writing: Writing) -> Card:
            near = [] if replaced else near_cards(writing, card)
            twin = _said_before(near, card)
            if twin is not None:
                saved = _renew(writing, twin, card)
                writing.record([self._audit("remember", saved.id, detail="said again")])
                return saved
            saved = writing.save([card], revive=True).cards[0]
            if replaced is not None:
                writing.save([replace(replaced, status=Status.SUPERSEDED, superseded_by=saved.id)])
                writing.link([Link(saved.id, Relation.SUPERSEDES, replaced.id)])
            writing.record([self._audit("remember", saved.id)])
            return self._superseding().weigh(writing, saved, near)

        return self._store.write(job, lane=Lane.USER).result()

    def confirm(self, name: str, *, by: str) -> Card:
        """The user says it is right."""
        return self._save(judging.confirm(self.get(name), by=by, at=self._clock.now()), "confirm", by=by)

    def reject(self, name: str, *, why: str, by: str) -> Card:
        """The user says it is wrong: kept, so that it is not learned again, but never shown."""
        reason = str(redact(why).text) if why else ""
        return self._save(judging.reject(self.get(name), why=reason, at=self._clock.now()), "reject", by=by)

    def take_back(self, name: str, verdict: Verdict, *, by: str) -> Card:
        """The user takes back the confirmation or the rejection that a card stands under."""
        card = self.get(name)
        before = judging.take_back(card, self._store.history(card.id), verdict)
        return self._save(before, "undo", by=by, detail=verdict.value)

    def restore(self, name: str, *, version: int) -> Card:
        """Undo: make *version* of a card the current one again."""
        card = self.get(name)
        for earlier in self._store.history(card.id):
            if earlier.version == version:
                return self._save(
                    replace(earlier, handle=card.handle), "undo", by="user", detail=f"back to {version}"
                )
        raise UserError(f"{card.handle} has no version {version}: reject it, or remember it again")

    def forget(self, selection: Selection, *, dry_run: bool) -> dict[str, Any]:
        """Delete for good; the report says what was removed from where and that nothing is left."""
        ids = [self.get(name).id for name in selection.ids]
        where = None if ids else _filter(selection)
        planned = len(ids) if ids else self._store.counts(where or Filter()).total
        if dry_run:
            return _report(planned, ForgetReport(), dry_run=True)
        marks = self._marks(ids, where)
        self._release(ids)
        if selection.all_of_project and where == Filter():
            report = self._store.forget_everything()
        else:
            report = self._store.forget(ids, where=where)
        self._store.put_progress(marks, lane=Lane.USER).result()
        return _report(len(report.cards) or planned, report, dry_run=False)

    def _superseding(self) -> Superseding:
        undone = Undone(self._store.progress)
        return Superseding(self._store.progress, lambda locator: undone.by(locator) is not None)

    def _release(self, ids: Sequence[str]) -> None:
        """What the cards about to be deleted had closed, being written by hand, holds again."""
        by_hand = [each for each in self._store.get_many(ids, deadline=None) if each.basis is Basis.USER]
        superseding = self._superseding()

        def job(writing: Writing) -> None:
            for card in by_hand:
                superseding.release(writing, card)

        if by_hand:
            self._store.write(job, lane=Lane.USER).result()

    def _marks(self, ids: Sequence[str], where: Filter | None) -> dict[str, str]:
        """What keeps the statements about to be deleted from being learned again, from whatever source."""
        if ids:
            return marks_of(self._namespace, self._store.get_many(ids, deadline=None))
        marks: dict[str, str] = {}
        offset = 0
        while page := self._store.find(where or Filter(), limit=_PAGE, offset=offset, order=Order.ID):
            marks |= marks_of(self._namespace, page)
            offset += len(page)
        return marks

    def _written(self, request: RememberRequest) -> Card:
        now = self._clock.now()
        text = " ".join(str(redact(request.summary).text).split())
        if not text:
            raise UserError("there is nothing to remember: write one sentence")
        if request.path and is_restricted_path(request.path):
            raise UserError(
                f"{request.path} holds secrets, and nothing of it is kept: remember it without the file"
            )
        if request.path and not is_keepable(request.path):
            raise UserError(
                "the name of the file holds what looks like a secret: remember it without the file"
            )
        summary, more = _split(text)
        anchors = _anchors(request)
        source = SourceRef(
            Basis.USER, request.path or "", request.line, "written by hand", now, request.author
        )
        said = "\0".join((self._namespace, "user", request.kind.value, summary, request.path or "", str(now)))
        card = Card(
            id=hashlib.blake2b(said.encode(), digest_size=16).hexdigest(),
            handle="",
            namespace=self._namespace,
            kind=request.kind,
            summary=summary,
            scope=request.scope,
            status=Status.ACTIVE,
            details="\n".join(filter(None, (more, str(redact(request.details).text)))),
            files=(request.path,) if request.path else (),
            symbols=tuple(anchor.symbol_text for anchor in anchors if anchor.symbol),
            anchors=anchors,
            sources=(source,),
            author=request.author,
            created_at=now,
            valid_from=now,
            confidence=STARTING[Basis.USER],
            importance=0.8,
            sensitivity=Sensitivity.NORMAL,
            confirmed_by=request.author or "user",
            confirmed_at=now,
            expires_at=now + request.ttl_seconds if request.ttl_seconds else None,
        )
        return replace(card, tokens=line_tokens(card))

    def _save(self, card: Card, action: str, *, by: str, detail: str = "") -> Card:
        def job(writing: Writing) -> Card:
            saved = writing.save([card]).cards
            writing.record([self._audit(action, card.id, actor=by, detail=detail)])
            if not saved:
                raise UserError(f"{card.handle} was forgotten meanwhile: remember it again if it holds")
            return saved[0]

        return self._store.write(job, lane=Lane.USER).result()

    def _audit(self, action: str, subject: str, actor: str = "user", detail: str = "") -> Audit:
        return Audit(actor, action, subject, detail, at=self._clock.now())


def with_text(root: Path, request: RememberRequest) -> RememberRequest:
    """*request* with the text of its file: the live one it came with, else the one on disk under *root*."""
    if request.path is None or request.buffer is not None:
        return request
    try:
        text = read_regular_text(root / request.path)
    except FileNotFoundError:
        raise UserError(f"there is no file {request.path} in {root}: give one that is there") from None
    except OSError as error:
        raise UserError(
            f"cannot read {request.path}: {error.strerror}; give a file of code or text"
        ) from None
    return replace(request, buffer=text)


def _said_before(near: Sequence[Card], card: Card) -> Card | None:
    """The same statement about the same place, whatever its status: saying it again takes a rejection back."""
    for other in near:
        gone = other.status in (Status.SUPERSEDED, Status.ARCHIVED, Status.EXPIRED)
        here = other.files == card.files or (card.basis is not other.basis and _shares_a_file(card, other))
        if other.id != card.id and not gone and here and same_statement(other.summary, card.summary):
            return other
    return None


def _shares_a_file(card: Card, other: Card) -> bool:
    """What was learned may stand in more files than the one the user names, or in one where the user names none."""
    return not card.files or bool(frozenset(card.files) & frozenset(other.files))


def _renew(writing: Writing, twin: Card, card: Card) -> Card:
    return writing.save(
        [
            replace(
                twin,
                summary=card.summary,  # in the user's words
                status=Status.ACTIVE,
                confidence=max(corroborated(twin.confidence), WRITE_THRESHOLD, card.confidence),
                sources=(*card.sources, *twin.sources)[:8],
                anchors=card.anchors or twin.anchors,
                details=card.details or twin.details,
                confirmed_at=card.confirmed_at,
                confirmed_by=card.confirmed_by,
                expires_at=card.expires_at,
            )
        ],
        revive=True,
    ).cards[0]


def _anchors(request: RememberRequest) -> tuple[Anchor, ...]:
    if request.path is None or request.buffer is None:
        return ()
    found = outline(request.buffer, language_of(request.path, request.buffer))
    anchor = make_anchor(request.path, request.buffer, line=request.line, outline=found)
    if resolve([anchor], request.path, found)[0].state is AnchorState.LOST:
        return (
            Anchor(request.path),
        )  # it stands twice alike, and would be shown at neither: the file is known
    return (replace(anchor, context=tuple(str(redact(line).text) for line in anchor.context)),)


def _split(text: str) -> tuple[str, str]:
    """A summary of bearable length, and what is left."""
    if len(text) <= SUMMARY_LIMIT:
        return text, ""
    cut = text.rfind(" ", 0, SUMMARY_LIMIT)
    cut = cut if cut > SUMMARY_LIMIT // 2 else SUMMARY_LIMIT
    return text[:cut] + " …", text


def _filter(selection: Selection) -> Filter:
    return Filter(
        kinds=frozenset({selection.kind}) if selection.kind else frozenset(),
        files=(selection.file,) if selection.file else (),
        session=selection.session or "",
        after=selection.since,
        before=selection.until,
    )


def _report(cards: int, report: ForgetReport, *, dry_run: bool) -> dict[str, Any]:
    return {
        "dry_run": dry_run,
        "cards": cards,
        "removed": report.removed if not dry_run else {"cards": cards},
        "files_removed": list(report.files_removed),
        "probes": report.probes,
        "files_searched": report.files_searched,
        "remaining": report.found,
        "still_said": report.shared,
        "proven": report.proven,
    }

"""Searching what is stored with the rules of today: every card, its earlier versions, and the archive.

Redaction happens before anything is stored, with the rules of that day. When they learn to see more, the store is
searched again: in pages that can be broken off and go on later, reporting counts and never a word.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from whylens.capture.paths import is_keepable
from whylens.memory.admission import line_tokens
from whylens.memory.requests import LearnProgress
from whylens.model.anchor import Anchor
from whylens.model.card import Card
from whylens.model.observation import Observation
from whylens.model.source import SourceRef
from whylens.normalize.disguise import Disguise, wearing
from whylens.normalize.normalize import digest
from whylens.normalize.redact import RULES, clean, redact
from whylens.store.port import Lane, Store

STAGE = "rescan"

#: Under which the number of the rules stands that all of the store has been searched with, and where a rescan is.
RULES_KEY, STATE_KEY = "rules", "rescan"

OnProgress = Callable[[LearnProgress], None]


@dataclass(frozen=True, slots=True)
class RescanReport:
    """How much was looked at and changed. `interrupted`: the rest is still to be done; the next run goes on there."""

    cards: int = 0
    cards_changed: int = 0
    versions_changed: int = 0
    observations: int = 0
    observations_changed: int = 0
    files_removed: int = 0
    dry_run: bool = False
    interrupted: bool = False

    @property
    def changed(self) -> int:
        """Rows that held something the rules of today take out."""
        return self.cards_changed + self.versions_changed + self.observations_changed


def note_rules(store: Store) -> None:
    """An empty store is searched: what comes into it has gone through the rules of today."""
    if store.progress(RULES_KEY) is None and not store.stats()["observations"] and not store.counts().total:
        store.put_progress({RULES_KEY: str(RULES)}, lane=Lane.CAPTURE).result()


def require_rescan(store: Store) -> None:
    """The rules see more than before in this project: all that is stored is to be searched again."""
    if store.counts().total:
        store.put_progress({RULES_KEY: "changed", STATE_KEY: ""}, lane=Lane.USER).result()


def is_due(store: Store) -> bool:
    """Whether something was stored under rules that saw less than those of today."""
    return store.progress(RULES_KEY) != str(RULES) and bool(store.counts().total)


@dataclass(slots=True)
class _State:
    """Where a rescan is: the last card and observation done, and whether something was changed on the way."""

    rules: int = RULES
    card: int = 0
    observation: int = 0
    dirty: bool = False

    @classmethod
    def of(cls, text: str | None) -> _State:
        """What was noted, if it was for the rules of today."""
        try:
            found = json.loads(text or "")
            state = cls(*(found[name] for name in ("rules", "card", "observation", "dirty")))
        except (ValueError, TypeError, KeyError):
            return cls()
        return state if state.rules == RULES else cls(dirty=state.dirty)

    def to_json(self) -> str:
        """The state as it is noted."""
        return json.dumps(
            {
                "rules": self.rules,
                "card": self.card,
                "observation": self.observation,
                "dirty": self.dirty,
            }
        )


class Rescan:
    """One run over one project's store."""

    def __init__(self, store: Store, disguise: Disguise, *, dry_run: bool) -> None:
        self._store = store
        self._disguise = disguise
        self._dry_run = dry_run
        self._state = _State() if dry_run else _State.of(store.progress(STATE_KEY))

    def run(self, on_progress: OnProgress | None, cancelled: Callable[[], bool]) -> RescanReport:
        """Search everything; what changed is written over, and its old bytes are destroyed at the end."""
        report = self._cards(RescanReport(dry_run=self._dry_run), on_progress, cancelled)
        report = self._observations(report, on_progress, cancelled)
        if cancelled():
            return replace(report, interrupted=True)
        if self._dry_run:
            return report
        if self._state.dirty:
            report = replace(report, files_removed=len(self._store.purge()))
        done = {RULES_KEY: str(RULES), STATE_KEY: _State(RULES).to_json()}
        self._store.put_progress(done, lane=Lane.USER).result()
        return report

    def _cards(
        self, report: RescanReport, on_progress: OnProgress | None, cancelled: Callable[[], bool]
    ) -> RescanReport:
        total = self._store.counts().total
        while not cancelled():
            page = self._store.revise_cards(self._card, after=self._state.card, dry_run=self._dry_run)
            if not page.seen:
                break
            self._state.card = page.last
            report = replace(
                report,
                cards=report.cards + page.seen,
                cards_changed=report.cards_changed + page.changed,
                versions_changed=report.versions_changed + page.versions,
            )
            self._note(page.changed + page.versions)
            _tell(on_progress, report.cards, total, report.changed)
        return report

    def _observations(
        self, report: RescanReport, on_progress: OnProgress | None, cancelled: Callable[[], bool]
    ) -> RescanReport:
        total = report.cards + int(self._store.stats()["observations"])
        while not cancelled():
            page = self._store.revise_observations(
                self._observation, after=self._state.observation, dry_run=self._dry_run
            )
            if not page.seen:
                break
            self._state.observation = page.last
            report = replace(
                report,
                observations=report.observations + page.seen,
                observations_changed=report.observations_changed + page.changed,
            )
            self._note(page.changed)
            _tell(on_progress, report.cards + report.observations, total, report.changed)
        return report

    def _note(self, changed: int) -> None:
        if self._dry_run:
            return
        self._state.dirty = self._state.dirty or changed > 0
        self._store.put_progress({STATE_KEY: self._state.to_json()}, lane=Lane.USER).result()

    def _card(self, card: Card) -> Card:
        with wearing(self._disguise):  # the write thread calls this
            return cleaned_card(card)

    def _observation(self, observation: Observation) -> Observation:
        with wearing(self._disguise):
            return cleaned_observation(observation)


def cleaned_card(card: Card) -> Card:
    """`card` as the rules of today would have let it in; a path that may not be kept is dropped."""
    cleaned = replace(
        card,
        summary=clean(card.summary),
        details=clean(card.details),
        rationale=clean(card.rationale),
        evidence=clean(card.evidence),
        symbols=tuple(map(clean, card.symbols)),
        files=tuple(filter(is_keepable, card.files)),
        anchors=tuple(map(_anchor, filter(_is_kept, card.anchors))),
        sources=tuple(map(_source, card.sources)),
        branch=clean(card.branch),
        ref=clean(card.ref),
        author=clean(card.author),
        extra={key: clean(value) for key, value in card.extra.items()},
    )
    return card if cleaned == card else replace(cleaned, tokens=line_tokens(cleaned))


def cleaned_observation(observation: Observation) -> Observation:
    """`observation` as the rules of today would have made it, with the digest of its new text."""
    text = redact(observation.text).text
    cleaned = replace(
        observation,
        source=_source(observation.source),
        subject=clean(observation.subject),
        text=text,
        files=tuple(filter(is_keepable, observation.files)),
        symbols=tuple(map(clean, observation.symbols)),
    )
    if cleaned == observation:
        return observation
    return cleaned if text == observation.text else replace(cleaned, digest=digest(text))


def _source(source: SourceRef) -> SourceRef:
    return replace(
        source, locator=clean(source.locator), title=clean(source.title), author=clean(source.author)
    )


def _anchor(anchor: Anchor) -> Anchor:
    return replace(anchor, context=tuple(map(clean, anchor.context)))


def _is_kept(anchor: Anchor) -> bool:
    return is_keepable(anchor.path) and is_keepable(anchor.symbol_text)


def _tell(on_progress: OnProgress | None, done: int, total: int, changed: int) -> None:
    if on_progress is not None:
        on_progress(LearnProgress(STAGE, done, max(done, total), changed))

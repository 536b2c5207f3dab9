"""What an earlier card says once its story goes on: mended, back again, confirmed by a test, or gone without a word."""

from __future__ import annotations

from dataclasses import replace

from whylens.capture.readings import Reading
from whylens.govern.confidence import corroborated, starting_confidence
from whylens.memory.admission import GONE, MOST_SOURCES, line_tokens
from whylens.model.card import Card, CardDraft
from whylens.model.source import SourceRef, date_text
from whylens.model.words import Status
from whylens.normalize.redact import clean
from whylens.store.port import Writing

#: How much a defect gains each time it comes back, and how far.
CAME_BACK, MOST_IMPORTANT = 0.15, 0.9
#: How much an open one gains with each session it outlives, and how far.
STILL_THERE, MOST_STANDING = 0.1, 0.8
#: In `Card.extra`: how often it came back.
TIMES = "came_back"
_LONGEST_DETAILS = 2_400
#: Seconds within which two windows see the same thing.
SAME_TIME = 90.0


def fixed_now(prior: Card, reading: Reading) -> Card:
    """A known defect that was mended: the same card, closed."""
    draft = reading.finds[0].draft
    card = replace(
        _told_anew(prior, reading),
        rule=draft.rule,
        rationale=clean(draft.rationale),
        confidence=max(prior.confidence, starting_confidence(draft)),
    )
    return _counted(card, max(prior.importance, draft.importance))


def came_back(prior: Card, reading: Reading) -> Card | None:
    """A mended defect that came back and was mended again: heavier, with what was done this time."""
    draft = reading.finds[0].draft
    if _is_heard(prior, reading.observation.source):
        return None
    again = f"Came back and was fixed again on {date_text(reading.observation.source.at)}: {draft.rationale}"
    details = f"{prior.details}\n\n{clean(again)}"[:_LONGEST_DETAILS]
    times = str(int(prior.extra.get(TIMES, "0")) + 1)
    card = replace(
        prior,
        details=details,
        sources=_with(prior, reading),
        anchors=reading.finds[0].anchors or prior.anchors,
        status=Status.ACTIVE if prior.status is Status.ARCHIVED else prior.status,
        extra={**_without_gone(prior), TIMES: times},
    )
    return _counted(card, min(MOST_IMPORTANT, prior.importance + CAME_BACK))


def stands_again(prior: Card, reading: Reading, *, is_open: bool) -> Card | None:
    """A defect that stands: one that was mended is open again; one that is open gains weight once a session."""
    if not is_open:
        return _reopened(prior, reading)
    heard = {each.at for each in prior.sources}
    if prior.session == reading.observation.session or reading.observation.source.at in heard:
        return None
    card = replace(prior, sources=_with(prior, reading), session=reading.observation.session)
    return _counted(card, min(MOST_STANDING, prior.importance + STILL_THERE))


def supported(fix: Card, reading: Reading) -> Card | None:
    """A fix that a test confirms, which failed before and passes since."""
    if any(each.basis is reading.observation.source.basis for each in fix.sources):
        return None
    draft = reading.finds[0].draft
    what = draft.summary.partition(": ")[2]
    details = f"{fix.details}\n\nConfirmed: {clean(what)}, and passes since."[:_LONGEST_DETAILS]
    source = replace(reading.observation.source, basis=draft.basis)
    return replace(
        fix, details=details, sources=(*fix.sources, source), confidence=corroborated(fix.confidence)
    )


def put_away(writing: Writing, prior: Card, at: float) -> None:
    """A known defect that went away with its code, or by a change that says nothing."""
    if prior.rule.startswith("fixed-") or prior.status is not Status.ACTIVE or prior.confirmed_at is not None:
        return
    extra = {**prior.extra, GONE: f"no longer reported since {date_text(at)}"}
    writing.save([replace(prior, status=Status.ARCHIVED, extra=extra)])


def _reopened(prior: Card, reading: Reading) -> Card:
    card = _told_anew(prior, reading)
    before = f"It was fixed before. {prior.rationale}".strip() if prior.rule.startswith("fixed-") else ""
    times = str(int(prior.extra.get(TIMES, "0")) + 1)
    card = replace(
        card, rule=reading.finds[0].draft.rule, rationale=before, extra={**card.extra, TIMES: times}
    )
    return _counted(card, min(MOST_IMPORTANT, prior.importance + CAME_BACK))


def _told_anew(prior: Card, reading: Reading) -> Card:
    """The card with the words, place and source of a new draft."""
    find = reading.finds[0]
    draft: CardDraft = find.draft
    return replace(
        prior,
        summary=clean(draft.summary),
        details=clean(draft.details),
        evidence=clean(draft.evidence),
        status=Status.ACTIVE if prior.status is Status.ARCHIVED else prior.status,
        anchors=find.anchors or prior.anchors,
        files=tuple(dict.fromkeys((*prior.files, *find.files))),
        sources=_with(prior, reading),
        session=reading.observation.session,
        branch=reading.branch,
        commit=reading.commit,
        extra=_without_gone(prior),
    )


def _with(prior: Card, reading: Reading) -> tuple[SourceRef, ...]:
    """The sources of a card and the new one; of many the first stays, and the newest."""
    source = reading.observation.source
    sources = (*prior.sources, source)
    return sources if len(sources) <= MOST_SOURCES else (sources[0], *sources[-(MOST_SOURCES - 1) :])


def _is_heard(card: Card, source: SourceRef) -> bool:
    """Whether the card was told this already, maybe by another window on the same project."""
    return any(
        (each.basis, each.locator) == (source.basis, source.locator) and abs(each.at - source.at) < SAME_TIME
        for each in card.sources
    )


def _without_gone(card: Card) -> dict[str, str]:
    return {name: value for name, value in card.extra.items() if name != GONE}


def _counted(card: Card, importance: float) -> Card:
    return replace(card, importance=round(importance, 2), tokens=line_tokens(card))

"""Finds in a commit body what was chosen and why."""

from __future__ import annotations

from collections.abc import Sequence

from whylens.extract.body.findings import Finding
from whylens.extract.body.hearing import Said
from whylens.extract.body.wording import first_whole, in_area, joined, mended, reason_in
from whylens.extract.body.words import (
    ADDS,
    BECAUSE,
    FIX_VERB,
    FLAW,
    HALF,
    OF_SENTENCE_BEFORE,
    OPENS_REASON,
    SINCE,
    SO_AS_TO_AVOID,
    STORY,
    TIDIES,
    TO_AVOID,
    TROUBLE,
    VACUOUS,
)
from whylens.extract.phrasing import leans, points_back
from whylens.extract.subjects import Subject
from whylens.model.words import Kind


def choice(subject: Subject, said: Sequence[Said]) -> tuple[Said, Finding] | None:
    """A sentence that says both what the change does and why."""
    if TIDIES.match(subject.action) or ADDS.match(subject.action):
        return None
    for item in said:
        if not item.acts or item.past or not _gives_reason(item):
            continue
        if TIDIES.match(item.text) or (subject.is_fix and FIX_VERB.match(item.text)):
            continue
        alone = None if leans(item.text) else in_area(subject, item.text)
        summary = first_whole(joined(subject.text, item.text), alone) if item.shared < 3 else alone
        if summary:
            reason = reason_in(item.text)
            return item, Finding(Kind.DECISION, "choice", 0.75, 0.6, summary, item.sentence, reason)
    return None


def reason(subject: Subject, said: Sequence[Said]) -> tuple[Said, Finding] | None:
    """A sentence that gives the reason for what the subject line says."""
    if TIDIES.match(subject.action):
        return None
    for item in said:
        if item.acts or not _gives_reason(item):
            continue
        if item.past and not TROUBLE.search(item.prose):  # the reason of the old way, not of the new
            continue
        mends = subject.is_fix and (item.past or bool(TROUBLE.search(item.prose) or FLAW.search(item.prose)))
        mends = mends and not item.text.lower().startswith(("to ", "in order"))
        summary = mended(subject, item.text) if mends else joined(subject.text, item.text)
        if summary:
            kind, rule = (Kind.ISSUE, "fixed-because") if mends else (Kind.DECISION, "reason")
            return item, Finding(kind, rule, 0.7, 0.6, summary, item.sentence, item.text)
    return None


def _gives_reason(item: Said) -> bool:
    """Whether a sentence surely gives the reason for the change its commit makes.

    The weaker the connective, the nearer to the subject line the sentence must be, in place and in words.
    """
    text = item.prose
    if item.order > 4 or STORY.search(text) or VACUOUS.search(text) or HALF.match(text):
        return False
    if item.order and (OF_SENTENCE_BEFORE.match(text) or points_back(text)):
        return False
    near = item.shared > 1 or (item.order == 0 and item.shared > 0)
    if OPENS_REASON.match(text):
        return near or item.order == 0 or (item.order < 2 and item.shared > 0)
    if BECAUSE.search(text) or (item.acts and SO_AS_TO_AVOID.search(text)):
        return near
    if TO_AVOID.search(text):
        return near and item.order < 2
    return bool(SINCE.search(text)) and item.order < 2 and item.shared > 1

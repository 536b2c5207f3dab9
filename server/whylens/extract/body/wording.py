"""Ties a sentence of a body to the subject line, so that the summary stands alone."""

from __future__ import annotations

import re

from whylens.extract.body.words import BECAUSE, FIX_VERB, SINCE
from whylens.extract.noise import points_elsewhere
from whylens.extract.phrasing import fit, fit_or_clip, leans, uncapital
from whylens.extract.subjects import Subject

_FIXED = "Fixed: "
#: Opens with the reason or the time, so that "Fixed:" before it reads as if that had been mended.
_OPENS_HALFWAY = re.compile(
    r"(?:since|because|as|previously|formerly|before|until (?:now|then)|currently|due to|given|"
    r"the (?:main |real |actual |root |underlying )?(?:problem|issue|cause|reason|bug|culprit))\b",
    re.IGNORECASE,
)
_FIX_OF_NUMBER = re.compile(r"fix(?:es|ed)?\s+(?:bug|issue|lp|bz|#)?\s*[#:]?\d+", re.IGNORECASE)


def joined(subject: str, text: str) -> str | None:
    """ "What was done — why": None when the text points elsewhere or the whole does not fit."""
    return None if points_elsewhere(text) else fit_or_clip(f"{subject} — {uncapital(text)}")


def in_area(subject: Subject, text: str) -> str | None:
    """The sentence alone, with the area of the commit in front where it is not named."""
    if points_elsewhere(text):
        return None
    if subject.area and subject.area.lower() not in text.lower():
        return fit(f"{subject.area}: {uncapital(text)}") or fit(text)
    return fit(text)


def mended(subject: Subject, text: str) -> str | None:
    """ "Fixed: area: what was wrong — why"; the sentence alone where both are too long and it needs no subject."""
    area = f"{subject.area}: " if subject.area else ""
    alone = (
        None if leans(text) or points_elsewhere(text) else fit(f"{_FIXED}{area}{text}") or fit(_FIXED + text)
    )
    if _FIX_OF_NUMBER.fullmatch(subject.action):
        return alone
    if alone and _OPENS_HALFWAY.match(text):
        told = FIX_VERB.sub("", subject.action)
        return first_whole(joined(f"{_FIXED}{area}{told}", text), fit(f"{_FIXED}{area}{told}"), alone)
    if FIX_VERB.match(subject.action):
        return first_whole(joined(f"{_FIXED}{area}{FIX_VERB.sub('', subject.action)}", text), alone)
    return joined(f"{_FIXED}{subject.text}", text) if leans(text) else alone


def first_whole(*summaries: str | None) -> str | None:
    """The first summary that was not cut; where all were, the first there is."""
    there = [summary for summary in summaries if summary]
    return next((summary for summary in there if not summary.endswith("…")), there[0] if there else None)


def reason_in(text: str) -> str:
    """The part of a sentence that gives the reason, from its connective on; empty when it has none."""
    found = BECAUSE.search(text) or SINCE.search(text)
    return text[found.start() :].lstrip(" ,") if found and found.start() else ""

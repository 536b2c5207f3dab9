"""Finds in a commit body what single sentences state: rules that hold, measurements, solutions, things left to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from whylens.extract.body.findings import TENTATIVE, Finding
from whylens.extract.body.hearing import Said
from whylens.extract.body.wording import in_area, joined, reason_in
from whylens.extract.body.words import AIMS, BECAUSE, NAME, NOT_BINDING, SCOPE_OF_CHANGE, STORY, TROUBLE
from whylens.extract.cues import Cue, Voice, read
from whylens.extract.phrasing import capital, dangles, leans
from whylens.extract.subjects import Subject
from whylens.model.words import Kind


def statement(subject: Subject, item: Said) -> Finding | None:
    """What one sentence states by itself, or None; a rule may stand in its reason ("… because X must …")."""
    for part in _parts(item):
        cue = read(part.text, Voice.COMMIT)
        if cue and _holds(part, cue):
            found = _worded(subject, part, cue)
            if found:
                return found
    return None


_REASON = re.compile(r"\b(?:because|since|as|which means(?: that)?) (?=[`\w])")


def _parts(item: Said) -> Iterator[Said]:
    yield item
    found = _REASON.search(item.text)
    if found and found.start() > 0:
        yield replace(item, text=capital(item.text[found.end() :]), acts=False)


def _holds(item: Said, cue: Cue) -> bool:
    """Whether the sentence really says what its cue promises."""
    text = item.text
    if cue.kind is Kind.CONSTRAINT:
        return _binds(item, cue)
    if cue.kind is Kind.DECISION and (item.past or SCOPE_OF_CHANGE.search(text)):
        return False
    if cue.name == "deprecates":
        return bool(
            _REASON.search(text)
            or re.search(r"\b(?:in favou?r|instead|replaced|no longer|so that|due to)\b", text)
        )
    if cue.name == "workaround":
        return item.acts or text.lower().startswith("the workaround")
    if cue.name == "tried-and-failed":
        return bool(TROUBLE.search(text))
    if cue.kind is Kind.TODO:  # what a commit left to do was done since, or stands in the code
        return False
    if cue.name == "solution":  # how it was done, which the code shows
        return False
    if cue.name == "instead-choice":
        return bool(BECAUSE.search(text))
    if cue.name == "decided":
        return bool(BECAUSE.search(text) or re.search(r"\b(?:not|against|instead)\b", text))
    return True


def _binds(item: Said, cue: Cue) -> bool:
    """Whether the sentence is a rule that still holds: present, about a named thing, the rule word not far in."""
    text = item.text
    found = cue.pattern.search(text)
    if found is None or found.start() > 90 or item.past or item.acts:
        return False
    if dangles(text) or AIMS.search(text) or STORY.search(text) or NOT_BINDING.search(text):
        return False
    named = NAME.search(text)
    return bool(named and named.start() < found.end())


def _worded(subject: Subject, item: Said, cue: Cue) -> Finding | None:
    alone = not leans(item.text) and cue.kind is not Kind.EVIDENCE and cue.name != "solution"
    summary = in_area(subject, item.text) if alone else joined(subject.text, item.text)
    if summary is None or (cue.kind is not Kind.DECISION and summary.endswith("…")):
        return None
    certainty = TENTATIVE if cue.kind is Kind.TODO else cue.certainty
    return Finding(
        cue.kind, cue.name, certainty, cue.importance, summary, item.sentence, reason_in(item.text)
    )

# ruff: noqa: E501
"""Chooses the sentences of a commit body that are worth a card, and words them so that they stand alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from whylens.extract.cues import BAD, Cue, Voice, read
from whylens.extract.noise import is_noise, points_elsewhere
from whylens.extract.phrasing import capital, dangles, fit, plain, uncapital
from whylens.extract.sentences import Sentence
from whylens.extract.subjects import Subject
from whylens.model.words import Kind

#: Certainty of what is kept but waits in the review queue.
TENTATIVE = 0.3


@dataclass(frozen=True, slots=True)
class Finding:
    """A card in the making: what it says and the sentence it was taken from."""

    kind: Kind
    rule: str
    certainty: float
    importance: float
    summary: str
    sentence: Sentence
    rationale: str = ""


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence that is no noise: its plain words, the rule it matches, whether it tells of the time before the change."""

    sentence: Sentence
    text: str
    cue: Cue | None
    past: bool
    order: int


_PAST = re.compile(
    r"\b(?:previously|before (?:this|that|the|now|#|\d)|used to|until now|so far|currently|at the moment|at present|right now|today|as of now|was|were|wasn[’']t|weren[’']t"
    r"|had been|has been|have been|would|did(?:n[’']t| not)|formerly|originally|in the past|the old|old (?:code|behaviou?r|version)|existing|had to|the previous)\b",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\b(?:because|since (?!\d|v\d)|due to|caused by|as a result|the (?:reason|root cause|culprit|problem|issue)|lead(?:s|ing)? to|led to|result(?:s|ed|ing)? in|caus(?:es?|ed|ing)|which (?:means?|meant|would|could|can|made|makes|broke|breaks))\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:when|if|while|after|unless|whenever|once|during)\b", re.IGNORECASE)
_BAD = re.compile(rf"\b{BAD}\b", re.IGNORECASE)
_NAME = re.compile(
    r"`[^`]+`|\b\w+\(\)|\b[a-z]+[A-Z]\w+|\b[A-Za-z]\w*_\w+|\b[A-Z]\w+[A-Z]\w*|--?[a-z][\w-]+=?|\b\w+\.\w+\b"
)
_THIS_CHANGE = re.compile(
    r"^(?:(?:with|in|by|through) )?(?:this|the|my) (?:commit|PR|patch|change(?:set)?|CL|pull request|diff|series|branch|MR|merge request|fix)"
    r"(?: (?:also|now|simply|just|instead|therefore|hence))*,? (?:(?:we|I) (?:now )?)?",
    re.IGNORECASE,
)


def findings(subject: Subject, sentences: Sequence[Sentence]) -> Iterator[Finding]:
    """What the body says, best first within each kind of finding; most bodies say nothing."""
    said = [item for item in map(_hear, range(len(sentences)), sentences) if item]
    fixed = _fixed_defect(subject, said) if subject.may_be_fix else None
    if fixed:
        yield fixed
    reason = _reason(subject, said, fixed)
    if reason:
        yield reason
    taken = {id(found.sentence) for found in (fixed, reason) if found}
    for item in said:
        if id(item.sentence) not in taken and item.cue and not item.past:
            found = _statement(subject, item, item.cue)
            if found:
                yield found


def _hear(order: int, sentence: Sentence) -> _Said | None:
    if is_noise(sentence.text):
        return None
    text = capital(_THIS_CHANGE.sub("", plain(sentence.text)))
    return _Said(sentence, text, read(text, Voice.COMMIT), bool(_PAST.search(sentence.text)), order)


def _fixed_defect(subject: Subject, said: Sequence[_Said]) -> Finding | None:
    """The sentence that tells best what was broken and why, when it tells it well enough."""
    rated = [(_tells_cause(item), -item.order, item) for item in said]
    if not rated:
        return None
    score, _, best = max(rated, key=lambda row: row[:2])
    if score < (3 if subject.is_fix else 4):
        return None
    summary = _worded(subject, best.text, mended=True)
    if summary is None:
        return None
    return Finding(
        Kind.ISSUE,
        "fixed-defect",
        min(0.9, 0.5 + 0.08 * score),
        0.6,
        summary,
        best.sentence,
        _clause_after(best.text),
    )


def _tells_cause(item: _Said) -> int:
    text = item.text
    bad, reason = bool(_BAD.search(text)), bool(_REASON.search(text))
    if not (bad or (reason and item.past)):
        return 0
    score = (
        2 * bad
        + 2 * reason
        + item.past
        + bool(_CONDITION.search(text))
        + bool(_NAME.search(text))
        + (item.order < 2)
    )
    return score - dangles(text) - 2 * points_elsewhere(text)


def _worded(subject: Subject, text: str, *, mended: bool = False) -> str | None:
    if points_elsewhere(text):
        return None
    if mended:
        if (subject.is_fix and subject.area == "") or dangles(text):
            return fit(f"Fixed: {_without_fix(subject)} — {text}")
        return fit(f"Fixed: {subject.area + ': ' if subject.area else ''}{text}")
    if dangles(text):
        return fit(f"{subject.text} — {uncapital(text)}")
    return fit(text)


def _without_fix(subject: Subject) -> str:
    action = re.sub(
        r"^(?:fix(?:e[sd]|ing)?(?: up| for| of)?|correct|repair|resolve)\s+",
        "",
        subject.action,
        flags=re.IGNORECASE,
    )
    return f"{subject.area}: {action}" if subject.area else action


def _clause_after(text: str) -> str:
    found = re.search(
        r"\b(?:because|since|due to|so that|in order to|otherwise|to avoid|to prevent)\b.*",
        text,
        re.IGNORECASE,
    )
    return found.group() if found else ""


_WHY = frozenset({"because", "workaround", "by-design", "decided", "instead-of", "deprecates", "compatible"})


def _reason(subject: Subject, said: Sequence[_Said], fixed: Finding | None) -> Finding | None:
    """The decision of the commit with its reason, when the body gives one."""
    for item in said:
        if item.cue is None or item.cue.name not in _WHY or (fixed and item.sentence is fixed.sentence):
            continue
        summary = _worded(subject, item.text)
        if summary is None:
            continue
        certainty = item.cue.certainty - 0.1 * item.past
        return Finding(
            Kind.DECISION,
            item.cue.name,
            certainty,
            item.cue.importance,
            summary,
            item.sentence,
            _clause_after(item.text),
        )
    return None


def _statement(subject: Subject, item: _Said, cue: Cue) -> Finding | None:
    """A rule, a measurement, a to-do or a failed try that one sentence states."""
    if cue.name in _WHY:
        return None
    summary = _worded(subject, item.text)
    if summary is None:
        return None
    certainty = TENTATIVE if cue.kind is Kind.TODO else cue.certainty
    return Finding(
        cue.kind, cue.name, certainty, cue.importance, summary, item.sentence, _clause_after(item.text)
    )

"""Finds in a commit body what was broken and why: the defect a commit mends, or the trouble it removes."""

from __future__ import annotations

from collections.abc import Sequence

from whylens.extract.body.findings import Finding
from whylens.extract.body.hearing import Said
from whylens.extract.body.wording import joined, mended, reason_in
from whylens.extract.body.words import (
    BEFORE,
    BROKEN,
    CAUSE,
    CONDITION,
    CONSEQUENCE,
    FATAL,
    FIXED_STATEMENT,
    FLAW,
    HALF,
    NAME,
    NAMES_DEFECT,
    NO_DEFECT,
    PARENTHESIS,
    SAYS_DEFECT,
    STORY,
    TELLS_CHANGE,
    TIDIES,
    TROUBLE,
    WHERE,
)
from whylens.extract.noise import points_elsewhere
from whylens.extract.phrasing import dangles, fit_or_clip, plain, uncapital
from whylens.extract.subjects import Subject
from whylens.model.words import Kind

#: How well a sentence must tell what was broken (see `_tells_cause`).
WELL_ENOUGH = 5


def fixed_defect(subject: Subject, said: Sequence[Said]) -> tuple[Said, Finding] | None:
    """The sentence that tells best what was broken and why, when one tells it well enough."""
    early = [item for item in said if item.order < 4]
    stated = _stated(subject, early)
    if stated:
        return stated
    if not subject.is_fix:
        early = [item for item in early if SAYS_DEFECT.match(item.text)]
    score, _, best = max(
        ((_tells_cause(item), -item.order, item) for item in early),
        key=lambda row: row[:2],
        default=(0, 0, None),
    )
    summary = mended(subject, best.text) if best and score >= WELL_ENOUGH else None
    if best is None or summary is None:
        return None
    certainty = min(0.9, 0.45 + 0.06 * score)
    reason = reason_in(best.text)
    return best, Finding(Kind.ISSUE, "fixed-defect", certainty, 0.6, summary, best.sentence, reason)


def _stated(subject: Subject, said: Sequence[Said]) -> tuple[Said, Finding] | None:
    """A sentence that says by itself what was mended: "Fixed a regression where …"."""
    for item in said:
        statement = FIXED_STATEMENT.match(item.text)
        if statement and any(sign.search(item.prose) for sign in (WHERE, CONDITION, CONSEQUENCE)):
            area = f"{subject.area}: " if subject.area else ""
            words = item.text[item.text.index(" ") + 1 :]
            summary = None if points_elsewhere(words) else fit_or_clip(f"Fixed: {area}{words}")
            if summary:
                return item, Finding(
                    Kind.ISSUE, "fixed-stated", 0.8, 0.6, summary, item.sentence, reason_in(words)
                )
    return None


def _tells_cause(item: Said) -> int:
    """How well a sentence tells what was broken and why: a point for each of the things a good account has."""
    text, prose = item.text, item.prose
    broken, caused = bool(BROKEN.search(prose)), bool(CAUSE.search(prose))
    flawed = item.past and bool(FLAW.search(prose))
    describes = broken or flawed or (caused and item.past)
    if item.acts or not describes or points_elsewhere(text) or NO_DEFECT.search(prose) or HALF.match(text):
        return 0
    points = (
        broken or flawed,
        FATAL.search(prose),
        caused,
        caused,  # the cause is worth two
        item.past,
        CONDITION.search(text),
        NAME.search(text),
        item.order < 2,
        item.shared > 0,
    )
    return sum(map(bool, points)) - (dangles(text) and not NAMES_DEFECT.match(text))


def problem(subject: Subject, said: Sequence[Said]) -> tuple[Said, Finding] | None:
    """What was wrong before the change, in a commit whose subject line tells what was done about it."""
    if TIDIES.match(subject.action):
        return None
    for item in said:
        if item.order > 1:
            break
        rule, words = _trouble(subject, item)
        summary = (mended if subject.is_fix else _done_about)(subject, words) if words else None
        if summary:
            kind, rule = (Kind.ISSUE, f"fixed-{rule}") if subject.is_fix else (Kind.DECISION, rule)
            return item, Finding(kind, rule, 0.65, 0.6, summary, item.sentence, item.text)
    return None


def _done_about(subject: Subject, words: str) -> str | None:
    return joined(subject.text, words)


def _trouble(subject: Subject, item: Said) -> tuple[str, str]:
    """The rule a sentence about the old state matches and its words; two empty strings when it matches none."""
    text, prose = PARENTHESIS.sub("", item.text), item.prose
    if item.acts or not item.shared or STORY.search(text) or HALF.match(text) or NO_DEFECT.search(text):
        return "", ""
    dated = plain(item.sentence.text, keep_time=True)
    trouble, consequence = TROUBLE.search(prose), CONSEQUENCE.search(prose)
    if BEFORE.match(dated) and (trouble or consequence or FLAW.search(prose)):
        return "previously", "previously, " + uncapital(BEFORE.sub("", dated))
    if item.order == 0 and trouble and NAME.search(text) and (consequence or subject.is_fix):
        return ("", "") if TELLS_CHANGE.search(text) else ("problem", text)
    return "", ""

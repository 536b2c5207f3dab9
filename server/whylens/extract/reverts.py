"""Reverts → failed approaches: what was taken back, and the reason given for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from whylens.extract.body.findings import Finding
from whylens.extract.body.reading import statements
from whylens.extract.cues import BAD
from whylens.extract.noise import points_elsewhere
from whylens.extract.phrasing import fit, plain, uncapital
from whylens.extract.sentences import Sentence
from whylens.extract.subjects import Subject
from whylens.model.words import Kind

_REVERT_LINE = re.compile(
    r"^(?:this )?(?:partial(?:ly)? )?(?:revert|back(?:s|ed)? out|cherry|original (?:change|commit)|change-id|bug:)",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^(?:(?:the )?(?:reason|rationale|motivation)(?: (?:for|of|behind) (?:the "
    r"|this )?revert(?:ing)?(?: this| it)?)?(?: is| was)?(?: that)?|because|since|as|it turns out(?: that)?"
    r"|turns out(?: that)?|why)\b\s*[:,\-]?\s*",
    re.IGNORECASE,
)
_CAUSE = re.compile(
    rf"\b(?:{BAD}|because|since|due to|caus\w+|turns out|problem|issue|lead(?:s|ing)? to|result(?:s|ed)? in"
    rf"|introduced|no longer|not (?:needed|necessary|ready|safe)|slow\w*|confus\w+|dangerous|instead)\b",
    re.IGNORECASE,
)
_EMPTY_REASON = re.compile(
    r"^(?:it )?(?:(?:breaks?|broke|fails?|failing) (?:the )?(?:build|ci|tests?|tree|bots?)(?: (?:in|on"
    r"|for) .{1,20})?|not ready|no longer needed|merge conflicts?\b.*|.*\b(?:conflicted with|CI to fail"
    r"|fail\w* CI|break\w* CI|broke CI)\b.*|left in\b.*|see\b|per\b|as per\b|requested)\W*\w*\W*$",
    re.IGNORECASE,
)


def revert_findings(subject: Subject, sentences: Sequence[Sentence]) -> Iterator[Finding]:
    """The failed approach with its reason, then what else the message states.

    A revert without a stated reason yields nothing: that it happened is in the history. A revert of a revert is no
    failure.
    """
    what = subject.reverted
    rest = [s for s in sentences if not _REVERT_LINE.match(s.text)]
    if not what or re.match(r"(?i)revert\b", what) or _UNFINISHED.search(what) or _NUMBER.match(what):
        return
    chosen = _reason(rest)
    if chosen:
        reason = _OPENING.sub("", plain(chosen.text))
        summary = fit(f"Reverted: {what} — {uncapital(reason)}")
        if summary and not _EMPTY_REASON.match(reason) and not points_elsewhere(reason):
            yield Finding(Kind.FAILED_APPROACH, "reverted-because", 0.9, 0.8, summary, chosen, reason)
    yield from statements(subject, [s for s in rest if s is not chosen])


_UNSURE = re.compile(
    r"\bI(?:[’']m| am| was)? not\b|https?://|^it does\b|^there are\b|\b(?:landed|merged) now\b"
    r"|\bhas been merged\b|\bneed to revert\b|\brebase",
    re.IGNORECASE,
)


#: Taken back by its number alone, which tells nobody what was tried.
_NUMBER = re.compile(
    r"^(?:fix(?:es|ed)?\s+)?(?:for\s+)?(?:PR|pull request|commit|change|bug|issue|lp|bz)?[\s:-]*#?\d+\W*$|^\W*#?\d",
    re.IGNORECASE,
)
#: A title that lost its end with the number of the commit it names.
_UNFINISHED = re.compile(r"\b(?:of|from|in|to|by|for|and)$", re.IGNORECASE)


def _reason(sentences: Sequence[Sentence]) -> Sentence | None:
    """The sentence that says why: one that announces itself, or names something bad, among the first few."""
    usable = [
        s
        for s in sentences
        if not s.text.endswith("?") and len(s.text.split()) >= 6 and not _UNSURE.search(s.text)
    ]
    for sentence in usable[:5]:
        if _OPENING.match(sentence.text):
            return sentence
    return next((s for s in usable[:3] if _CAUSE.search(s.text)), None)

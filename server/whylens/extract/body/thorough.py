"""Reads a body a second time, less strictly, when one message is looked at closely and not thousands at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whylens.extract.body.findings import TENTATIVE, Finding
from whylens.extract.body.hearing import acts
from whylens.extract.body.wording import reason_in
from whylens.extract.body.words import BROKEN, CAUSE, CONSEQUENCE, FLAW, TROUBLE
from whylens.extract.cues import Voice, read
from whylens.extract.noise import is_guess, is_no_statement
from whylens.extract.phrasing import clipped, leans, plain, uncapital
from whylens.extract.sentences import Sentence
from whylens.extract.subjects import Subject
from whylens.model.words import Kind


def unsure_findings(
    subject: Subject, sentences: Sequence[Sentence], found: Sequence[Finding]
) -> Iterator[Finding]:
    """What the sentences not yet taken may say, each with a certainty that sends it to the review queue."""
    measured = any(finding.kind is Kind.EVIDENCE for finding in found)
    taken = {id(finding.sentence) for finding in found}
    for sentence in sentences:
        text = plain(sentence.text)
        if id(sentence) in taken or text.startswith("(") or is_no_statement(text) or is_guess(text):
            continue
        named = _name(text)
        if named and not (measured and named[0] is Kind.EVIDENCE):
            kind, rule = named
            summary = clipped(f"{subject.text} — {uncapital(text)}" if leans(text) else text)
            yield Finding(kind, rule, TENTATIVE, 0.4, summary, sentence, reason_in(text))


def _name(text: str) -> tuple[Kind, str] | None:
    """The kind of a sentence and the rule that says so, or None."""
    cue = read(text, Voice.COMMIT) or read(text, Voice.NOTE)
    broken = BROKEN.search(text) or (FLAW.search(text) and CONSEQUENCE.search(text))
    if (
        broken
        and (cue is None or cue.kind is not Kind.FAILED_APPROACH)
        and (CAUSE.search(text) or TROUBLE.search(text))
    ):
        return Kind.ISSUE, "fixed-unsure"
    if cue is None or (cue.kind is Kind.CONSTRAINT and acts(text)):
        return None
    return cue.kind, f"unsure-{cue.name}"

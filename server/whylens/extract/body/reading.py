"""The door to the readers of a commit body: all findings of one message, the most telling first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whylens.extract.body.defects import fixed_defect, problem
from whylens.extract.body.explanations import explanation
from whylens.extract.body.findings import Finding
from whylens.extract.body.hearing import Said, hear
from whylens.extract.body.reasons import choice, reason
from whylens.extract.body.statements import statement
from whylens.extract.sentences import Sentence
from whylens.extract.subjects import Subject
from whylens.model.words import Kind


def findings(subject: Subject, sentences: Sequence[Sentence]) -> Iterator[Finding]:
    """What the body says: the defect mended, then the choice or the reason, then what single sentences state.

    Where nothing is as clear as that, the plain explanation near the subject line.
    """
    found = list(_telling(subject, sentences))
    if not found and (last := explanation(subject, sentences)) is not None:
        found = [last]
    return iter(found)


def _telling(subject: Subject, sentences: Sequence[Sentence]) -> Iterator[Finding]:
    said = hear(subject, sentences)
    for look in (fixed_defect, choice, reason, problem):
        found = look(subject, said)
        if found:
            said = [item for item in said if item is not found[0]]
            yield found[1]
            if look is not fixed_defect:
                break
    yield from _statements(subject, said)


def statements(subject: Subject, sentences: Sequence[Sentence]) -> Iterator[Finding]:
    """Only what single sentences state."""
    return _statements(subject, hear(subject, sentences))


def _statements(subject: Subject, said: Sequence[Said]) -> Iterator[Finding]:
    measured = False
    for item in said:
        found = statement(subject, item)
        if found is None or (measured and found.kind is Kind.EVIDENCE):
            continue
        measured = measured or found.kind is Kind.EVIDENCE  # one measurement speaks for all
        yield found

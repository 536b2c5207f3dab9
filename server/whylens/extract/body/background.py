"""What a message tells of a change at some length, where no rule heard a sentence that stands alone.

The card is the subject line, and the author's paragraph is quoted under it. A developer at the function learns more
from it than from silence; no line of it was meant to be repeated alone, so it is not sure enough for a chat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from whylens.extract.body.explanations import argues
from whylens.extract.body.findings import Finding
from whylens.extract.body.words import FIX_VERB, TIDIES
from whylens.extract.noise import is_guess, is_noise
from whylens.extract.phrasing import fit
from whylens.extract.sentences import Sentence
from whylens.extract.subjects import Subject
from whylens.model.told import BACKGROUND, FIXED_BACKGROUND
from whylens.model.words import Kind

#: Less than a rule that is sure of one sentence, more than what waits for review (`govern.confidence`).
CERTAINTY = 0.45
#: A paragraph shorter than this says little more than the subject line.
FEWEST_WORDS = 20
_WORD = re.compile(r"[A-Za-z][\w'’-]+")
#: Subjects of changes that leave the code doing what it did.
_OF_FORM = re.compile(
    r"\b(?:type (?:hints?|annotations?|checking)|typing|annotat\w+|mypy|pyright|ruff|lint\w*|rename\w*|reformat\w*"
    r"|comments?|docstrings?|typos?|cosmetic\w*|wording|whitespace|indent\w*|naming|nits?|readab\w+|clean(?:er|ly)?"
    r"|(?:simple and )?clear(?:er)?"
    r"|modernize|python ?[23](?:\.\d+)?|migrat\w+ (?:to|from)|deprecat\w+ warnings?|logging|log messages?|messages?)\b",
    re.IGNORECASE,
)  # fmt: skip


def background(subject: Subject, sentences: Sequence[Sentence]) -> Finding | None:
    """The paragraph under the subject line, when it argues at some length; None for all else."""
    if TIDIES.match(subject.action) or _OF_FORM.search(subject.action) or not sentences:
        return None
    first = list(takewhile(lambda each: each.block == sentences[0].block, sentences))
    told = [each for each in first if not (each.cut or each.item or is_noise(each.text))]
    if any(is_guess(each.text) for each in first) or len(told) < max(1, len(first) - 1):
        return None
    if sum(len(_WORD.findall(each.text)) for each in told) < FEWEST_WORDS:
        return None
    arguing = next((each for each in told if argues(each.text)), None)
    summary = fit(_title(subject))
    if arguing is None or summary is None:
        return None
    kind, rule = (Kind.ISSUE, FIXED_BACKGROUND) if subject.is_fix else (Kind.DECISION, BACKGROUND)
    return Finding(kind, rule, CERTAINTY, 0.4, summary, arguing)


def _title(subject: Subject) -> str:
    if not subject.is_fix:
        return subject.text
    area = f"{subject.area}: " if subject.area else ""
    return f"Fixed: {area}{FIX_VERB.sub('', subject.action)}"

"""Finds in a commit body the plain explanation that no sharper rule recognised: prose that argues for the subject line.

Asked last, when nothing else was found. The reader of a function gains more from "why" in the author's own words
than from silence, so the sentence only has to argue, near the subject line, and to be whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from whylens.extract.body.findings import Finding
from whylens.extract.body.hearing import acts, without_this_change
from whylens.extract.body.wording import joined, mended, reason_in
from whylens.extract.body.words import HALF, TIDIES, VACUOUS
from whylens.extract.noise import is_noise, points_elsewhere
from whylens.extract.phrasing import is_complete, plain
from whylens.extract.sentences import Sentence
from whylens.extract.subjects import Subject
from whylens.model.words import Kind

#: Only what stands at the start of a body argues for the subject line.
NEAREST = 3
CERTAINTY = 0.5
FEWEST_WORDS, MOST_WORDS = 8, 45

#: Words with which an author argues, by what is argued with. One strong group is enough, of the weak ones two are.
_CAUSE = re.compile(
    r"\b(?:because|since|given that|due to|otherwise|or else|so (?:it|we|the|that|they|there)|therefore|thus|hence"
    r"|which means|meaning that|by design|on purpose"
    r"|intentional\w*)\b",
    re.IGNORECASE,
)
_NEEDLESS = re.compile(
    r"\b(?:no longer|not needed|needn['’]t|unneeded|unnecessar\w+|redundant|only used|only needed|superfluous|obsolete"
    r"|useless|pointless|implementation detail|error-prone|fragile|mislead\w+"
    r"|too (?:many|much|long|slow|early|late))\b",
    re.IGNORECASE,
)
_BINDS = re.compile(
    r"\b(?:must|has to|have to|requires?|guarante\w+|supposed to|cannot|can['’]t|never)\b", re.IGNORECASE
)
_NEGATES = re.compile(
    r"\b(?:is|are|was|were|does|do|did|has|have|had|should|could|would)(?:n['’]t| not)\b|\bwithout\b",
    re.IGNORECASE,
)
_COMPARES = re.compile(
    r"\b(?:better|simpler|faster|slower|cheaper|safer|easier|expensive|more \w+(?: \w+)? than|prefer\w*|appropriate)\b",
    re.IGNORECASE,
)
_LEADS_TO = re.compile(
    r"\b(?:leads? to|results? in|caus(?:es|ed|ing)|prevents?|breaks?|ends? up|used to|fail\w*|crash\w*|leak\w*|wrong\w*"
    r"|incorrect\w*|lost|stale|race|deadlock\w*|corrupt\w*|hang\w*|silently|unexpected\w*)\b",
    re.IGNORECASE,
)
_STRONG, _WEAK = (_CAUSE, _NEEDLESS), (_BINDS, _NEGATES, _COMPARES, _LEADS_TO)


def argues(text: str) -> bool:
    """Whether the text gives a reason, weighs, or tells what went wrong."""
    return (
        any(group.search(text) for group in _STRONG) or sum(bool(group.search(text)) for group in _WEAK) > 1
    )


#: Speaks of the work, the author, or what is still to come, not of the code.
_ABOUT_THE_WORK = re.compile(
    r"\b(?:I|I['’]m|I['’]ve|my|me|you|your|tests?|tested|testing|commit|patch|PR|pull request|branch"
    r"|refactor\w*|clean-?up"
    r"|follow-?up|docs?|documentation|changelog|lint\w*|mypy|typing|TODO|work in progress|WIP|no functional|upstream"
    r"|alas|this change\w* fix\w*|this is (?:useful|helpful)|as a part of|in short|in some cases|we may\b"
    r"|not clear|some while|see \w+\.\w+|best effort|minor|warnings?|make \w+ (?:\w+ )?clearer"
    r"|review\w*|bump\w*|benchmark\w*|CI)\b|^\W*(?:add(?:s|ed|ing)?|mov(?:e|es|ed|ing)|renam\w+|updat\w+"
    r"|document\w*|extract\w*"
    r"|split\w*|introduc\w+|implement\w*|creat\w+|remov\w+|drop \w*(?:_|support|compat)\w*"
    r"|replac\w+|chang\w+|improv\w+|support\w*|bring\w*"
    r"|do\b|convert\w*|straightforward\w*|ruff\b|let\b"
    r"|to\b|better\b|didn['’]t|slightly|e\.g|for example|example|note|also|additionally|finally|while"
    r"|there (?:is|are|was|were) (?:a|an|some|two|several)\b)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z][\w'’-]+")


def explanation(subject: Subject, sentences: Sequence[Sentence]) -> Finding | None:
    """The first sentence near the subject line that argues for it; None when none does."""
    if TIDIES.match(subject.action) or (_ABOUT_THE_WORK.search(subject.action) and not subject.is_fix):
        return None
    for sentence in sentences[:NEAREST]:
        if sentence.block != sentences[0].block:  # a second paragraph turns to a second matter
            break
        if (text := _argument(sentence)) is None:
            continue
        if not subject.is_fix and not _is_cause(text):  # a choice needs its cause, a defect its symptom
            continue
        summary = mended(subject, text) if subject.is_fix else joined(subject.text, text)
        if summary is not None and not summary.endswith("…"):
            kind, rule = (Kind.ISSUE, "fixed-explained") if subject.is_fix else (Kind.DECISION, "explained")
            return Finding(kind, rule, CERTAINTY, 0.5, summary, sentence, reason_in(text) or text)
    return None


#: Begins with a thing: it tells what is there, and the cause in it is the cause of that.
_TELLS_OF = re.compile(r"^(?:the|an?|all|each|both|some)\b", re.IGNORECASE)

#: And then what follows from it.
_FOLLOWS = re.compile(r",? (?:so|therefore|thus|hence)\b")


def _is_cause(text: str) -> bool:
    return _CAUSE.search(text) is not None and (
        _FOLLOWS.search(text) is not None or not _TELLS_OF.match(text)
    )


def _argument(sentence: Sentence) -> str | None:
    """The plain words of a whole sentence that argues; None for all else."""
    raw = sentence.text
    if sentence.cut or sentence.item or not is_complete(raw) or is_noise(raw) or points_elsewhere(raw):
        return None
    text = without_this_change(plain(raw))
    count = len(_WORD.findall(text))
    if not FEWEST_WORDS <= count <= MOST_WORDS or _ABOUT_THE_WORK.search(text):
        return None
    if acts(text) or HALF.match(text) or VACUOUS.search(text) or not argues(text):
        return None
    return text

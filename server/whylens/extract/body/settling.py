"""The last look at a finding, with its neighbours in view: what would mislead a reader is left out, what is
misnamed is named right.

Each rule answers a kind of mistake that readers who did not write the rules found in cards of real repositories.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from whylens.extract.body.findings import Finding
from whylens.extract.phrasing import SHORTEST, points_back
from whylens.extract.sentences import Sentence
from whylens.extract.subjects import Subject
from whylens.model.words import Kind

#: Opens with a word that needs the sentence before it.
_POINTS_BACK = re.compile(
    r"^(?:this|that|these|those|it|they|he|she|such|both|neither|all of|so|thus|hence|therefore|then|instead)\b",
    re.IGNORECASE,
)
#: What "this" may do when it stands for the change that the subject line names.
_EFFECT = re.compile(
    r"^(?:this|it)(?: (?:also|now|just|only|simply))? (?:avoids?|prevents?|allows?|makes?|means|ensures?|lets|helps?"
    r"|keeps?|reduces?|saves?|gives?|improves?|removes?|enables?|guarantees?"
    r"|is (?:because|since|needed|required|so that|to avoid)"
    r"|caused|broke|fixes)\b",
    re.IGNORECASE,
)
#: Opens a second matter, a concession, or one step of a story.
_BESIDE = re.compile(
    r"^\W*(?:(?:we )?also|however|besides|but|and|first|second|finally|further|furthermore|additionally"
    r"|moreover|in general"
    r"|for (?:example|instance)|e\.g|note|as a workaround|alas|unfortunately|sadly|now"
    r"|currently|at the moment|at present|right now|today"
    r"|to fix|fix this|the (?:fix|solution|workaround) is|adds? a workaround|in short|as a part)\b",
    re.IGNORECASE,
)
#: The sentence after it says what this one only prepares.
_POINT_IS_NEXT = re.compile(
    r"^\W*(?:but|however|for this reason|therefore|thus|hence|so|as a result|in (?:these|those|such|that|this) cases?"
    r"|this (?:makes|causes?|caused|will|would|means|meant|leads?|led|results?|resulted"
    r"|is (?:why|wrong|bad|not|because|problematic))"
    r"|having|when (?:it|this|that)|unfortunately)\b",
    re.IGNORECASE,
)
#: The sentence after it takes it back.
_TURNS = re.compile(r"^\W*(?:but|however|yet|still|nevertheless|unfortunately)\b", re.IGNORECASE)
_CAUSE = re.compile(
    r"\b(?:because|otherwise|so that|since|or else|in order to|to avoid|to prevent)\b", re.IGNORECASE
)
#: About the work, about what ages, about what is long gone, or about nothing.
_EMPTY = re.compile(
    r"\b(?:th(?:i)?s (?:PR|commit|patch|CL|change)|found (?:using|by|with)|at line \d+|PR fixes|python ?2|py2"
    r"|__future__"
    r"|old-style class\w*|not yet|n['’]t yet|hotspot|(?:is|are) not very"
    r"|(?:was|were|is|are) not necessary|not make sense to"
    r"|(?:subtle|nasty|small|tiny|stupid|silly) (?:and \w+ )?bug|these bugs|such workloads|TL;?DR"
    r"|obsolete|magic num\w*|unused|occasionally appears?|no longer needed"
    r"|cleaner|convoluted|behaviou?r is the same|the reason is in\b|some issues|existed because|normally we"
    r"|technically (?:wrong|incorrect)|so that['’]s allowed|as well\b|whatever)\b",
    re.IGNORECASE,
)
#: A commit that mends something, told as if it were a choice.
_MENDS = re.compile(r"^(?:fix(?:e[sd]|ing)?|correct(?:s|ed|ing)?|bug ?fix|hotfix)\b[:\s]*", re.IGNORECASE)
_DEFECT = re.compile(
    r"\b(?:null check is missing|was undetermined|(?:would|could) (?:easily )?(?:crash|panic|leak|corrupt|deadlock)"
    r"|avoids? (?:the|a) (?:crash|panic|leak|deadlock))\b",
    re.IGNORECASE,
)

#: Keeps off what no code should do.
_KEEPS_OFF = re.compile(
    r"^(?:do not|don['’]t|avoid|prevent|stop)\b.*\b(?:crash\w*|panic\w*|leak\w*|races?|dead ?lock\w*|hang\w*"
    r"|overflow\w*|corrupt\w*|infinite)\b",
    re.IGNORECASE,
)
#: It did so, plainly: nothing imagined, nothing kept away.
_BREAKS = re.compile(
    r"^(?!.*\b(?:to (?:avoid|prevent)|otherwise|would|could|might|may|cannot|never|not)\b).*"
    r"\b(?:crash(?:es|ed)|panic(?:s|ked|king)|seg ?faults?|deadlock(?:s|ed)|leak(?:s|ed)|hangs|hung"
    r"|corrupt(?:s|ed))\b",
    re.IGNORECASE,
)
#: The code as it was did what no code should.
_WAS_BROKEN = re.compile(
    r"\b(?:was|were|would|could|used to|previously|before|currently)\b.{0,80}"
    r"\b(?:crash\w*|panic\w*|seg ?fault\w*|dead ?lock\w*|leak(?:s|ed|ing)?|corrupt\w*|hang(?:s|ing)?|hung"
    r"|infinite (?:loop|recursion)|use[- ]after[- ]free|double[- ]free|null pointer|out[- ]of[- ]bounds"
    r"|fail(?:s|ed) to|incorrect(?:ly)?|wrong(?:ly)?|errored|not (?:set|setting|handled|propagated"
    r"|released|freed))\b",
    re.IGNORECASE,
)


def settled(subject: Subject, sentences: Sequence[Sentence], found: Finding) -> Finding | None:
    """*found* as it may be kept, None when it would mislead."""
    raw = found.sentence.text
    if found.summary.endswith("…") or _EMPTY.search(found.summary):
        return None
    if _BESIDE.match(raw) and "previously" not in found.summary:
        return None
    if not subject.is_revert and not _has_its_premise(sentences, found):
        return None
    goes_on = _next_paragraph(sentences, found.sentence)
    if _TURNS.match(goes_on) or (_POINT_IS_NEXT.match(goes_on) and not _CAUSE.search(raw)):
        return None
    return _told(_named_right(subject, replace(found, rationale=_whole(found.rationale, raw))))


#: Gives its reason in so many words, and needs nothing before it.
_SURE_REASON = re.compile(
    r"^(?:because|since|otherwise|(?:in order )?to (?:avoid|prevent|protect))\b", re.IGNORECASE
)


def _told(found: Finding) -> Finding:
    """The title alone, unless the sentence behind it surely is its reason: the passage says the rest as it was said."""
    title, _, reason = found.summary.partition(" — ")
    sure = found.kind is not Kind.DECISION or _SURE_REASON.match(reason)
    if (
        not reason
        or len(title) < SHORTEST
        or (sure and not points_back(reason) and not _POINTS_BACK.match(reason))
    ):
        return found
    return replace(found, summary=title)


def _has_its_premise(sentences: Sequence[Sentence], found: Finding) -> bool:
    """Whether an opening "this" is explained: by the sentence before it, which the passage shows, or by the title."""
    sentence = found.sentence
    place = _place(sentences, sentence)
    if not _POINTS_BACK.match(sentence.text):
        return True
    if (
        not found.rule.endswith("explained")
        and place
        and place < len(sentences)
        and sentences[place - 1].block == sentence.block
    ):
        return True
    return place == 0 and _EFFECT.match(sentence.text) is not None


def _place(sentences: Sequence[Sentence], sentence: Sentence) -> int:
    return next((rank for rank, each in enumerate(sentences) if each.start == sentence.start), len(sentences))


def _next_paragraph(sentences: Sequence[Sentence], sentence: Sentence) -> str:
    """The sentence after the end of the paragraph when *sentence* ends it; the passage shows the others."""
    rank = _place(sentences, sentence) + 1
    if rank >= len(sentences) or sentences[rank].block == sentence.block:
        return ""
    return sentences[rank].text


def _whole(reason: str, raw: str) -> str:
    """A reason cut out of a parenthesis is no reason; the sentence it was cut from says it."""
    torn = reason.count("(") != reason.count(")") or reason.count("`") % 2
    return " ".join(raw.split()) if torn else reason


def _named_right(subject: Subject, found: Finding) -> Finding:
    """A defect that was mended is told as one, whichever rule heard it."""
    mends = (
        subject.is_fix
        or _MENDS.match(subject.action)
        or _DEFECT.search(found.summary)
        or _KEEPS_OFF.match(subject.action)
        or _BREAKS.match(found.sentence.text)
        or _WAS_BROKEN.search(found.sentence.text)
    )
    if found.kind is not Kind.DECISION or not mends or found.summary.startswith("Fixed: "):
        return found
    told = _MENDS.sub("", subject.text if found.rule == "choice" else found.summary)
    return replace(found, kind=Kind.ISSUE, rule=f"fixed-{found.rule}", summary=f"Fixed: {told}")

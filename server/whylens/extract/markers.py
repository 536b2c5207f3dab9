"""The markers programmers write into comments (TODO, FIXME, HACK, NOTE, SAFETY, …) and what each of them says."""

from __future__ import annotations

import re
from dataclasses import dataclass

from whylens.extract.cues import BAD
from whylens.model.words import Kind


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker at the start of a sentence: its word, and where the statement after it begins."""

    word: str
    kind: Kind
    importance: float
    end: int


#: word: kind it makes, importance. `None` as a kind means that the sentence itself decides.
_MARKERS: dict[str, tuple[Kind | None, float]] = {
    "TODO": (Kind.TODO, 0.4),
    "FIXME": (Kind.ISSUE, 0.7),
    "BUG": (Kind.ISSUE, 0.8),
    "XXX": (Kind.ISSUE, 0.5),
    "HACK": (Kind.DECISION, 0.6),
    "KLUDGE": (Kind.DECISION, 0.6),
    "WORKAROUND": (Kind.DECISION, 0.6),
    "WHY": (Kind.DECISION, 0.7),
    "DECISION": (Kind.DECISION, 0.8),
    "RATIONALE": (Kind.DECISION, 0.7),
    "REASON": (Kind.DECISION, 0.7),
    "NOTE": (None, 0.5),
    "NB": (None, 0.5),
    "N.B.": (None, 0.5),
    "IMPORTANT": (Kind.CONSTRAINT, 0.7),
    "WARNING": (Kind.CONSTRAINT, 0.7),
    "CAUTION": (Kind.CONSTRAINT, 0.7),
    "CAVEAT": (Kind.CONSTRAINT, 0.6),
    "SAFETY": (None, 0.6),
    "INVARIANT": (Kind.CONSTRAINT, 0.7),
}
_PATTERN = re.compile(
    r"[@\\\s(\[*_-]*(?:\b(?P<loud>(?:TODO|FIXME|XXX|HACK|KLUDGE|NOTE|NB|N\.B\.)(?=S?\b)"
    # "WARNING logs are kept" speaks of a level, "WHY it fails" asks: words of the language need their colon
    r"|(?:BUG|WORKAROUND|WHY|DECISION|RATIONALE|REASON|IMPORTANT|WARNING|CAUTION|CAVEAT|SAFETY|INVARIANT)"
    r"(?=S?\s*(?:[:(\[<!,-]|$|\s[A-Z`])))S?\b"
    r"|(?P<quiet>todo|fixme|hack|note|nb|warning|caution|caveat|important|bug|why|workaround|safety"
    r"|invariant|Todo|Fixme|Hack|Note|Warning|Caution|Caveat|Important|Bug|Why|Workaround|Safety|Invariant"
    r"|Decision|Rationale|Reason)(?=\s*(?:\([^)]*\))?:))"
    r"(?:\s*[(\[<{][^)\]>}]{0,60}[)\]>}])?\s*(?:\s*\d+(?=:))?(?::\s*|--?\s+|,\s+|(?=\s|$))[-*_\]\s]*",
)
_OPEN_DEFECT = re.compile(
    rf"\b(?:{BAD}|does(?: not|n[’']t)|do(?: not|n[’']t) (?:work|handle|support)|is(?: not|n[’']t) (?:handled"
    rf"|supported|correct|safe|checked|called)|racy|unsafe|hacky)\b",
    re.IGNORECASE,
)


#: Opens as a statement does ("the parser drops …", "offsets are counted …"), not as a request ("rewrite the parser").
_STATES = re.compile(
    r"(?:the|an?|all|every|some|our|its|there)\b"
    r"|(?!(?:when|if|once|here|this|that|it|we|I|you|after|before|until|as|since|because|for|only|not)\b)"
    r"(?:`?[\w.()-]+`? ){1,4}(?:is|are|was|were|has|have|does|do(?:n[’']t| not)|ca(?:n[’']t|nnot)|never) ",
    re.IGNORECASE,
)
_ASKS = re.compile(r"\b(?:should|needs? to|could|ought to|must|has to|have to)\b", re.IGNORECASE)
#: Markers that say by themselves that something is wrong or makeshift: what they state needs no further sign.
OF_DEFECTS = frozenset({"FIXME", "BUG", "XXX", "HACK", "KLUDGE", "WORKAROUND"})


def find_marker(sentence: str) -> tuple[Marker, Kind | None] | None:
    """The marker that opens the sentence, with the kind it gives (None: the sentence itself decides)."""
    found = _PATTERN.match(sentence)
    if not found:
        return None
    word = (found["loud"] or found["quiet"]).upper()
    kind, importance = _MARKERS[word]
    rest = sentence[found.end() :]
    if word in {"TODO", "HACK", "XXX", "FIXME"}:
        kind = _of_task(word, rest)
    return Marker(word, kind or Kind.FACT, importance, found.end()), kind


def _of_task(word: str, rest: str) -> Kind | None:
    """TODO, FIXME, HACK and XXX name a defect when they describe one, and work to be done when they ask for it.

    A FIXME that states something states what is wrong. An XXX that does none of this leaves it to its sentences (None).
    """
    if re.match(r"(?i)(?:this|it|these|that)\b", rest) and _OPEN_DEFECT.search(rest):
        return Kind.ISSUE
    if word == "TODO":
        return Kind.TODO
    if word == "HACK" or (word == "XXX" and _MAKESHIFT.match(rest)):
        return Kind.DECISION
    imperative = re.match(
        r"(?i)(?:remove|delete|add|use|move|make|handle|implement|support|replace|clean|refactor|rename"
        r"|check|should|need"
        r"|change|get rid|figure|switch|drop|fix|find|revisit|rework)\b",
        rest,
    )
    if imperative:
        return Kind.TODO
    if _OPEN_DEFECT.search(rest):
        return Kind.ISSUE
    if word == "FIXME":
        return Kind.ISSUE if states(rest) else Kind.TODO
    return None


#: What an XXX says of a makeshift that is meant as it is.
_MAKESHIFT = re.compile(
    r"(?i)\W*(?:hack(?:y|ish)?|kludge|work[- ]?around)\b(?!.*\b(?:fix|remove|broken|wrong|should)\b)"
)


def states(words: str) -> bool:
    """Whether what follows a marker says how something is, and asks for nothing."""
    return bool(_STATES.match(words)) and not _ASKS.search(words)

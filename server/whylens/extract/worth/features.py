"""What is seen of a sentence: its words, the rules that hear it, its shape, and what stands around it.

A feature is a short string; it is there or it is not. The most telling ones are also given per kind of source, because
"should" in a record binds and in a commit tells what the change does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from whylens.extract.body import words as signs
from whylens.extract.body.findings import TENTATIVE
from whylens.extract.body.hearing import acts
from whylens.extract.cues import CUES
from whylens.extract.generated import is_beside_code_path
from whylens.extract.markers import find_marker
from whylens.extract.noise import (
    is_assistant_story,
    is_beside_code,
    is_cosmetic,
    is_errand,
    is_guess,
    is_no_statement,
    is_noise,
    is_noise_subject,
    points_elsewhere,
)
from whylens.extract.phrasing import dangles, is_complete, is_cut_off, plain, points_back
from whylens.extract.records import is_record_path
from whylens.extract.rules_files import is_rules_path
from whylens.extract.subjects import Subject, read_subject
from whylens.extract.worth.candidates import Candidate

#: Longest run of words that is one feature.
_RUN = 2
_NUMBER = re.compile(r"^\d[\d.,]*(?:%|x|ms|s|[kmg]b)?$", re.IGNORECASE)
_TOKEN = re.compile(
    r"`[^`]+`|https?://\S+|\w+\(\)|[A-Za-z_][\w]*(?:[.:/]{1,2}\w+)+|-{1,2}[a-z][\w-]*|[A-Za-z_]\w*(?:['’-]\w+)*|\d[\d.,]*\w*|[:;]"
)
_NAME = re.compile(r"^`|\(\)$|[a-z][A-Z]|_|\w[.:/]+\w|^-|^[A-Z]{2,}")


def words(text: str) -> list[str]:
    """The words of a text in small letters; names of code, numbers and links each become one sign."""
    return [_word(found) for found in _TOKEN.findall(text)]


def _word(token: str) -> str:
    if token.startswith("http"):
        return "<link>"
    if _NUMBER.match(token):
        return "<number>"
    if _NAME.search(token) and not re.fullmatch(r"[A-Z]{4,}", token):
        return "<name>"
    return token.lower().replace("’", "'")


#: Signs looked for in a sentence, each true or false of it.
_SIGNS: dict[str, Callable[[str], object]] = {
    "noise": is_noise,
    "no statement": is_no_statement,
    "guess": is_guess,
    "errand": is_errand,
    "cosmetic": is_cosmetic,
    "story": is_assistant_story,
    "elsewhere": points_elsewhere,
    "dangles": lambda text: dangles(plain(text)),
    "points back": lambda text: points_back(plain(text)),
    "whole": lambda text: is_complete(plain(text)),
    "cut off": is_cut_off,
    "acts": lambda text: acts(plain(text)),
    "broken": signs.BROKEN.search,
    "flaw": signs.FLAW.search,
    "trouble": signs.TROUBLE.search,
    "cause": signs.CAUSE.search,
    "consequence": signs.CONSEQUENCE.search,
    "because": signs.BECAUSE.search,
    "since": signs.SINCE.search,
    "to avoid": signs.SO_AS_TO_AVOID.search,
    "before": signs.BEFORE.search,
    "names code": signs.NAME.search,
    "scope": signs.SCOPE_OF_CHANGE.search,
    "past": re.compile(
        r"\b(?:was|were|had|would|did(?:n[’']t)?|could|used to|previously|before|currently|until)\b", re.I
    ).search,
    "we": re.compile(r"\bwe\b", re.I).search,
    "i": re.compile(r"\bI\b").search,
    "now": re.compile(r"\b(?:now|instead|no longer|anymore|from now)\b", re.I).search,
    "must": re.compile(
        r"\b(?:must|shall|need(?:s|ed)? to|ha(?:s|ve) to|require[sd]?|should|always|never|only)\b", re.I
    ).search,
    "not": re.compile(r"\b(?:not|no|cannot|never|\w+n[’']t)\b", re.I).search,
    "negated ability": re.compile(r"\b(?:can(?:no|[’'])?t|cannot|unable|impossible|not possible)\b", re.I).search,
    "this change": re.compile(r"\bthis (?:change|commit|patch|PR|CL|fix|avoids|makes|allows|means)\b", re.I).search,
    "so": re.compile(r"[,;] so\b|\bso that\b|\bwhich means\b", re.I).search,
    "measured": re.compile(
        r"\d\s?(?:%|x\b|ms\b|µs\b|ns\b|[KMG]i?B(?:/s)?\b|words\b|times\b)|\bfaster\b|\bslower\b|\bns/op\b", re.I
    ).search,
    "tests": re.compile(r"\btests?\b|\bcoverage\b|\bCI\b", re.I).search,
    "documents": re.compile(r"\bdoc(?:s|umentation)?\b|\breadme\b|\bchangelog\b", re.I).search,
    "colon": re.compile(r":\s*$").search,
    "question": re.compile(r"\?\s*$").search,
    "link": re.compile(r"https?://|#\d{2,}").search,
    "condition": re.compile(r"\b(?:if|when|while|unless|once|until)\b", re.I).search,
    "instead": re.compile(r"\b(?:instead of|rather than|in favou?r of|as opposed to)\b", re.I).search,
}  # fmt: skip


#: What a section of a document is for, by its heading.
_SECTIONS = {
    "decision": re.compile(r"(?i)\b(?:decision|outcome|solution|proposal|resolution)\b"),
    "reason": re.compile(r"(?i)\b(?:rationale|reason|motivation|why|context|problem|background)\b"),
    "approach": re.compile(r"(?i)\b(?:approach|implementation|design|details?|spi)\b"),
    "effect": re.compile(r"(?i)\b(?:consequences?|caveats?|limitations?|notes?|drawbacks?|risks?)\b"),
    "rules": re.compile(
        r"(?i)\b(?:rules?|style|conventions?|guidelines?|requirements?|policy|format|important)\b"
    ),
    "usage": re.compile(
        r"(?i)\b(?:usage|examples?|getting started|commands?|running|install\w*|references?|overview)\b"
    ),
}


def signs_of(text: str) -> Iterator[str]:
    """The names of the signs a text shows."""
    return (name for name, sign in _SIGNS.items() if sign(text))


def features(candidate: Candidate) -> set[str]:
    """All features of a sentence."""
    shared = set(_shared(candidate))
    own = {f"{candidate.source}: {each}" for each in shared if not each.startswith("~")}
    return shared | own | {f"{candidate.source}:"} | set(_runs(candidate.sentence.text))


def _shared(candidate: Candidate) -> Iterator[str]:
    text = candidate.sentence.text
    yield from (f"is {name}" for name in signs_of(text))
    yield from {f"cue {cue.kind}" for cue in CUES if cue.pattern.search(text)}
    yield from {f"~cue {cue.name}" for cue in CUES if cue.pattern.search(text)}
    yield from _shape(candidate)
    yield from _around(candidate)
    yield from (_title(candidate) if candidate.source == "commit" else ())
    yield from (
        f"under {name}" for name, part in _SECTIONS.items() if part.search(candidate.sentence.heading)
    )
    yield from _heard(candidate)
    marker = find_marker(text)
    if marker:
        yield f"marker {marker[0].word}"


def _heard(candidate: Candidate) -> Iterator[str]:
    """What the rules made of the sentence, and whether they found anything in the passage."""
    for draft in candidate.heard:
        yield f"heard {draft.kind}"
        yield "heard surely" if draft.certainty > TENTATIVE else "heard unsurely"
    if not candidate.heard:
        yield "others heard" if candidate.others else "none heard"


def _shape(candidate: Candidate) -> Iterator[str]:
    sentence = candidate.sentence
    count = len(sentence.text.split())
    yield f"length {bucket(count, (4, 7, 11, 16, 24, 36))}"
    yield f"place {'subject' if candidate.place < 0 else bucket(candidate.place, (1, 2, 4, 8))}"
    yield f"of {bucket(candidate.count, (1, 2, 4, 8, 16))}"
    if sentence.item:
        yield "item"
    if sentence.first:
        yield "first"
    if sentence.cut:
        yield "cut"
    if candidate.documents:
        yield "documentation"
    if candidate.trailing:
        yield "trailing"
    if candidate.path and is_beside_code_path(candidate.path):
        yield "beside code"
    if candidate.source in {"record", "rules"} and not _is_own_path(candidate):
        yield "guide"
    if not re.search(r"[.!?:;)`]$", sentence.text):
        yield "no stop"


def _is_own_path(candidate: Candidate) -> bool:
    """Whether the path says that it is a record or a file of rules; else it is a guide read as one."""
    is_own = is_record_path if candidate.source == "record" else is_rules_path
    return not candidate.path or is_own(candidate.path)


def _around(candidate: Candidate) -> Iterator[str]:
    sentence = candidate.sentence
    for name, text in (("before", candidate.before), ("after", candidate.after)):
        if not text:
            yield f"nothing {name}"
            continue
        yield from (
            f"{name} is {sign}"
            for sign in (
                "past",
                "now",
                "broken",
                "trouble",
                "because",
                "this change",
                "colon",
                "dangles",
                "acts",
            )
            if _SIGNS[sign](text)
        )
    for name, text in (("heading", sentence.heading), ("lead", sentence.lead)):
        if text:
            yield f"has {name}"
            yield from (f"~{name} {word}" for word in words(text))


def _title(candidate: Candidate) -> Iterator[str]:
    subject = read_subject(candidate.title)
    if subject.is_fix:
        yield "of fix"
    if subject.kind:
        yield f"~of {subject.kind}"
    if subject.is_revert:
        yield "of revert"
    if is_noise_subject(candidate.title) or is_beside_code(candidate.title):
        yield "of noise"
    yield from _alike(candidate, subject)
    start = words(subject.action)
    if start:
        yield f"~subject opens {start[0]}"


def _alike(candidate: Candidate, subject: Subject) -> Iterator[str]:
    """How much of the subject line the sentence says again."""
    own, given = set(words(candidate.sentence.text)), set(words(subject.action))
    if given and candidate.place >= 0:
        yield f"repeats {bucket(round(10 * len(own & given) / len(given)), (1, 3, 5, 7))}"


def _runs(text: str) -> Iterator[str]:
    """Words, pairs of words, and how the sentence opens and ends."""
    found = words(text)
    for length in range(1, _RUN + 1):
        yield from (" ".join(found[at : at + length]) for at in range(len(found) - length + 1))
    for length in (1, 2, 3):
        yield "^" + " ".join(found[:length])
    if found:
        yield found[-1] + "$"


def bucket(value: int, bounds: tuple[int, ...]) -> int:
    """The number of the first bound that the value does not exceed."""
    return next((rank for rank, bound in enumerate(bounds) if value <= bound), len(bounds))

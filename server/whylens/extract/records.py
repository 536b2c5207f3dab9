"""Decision records (ADR, MADR, RFC, PEP-like) → what was decided, why, what follows, and what was turned down."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from whylens.extract.body.hearing import acts
from whylens.extract.cues import Voice, read
from whylens.extract.noise import is_no_statement, is_noise, points_elsewhere
from whylens.extract.passage import opening, passage
from whylens.extract.phrasing import capital, dangles, fit, is_complete, leans, plain, uncapital
from whylens.extract.record_head import RecordHead, read_head
from whylens.extract.sentences import Layout, Sentence, split
from whylens.model.card import CardDraft
from whylens.model.words import Basis, Kind, Status

MOST_CARDS = 6

_FOLDER = re.compile(
    r"(?:^|/)(?:adrs?|decisions?|decision[-_ ]records?|architecture[-_ ]?decisions?(?:[-_ ]records?)?|rfcs?"
    r"|proposals|design[-_]docs?|peps?|enhancements)/(?P<name>.+)\.(?:md|markdown|rst|adoc|txt)$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?:^|/)(?:adr|rfc|pep|madr)?[-_]?\d{3,5}[-_][\w-]+\.(?:md|markdown|rst|adoc)$", re.IGNORECASE
)
_INDEX = re.compile(
    r"(?:^|/)(?:index|template|adr-template|0000-.*template|_.*|contributing|summary|toc)\.\w+$|template",
    re.IGNORECASE,
)


def is_record_path(path: str) -> bool:
    """Whether a repo-relative path looks like a decision record."""
    if _INDEX.search(path):
        return False
    return bool(
        _FOLDER.search(path)
        or (_NUMBERED.search(path) and re.search(r"(?i)adr|rfc|decision|doc|design|architect", path))
    )


@dataclass(frozen=True, slots=True)
class RecordReading:
    """What one record says. `status` is one word, lower case ("accepted", "superseded", …; "" if none).

    `supersedes` and `superseded_by` hold the numbers or paths of other records as written, `date` is `YYYY-MM-DD`
    or "".
    """

    title: str = ""
    status: str = ""
    date: str = ""
    supersedes: tuple[str, ...] = ()
    superseded_by: tuple[str, ...] = ()
    drafts: tuple[CardDraft, ...] = ()


def extract_record(path: str, text: str) -> RecordReading:
    """Read one record. An index page or a template yields no drafts, a superseded or rejected record closed ones."""
    head = read_head(path, text)
    sentences = split(text, Layout.DOCUMENT)
    drafts = () if _is_index(text, sentences) else tuple(_drafts(path, text, head, sentences))
    return RecordReading(head.title, head.status, head.date, head.supersedes, head.superseded_by, drafts)


def _is_index(text: str, sentences: Sequence[Sentence]) -> bool:
    """A page that mostly lists links, or has placeholders instead of words."""
    links = len(re.findall(r"(?m)^[ \t]*(?:[-*]|\d+\.|\|)[ \t]*\[", text))
    prose = sum(1 for s in sentences if not s.item)
    return links > max(3, prose) or bool(
        re.search(r"\{(?:title|short|context|describe)[^}]*\}|\[short title", text, re.IGNORECASE)
    )


# What a section of a record is for, by its heading.
_DECISION = re.compile(
    r"(?i)\b(?:decision|decided|outcome|resolution|solution|proposal|proposed|approach|what (?:we|was))\b"
)
_REASON = re.compile(r"(?i)\b(?:rationale|reason(?:s|ing)?|motivation|why|justification|drivers?)\b")
_CONTEXT = re.compile(r"(?i)\b(?:context|problem|background|summary|abstract|introduction)\b")
_EFFECT = re.compile(
    r"(?i)\b(?:consequences?|implications?|drawbacks?|impact|trade-?offs?|risks?|confirmation|compliance)\b"
)
_REJECTED = re.compile(
    r"(?i)\b(?:rejected|alternatives?|(?:other|considered) options?|not chosen|non-?goals?|why not)\b"
)
#: Lists of arguments for and against every option, the chosen one too.
_OPTIONS = re.compile(r"(?i)\b(?:pros|cons|option \w+|considered)\b")
_ABOUT_ITSELF = re.compile(
    r"(?i).*\b(?:we plan to|(?:outlined|described) in this|short-term|until such time)\b|^th(?:is"
    r"|e following) (?:decision(?: record)?|document|adr|rfc|record|section)\b"
)
_CHOSEN = re.compile(r"(?i)^chosen option:?\s*")
_IMAGINED = re.compile(
    r"(?i)^ensure\b|\bwould\b|\bnot supported yet\b|^as a prerequisite\b"
    r"|\bmust be (?:modified|changed|adapted|implemented|added|extended|refactored|updated)\b"
)
_HANDLING = re.compile(r"(?i)\b(?:approach|implementation|plan|migration|steps|tasks)\b")

#: How a superseded, rejected or deprecated record's cards stand.
_STANDING = {
    "superseded": Status.SUPERSEDED,
    "deprecated": Status.SUPERSEDED,
    "obsolete": Status.SUPERSEDED,
    "rejected": Status.REJECTED,
    "withdrawn": Status.REJECTED,
}
_UNSURE = frozenset({"proposed", "draft", "pending", "open", "in review", "rfc"})


def _drafts(path: str, text: str, head: RecordHead, sentences: Sequence[Sentence]) -> Iterator[CardDraft]:
    chosen = list(_decisions(head, sentences)) or list(_title_as_decision(head, text))
    chosen += _rejections(head, sentences)
    chosen += [row for row in _rules(head, sentences) if not any(_repeats(row, other) for other in chosen)]
    unique = {row[3]: row for row in reversed(chosen)}
    for sentence, kind, rule, summary, certainty in list(reversed(unique.values()))[:MOST_CARDS]:
        yield CardDraft(
            kind=kind,
            summary=summary,
            evidence=text[sentence.start : sentence.end],
            span=(sentence.start, sentence.end),
            basis=Basis.RECORD,
            certainty=certainty * (0.6 if head.status in _UNSURE else 1.0),
            details=passage(sentences, sentence) if rule != "record-title" else "",
            rationale=_rationale(sentences) if kind is Kind.DECISION else "",
            importance=0.8,
            files=(path,) if path else (),
            rule=rule,
            line=text.count("\n", 0, sentence.start) + 1,
            resolves=head.supersedes if kind is Kind.DECISION else (),
            replaced_by=head.superseded_by if kind is Kind.DECISION else (),
            status_hint=_STANDING.get(head.status),
        )


_Row = tuple[Sentence, Kind, str, str, float]


def _decisions(head: RecordHead, sentences: Sequence[Sentence]) -> Iterator[_Row]:
    """The first sentence of the decision section, and each later one there that decides something itself."""
    section = [
        s
        for s in sentences
        if _DECISION.search(s.heading) and not _HANDLING.search(s.heading) and not _REJECTED.search(s.heading)
    ]
    for rank, sentence in enumerate(section[:8]):
        if is_no_statement(sentence.text) or _ABOUT_ITSELF.match(sentence.text):
            continue
        cue = read(sentence.text, Voice.RECORD)
        if rank and (cue is None or cue.kind is not Kind.DECISION):
            continue
        summary = _worded(head, sentence.text)
        if summary:
            yield sentence, Kind.DECISION, "record-decision", summary, 1.0


def _title_as_decision(head: RecordHead, text: str) -> Iterator[_Row]:
    """The title, where it says what is done and the text has no section for the decision."""
    at = text.find(head.title) if acts(head.title) else -1
    summary = fit(head.title)
    if at >= 0 and summary:
        yield Sentence(head.title, at, at + len(head.title)), Kind.DECISION, "record-title", summary, 0.7


def _rejections(head: RecordHead, sentences: Sequence[Sentence]) -> Iterator[_Row]:
    for sentence in sentences:
        if (
            _REJECTED.search(sentence.heading)
            and re.search(r"(?i)\b(?:rejected|because|but|however|too)\b", sentence.text)
            and not is_noise(sentence.text)
        ):
            summary = _worded(head, sentence.text)
            if summary:
                yield sentence, Kind.FAILED_APPROACH, "record-rejected", summary, 0.7


def _rules(head: RecordHead, sentences: Sequence[Sentence]) -> Iterator[_Row]:
    """What the record binds everyone to, wherever it says so."""
    for sentence in sentences:
        if not _binds_here(sentence.heading) or leans(sentence.text):
            continue
        if is_noise(sentence.text) or not is_complete(sentence.text) or _IMAGINED.search(sentence.text):
            continue
        cue = read(sentence.text, Voice.RECORD)
        if cue and cue.name not in _TOO_WIDE and cue.kind not in {Kind.DECISION, Kind.TODO}:
            summary = _worded(head, sentence.text)
            if summary:
                yield sentence, cue.kind, "record-" + cue.name, summary, cue.certainty


def _binds_here(heading: str) -> bool:
    """Whether a section may bind: the decision and what follows from it, not the plan, the options, or the past."""
    binds = not heading or _DECISION.search(heading) or _EFFECT.search(heading)
    return bool(binds) and not any(
        other.search(heading) for other in (_REJECTED, _OPTIONS, _HANDLING, _CONTEXT, _REASON)
    )


#: Rules too wide for the prose of a record, where nearly everything "should" or "requires".
_TOO_WIDE = frozenset({"should-be", "requires", "compatible", "note-that", "convention", "one-not-other"})
_WORD = re.compile(r"[A-Za-z_]{4,}")


def _repeats(row: _Row, other: _Row) -> bool:
    """Whether a row says again what another says already."""
    words, known = set(_WORD.findall(row[0].text.lower())), set(_WORD.findall(other[0].text.lower()))
    return row[0].start == other[0].start or len(words & known) >= 0.6 * max(1, min(len(words), len(known)))


def _worded(head: RecordHead, text: str) -> str | None:
    if points_elsewhere(text):
        return None
    words = capital(_CHOSEN.sub("", plain(text)))
    return fit(f"{head.title} — {uncapital(words)}" if head.title and dangles(words) else words)


def _rationale(sentences: Sequence[Sentence]) -> str:
    """The section that gives the reasons, from its beginning; else the one that tells the situation."""
    for section in (_REASON, _CONTEXT):
        told = [s for s in sentences if section.search(s.heading) and len(s.text.split()) >= 5]
        if told:
            return opening(told)
    return ""

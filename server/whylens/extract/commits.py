"""Commit messages → drafts and links: why a change was made, what it mended, what was taken back.

Most commits yield nothing. A bare subject line is no decision; a sentence of the body becomes a card only
when it gives a reason, a rule that still holds, a measurement, or the cause of a defect.

A defect described by the commit that mends it is closed. Its card says so: kind `issue`, summary "Fixed: …",
and a rule name that starts with `fixed-` (see `is_closed`), so that a lens counts only open defects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from whylens.extract.body.background import background
from whylens.extract.body.findings import TENTATIVE, Finding
from whylens.extract.body.hearing import without_this_change
from whylens.extract.body.reading import findings
from whylens.extract.body.settling import settled
from whylens.extract.body.thorough import unsure_findings
from whylens.extract.generated import is_beside_code_path
from whylens.extract.messages import Message, Trailer, find_links, has_subject, parse_message
from whylens.extract.noise import is_beside_code, is_noise_subject
from whylens.extract.passage import passage
from whylens.extract.phrasing import fit, plain, uncapital
from whylens.extract.reverts import revert_findings
from whylens.extract.sentences import split
from whylens.extract.subjects import read_subject
from whylens.model.card import CardDraft
from whylens.model.words import Basis, Kind

#: Rules whose defect is already mended begin with this.
CLOSED = "fixed-"
#: At most this many cards from one message: a commit that says ten things says none of them well.
MOST_CARDS = 3


@dataclass(frozen=True, slots=True)
class CommitReading:
    """What one commit message says: drafts, and the commits and issues it names (ids as written)."""

    drafts: tuple[CardDraft, ...] = ()
    reverts: tuple[str, ...] = ()
    fixes: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    issues: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    trailers: tuple[Trailer, ...] = ()

    @property
    def replaces(self) -> tuple[str, ...]:
        """What the `Supersedes:` trailers name: handles of memories, commits, records."""
        named = (each.value for each in self.trailers if each.key == "supersede")
        return tuple(word.strip("[]().") for value in named for word in value.replace(",", " ").split())


def is_closed(rule: str) -> bool:
    """Whether a card made by this rule tells of a defect that has been mended."""
    return rule.startswith(CLOSED)


def extract_commit(
    message: str, *, files: Sequence[str] = (), is_merge: bool = False, thorough: bool = False
) -> CommitReading:
    """Read one raw commit message. `files` (repo-relative paths touched) are put on each draft.

    A history of thousands of messages is read for what is sure. `thorough` also keeps what is not, with a certainty
    that sends it to the review queue: for one message a user looks at.
    """
    parsed = parse_message(message)
    links = find_links(parsed)
    drafts = () if is_merge else tuple(_drafts(parsed, tuple(files), thorough))
    return CommitReading(
        drafts, links.reverts, links.fixes, links.follows, links.issues, links.closes, parsed.trailers
    )


def _drafts(message: Message, files: tuple[str, ...], thorough: bool) -> Iterator[CardDraft]:
    for trailer in message.trailers:
        if thorough or not trailer.key.startswith("breaking"):  # what broke in an old release is known by now
            yield from _from_trailer(message, trailer, files)
    subject = read_subject(message.subject)
    if not has_subject(message):
        return
    if is_noise_subject(message.subject) or is_beside_code(message.subject):
        return
    if files and all(map(is_beside_code_path, files)):
        return
    sentences = split(message.text, start=message.body[0], end=message.body[1])
    heard = list(revert_findings(subject, sentences) if subject.is_revert else findings(subject, sentences))
    sure = (settled(subject, sentences, each) for each in heard)
    found = list(islice((each for each in sure if each is not None), MOST_CARDS))
    if thorough:
        kept = {each.sentence for each in found}
        found += [replace(each, certainty=TENTATIVE) for each in heard if each.sentence not in kept]
    elif not found and not subject.is_revert and (told := background(subject, sentences)) is not None:
        found = [told]
    if thorough and len(found) < MOST_CARDS:
        found.extend(unsure_findings(subject, sentences, found))
    basis = Basis.REVERT if subject.is_revert else Basis.COMMIT
    for finding in found[:MOST_CARDS]:
        yield _draft(message.text, finding, passage(sentences, finding.sentence), basis, files)


def _draft(text: str, found: Finding, around: str, basis: Basis, files: tuple[str, ...]) -> CardDraft:
    start, end = found.sentence.start, found.sentence.end
    sentence = " ".join(text[start:end].split())
    return CardDraft(
        kind=found.kind,
        summary=found.summary,
        evidence=text[start:end],
        span=(start, end),
        basis=basis,
        certainty=found.certainty,
        details=around or ("" if sentence.lower().rstrip(".") in found.summary.lower() else sentence),
        rationale=found.rationale,
        importance=found.importance,
        files=files,
        rule=found.rule,
    )


#: What a trailer of a message says, and how its card begins.
_TRAILERS = {
    "decision": (Kind.DECISION, ""),
    "constraint": (Kind.CONSTRAINT, ""),
    "rejected": (Kind.FAILED_APPROACH, "Rejected: "),
    "breaking change": (Kind.DECISION, "Breaking change: "),
    "breaking-change": (Kind.DECISION, "Breaking change: "),
}


def _from_trailer(message: Message, trailer: Trailer, files: tuple[str, ...]) -> Iterator[CardDraft]:
    kind, opening = _TRAILERS.get(trailer.key, (None, ""))
    said = without_this_change(plain(trailer.value))
    summary = fit(opening + uncapital(said) if opening else said)
    if kind and summary:
        yield CardDraft(
            kind=kind,
            summary=summary,
            evidence=message.text[trailer.start : trailer.end],
            span=(trailer.start, trailer.end),
            basis=Basis.TRAILER,
            importance=0.8,
            files=files,
            rule="trailer-" + trailer.key.replace(" ", "-"),
            resolves=tuple(t.value for t in message.trailers if t.key == "supersede"),
        )

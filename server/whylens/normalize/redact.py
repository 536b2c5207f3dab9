"""Takes secrets and personal data out of a text: the one place that makes `Redacted` values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from whylens.model.observation import Redacted
from whylens.normalize.blocks import blocks
from whylens.normalize.contexts import contexts
from whylens.normalize.disguise import Disguise, worn
from whylens.normalize.finding import Finding, merged
from whylens.normalize.hosts import hosts
from whylens.normalize.keep import drop_kept
from whylens.normalize.keyed import keyed
from whylens.normalize.marks import mark_of
from whylens.normalize.numbers import numbers
from whylens.normalize.opaque import opaque
from whylens.normalize.page import Page
from whylens.normalize.people import people
from whylens.normalize.personal import personal
from whylens.normalize.private import private
from whylens.normalize.prose import prose
from whylens.normalize.settle import settled
from whylens.normalize.structured import prefixed, shaped

#: The number of these rules. Raised when they find more than before: what was stored under fewer is searched again
#: (`whylens doctor --rescan`), and until then `whylens status` says so.
RULES = 2

#: Who looks for secrets, the surest first.
FINDERS = (
    private,
    blocks,
    shaped,
    prefixed,
    contexts,
    keyed,
    prose,
    opaque,
    people,
    personal,
    numbers,
    hosts,
)


@dataclass(frozen=True, slots=True)
class Redaction:
    """A redacted text, and what was taken out: spans of the original text, ordered, not overlapping."""

    text: Redacted = field(repr=False)
    findings: tuple[Finding, ...] = ()


def redact(
    text: str, *, start: int = 0, end: int | None = None, disguise: Disguise | None = None
) -> Redaction:
    """`text` with every secret replaced by `[redacted:<rule>]`. Linear in its length; a second time changes nothing.

    With `start` or `end` the whole text is searched and only that part kept; a secret across a bound goes whole.
    `disguise` (by default the one worn) makes masks and pseudonyms those of a project.
    Lone surrogates become U+FFFD and NULs are dropped, so that the result can be stored anywhere.
    """
    disguise = worn() if disguise is None else disguise
    plain = text.replace("\0", "")
    findings = find(plain, disguise)
    if len(plain) != len(text):
        findings = _moved(findings, text)
    end = len(text) if end is None else end
    kept = tuple(one for one in findings if one.start < end and one.end > start)
    return Redaction(Redacted(_storable("".join(_parts(text, kept, start, end, disguise)))), kept)


def clean(text: str) -> str:
    """A short text as it may be kept, where only its words are wanted."""
    return str(redact(text).text) if text else ""


def redact_fields(texts: Iterable[str]) -> tuple[Redacted, ...]:
    """Each of some short texts redacted: the fields of a card written by hand."""
    return tuple(redact(text).text for text in texts)


def find(text: str, disguise: Disguise | None = None) -> tuple[Finding, ...]:
    """The secrets of `text`: spans, ordered, not overlapping, each named by the surest rule that saw it."""
    known = worn() if disguise is None else disguise

    def search(piece: str) -> list[Finding]:
        page = Page(piece, known.internal_domains)
        return drop_kept(piece, [one for finder in FINDERS for one in finder(page)])

    return settled(text, merged(search(text)), search, lambda whole, one: mark_of(whole, one, known))


def _parts(
    text: str, findings: tuple[Finding, ...], start: int, end: int, disguise: Disguise
) -> Iterator[str]:
    for one in findings:
        yield text[start : one.start]
        yield mark_of(text, one, disguise)
        start = one.end
    yield text[start:end]


def _storable(text: str) -> str:
    return text.replace("\0", "").encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _moved(findings: tuple[Finding, ...], text: str) -> tuple[Finding, ...]:
    """Findings in a text without its NULs as spans of the text with them."""
    places = [place for place, character in enumerate(text) if character != "\0"]
    return tuple(
        Finding(one.rule, places[one.start], places[one.end - 1] + 1, one.action) for one in findings
    )

"""Makes an event fit to keep: redacted first, then cut to size, with its sensitivity and its digest."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b

from whylens.model.observation import Event, Observation, Redacted
from whylens.model.words import Basis, Sensitivity
from whylens.normalize.private import without_private
from whylens.normalize.redact import clean, redact
from whylens.normalize.restricted import is_restricted_path
from whylens.normalize.truncate import cut_lines, keep_ends, truncate

__all__ = ["LIMIT", "MARGIN", "digest", "is_restricted_path", "normalize"]

#: Characters an observation keeps where its source sets no limit.
LIMIT = 20_000

#: Characters redacted beyond what is kept on either side of a cut. No rule looks further, so that a cut never leaves
#: a part of a secret whose other part would have given it away.
MARGIN = 65_536

#: Sources whose `locator` or `subject` is the path of the file that the text is the content of.
_FILES = frozenset(
    {
        Basis.RECORD,
        Basis.MANIFEST,
        Basis.COMMENT,
        Basis.MARKER,
        Basis.INSTRUCTIONS,
        Basis.DOCUMENT,
        Basis.DIAGNOSTIC,
    }
)


def normalize(event: Event, *, limit: int = LIMIT) -> Observation:
    """The observation of `event`, with at most `limit` characters of text. The text of restricted files is dropped."""
    restricted = _is_restricted(event)
    text = Redacted("") if restricted else _fit(event.text, limit)
    return Observation(
        source=replace(
            event.source,
            locator=clean(event.source.locator),
            title=clean(event.source.title),
        ),
        subject=clean(event.subject),
        text=text,
        files=event.files,
        symbols=event.symbols,
        session=clean(event.session),
        sensitivity=Sensitivity.RESTRICTED if restricted else Sensitivity.NORMAL,
        digest=digest(text),
    )


def digest(text: Redacted) -> str:
    """BLAKE2b of a redacted text, 32 hexadecimal digits: equal texts are the same observation."""
    return blake2b(text.encode("utf-8"), digest_size=16).hexdigest()


def _fit(text: str, limit: int) -> Redacted:
    """Redacted, then cut. Of a text much longer than `limit` only the head and tail that can be kept are redacted."""
    if len(text) <= 2 * (limit + MARGIN):
        return Redacted(truncate(redact(text).text, limit))
    text = without_private(text)  # a tag may stand in what is cut
    window = limit + MARGIN
    head = redact(text[:window], end=limit).text
    tail = redact(text[-window:], start=MARGIN).text
    return Redacted(keep_ends(cut_lines(head), cut_lines(tail), len(text), limit))


def _is_restricted(event: Event) -> bool:
    if event.source.basis is Basis.TOOL:
        return any(is_restricted_path(word) for word in event.subject.split())
    if event.source.basis in _FILES:
        return is_restricted_path(event.subject) or is_restricted_path(event.source.locator)
    return False

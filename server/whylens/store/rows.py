"""Cards and observations as rows and back; the one place that knows which field is which column."""

from __future__ import annotations

import dataclasses
import json
import re
import struct
from hashlib import blake2b
from typing import Any

from whylens.model.anchor import Anchor
from whylens.model.card import Card
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind, Scope, Sensitivity, Status

Row = tuple[Any, ...]

#: Columns of `card` after `number`, in the order `card_row` gives them and `card_from_row` takes them.
CARD_COLUMNS = (
    "namespace", "id", "handle", "kind", "scope", "status", "created_at", "session", "ref", "summary_key",
    "summary", "details", "rationale", "evidence", "symbols", "author", "valid_from", "confidence", "importance",
    "sensitivity", "confirmed_by", "confirmed_at", "supersedes", "superseded_by", "expires_at", "version", "tokens",
    "branch", "commit_id", "rule", "extra",
)  # fmt: skip

SOURCE_COLUMNS = ("basis", "locator", "line", "title", "at", "author")

ANCHOR_COLUMNS = (
    "path", "symbol", "symbol_kind", "signature_hash", "body_hash", "sketch", "context", "line", "commit_id", "rival",
)  # fmt: skip

_JOIN = "\x1f"

# Looking a word up here is several times faster than calling the enumeration, and every card has five.
KINDS = {word.value: word for word in Kind}
SCOPES = {word.value: word for word in Scope}
STATUSES = {word.value: word for word in Status}
SENSITIVITIES = {word.value: word for word in Sensitivity}
BASES = {word.value: word for word in Basis}

_NOT_A_WORD = re.compile(r"[\W_]+")


def new_id(seed: str) -> str:
    """The id of the card that `seed` describes: 32 hex digits, the same for the same seed everywhere."""
    return blake2b(seed.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def summary_key(summary: str) -> str:
    """Equal for summaries that differ only in case, spacing and punctuation."""
    words = _NOT_A_WORD.sub(" ", summary).casefold().split()
    return blake2b(" ".join(words).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def card_row(card: Card) -> Row:
    """`card` as the values of `CARD_COLUMNS`."""
    return (
        card.namespace, card.id, card.handle, card.kind.value, card.scope.value, card.status.value, card.created_at,
        card.session, card.ref, summary_key(card.summary), card.summary, card.details, card.rationale,
        card.evidence, _packed(card.symbols), card.author, card.valid_from, card.confidence, card.importance,
        card.sensitivity.value, card.confirmed_by, card.confirmed_at, _packed(card.supersedes), card.superseded_by,
        card.expires_at, card.version, card.tokens, card.branch, card.commit, card.rule, json.dumps(card.extra),
    )  # fmt: skip


def card_from_row(
    row: Row, files: tuple[str, ...], anchors: tuple[Anchor, ...], sources: tuple[SourceRef, ...]
) -> Card:
    """The card of one row of `CARD_COLUMNS` and its satellites."""
    (
        namespace, id_, handle, kind, scope, status, created_at, session, ref, _, summary, details, rationale,
        evidence, symbols, author, valid_from, confidence, importance, sensitivity, confirmed_by, confirmed_at,
        supersedes, superseded_by, expires_at, version, tokens, branch, commit, rule, extra,
    ) = row  # fmt: skip
    return Card(
        id=id_, handle=handle, namespace=namespace, kind=KINDS[kind], summary=summary, scope=SCOPES[scope],
        status=STATUSES[status], details=details, rationale=rationale, evidence=evidence, files=files,
        symbols=unpacked(symbols), anchors=anchors, sources=sources, author=author, created_at=created_at,
        valid_from=valid_from, confidence=confidence, importance=importance, sensitivity=SENSITIVITIES[sensitivity],
        confirmed_by=confirmed_by, confirmed_at=confirmed_at, supersedes=unpacked(supersedes),
        superseded_by=superseded_by, expires_at=expires_at, version=version, tokens=tokens, branch=branch,
        commit=commit, ref=ref, session=session, rule=rule, extra=json.loads(extra) if extra != "{}" else {},
    )  # fmt: skip


def source_row(source: SourceRef) -> Row:
    """The values of `SOURCE_COLUMNS`."""
    return (source.basis.value, source.locator, source.line, source.title, source.at, source.author)


def source_from_row(row: Row) -> SourceRef:
    """The inverse of `source_row`."""
    basis, locator, line, title, at, author = row
    return SourceRef(BASES[basis], locator, line, title, at, author)


def anchor_row(anchor: Anchor) -> Row:
    """The values of `ANCHOR_COLUMNS`; the sketch as 32-bit little-endian integers."""
    return (
        anchor.path, _packed(anchor.symbol), anchor.symbol_kind, anchor.signature_hash, anchor.body_hash,
        struct.pack(f"<{len(anchor.sketch)}I", *anchor.sketch), _packed(anchor.context), anchor.line, anchor.commit,
        anchor.rival,
    )  # fmt: skip


def anchor_from_row(row: Row) -> Anchor:
    """The inverse of `anchor_row`."""
    path, symbol, symbol_kind, signature_hash, body_hash, sketch, context, line, commit, rival = row
    return Anchor(
        path, unpacked(symbol), symbol_kind, signature_hash, body_hash,
        struct.unpack(f"<{len(sketch) // 4}I", sketch), unpacked(context), line, commit, rival,
    )  # fmt: skip


def texts(card: Card) -> list[str]:
    """Every text that would be written for `card`."""
    parts = [card_row(card), card.files, *map(source_row, card.sources), *map(anchor_row, card.anchors)]
    return [value for part in parts for value in part if isinstance(value, str)]


def card_text(card: Card) -> str:
    """`card` as JSON, for its history."""
    return json.dumps(dataclasses.asdict(card), ensure_ascii=False)


def card_from_text(text: str) -> Card:
    """The inverse of `card_text`."""
    fields = json.loads(text)
    for name in ("files", "symbols", "supersedes"):
        fields[name] = tuple(fields[name])
    fields["kind"] = Kind(fields["kind"])
    fields["scope"] = Scope(fields["scope"])
    fields["status"] = Status(fields["status"])
    fields["sensitivity"] = Sensitivity(fields["sensitivity"])
    fields["anchors"] = tuple(_anchor(anchor) for anchor in fields["anchors"])
    fields["sources"] = tuple(_source(source) for source in fields["sources"])
    return Card(**fields)


def _anchor(fields: dict[str, Any]) -> Anchor:
    for name in ("symbol", "sketch", "context"):
        fields[name] = tuple(fields[name])
    return Anchor(**fields)


def _source(fields: dict[str, Any]) -> SourceRef:
    fields["basis"] = Basis(fields["basis"])
    return SourceRef(**fields)


def _packed(parts: tuple[str, ...]) -> str:
    """`parts` as one text: joined by a character names do not hold, or as JSON where one of them does."""
    joined = _JOIN.join(parts)
    if joined and joined[0] != "[" and joined.count(_JOIN) == len(parts) - 1:
        return joined
    return json.dumps(parts, ensure_ascii=False) if parts else ""


def unpacked(text: str) -> tuple[str, ...]:
    """The parts of a column of several, such as `symbols`."""
    if not text:
        return ()
    return tuple(json.loads(text) if text[0] == "[" else text.split(_JOIN))

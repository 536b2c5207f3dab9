"""The JSON forms of cards, hits, injections and places: one shape for the terminal, the editor and assistants."""

from __future__ import annotations

from typing import Any

from whylens.memory.requests import LearnReport, PlacedCard
from whylens.model.card import Card, CardDraft
from whylens.model.recall import Hit, Injection, Recalled
from whylens.model.source import SourceRef, date_text
from whylens.model.sure import sureness
from whylens.model.words import FROM_CHAT, FROM_GIT, AnchorState, Basis

#: Sources that are called by their title: their locator says nothing to a reader.
_TITLED = FROM_CHAT | {Basis.INFERENCE}


def source_label(source: SourceRef) -> str:
    """Where a statement comes from, short enough for one line: `commit 3f2a1b9`, `docs/adr/0007.md:12`."""
    if source.basis in FROM_GIT:
        return f"commit {source.locator[:9]}"
    if not source.locator or (source.basis in _TITLED and source.title):
        return source.title or source.basis.value.replace("_", " ")
    return f"{source.locator}:{source.line}" if source.line else source.locator


def source_json(source: SourceRef) -> dict[str, Any]:
    """One source reference."""
    return {
        "basis": source.basis.value,
        "locator": source.locator,
        "line": source.line,
        "title": source.title,
        "at": source.at,
        "author": source.author,
        "label": source_label(source),
    }


def card_json(card: Card) -> dict[str, Any]:
    """A card, whole, without its anchors' hashes."""
    return {
        "id": card.id,
        "handle": card.handle,
        "ref": card.ref or None,
        "kind": card.kind.value,
        "scope": card.scope.value,
        "status": card.status.value,
        "summary": card.summary,
        "details": card.details,
        "rationale": card.rationale,
        "evidence": card.evidence,
        "files": list(card.files),
        "symbols": list(card.symbols),
        "anchors": [
            {"path": each.path, "symbol": each.symbol_text, "line": each.line} for each in card.anchors
        ],
        "sources": [source_json(each) for each in card.sources],
        "author": card.author,
        "created_at": card.created_at,
        "valid_from": card.valid_from,
        "date": date_text(card.said_at),
        "confidence": round(card.confidence, 3),
        "sure": sureness(card),
        "importance": round(card.importance, 3),
        "sensitivity": card.sensitivity.value,
        "confirmed_at": card.confirmed_at,
        "supersedes": list(card.supersedes),
        "superseded_by": card.superseded_by or None,
        "expires_at": card.expires_at,
        "version": card.version,
        "tokens": card.tokens,
        "rule": card.rule,
    }


def hit_json(hit: Hit) -> dict[str, Any]:
    """A ranked card with its score, the parts of the score and the reasons in words."""
    return {
        **card_json(hit.card),
        "score": round(hit.score, 6),
        "relevant": hit.relevant,
        "parts": {name: round(value, 4) for name, value in hit.parts.items()},
        "why": list(hit.why),
    }


def recalled_json(recalled: Recalled) -> dict[str, Any]:
    """A whole answer of recall."""
    return {
        "hits": [hit_json(each) for each in recalled.hits],
        "relevance": round(recalled.relevance, 4),
        "degraded": list(recalled.degraded),
        "ms": round(recalled.ms, 2),
    }


def injection_json(injection: Injection) -> dict[str, Any]:
    """A context with what it holds, what it cost and what was left out."""
    return {
        "text": injection.text,
        "cards": [
            {"id": card.id, "handle": card.handle, "kind": card.kind.value, "summary": card.summary}
            for card in injection.cards
        ],
        "tokens": injection.tokens,
        "estimated": injection.estimated,
        "dropped": dict(injection.dropped),
        "degraded": list(injection.degraded),
        "flagged": list(injection.flagged),
        "ms": round(injection.ms, 2),
    }


def placed_json(placed: PlacedCard) -> dict[str, Any]:
    """A card of a file with its state against the text and, unless lost, its lines (1-based, inclusive)."""
    place, card = placed.place, placed.card
    whole_file = not place.symbol and place.line is None and place.state is not AnchorState.LOST
    return {
        **card_json(card),
        "source": {"label": source_label(card.sources[0])} if card.sources else None,
        "state": "file" if whole_file else place.state.value,
        "symbol": " › ".join(place.symbol),
        "start": place.start,
        "end": place.end,
        "line": place.line,
    }


def draft_json(draft: CardDraft) -> dict[str, Any]:
    """A draft as `extract` prints it; this form alone says `type` and `content`."""
    return {
        "type": draft.kind.value,
        "content": draft.summary,
        "evidence": draft.evidence,
        "span": list(draft.span),
        "rationale": draft.rationale,
        "certainty": round(draft.certainty, 3),
        "rule": draft.rule,
        "line": draft.line,
    }


def learn_json(report: LearnReport) -> dict[str, Any]:
    """What a learning run did."""
    return {
        "read": dict(report.read),
        "cards": dict(report.cards),
        "merged": report.merged,
        "candidates": report.candidates,
        "seconds": round(report.seconds, 2),
        "problems": list(report.problems),
        "interrupted": report.interrupted,
    }

"""The one table of confidence: where it starts, how it moves, and the threshold for being shown."""

from __future__ import annotations

from whylens.model.card import Card, CardDraft
from whylens.model.words import Basis, Scope, Status

#: Confidence a statement starts with, by the kind of source it rests on. Explicit acts of the local user first,
#: then accepted records, explicit markers and trailers, commits that say why, plain comments, chat, inference.
STARTING = {
    Basis.USER: 0.95,
    Basis.RECORD: 0.90,
    Basis.MARKER: 0.85,
    Basis.TRAILER: 0.85,
    Basis.REVERT: 0.80,
    Basis.MANIFEST: 0.80,
    Basis.COMMIT: 0.75,
    Basis.DIAGNOSTIC: 0.70,
    Basis.COMMENT: 0.70,
    Basis.INSTRUCTIONS: 0.65,
    Basis.DOCUMENT: 0.65,
    Basis.TOOL: 0.60,
    Basis.CHAT_USER: 0.55,
    Basis.IMPORT: 0.50,
    Basis.CHAT_ASSISTANT: 0.40,
    Basis.INFERENCE: 0.35,
}

#: What moves it afterwards.
CONFIRMED = 0.97
CORROBORATED_GAP = 0.35  # another source closes this share of the distance to 1
REJECTED = 0.05

#: Below this a card waits in the review queue: it is neither injected nor shown at the code.
WRITE_THRESHOLD = 0.50

#: What is read in bulk, without anybody looking, and how sure it must be to be put into a chat: a developer at the code
#: sees at a glance what a note is worth, an assistant takes it at its word. Of the cards that `bench/draw_cards.py`
#: drew, readers found 85 of 100 right, and 90 of those above this (`bench/learn_soundness.py`).
READ_IN_BULK = frozenset(
    {
        Basis.COMMIT, Basis.REVERT, Basis.COMMENT, Basis.MARKER, Basis.RECORD,
        Basis.MANIFEST, Basis.INSTRUCTIONS, Basis.DOCUMENT,
    }
)  # fmt: skip
SURE = 0.86

#: Sources whose cards wait for the user whatever their confidence: assistants propose, people confirm.
NEEDS_REVIEW = frozenset({Basis.CHAT_ASSISTANT, Basis.IMPORT, Basis.INFERENCE})


def starting_confidence(draft: CardDraft) -> float:
    """The confidence of a fresh draft: its source's, lowered by how unsure the rule is that the text says this."""
    return _starting(draft.basis, draft.certainty)


def _starting(basis: Basis, certainty: float) -> float:
    return STARTING[basis] * (0.5 + 0.5 * max(0.0, min(1.0, certainty)))


def is_sure(card: Card, sure: float = SURE) -> bool:
    """Whether a live card is sure enough to be put into a chat: at least as *sure* where it was read in bulk."""
    basis = card.sources[0].basis if card.sources else Basis.USER
    return basis not in READ_IN_BULK or card.confidence >= _starting(basis, sure)


def certainty_of(card: Card) -> float:
    """How certain the wording of a card was, told back from its confidence."""
    return 2.0 * card.confidence / STARTING[card.basis] - 1.0


def starting_status(draft: CardDraft, confidence: float, waits: frozenset[Basis] = frozenset()) -> Status:
    """Where a fresh card stands: active, or waiting for review, as those of *waits* do besides what always waits.
    A principle is only ever made by the user."""
    if draft.basis is Basis.USER:
        return Status.ACTIVE
    must_wait = draft.scope is Scope.PRINCIPLE or draft.basis in NEEDS_REVIEW or draft.basis in waits
    if must_wait or confidence < WRITE_THRESHOLD:
        return Status.CANDIDATE
    return draft.status_hint or Status.ACTIVE


def corroborated(confidence: float) -> float:
    """Confidence after an independent second source said the same."""
    return confidence + (0.98 - confidence) * CORROBORATED_GAP if confidence < 0.98 else confidence


def confirmed(card: Card) -> float:
    """Confidence after the user said the card is right."""
    return max(card.confidence, CONFIRMED)


def rejected(card: Card) -> float:
    """Confidence after the user said the card is wrong."""
    return min(card.confidence, REJECTED)

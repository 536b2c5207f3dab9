"""What a card's own standing adds or takes, whatever was asked: trust, importance, and marks against it."""

from __future__ import annotations

from whylens.model.card import Card
from whylens.model.words import Status

#: Taken from the summed score (before the logistic) of a card in this status.
PENALTIES: dict[Status, float] = {
    Status.ACTIVE: 0.0,
    Status.CANDIDATE: -0.3,
    Status.CONFLICTING: -0.4,
    Status.STALE: -0.8,
    Status.SUPERSEDED: -2.5,
    Status.ARCHIVED: -2.0,
    Status.EXPIRED: -2.5,
    Status.REJECTED: -4.0,
}
CONFIRMED = 0.4
CONFIDENCE = 0.6  # from a confidence of 0 to one of 1, around the middle
IMPORTANCE = 0.6
SAME_BRANCH = 0.2


def standing(card: Card, *, now: float, branch: str = "") -> dict[str, float]:
    """The parts `trust`, `importance`, `branch` and `status` of *card*'s score; zero parts are left out."""
    parts = {
        "trust": CONFIDENCE * (card.confidence - 0.5) + (CONFIRMED if card.confirmed_at is not None else 0.0),
        "importance": IMPORTANCE * (card.importance - 0.5),
        "branch": SAME_BRANCH if branch and card.branch == branch else 0.0,
        "status": PENALTIES[status_at(card, now)],
    }
    return {name: part for name, part in parts.items() if part}


def status_at(card: Card, now: float) -> Status:
    """The status of *card* at *now* (Unix seconds): past its end it is expired, written down or not."""
    if card.status in (Status.ACTIVE, Status.STALE, Status.CONFLICTING) and _is_over(card, now):
        return Status.EXPIRED
    return card.status


def _is_over(card: Card, now: float) -> bool:
    return card.expires_at is not None and card.expires_at <= now

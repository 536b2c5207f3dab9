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
#: From work on a branch that is not part of what is checked out.
OTHER_BRANCH = -3.5


#: The parts of a card's standing, in the order of their values.
STANDING = ("trust", "importance", "branch", "status")


def standing(
    card: Card, *, now: float, branch: str = "", elsewhere: bool = False
) -> tuple[float, float, float, float]:
    """What each part of `STANDING` adds to *card*'s score, or takes."""
    is_same = bool(branch) and card.branch == branch
    return (
        CONFIDENCE * (card.confidence - 0.5) + (CONFIRMED if card.confirmed_at is not None else 0.0),
        IMPORTANCE * (card.importance - 0.5),
        OTHER_BRANCH if elsewhere else SAME_BRANCH if is_same else 0.0,
        PENALTIES[status_at(card, now)],
    )


def status_at(card: Card, now: float) -> Status:
    """The status of *card* at *now* (Unix seconds): past its end it is expired, written down or not."""
    if card.status in (Status.ACTIVE, Status.STALE, Status.CONFLICTING) and _is_over(card, now):
        return Status.EXPIRED
    return card.status


def _is_over(card: Card, now: float) -> bool:
    return card.expires_at is not None and card.expires_at <= now

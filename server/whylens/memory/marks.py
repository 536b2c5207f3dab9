"""What the user's hand leaves on a card beside its words (`Card.extra`): pinned, snoozed, moved, and when. Pure."""

from __future__ import annotations

from datetime import UTC, datetime

from whylens.model.card import Card

#: Moments, as ISO 8601 text: no bare number, which redaction may take for one of somebody's.
PINNED, SNOOZED_UNTIL = "pinned_at", "snoozed_until"
#: The status a snoozed card wakes up with, and the importance a pinned one had.
SNOOZED_FROM, PINNED_FROM = "snoozed_from", "pinned_from"
#: Where the user said that the card does not belong: from then on its places are the user's.
NOT_HERE = "not_here"
#: Why the user had a card replaced, and what passive feedback last did to its confidence.
REPLACED_WHY, MOVED_BY = "replaced_because", "moved_by"


def is_pinned(card: Card) -> bool:
    """Whether the user wants to see the card first, and to keep it whatever its age."""
    return PINNED in card.extra


def snoozed_until(card: Card) -> float | None:
    """When a card comes back that the user does not want to see for now (Unix seconds); None for the others."""
    return moment(card.extra.get(SNOOZED_UNTIL, ""))


def is_placed_by_hand(card: Card) -> bool:
    """Whether the user corrected where the card stands: what is learned does not move it any more."""
    return NOT_HERE in card.extra


def stamp(at: float) -> str:
    """A moment (Unix seconds) as text."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="microseconds")


def moment(text: str) -> float | None:
    """What `stamp` wrote; None for anything else."""
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        return None

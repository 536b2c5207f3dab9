"""How sure a card is, in the one word that every view says: `confirmed`, or `82%`."""

from __future__ import annotations

from whylens.model.card import Card

CONFIRMED = "confirmed"


def percent(confidence: float) -> str:
    """A confidence of 0..1 as `82%`, halves rounded up: of 0.705 every view says 71%."""
    return f"{(round(confidence * 1000) + 5) // 10}%"


def sureness(card: Card) -> str:
    """`confirmed` where the user said that it is right, else its confidence."""
    return CONFIRMED if card.confirmed_at is not None else percent(card.confidence)

"""Says in words why a card was found."""

from __future__ import annotations

from whylens.model.recall import Query
from whylens.model.words import Status
from whylens.recall.features import Measured, words_of
from whylens.recall.terms import STOP_WORDS

SIMILAR_FROM = 0.45  # cosine of MiniLM vectors from which two texts are worth calling similar
_MARKS = {
    Status.CANDIDATE: "waits for review",
    Status.CONFLICTING: "conflicts with another card",
    Status.STALE: "may be stale",
    Status.SUPERSEDED: "superseded",
    Status.REJECTED: "rejected",
    Status.ARCHIVED: "archived",
    Status.EXPIRED: "expired",
}


def why(query: Query, measured: Measured) -> tuple[str, ...]:
    """The reasons for one hit, the most telling first; marks against the card come last."""
    card = measured.candidate.card
    reasons: list[str] = []
    if measured.shared_symbols:
        reasons.append(f"about {_listed(sorted(measured.shared_symbols)[:2])}")
    if measured.candidate.anchored:
        reasons.append("anchored in this file")
    elif measured.shared_files:
        reasons.append(
            "touches the same file" if len(measured.shared_files) == 1 else "touches the same files"
        )
    if common := _common_words(query, measured):
        reasons.append("matches " + ", ".join(f"'{word}'" for word in common))
    elif any(measured.candidate.matches.values()):
        reasons.append("matches the words")
    if measured.candidate.cosine >= SIMILAR_FROM:
        reasons.append("similar in meaning")
    if card.confirmed_at is not None:
        reasons.append("confirmed")
    if mark := _MARKS.get(card.status):
        reasons.append(mark)
    return tuple(reasons)


def _common_words(query: Query, measured: Measured) -> list[str]:
    card = measured.candidate.card
    found = words_of(query.text) & (words_of(card.summary) | words_of(card.details)) - STOP_WORDS
    return sorted(found, key=lambda word: (-len(word), word))[:3]


def _listed(names: list[str]) -> str:
    return " and ".join(f"`{name}`" for name in names)

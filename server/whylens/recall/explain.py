"""Says in words why a card was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from whylens.model.recall import Query
from whylens.model.words import Status
from whylens.recall.features import Measured
from whylens.recall.terms import match_terms
from whylens.recall.wording import DETAILS_LIMIT, stem

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


class Term(NamedTuple):
    """A word of the query and what is looked for in cards."""

    word: str
    stem: str


def why(terms: Sequence[Term], measured: Measured) -> tuple[str, ...]:
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
    if common := _common_words(terms, measured):
        reasons.append("matches " + ", ".join(f"'{word}'" for word in common))
    elif any(measured.candidate.matches.values()):
        reasons.append("matches the words")
    if measured.candidate.cosine >= SIMILAR_FROM:
        reasons.append("similar in meaning")
    if card.confirmed_at is not None:
        reasons.append("confirmed")
    if measured.candidate.elsewhere:
        reasons.append("from another branch")
    if mark := _MARKS.get(card.status):
        reasons.append(mark)
    return tuple(reasons)


def terms_of(query: Query) -> list[Term]:
    """The words of *query* that may be a reason, longest first: long words say most."""
    terms = {term for term in match_terms(query.text) if len(term) > 2}
    return [Term(term, stem(term)) for term in sorted(terms, key=lambda term: (-len(term), term))]


def _common_words(terms: Sequence[Term], measured: Measured) -> list[str]:
    card = measured.candidate.card
    text = f"{card.summary} {card.details[:DETAILS_LIMIT]} {card.rationale}".lower()
    return [term.word for term in terms if term.stem in text][:3]


def _listed(names: list[str]) -> str:
    return " and ".join(f"`{name}`" for name in names)

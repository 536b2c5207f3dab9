"""How cards are put into words for a person: icons, names and counts of kinds, states and confidence. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from whylens.memory.requests import PlacedCard
from whylens.model.card import Card
from whylens.model.settings import Lenses
from whylens.model.words import AnchorState, Kind, Status


@dataclass(frozen=True, slots=True)
class Words:
    """The icon of a kind, its name, and how one and several of it are counted."""

    icon: str
    name: str
    one: str
    many: str


#: The icons are signs of text fonts: what only an emoji font has is an empty box on many machines.
KINDS: dict[Kind, Words] = {
    Kind.ISSUE: Words("⚠", "Known defect", "known defect", "known defects"),
    Kind.CONSTRAINT: Words("§", "Constraint", "constraint", "constraints"),
    Kind.DECISION: Words("◆", "Decision", "decision", "decisions"),
    Kind.FAILED_APPROACH: Words("✗", "Failed approach", "failed approach", "failed approaches"),
    Kind.TODO: Words("☐", "To-do", "to-do", "to-dos"),
    Kind.FACT: Words("ℹ", "Fact", "fact", "facts"),
    Kind.EVIDENCE: Words("ℹ", "Evidence", "piece of evidence", "pieces of evidence"),
    Kind.PREFERENCE: Words("♥", "Preference", "preference", "preferences"),
    Kind.OBSERVATION: Words("ℹ", "Note", "note", "notes"),
    Kind.SUMMARY: Words("ℹ", "Summary", "summary", "summaries"),
}
FIXED = Words("✓", "Fixed defect", "fixed defect", "fixed defects")

#: What a lens counts, in this order; a symbol with none of these has no lens.
WORTH_A_LENS = (Kind.ISSUE, Kind.CONSTRAINT, Kind.FAILED_APPROACH, Kind.DECISION)

#: What is said of a card that does not stand exactly where it was written.
STATES: dict[AnchorState, str] = {
    AnchorState.EDITED: "code changed since",
    AnchorState.MOVED: "moved here",
    AnchorState.RENAMED: "renamed since",
    AnchorState.LOST: "its place is gone",
}

STATUSES: dict[Status, str] = {
    Status.CONFLICTING: "conflicts with another memory",
    Status.STALE: "may be out of date",
    Status.CANDIDATE: "not reviewed",
}


def is_closed(card: Card) -> bool:
    """Whether a defect is one of the past: fixed, or put away."""
    return card.rule.startswith("fixed-") or card.status is Status.ARCHIVED


def is_open(card: Card) -> bool:
    """Whether it is a question which of two memories holds: it waits in the review queue, and no lens counts it."""
    return card.status is Status.CONFLICTING


def words_of(card: Card) -> Words:
    """Icon and names for a card."""
    return FIXED if card.kind is Kind.ISSUE and is_closed(card) else KINDS[card.kind]


def lens_title(cards: Iterable[PlacedCard], lenses: Lenses) -> str:
    """What the lens says, such as `⚠ 1 known defect · 2 decisions`; empty when it is not worth a line."""
    counts = Counter(each.card.kind for each in cards if not (is_closed(each.card) or is_open(each.card)))
    if lenses is Lenses.OFF or (lenses is Lenses.DEFECTS and not counts[Kind.ISSUE]):
        return ""
    parts = [counted(KINDS[kind], counts[kind]) for kind in WORTH_A_LENS if counts[kind]]
    if not parts:
        return ""
    icon = next(KINDS[kind].icon for kind in WORTH_A_LENS if counts[kind])
    return f"{icon} {' · '.join(parts)}"


def counted(words: Words, count: int) -> str:
    """`1 known defect`, `2 decisions`."""
    return f"{count} {words.one if count == 1 else words.many}"

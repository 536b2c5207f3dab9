"""Which of the hits may be injected, in which order, and why the others may not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from whylens.model.anchor import SYMBOL_SEPARATOR
from whylens.model.card import Card
from whylens.model.recall import Hit
from whylens.model.words import Kind, Scope, Sensitivity, Status

#: At most this many cards, and of each kind at most so many: twelve decisions say less than a mixed dozen.
ITEM_LIMIT = 12
QUOTAS: dict[Kind, int] = {
    Kind.CONSTRAINT: 5,
    Kind.ISSUE: 4,
    Kind.DECISION: 5,
    Kind.FAILED_APPROACH: 3,
    Kind.PREFERENCE: 3,
    Kind.FACT: 3,
    Kind.TODO: 2,
    Kind.EVIDENCE: 2,
    Kind.SUMMARY: 2,
    Kind.OBSERVATION: 4,
}
#: Scores are 0..1, the share of such cards that were an answer to the question (`recall.weights`); below this a card
#: is not relevant enough to spend a reader's attention on. On the data the weights were learned from, this floor keeps
#: nine of ten answers that are among the first twelve at all, and lets 3 to 4 cards through a question.
SCORE_FLOOR = 0.04
#: What must be known before this very symbol is touched goes first, whatever the text says.
_FIRST_HERE = frozenset({Kind.CONSTRAINT, Kind.ISSUE, Kind.FAILED_APPROACH})

_FROM_TEXT = frozenset({"text", "meaning"})


@dataclass(frozen=True, slots=True)
class Here:
    """Where the user is. What stands at the symbols is relevant whatever the text says; what stands in the files is
    when there is no text: then the place is the question."""

    files: frozenset[str] = frozenset()
    symbols: frozenset[str] = frozenset()
    is_question: bool = False

    @classmethod
    def of(cls, hits: Sequence[Hit], files: Sequence[str], symbols: Sequence[str]) -> Here:
        """The place as `choose` compares it: symbols by their innermost name. Hits whose scores have no part from words
        or meaning were found by a question that had no text."""
        said = any(_FROM_TEXT & hit.parts.keys() for hit in hits)
        return cls(frozenset(files), frozenset(map(_innermost, symbols)), is_question=not said)

    def holds(self, card: Card) -> bool:
        """Whether *card* stands at one of the symbols."""
        names = {_innermost(symbol) for symbol in card.symbols}
        return bool(self.symbols & (names | {anchor.symbol[-1] for anchor in card.anchors if anchor.symbol}))

    def asks_for(self, card: Card) -> bool:
        """Whether *card* is asked for by the place alone."""
        in_file = self.is_question and not self.files.isdisjoint(
            (*card.files, *(a.path for a in card.anchors))
        )
        return in_file or self.holds(card)


def choose(
    hits: Sequence[Hit], *, here: Here, now: float, same: Callable[[str, str], bool]
) -> tuple[list[Hit], Counter[str]]:
    """The hits to inject, most valuable first, and how many were left out by reason."""
    dropped: Counter[str] = Counter()
    chosen: list[Hit] = []
    used: Counter[Kind] = Counter()
    for hit in sorted(hits, key=lambda each: (not _is_first_here(each.card, here), -each.score)):
        if reason := _refusal(hit, here, now) or _surplus(hit.card, chosen, used, same):
            dropped[reason] += 1
        else:
            chosen.append(hit)
            used[hit.card.kind] += 1
    return chosen, dropped


def _refusal(hit: Hit, here: Here, now: float) -> str:
    """Why a hit must never be injected, empty when it may."""
    card = hit.card
    if card.sensitivity is not Sensitivity.NORMAL:
        return "confidential"
    if card.status is Status.CANDIDATE:
        return "waiting for review"
    if not card.is_live or (card.expires_at is not None and card.expires_at <= now):
        return "no longer valid"
    return "not relevant enough" if hit.score < SCORE_FLOOR and not here.asks_for(card) else ""


def _surplus(card: Card, chosen: Sequence[Hit], used: Counter[Kind], same: Callable[[str, str], bool]) -> str:
    """Why a fit card is one too many, empty when it is not."""
    if any(card.kind is other.card.kind and same(card.summary, other.card.summary) for other in chosen):
        return "duplicate"
    if len(chosen) >= ITEM_LIMIT or used[card.kind] >= QUOTAS[card.kind]:
        return "quota"
    return ""


def _is_first_here(card: Card, here: Here) -> bool:
    return (card.kind in _FIRST_HERE or card.scope is Scope.PRINCIPLE) and here.holds(card)


def _innermost(symbol: str) -> str:
    return symbol.split(SYMBOL_SEPARATOR)[-1]

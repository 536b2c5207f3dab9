"""Which of the hits may be injected, in which order, and why the others may not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from whylens.inject.here import Here, Nearness
from whylens.inject.worth import worth
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
#: Below this worth (0..1, about the share of such cards that were an answer) a card is not spent attention on.
FLOOR = 0.04
#: Nor is one worth less than this share of the best card's worth, unless it stands at the function or a user stands by
#: it. On fixes of curl and sqlalchemy this takes away a fifth of what does not explain them, on those of tokio nothing,
#: and nowhere what does; a share of .12 already takes some of that.
SHARE_OF_BEST = 0.1
#: The reason under which cards the session has are counted.
ALREADY_GIVEN = "already given"
#: The reason under which cards are counted that are not sure enough to be put into a chat, and how near one must stand
#: to the user to be told all the same, marked and apart from the others; and how many are told.
UNSURE = "not sure enough"
UNSURE_FROM = Nearness.NAMED
UNSURE_LIMIT = 6
#: Notes in place of an answer, when nothing could be searched.
OUTLINE_LIMIT = 5


@dataclass(slots=True)
class Chosen:
    """The cards to inject, most valuable first; for some, by their id, others that say the same; and how many were left
    out by reason. `unsure` holds the ids of cards that stand apart."""

    cards: list[Card] = field(default_factory=list[Card])
    repeats: dict[str, list[Card]] = field(default_factory=dict[str, list[Card]])
    dropped: Counter[str] = field(default_factory=Counter[str])
    unsure: frozenset[str] = frozenset()


Same = Callable[[str, str], bool]


def choose(
    hits: Sequence[Hit],
    *,
    here: Here,
    now: float,
    same: Same,
    is_given: Callable[[Card], bool] = lambda card: False,
    unsure: frozenset[str] = frozenset(),
) -> Chosen:
    """The hits to inject, most valuable first. What says the same as a better card is united with it; one of *unsure*
    is taken only where the user is."""
    chosen = Chosen(unsure=unsure)
    best = 0.0
    for value, hit in sorted(((worth(each, here), each) for each in hits), key=lambda each: -each[0]):
        reason = refusal(hit.card, now) or _lack(value, hit, here, best, is_unsure=hit.card.id in unsure)
        if reason:
            chosen.dropped[reason] += 1
        else:
            best = best or value
            _take(chosen, hit.card, ITEM_LIMIT, same, is_given)
    return chosen


def most_important(
    cards: Sequence[Card], *, now: float, same: Same, is_given: Callable[[Card], bool] = lambda card: False
) -> Chosen:
    """The few of *cards* that matter most whatever is asked: principles, what the user confirmed, what is important."""
    chosen = Chosen()
    order = sorted(
        cards, key=lambda each: (each.scope is not Scope.PRINCIPLE, not each.confirmed_at, -each.importance)
    )
    for card in order:
        if reason := refusal(card, now):
            chosen.dropped[reason] += 1
        else:
            _take(chosen, card, OUTLINE_LIMIT, same, is_given)
    return chosen


def refusal(card: Card, now: float) -> str:
    """Why a card must never be injected, empty when it may."""
    if card.sensitivity is not Sensitivity.NORMAL:
        return "confidential"
    if card.status is Status.CANDIDATE:
        return "waiting for review"
    if not card.is_live or (card.expires_at is not None and card.expires_at <= now):
        return "no longer valid"
    return ""


def _take(chosen: Chosen, card: Card, limit: int, same: Same, is_given: Callable[[Card], bool]) -> None:
    """Add *card*, or count why it is one too many."""
    if twin := next((each for each in chosen.cards if same(card.summary, each.summary)), None):
        chosen.repeats.setdefault(twin.id, []).append(card)
        chosen.dropped["duplicate"] += 1
    elif is_given(card):
        chosen.dropped[ALREADY_GIVEN] += 1
    elif len(chosen.cards) >= limit or _is_full(chosen, card):
        chosen.dropped["quota"] += 1
    else:
        chosen.cards.append(card)


def _is_full(chosen: Chosen, card: Card) -> bool:
    """Whether there are enough cards of this kind, or enough unsure ones when *card* is."""
    if sum(each.kind is card.kind for each in chosen.cards) >= QUOTAS[card.kind]:
        return True
    return card.id in chosen.unsure and sum(each.id in chosen.unsure for each in chosen.cards) >= UNSURE_LIMIT


def _lack(value: float, hit: Hit, here: Here, best: float, *, is_unsure: bool) -> str:
    """Why a card that may be injected is not worth it beside one worth *best*, empty when it is."""
    near = here.nearness(hit.card) if here.is_known else Nearness.ELSEWHERE
    if not _is_relevant(value, hit, here, near, best):
        return "not relevant enough"
    return UNSURE if is_unsure and near < UNSURE_FROM else ""


def _is_relevant(value: float, hit: Hit, here: Here, near: Nearness, best: float) -> bool:
    """Whether a card is worth a reader's attention: at the function always; anywhere in the file when nothing was asked
    in words; from elsewhere only what recall found to answer the question; and else by its worth."""
    if near is Nearness.FUNCTION or (here.is_question and near is not Nearness.ELSEWHERE):
        return True
    if value < SHARE_OF_BEST * best and hit.card.confirmed_at is None:
        return False
    return value >= FLOOR and (hit.relevant or near is not Nearness.ELSEWHERE)

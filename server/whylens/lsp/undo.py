"""The user's acts of this session, so that the last one can be taken back."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from whylens.lsp.projects import Project
from whylens.memory.hand import acts as by_hand
from whylens.memory.judging import Verdict
from whylens.memory.requests import Selection
from whylens.model.card import Card
from whylens.model.errors import UserError

MOST_ACTS = 50
_VERDICTS = frozenset(Verdict)
_BY_HAND = frozenset(by_hand.Act)


@dataclass(frozen=True, slots=True)
class Act:
    """What was done to a card; `before` is the version it had, None when the act created it.

    `others` are the further cards the same word was said on.
    """

    project: Project
    verb: str
    card: Card
    before: int | None
    others: tuple[Card, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card it was done to."""
        return (self.card, *self.others)


class Acts:
    """The last acts, newest last."""

    def __init__(self) -> None:
        self._acts: deque[Act] = deque(maxlen=MOST_ACTS)

    def did(
        self, project: Project, verb: str, card: Card, before: int | None, others: tuple[Card, ...] = ()
    ) -> None:
        """Note an act."""
        self._acts.append(Act(project, verb, card, before, others))

    def take(self, card: str = "") -> Act:
        """The last act (on the *card* of this id, if given), to be undone; UserError when there is none."""
        for act in reversed(self._acts):
            if card == "" or any(card == each.id for each in act.cards):
                self._acts.remove(act)
                return act
        raise UserError("there is nothing to undo in this session")

    def has(self, card: str) -> bool:
        """Whether something was done to the *card* of this id."""
        return any(card == each.id for act in self._acts for each in act.cards)

    def touched(self) -> frozenset[str]:
        """The ids of the cards to which something was done."""
        return frozenset(card.id for act in self._acts for card in act.cards)

    def confirmed(self) -> frozenset[str]:
        """The ids of the cards whose last act was that the user confirmed them."""
        last = {card.id: act.verb for act in self._acts for card in act.cards}
        return frozenset(each for each, verb in last.items() if verb == Verdict.CONFIRM)


def undo(act: Act) -> Card:
    """Take *act* back (blocks); the card as it was, or as it is gone."""
    memory = act.project.memory
    if act.verb in _VERDICTS:
        if act.others:
            memory.queue.take_back(act.cards, Verdict(act.verb))
            return memory.get(act.card.id)
        return memory.take_back(act.card.id, Verdict(act.verb))
    if act.verb in _BY_HAND:
        return memory.hand.undo(act.card.id, by_hand.Act(act.verb))
    if act.before is None:
        memory.forget(Selection(ids=(act.card.id,)))
        return act.card
    return memory.restore(act.card.id, version=act.before)

"""The user's acts of this session, so that the last one can be taken back."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from whylens.lsp.projects import Project
from whylens.memory.judging import Verdict
from whylens.memory.requests import Selection
from whylens.model.card import Card
from whylens.model.errors import UserError

MOST_ACTS = 50
_VERDICTS = frozenset(Verdict)


@dataclass(frozen=True, slots=True)
class Act:
    """What was done to a card; `before` is the version it had, None when the act created it."""

    project: Project
    verb: str
    card: Card
    before: int | None


class Acts:
    """The last acts, newest last."""

    def __init__(self) -> None:
        self._acts: deque[Act] = deque(maxlen=MOST_ACTS)

    def did(self, project: Project, verb: str, card: Card, before: int | None) -> None:
        """Note an act."""
        self._acts.append(Act(project, verb, card, before))

    def take(self, card: str = "") -> Act:
        """The last act (on the *card* of this id, if given), to be undone; UserError when there is none."""
        for act in reversed(self._acts):
            if card in ("", act.card.id):
                self._acts.remove(act)
                return act
        raise UserError("there is nothing to undo in this session")

    def confirmed(self) -> frozenset[str]:
        """The ids of the cards whose last act was that the user confirmed them."""
        last = {act.card.id: act.verb for act in self._acts}
        return frozenset(each for each, verb in last.items() if verb == Verdict.CONFIRM)


def undo(act: Act) -> Card:
    """Take *act* back (blocks); the card as it was, or as it is gone."""
    if act.verb in _VERDICTS:
        return act.project.memory.take_back(act.card.id, Verdict(act.verb))
    if act.before is None:
        act.project.memory.forget(Selection(ids=(act.card.id,)))
        return act.card
    return act.project.memory.restore(act.card.id, version=act.before)

"""The user's acts of this session, so that the last one can be taken back."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from whylens.lsp.projects import Project
from whylens.memory.requests import Selection
from whylens.model.card import Card
from whylens.model.errors import UserError

MOST_ACTS = 50


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

    def take(self) -> Act:
        """The last act, to be undone; UserError when there is none."""
        if not self._acts:
            raise UserError("there is nothing to undo in this session")
        return self._acts.pop()


def undo(act: Act) -> Card:
    """Take *act* back (blocks); the card as it was, or as it is gone."""
    if act.before is None:
        act.project.memory.forget(Selection(ids=(act.card.id,)))
        return act.card
    return act.project.memory.restore(act.card.id, version=act.before)

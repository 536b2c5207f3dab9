"""Tunes thresholds, ranking and budget to one project from its own feedback: proposes, applies on a yes, takes back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from whylens.govern.feedback import Signal, Tally
from whylens.govern.tuning import (
    LEAST_CONTEXTS,
    LEAST_JUDGED,
    TUNING,
    Labelled,
    Proposal,
    Tuning,
    propose,
    read_tuning,
    tuning_text,
)
from whylens.memory.feedback.feedback import Feedback
from whylens.memory.feedback.outcomes import outcomes
from whylens.memory.listing import every_card
from whylens.memory.marks import moment
from whylens.model.card import Card
from whylens.model.errors import UserError
from whylens.model.words import Basis, Status
from whylens.runtime.clock import Clock
from whylens.store.port import Audit, Lane, Store, Writing

#: In the progress: what was before each time something was tuned.
BEFORE = "tuning-before"
#: So many changes can be taken back.
_MOST_BEFORE = 10

_RIGHT = (Signal.NAMED, Signal.FOLLOWED, Signal.UPHELD, Signal.MENDED)


class Tuner:
    """The tuning of one project."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def proposals(self) -> list[Proposal]:
        """The changes its feedback speaks for."""
        return propose(self._labelled(), outcomes(self._store), self.now())

    def now(self) -> Tuning:
        """What is tuned now."""
        return read_tuning(self._store.progress(TUNING))

    def feedback(self) -> dict[str, int]:
        """How much there is to go by, beside how much is needed at least."""
        judged = len(list(self._labelled()))
        heard = len(outcomes(self._store))
        return {
            "judged": judged, "judgedNeeded": LEAST_JUDGED, "contexts": heard, "contextsNeeded": LEAST_CONTEXTS
        }  # fmt: skip

    def apply(self, proposals: Sequence[Proposal]) -> Tuning:
        """Make *proposals* hold; what was before is kept for `undo`."""
        before = tuned = self.now()
        for each in proposals:
            tuned = each.tuning(tuned)
        steps: list[str] = json.loads(self._store.progress(BEFORE) or "[]")
        kept = json.dumps([*steps, tuning_text(before)][-_MOST_BEFORE:])
        self._put(
            {TUNING: tuning_text(tuned), BEFORE: kept}, "tune", ", ".join(each.name for each in proposals)
        )
        return tuned

    def undo(self) -> Tuning:
        """Take the last tuning back; `UserError` when there is none."""
        steps: list[str] = json.loads(self._store.progress(BEFORE) or "[]")
        if not steps:
            raise UserError(
                "nothing is tuned, so there is nothing to undo: `whylens tune` proposes what could be"
            )
        self._put({TUNING: steps[-1], BEFORE: json.dumps(steps[:-1])}, "undo", "tune")
        return self.now()

    def _put(self, values: dict[str, str], action: str, detail: str) -> None:
        def job(writing: Writing) -> None:
            writing.put_progress(values)
            writing.record([Audit("user", action, "", detail, at=self._clock.now())])

        self._store.write(job, lane=Lane.USER).result()

    def _labelled(self) -> Iterable[Labelled]:
        """What turned out right or wrong, as sure as it was at first. What the user wrote says nothing of the rules."""
        seen = Feedback(self._store).known()
        for card in every_card(self._store):
            label = _label(card, seen.get(card.id, {}))
            if label is None:
                continue
            first = min((card, *self._store.history(card.id)), key=lambda each: each.version)
            if first.basis is not Basis.USER:
                yield Labelled(first, *label)


def _label(card: Card, seen: dict[Signal, Tally]) -> tuple[bool, float] | None:
    """Whether *card* turned out right, and when that was known; the user's word first."""
    if card.status is Status.REJECTED:
        return False, moment(card.extra.get("rejected_at", "")) or card.created_at
    if card.confirmed_at is not None:
        return True, card.confirmed_at
    right = [seen[signal].last for signal in _RIGHT if signal in seen]
    wrong = seen[Signal.BROKEN].last if Signal.BROKEN in seen else None
    if bool(right) == (wrong is not None):
        return None
    return (True, max(right)) if right else (False, wrong or 0.0)


def tuning_json(tuner: Tuner, proposals: Sequence[Proposal], *, applied: bool) -> dict[str, Any]:
    """As the terminal prints it."""
    return {
        "applied": applied,
        "tuning": json.loads(tuning_text(tuner.now())),
        "feedback": tuner.feedback(),
        "proposals": [
            {
                "name": each.name,
                "before": each.before,
                "after": each.after,
                "measuredBefore": each.measured_before,
                "measuredAfter": each.measured_after,
                "because": each.because,
            }
            for each in proposals
        ],
    }

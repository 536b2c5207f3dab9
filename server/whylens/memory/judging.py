"""What a judgement of the user does to a card, and what taking it back leaves: pure, over the card and its versions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from whylens.govern.confidence import confirmed, rejected
from whylens.model.card import Card
from whylens.model.errors import UserError
from whylens.model.words import Status

#: In `Card.extra` of a rejected card: when, and why.
_AT, _WHY = "rejected_at", "rejected_because"


class Verdict(StrEnum):
    """What the user said of a card."""

    CONFIRM = "confirm"
    REJECT = "reject"


def confirm(card: Card, *, by: str, at: float) -> Card:
    """*card* once the user said it is right."""
    if card.status is Status.SUPERSEDED:
        raise UserError(f"{card.handle} was replaced: confirm the memory that replaced it")
    return replace(
        card,
        status=Status.ACTIVE,
        confidence=confirmed(card),
        confirmed_by=by,
        confirmed_at=at,
        extra=_without_rejection(card.extra),
    )


def reject(card: Card, *, why: str, at: float) -> Card:
    """*card* once the user said it is wrong: kept, so that it is not learned again, but never shown."""
    reason = {_WHY: why} if why else {}
    return replace(
        card,
        status=Status.REJECTED,
        confidence=rejected(card),
        confirmed_at=None,
        confirmed_by="",
        extra={**_without_rejection(card.extra), _AT: _moment(at), **reason},
    )


def take_back(card: Card, earlier: Sequence[Card], verdict: Verdict) -> Card:
    """*card* as if the *verdict* it stands under had not been spoken; *earlier* are its versions, newest first.

    Only what the judgement set goes back: what was learned or edited since stays. Raises `UserError` where there is
    no such judgement, or nothing from before it.
    """
    mark = _MARKS[verdict]
    if mark(card) is None:
        raise UserError(
            f"{card.handle} is not {_DONE[verdict]}, so there is nothing to undo; check its handle"
        )
    under = [each for each in earlier if mark(each) == mark(card)]
    first = min((each.version for each in (*under, card)), default=card.version)
    before = next((each for each in earlier if each.version < first), None)
    if before is None:
        raise UserError(f"{card.handle} came {_DONE[verdict]}: reject or forget it if it does not hold")
    judged = Status.ACTIVE if verdict is Verdict.CONFIRM else Status.REJECTED
    kept = {name: before.extra[name] for name in (_AT, _WHY) if name in before.extra}
    return replace(
        card,
        status=before.status if card.status is judged else card.status,  # it may be replaced by now
        confidence=before.confidence,
        confirmed_at=before.confirmed_at,
        confirmed_by=before.confirmed_by,
        extra={**_without_rejection(card.extra), **kept},
    )


def _moment(at: float) -> str:
    """As text, like all that is extra; no bare number, which redaction may take for one of somebody's."""
    return datetime.fromtimestamp(at, UTC).isoformat()


def _confirmation(card: Card) -> float | None:
    return card.confirmed_at


def _rejection(card: Card) -> Any:
    """What tells one rejection of a card from another; those of older versions of Whylens are all one."""
    return card.extra.get(_AT, "") if card.status is Status.REJECTED else None


_MARKS: dict[Verdict, Callable[[Card], Any]] = {Verdict.CONFIRM: _confirmation, Verdict.REJECT: _rejection}
_DONE = {Verdict.CONFIRM: "confirmed", Verdict.REJECT: "rejected"}


def _without_rejection(extra: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in extra.items() if name not in (_AT, _WHY)}

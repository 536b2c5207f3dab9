"""What each act of the user does to a card, and how it is taken back without losing what came after it. Pure.

An act leaves the moment it was done in `Card.extra`. Taking it back is a three-way merge: of what the act changed,
what still reads as the act left it goes back; what was learned or done since stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from whylens.memory.marks import (
    NOT_HERE,
    PINNED,
    PINNED_FROM,
    REPLACED_WHY,
    SNOOZED_FROM,
    SNOOZED_UNTIL,
    moment,
    stamp,
)
from whylens.model.anchor import Anchor
from whylens.model.card import Card
from whylens.model.errors import UserError
from whylens.model.words import LIVE, Status


class Act(StrEnum):
    """What a user may do to a card beside judging it."""

    EDIT = "edit"
    PIN = "pin"
    UNPIN = "unpin"
    SNOOZE = "snooze"
    NOT_HERE = "not_here"
    SUPERSEDE = "supersede"


@dataclass(frozen=True, slots=True)
class _Words:
    """How an act is told: `done` of a card it stands on; `mark`, the key in `Card.extra` that says when."""

    done: str
    mark: str


ACTS: Mapping[Act, _Words] = {
    Act.EDIT: _Words("edited", "edited_at"),
    Act.PIN: _Words("pinned", PINNED),
    Act.UNPIN: _Words("unpinned", "unpinned_at"),
    Act.SNOOZE: _Words("snoozed", "snoozed_at"),
    Act.NOT_HERE: _Words("moved by hand", "not_here_at"),
    Act.SUPERSEDE: _Words("replaced by hand", "replaced_at"),
}

#: What a version is told from another by, never by what an act did.
_OWN = frozenset({"id", "handle", "namespace", "version", "extra"})
_MOST_IMPORTANT = 1.0


def pin(card: Card, *, at: float) -> Card:
    """*card*, shown first and kept whatever its age."""
    if PINNED in card.extra:
        raise UserError(f"{card.handle} is pinned already: `whylens unpin {card.handle}` lets go of it")
    if card.status not in LIVE:
        raise UserError(f"{card.handle} is {card.status.value}, so it is not shown: confirm it first")
    extra = {**card.extra, PINNED: stamp(at), PINNED_FROM: f"{card.importance:.4f}"}
    extra.pop(ACTS[Act.UNPIN].mark, None)
    return replace(card, importance=_MOST_IMPORTANT, extra=extra)


def unpin(card: Card, *, at: float) -> Card:
    """*card* as important as it was before it was pinned."""
    if PINNED not in card.extra:
        raise UserError(f"{card.handle} is not pinned; check its handle")
    extra = {**card.extra, ACTS[Act.UNPIN].mark: stamp(at)}
    before = extra.pop(PINNED_FROM, "0.5")
    del extra[PINNED]
    return replace(card, importance=float(before), extra=extra)


def snooze(card: Card, *, until: float, at: float) -> Card:
    """*card*, shown nowhere before *until* (Unix seconds)."""
    if until <= at:
        raise UserError("that day is over: give one that is to come, or 7d")
    snoozed = SNOOZED_UNTIL in card.extra
    if not snoozed and card.status not in LIVE:
        raise UserError(f"{card.handle} is {card.status.value} and not shown: confirm it first")
    before = card.extra[SNOOZED_FROM] if snoozed else card.status.value
    marks = {ACTS[Act.SNOOZE].mark: stamp(at), SNOOZED_UNTIL: stamp(until), SNOOZED_FROM: before}
    return replace(card, status=Status.ARCHIVED, extra={**card.extra, **marks})


def woken(card: Card, *, now: float) -> Card | None:
    """*card* as it was before it was snoozed; None while it is to sleep, or when it does not."""
    until = moment(card.extra.get(SNOOZED_UNTIL, ""))
    if until is None or until > now:
        return None
    gone = (SNOOZED_UNTIL, SNOOZED_FROM, ACTS[Act.SNOOZE].mark)
    extra = {name: value for name, value in card.extra.items() if name not in gone}
    asleep = card.status is Status.ARCHIVED  # whatever else became of it meanwhile stays
    return replace(card, status=Status(card.extra[SNOOZED_FROM]) if asleep else card.status, extra=extra)


def not_here(
    card: Card, *, path: str, symbols: frozenset[tuple[str, ...]], anchor: Anchor | None, at: float
) -> Card:
    """*card* without its place in *path*: at *symbols*, or all of them when none are named; at *anchor* instead.

    A file the card is about as a whole is left, too, when there is no symbol to leave.
    """
    stays = [each for each in card.anchors if each.path != path or (symbols and each.symbol not in symbols)]
    left = [each for each in card.anchors if each not in stays]
    whole_file = path in card.files and not any(each.symbol for each in left)
    if not left and not whole_file and anchor is None:
        raise UserError(f"{card.handle} does not stand in {path}; `whylens recall` shows where it does")
    anchors = tuple(dict.fromkeys((*stays, *((anchor,) if anchor else ()))))
    gone = {each.symbol_text for each in left if each.symbol} - {each.symbol_text for each in anchors}
    files = [each for each in card.files if each != path or not whole_file]
    if anchor is not None:
        files.append(anchor.path)
    marks = {NOT_HERE: path, ACTS[Act.NOT_HERE].mark: stamp(at)}
    return replace(
        card,
        anchors=anchors,
        files=tuple(dict.fromkeys(files)),
        symbols=_symbols(card, gone, anchor),
        extra={**card.extra, **marks},
    )


def superseded(card: Card, *, by: Card, why: str, at: float) -> Card:
    """*card* once the user said that *by* holds in its stead."""
    reason = {REPLACED_WHY: why} if why else {}
    extra = {name: value for name, value in card.extra.items() if name != REPLACED_WHY}
    return replace(
        card,
        status=Status.SUPERSEDED,
        superseded_by=by.id,
        extra={**extra, ACTS[Act.SUPERSEDE].mark: stamp(at), **reason},
    )


def taken_back(card: Card, earlier: Sequence[Card], act: Act) -> Card:
    """*card* as if the last *act* that stands on it had not been done; *earlier* are its versions, newest first.

    Raises `UserError` when no such act stands, or nothing from before it is kept.
    """
    words = ACTS[act]
    if (mark := card.extra.get(words.mark)) is None:
        raise UserError(f"{card.handle} is not {words.done}, so there is nothing to undo; check its handle")
    done = [each for each in (card, *earlier) if each.extra.get(words.mark) == mark]
    after = min(done, key=lambda each: each.version)
    before = next((each for each in earlier if each.version < after.version), None)
    if before is None:
        raise UserError(f"nothing is kept of {card.handle} from before it was {words.done}: edit it instead")
    return replace(card, **_reverted(card, before, after), extra=_extra(card, before, after))


def _reverted(card: Card, before: Card, after: Card) -> dict[str, Any]:
    """The fields the act changed and nothing changed since, as they were."""
    changed: dict[str, Any] = {}
    for each in fields(Card):
        was, became, reads = (getattr(one, each.name) for one in (before, after, card))
        if each.name not in _OWN and was != became and reads == became:
            changed[each.name] = was
    return changed


def _extra(card: Card, before: Card, after: Card) -> dict[str, str]:
    extra = dict(card.extra)
    for name in {*before.extra, *after.extra}:
        was, became = before.extra.get(name), after.extra.get(name)
        if was == became or extra.get(name) != became:
            continue
        if was is None:
            del extra[name]
        else:
            extra[name] = was
    return extra


def _symbols(card: Card, gone: set[str], anchor: Anchor | None) -> tuple[str, ...]:
    kept = [each for each in card.symbols if each not in gone]
    kept += [anchor.symbol_text] if anchor is not None and anchor.symbol else []
    return tuple(dict.fromkeys(kept))

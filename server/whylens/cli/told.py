"""How a card that was changed is told on the terminal, and the durations and days that commands take."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import typer

from whylens.cli.session import emit, say
from whylens.memory.wire import card_json
from whylens.model.card import Card

_UNITS = {"m": 60, "h": 3600, "d": 86_400, "w": 604_800}


def tell_card(what: str, card: Card, *, as_json: bool, undo: str = "") -> None:
    """Say *what* was done to *card*, where it stands, and by which command it is undone."""
    if as_json:
        emit(card_json(card))
        return
    say(f"{what} [{card.handle}] {card.kind.value.replace('_', ' ')}: {card.summary}")
    for anchor in card.anchors:
        say(f"  at {anchor.path}" + (f" › {anchor.symbol_text}" if anchor.symbol else ""))
    if undo:
        say(f"Undo: whylens {undo}")


def seconds_of(duration: str, option: str) -> float:
    """The seconds of `12h`, `7d`, `4w`; wrong usage of *option* otherwise."""
    match = re.fullmatch(r"([0-9]{1,6})\s*([mhdw])", duration.strip())
    if not match or not int(match[1]):
        raise typer.BadParameter("use a number and m, h, d or w, e.g. 12h or 7d", param_hint=option)
    return int(match[1]) * _UNITS[match[2]]


def until_of(text: str, option: str, *, now: float) -> float:
    """The moment (Unix seconds) that `7d` from *now*, or the beginning of the day `2027-01-31` (UTC), names."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
    except ValueError:
        return now + seconds_of(text, option)

"""The commands of the user's hand on one card: edit, supersede, pin, snooze, "not here", and why it is trusted."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from lsprotocol import types

from whylens.lsp import messages
from whylens.lsp.guard import answered
from whylens.lsp.messages import (
    CardArguments,
    EditArguments,
    NotHereArguments,
    PageArguments,
    SnoozeArguments,
    SupersedeArguments,
    WhyArguments,
    read,
)
from whylens.lsp.named import find, line_of, one, writable
from whylens.lsp.projects import Project
from whylens.lsp.server import WhylensLanguageServer
from whylens.memory.hand.acts import Act
from whylens.model.card import Card
from whylens.model.errors import UserError
from whylens.model.source import date_text
from whylens.model.words import Kind, Scope

#: Seconds a change may take before the user is told that it does.
WRITE = 10.0
_DAY = 86_400
_LONGEST_SNOOZE = 3_650

#: A repo-relative path, its live text if the document is open, and a line (1-based).
Place = tuple[str, str, int | None]


def register(server: WhylensLanguageServer) -> None:
    """Add the commands."""
    server.command(messages.PAGE)(page)
    server.command(messages.SAVE_PAGE)(save_page)
    server.command(messages.EDIT)(edit)
    server.command(messages.SUPERSEDE)(supersede)
    server.command(messages.PIN)(pin)
    server.command(messages.UNPIN)(unpin)
    server.command(messages.SNOOZE)(snooze)
    server.command(messages.NOT_HERE)(not_here)
    server.command(messages.WHY)(why)


@answered("page", deadline=WRITE)
async def page(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """The Markdown page on which a card is edited."""
    project, card = await find(ls, read(CardArguments, one(arguments)).id)
    text = await ls.workers.read(project.memory.hand.page, card.id)
    return {**line_of(card), "version": card.version, "text": text}


@answered("savePage", deadline=WRITE)
async def save_page(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """Take in an edited page; what is wrong with it is the error, and nothing is changed."""
    wanted = read(PageArguments, one(arguments))
    return await _do(ls, wanted.id, Act.EDIT, lambda hand, card: hand.save_page(card.id, wanted.text))


@answered("edit", deadline=WRITE)
async def edit(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """Change single fields of a card."""
    wanted = read(EditArguments, one(arguments))
    return await _do(ls, wanted.id, Act.EDIT, lambda hand, card: hand.edit(card.id, _change(wanted)))


@answered("supersede", deadline=WRITE)
async def supersede(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """Another card, or a sentence, holds in the stead of this one."""
    wanted = read(SupersedeArguments, one(arguments))
    return await _do(
        ls, wanted.id, Act.SUPERSEDE, lambda hand, card: hand.supersede(card.id, wanted.by, why=wanted.why)
    )


@answered("pin", deadline=WRITE)
async def pin(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """Show a card first, and keep it."""
    name = read(CardArguments, one(arguments)).id
    return await _do(ls, name, Act.PIN, lambda hand, card: hand.pin(card.id))


@answered("unpin", deadline=WRITE)
async def unpin(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """Let go of a pinned card."""
    name = read(CardArguments, one(arguments)).id
    return await _do(ls, name, Act.UNPIN, lambda hand, card: hand.unpin(card.id))


@answered("snooze", deadline=WRITE)
async def snooze(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """Show a card nowhere before a day."""
    wanted = read(SnoozeArguments, one(arguments))
    until = _until(wanted)
    done = await _do(ls, wanted.id, Act.SNOOZE, lambda hand, card: hand.snooze(card.id, until=until))
    return {**done, "until": date_text(until)}


@answered("notHere", deadline=WRITE)
async def not_here(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """A card does not belong where it is shown; it is kept, and stands elsewhere when a place is named."""
    wanted = read(NotHereArguments, one(arguments))
    project, card = await find(ls, wanted.id)
    left = await _place(ls, project, wanted.uri, wanted.position) if wanted.uri else None
    to = await _place(ls, project, wanted.moveTo.uri, wanted.moveTo.position) if wanted.moveTo else None
    return await _do(
        ls,
        card.id,
        Act.NOT_HERE,
        lambda hand, found: hand.not_here(found.id, left=_spot(left), to=_spot(to)),
    )


@answered("why", deadline=WRITE)
async def why(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """Why the confidence of a card is what it is, line by line."""
    wanted = read(WhyArguments, one(arguments))
    project, card = await find(ls, wanted.id)
    told = await ls.workers.read(project.memory.why, card.id)
    if wanted.show:
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Info, told["text"]))
    return told


async def _do(
    ls: WhylensLanguageServer, name: str, act: Act, do: Callable[[Any, Card], Card]
) -> dict[str, Any]:
    """Do an act, note it for undo, and let what is shown follow; an act that changed nothing is none."""
    project, before = await find(ls, name)
    hand = writable(project).memory.hand
    card: Card = await ls.workers.write(do, hand, before)
    if card.version != before.version:
        ls.acts.did(project, act.value, card, before.version)
        ls.wrote(project)
    return {**line_of(card), "version": card.version}


async def _place(
    ls: WhylensLanguageServer, project: Project, uri: str, position: types.Position | None
) -> Place:
    path = await ls.path_in(project, uri)
    if path is None:
        raise UserError("that file is not in the project: name one that is")
    snapshot = ls.documents.snapshot(uri)
    return path, snapshot.text if snapshot else "", position.line + 1 if position else None


def _spot(place: Place | None) -> Any:
    from whylens.memory.hand.hand import Spot  # here, on a worker: not needed for the first answer

    return Spot(*place) if place is not None else None


def _change(wanted: EditArguments) -> Any:
    from whylens.memory.hand.editing import Edit

    try:
        kind = Kind(wanted.kind) if wanted.kind else None
        scope = Scope(wanted.scope) if wanted.scope else None
    except ValueError:
        raise UserError(f"use one of {', '.join(Kind)}, and of the scopes {', '.join(Scope)}") from None
    return Edit(wanted.summary, kind, scope, wanted.details, wanted.rationale)


def _until(wanted: SnoozeArguments) -> float:
    """When a snooze ends: at the beginning of the day named, or so many days from now."""
    if not 0 < wanted.days <= _LONGEST_SNOOZE:
        raise UserError(f"a memory sleeps for 1 to {_LONGEST_SNOOZE:,} days")
    if not wanted.until:
        return time.time() + wanted.days * _DAY
    try:
        return datetime.strptime(wanted.until, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
    except ValueError:
        raise UserError(f"{wanted.until!r} is not a day like 2027-01-31") from None

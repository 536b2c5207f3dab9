"""What every command shares: its one argument, the card it names, whether that may be changed, and how it is told."""

from __future__ import annotations

from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from whylens.lsp.projects import Project
from whylens.lsp.server import WhylensLanguageServer
from whylens.model.card import Card
from whylens.model.errors import UserError


def one(arguments: tuple[Any, ...]) -> Any:
    """The one object a command takes; a bare text is the id or the sentence it means."""
    first: Any = arguments[0] if arguments else {}
    return {"id": first, "text": first} if isinstance(first, str) else first


def naming(arguments: tuple[Any, ...]) -> Any:
    """The same for a command that may name a card: an argument that is there and names none is a mistake of the caller,
    and must not be taken for "any card"."""
    given = one(arguments)
    if given in (None, {}, {"id": None}):
        return {}
    if not isinstance(given, dict) or not given.get("id"):  # pyright: ignore[reportUnknownMemberType]
        raise JsonRpcInvalidParams(message="expected an object with id, or nothing")
    return given  # pyright: ignore[reportUnknownVariableType]


def line_of(card: Card) -> dict[str, Any]:
    """A card in one line, with its status."""
    return {
        "id": card.id,
        "handle": card.handle,
        "kind": card.kind.value,
        "summary": card.summary,
        "status": card.status.value,
    }


async def find(ls: WhylensLanguageServer, name: str) -> tuple[Project, Card]:
    """The card called *name*, in whichever open project has it."""
    first = await ls.projects.first()
    missing = UserError("there is no such memory: look at the file again")
    for project in (first, *(each for each in ls.projects.opened() if each is not first)):
        try:
            return project, await ls.workers.read(project.memory.get, name)
        except UserError as error:
            missing = error
    raise missing


def writable(project: Project) -> Project:
    """*project*, where its memory may be changed; `UserError` where it may only be read."""
    if project.read_only:
        raise UserError("Whylens is read-only here: set whylens.mode to full to change memories")
    return project

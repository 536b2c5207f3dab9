"""The commands `whylens.server.*`: what the user does to cards, from any client."""

from __future__ import annotations

import json
from typing import Any

from lsprotocol import types

from whylens.lsp import convert, messages
from whylens.lsp.guard import answered
from whylens.lsp.messages import (
    CardArguments,
    RememberArguments,
    ShowCardsArguments,
    SourceArguments,
    UndoArguments,
    read,
)
from whylens.lsp.named import find, line_of, naming, one, writable
from whylens.lsp.projects import Project
from whylens.lsp.server import WhylensLanguageServer
from whylens.lsp.undo import Act
from whylens.lsp.undo import undo as take_back
from whylens.memory.judging import Verdict
from whylens.memory.requests import RememberRequest, Selection
from whylens.memory.wire import card_json
from whylens.model.card import Card
from whylens.model.errors import UserError
from whylens.model.words import Kind

#: Seconds a change may take before the user is told that it does.
WRITE = 10.0
#: Seconds the user may think about a question.
ANSWER = 300.0


def register(server: WhylensLanguageServer) -> None:
    """Add the commands."""
    server.command(messages.REMEMBER)(remember)
    server.command(messages.CONFIRM)(confirm)
    server.command(messages.REJECT)(reject)
    server.command(messages.FORGET)(forget)
    server.command(messages.UNDO)(undo)
    server.command(messages.LEARN)(learn)
    server.command(messages.SOURCE)(source)
    server.command(messages.EXPORT)(export)
    server.command(messages.SHOW_CARDS)(show_cards)


@answered("remember", deadline=WRITE)
async def remember(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """Keep a sentence of the user's, anchored where the cursor is; `note` says when it could not be."""
    wanted = read(RememberArguments, one(arguments))
    summary = wanted.text.strip()
    if not summary:
        raise UserError("there is nothing to remember: select some text or type a sentence")
    project = writable(
        (await ls.projects.of(wanted.uri) if wanted.uri else None) or await ls.projects.first()
    )
    snapshot = ls.documents.snapshot(wanted.uri) if wanted.uri else None
    path = await ls.path_in(project, wanted.uri) if wanted.uri else None
    request = RememberRequest(
        summary=summary,
        kind=_kind(wanted.kind),
        path=path,
        line=wanted.position.line + 1 if wanted.position and path else None,
        buffer=snapshot.text if snapshot else None,
    )
    card = await ls.workers.write(project.memory.remember, request)
    ls.acts.did(project, "remember", card, card.version - 1 or None)
    ls.wrote(project)
    outside = f"without a place, for this is no file of {project.root.name}"
    return {**line_of(card), "note": outside if wanted.uri and path is None else None}


@answered("confirm", deadline=WRITE)
async def confirm(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """The user says that a card is right."""
    wanted = read(CardArguments, one(arguments))
    project, before = await find(ls, wanted.id)
    card = await ls.workers.write(writable(project).memory.confirm, before.id)
    ls.acts.did(project, "confirm", card, before.version)
    ls.wrote(project)
    return line_of(card)


@answered("reject", deadline=WRITE)
async def reject(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """The user says that a card is wrong."""
    wanted = read(CardArguments, one(arguments))
    project, before = await find(ls, wanted.id)
    card = await ls.workers.write(writable(project).memory.reject, before.id, why=wanted.why)
    ls.acts.did(project, "reject", card, before.version)
    ls.wrote(project)
    return line_of(card)


@answered("forget", deadline=ANSWER)
async def forget(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any] | None:
    """Delete a card for good; None when the user thought better of it."""
    wanted = read(CardArguments, one(arguments))
    project, card = await find(ls, wanted.id)
    writable(project)
    if wanted.ask and not await _really(ls, card):
        return None
    proof = await ls.workers.write(project.memory.forget, Selection(ids=(card.id,)))
    ls.wrote(project)
    return {**line_of(card), "proof": proof}


@answered("undo", deadline=WRITE)
async def undo(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """Take back the last thing the user did, to the card named or to any, in this session (what was forgotten stays
    forgotten)."""
    wanted = read(UndoArguments, naming(arguments))
    act = await _act_on(ls, wanted.id) if wanted.id else ls.acts.take()
    card = await ls.workers.write(take_back, act)
    ls.wrote(act.project)
    return {**line_of(card), "undone": act.verb}


@answered("learn", deadline=WRITE)
async def learn(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """Start learning; how it goes is seen in the progress bar and the status."""
    project = writable(await ls.projects.first())
    ls.learner.start(project)
    return {"started": True, "project": project.root.name}


@answered("source", deadline=WRITE)
async def source(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """Where a card comes from, fit to be opened; opened at once when asked to `show`."""
    wanted = read(SourceArguments, one(arguments))
    project, card = await find(ls, wanted.id)
    view = await ls.workers.read(project.memory.source, card.id)
    found = await ls.workers.read(convert.source, view, project.memory.root)
    ls.opened(project, [card.id])
    if wanted.show:
        await _show(ls, found)
    return found


@answered("export", deadline=60.0)
async def export(ls: WhylensLanguageServer, *arguments: Any) -> dict[str, Any]:
    """Every card of the first project as JSON lines; the client decides where they go."""
    project = await ls.projects.first()
    lines = await ls.workers.read(_export, project)
    return {"count": len(lines), "text": "\n".join(lines)}


@answered("showCards", deadline=WRITE)
async def show_cards(ls: WhylensLanguageServer, *arguments: Any) -> None:
    """Show cards as a message, for clients without a list of their own."""
    wanted = read(ShowCardsArguments, one(arguments))
    live = await ls.live.fresh(wanted.uri)
    placed = live.view.placed if live is not None and live.view is not None else ()
    chosen = {each.card.id: each for each in placed if each.card.id in wanted.ids}
    if not chosen:
        raise UserError("these memories are not there any more: look at the file again")
    if live is not None and live.project is not None:
        ls.opened(live.project, list(chosen))
    ls.window_show_message(
        types.ShowMessageParams(types.MessageType.Info, convert.card_lines(chosen.values()))
    )


async def _act_on(ls: WhylensLanguageServer, name: str) -> Act:
    """What was last done to the card *name* in this session, else the confirmation it has from an earlier one."""
    project, card = await find(ls, name)
    if card.confirmed_at is not None and not ls.acts.has(card.id):
        return Act(writable(project), Verdict.CONFIRM, card, None)
    return ls.acts.take(card.id)


def _kind(name: str) -> Kind:
    try:
        return Kind(name)
    except ValueError:
        raise UserError(f"there is no such kind of memory: use one of {', '.join(Kind)}") from None


async def _really(ls: WhylensLanguageServer, card: Card) -> bool:
    forget_it = types.MessageActionItem("Forget")
    question = types.ShowMessageRequestParams(
        type=types.MessageType.Warning,
        message=f"Forget {card.handle} for good?",
        actions=[forget_it, types.MessageActionItem("Cancel")],
    )
    answer = await ls.asked(ls.window_show_message_request_async(question), within=ANSWER)
    return answer is not None and answer.title == forget_it.title


async def _show(ls: WhylensLanguageServer, found: dict[str, Any]) -> None:
    """Open a file, else a web page, else say where it comes from."""
    target = found.get("uri") or found.get("link")
    if target and ls.can("window.show_document.support"):
        at = types.Position(max(0, (found.get("line") or 1) - 1), 0)
        params = types.ShowDocumentParams(
            uri=target,
            external="uri" not in found,
            take_focus=True,
            selection=types.Range(at, at) if "uri" in found else None,
        )
        await ls.asked(ls.window_show_document_async(params))
        return
    ls.window_show_message(types.ShowMessageParams(types.MessageType.Info, found["title"]))


def _export(project: Project) -> list[str]:
    return [json.dumps(card_json(each), ensure_ascii=False) for each in project.memory.every_card()]

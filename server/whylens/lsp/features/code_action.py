"""Code actions: what may be done with the cards at the cursor, and remembering the selection. Only when asked for."""

from __future__ import annotations

from lsprotocol import types

from whylens.lsp import convert, messages
from whylens.lsp.guard import guarded
from whylens.lsp.messages import ActionData, read
from whylens.lsp.server import WhylensLanguageServer
from whylens.memory.shown import cut, plain

#: Cards that get actions; the others are behind the lens.
MOST_CARDS = 3
#: Characters of a selection that may become a card without an edit by hand.
MOST_SELECTED = 400


def register(server: WhylensLanguageServer) -> None:
    """Add the handlers."""
    options = types.CodeActionOptions(code_action_kinds=[convert.ACTION_KIND], resolve_provider=True)
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)(actions)
    server.feature(types.CODE_ACTION_RESOLVE)(resolve)


@guarded("codeAction", deadline=0.100, fallback=list[types.CodeAction])
async def actions(ls: WhylensLanguageServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Nothing unasked: a light bulb at every function with a memory, or at every selection, would be noise."""
    if not _is_asked_for(params.context):
        return []
    uri, client_commands = params.text_document.uri, ls.startup.command_links
    live = await ls.live.fresh(uri)
    if live is None or live.view is None or live.project is None or live.path is None:
        return []
    found = live.view.at(params.range.start.line + 1)[:MOST_CARDS]
    return [
        *convert.card_actions(found, uri, params.range.start.line, client_commands=client_commands),
        *_remember(ls, params),
    ]


def _is_asked_for(context: types.CodeActionContext) -> bool:
    if context.only is not None:
        return any(str(getattr(each, "value", each)) == convert.ACTION_KIND for each in context.only)
    return context.trigger_kind is not types.CodeActionTriggerKind.Automatic


def _remember(ls: WhylensLanguageServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    uri = params.text_document.uri
    snapshot = ls.documents.snapshot(uri)
    selected = plain(snapshot.selected(params.range)) if snapshot is not None else ""
    if not selected:
        return []
    title = "Whylens: Remember selection"
    if ls.startup.command_links:
        return [convert.action(title, messages.CLIENT_REMEMBER, None, uri)]
    start = {"line": params.range.start.line, "character": params.range.start.character}
    argument = {"uri": uri, "position": start, "text": cut(selected, MOST_SELECTED)}
    return [convert.action(title, messages.REMEMBER, argument, uri)]


@guarded("codeAction/resolve", deadline=0.100, fallback=lambda: None)
async def resolve(ls: WhylensLanguageServer, params: types.CodeAction) -> types.CodeAction:
    """Actions are sent complete; one whose card has gone meanwhile says so instead of failing later."""
    data = read(ActionData, params.data or {})
    live, card_id = ls.live.latest(data.uri), data.id
    if card_id and live is not None and live.view is not None:
        known = any(each.card.id == card_id for each in live.view.placed)
        params.disabled = None if known else types.CodeActionDisabled("this memory is not there any more")
    return params

"""`whylens/cards`: every card of a file with its place, and workspace symbols for cards."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from whylens.lsp import convert, messages
from whylens.lsp.documents import Snapshot, read_snapshot
from whylens.lsp.guard import answered, guarded
from whylens.lsp.messages import CardsParams, read
from whylens.lsp.server import WhylensLanguageServer
from whylens.memory.requests import FileView
from whylens.model.recall import Query

#: Cards offered for one search of the workspace.
MOST_SYMBOLS = 10
#: Letters a search must have: shorter ones match everything.
SHORTEST_SEARCH = 3


def register(server: WhylensLanguageServer) -> None:
    """Add the handlers."""
    server.feature(messages.CARDS)(cards)
    server.feature(types.WORKSPACE_SYMBOL)(symbols)


@answered("cards", deadline=5.0)
async def cards(ls: WhylensLanguageServer, params: Any) -> dict[str, Any]:
    """The cards of an open document against its live text, of a closed file against the disk."""
    uri = read(CardsParams, params).textDocument.uri
    view, snapshot = await _view(ls, uri)
    if snapshot is None:
        return {"cards": []}
    return {"cards": [convert.card_of_file(each, snapshot) for each in view.placed]}


async def _view(ls: WhylensLanguageServer, uri: str) -> tuple[FileView, Snapshot | None]:
    live = await ls.live.fresh(uri)
    if live is not None:
        return live.view or FileView(""), live.snapshot if live.path else None
    project = await ls.projects.of(uri)
    path = await ls.path_in(project, uri) if project is not None else None
    snapshot = await ls.workers.read(read_snapshot, uri) if path is not None else None
    if project is None or path is None or snapshot is None:
        return FileView(""), None
    return await ls.workers.view(project.memory.view, path, snapshot.text), snapshot


@guarded("workspaceSymbol", deadline=0.8, fallback=list[types.WorkspaceSymbol])
async def symbols(
    ls: WhylensLanguageServer, params: types.WorkspaceSymbolParams
) -> list[types.WorkspaceSymbol]:
    """Cards that answer a search, from every open project."""
    if len(params.query.strip()) < SHORTEST_SEARCH:
        return []
    found: list[types.WorkspaceSymbol] = []
    for project in ls.projects.opened():
        query = Query(text=params.query, k=MOST_SYMBOLS)
        recalled = await ls.workers.read(project.memory.recall, query, deadline=0.2)
        made = (convert.symbol(hit.card, project.memory.root) for hit in recalled.hits)
        found += [each for each in made if each is not None]
    return found[:MOST_SYMBOLS]

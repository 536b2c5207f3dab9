"""Code lenses: one line above each symbol with something to know, never gone for a moment while typing."""

from __future__ import annotations

import asyncio

from lsprotocol import types

from whylens.lsp import convert
from whylens.lsp.guard import guarded
from whylens.lsp.protocol import Ready
from whylens.lsp.server import WhylensLanguageServer

#: Seconds a list may wait for a view that only opening, or a change of the memory, has made necessary. A client that
#: cannot be told to ask again gets longer.
WAIT, WAIT_WITHOUT_REFRESH = 0.04, 1.5


def register(server: WhylensLanguageServer) -> None:
    """Add the handlers."""
    server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=True))(lenses)
    server.feature(types.CODE_LENS_RESOLVE)(resolve)


@guarded("codeLens", deadline=2.0, fallback=list[types.CodeLens])
async def lenses(ls: WhylensLanguageServer, params: types.CodeLensParams) -> Ready | list[types.CodeLens]:
    """From memory alone: the latest view, shifted by what was typed since."""
    uri = params.text_document.uri
    live = ls.live.latest(uri)
    if live is None:
        return []
    if not live.is_fresh and not ls.live.is_typing(live):
        await _wait(ls, uri)
    return convert.lenses(live.lenses, uri, client_commands=ls.startup.command_links)


async def _wait(ls: WhylensLanguageServer, uri: str) -> None:
    patience = WAIT if ls.can("workspace.code_lens.refresh_support") else WAIT_WITHOUT_REFRESH
    try:
        async with asyncio.timeout(patience):
            await ls.live.fresh(uri)
    except TimeoutError:
        return


@guarded("codeLens/resolve", deadline=0.150, fallback=lambda: None)
async def resolve(ls: WhylensLanguageServer, params: types.CodeLens) -> types.CodeLens:
    """Lenses are sent complete; a client that resolves them anyway gets the lens as it is."""
    return params

"""Hover: the cards of the symbol whose header is pointed at, or of the line."""

from __future__ import annotations

from functools import partial

from lsprotocol import types

from whylens.lsp import convert
from whylens.lsp.documents import uri_of
from whylens.lsp.guard import guarded, nothing
from whylens.lsp.hovertext import Style
from whylens.lsp.projects import Project
from whylens.lsp.server import WhylensLanguageServer


def register(server: WhylensLanguageServer) -> None:
    """Add the handler."""
    server.feature(types.TEXT_DOCUMENT_HOVER)(hover)


@guarded("hover", deadline=0.150, fallback=nothing)
async def hover(ls: WhylensLanguageServer, params: types.HoverParams) -> types.Hover | None:
    """Only from a view of exactly the present text: a late hover is nothing, never one at a wrong place."""
    uri = params.text_document.uri
    live = await ls.live.fresh(uri)
    if live is None or live.view is None or live.project is None or not live.project.settings.hover:
        return None
    cards = live.view.at(params.position.line + 1)
    if not cards:
        return None
    style = Style(
        uri,
        links=ls.startup.command_links,
        undoable=ls.acts.confirmed(),
        touched=ls.acts.touched(),
        file_uri=partial(file_uri, live.project),
    )
    return convert.hover(cards, style, markdown=ls.wants_markdown)


def file_uri(project: Project, path: str) -> str | None:
    """The URI of a repo-relative path."""
    return uri_of(project.memory.root / path) if path else None

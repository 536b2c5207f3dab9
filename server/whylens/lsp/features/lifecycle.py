"""Start, settings, folders and end of a session."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from whylens.lsp import configuration
from whylens.lsp.intake.idle import while_idle
from whylens.lsp.server import WhylensLanguageServer
from whylens.lsp.warming import warm


def register(server: WhylensLanguageServer) -> None:
    """Add the handlers."""
    server.feature(types.INITIALIZE)(initialize)
    server.feature(types.INITIALIZED)(initialized)
    server.feature(types.SHUTDOWN)(shutdown)
    server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)(settings_changed)
    server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)(folders_changed)


def initialize(ls: WhylensLanguageServer, params: types.InitializeParams) -> None:
    """Only note who the client is: the answer must come at once."""
    ls.begin(params)


def initialized(ls: WhylensLanguageServer, params: types.InitializedParams) -> None:
    """Everything slow starts here, behind the answer."""
    ls.background.spawn("start", _start(ls))
    ls.background.spawn("warm", ls.workers.read(warm, ls.protocol.typed))
    ls.background.spawn("watch", ls.watch.run())
    ls.background.spawn("assist", ls.assisting.run())
    ls.background.spawn("idle", while_idle(ls.projects, ls.workers, ls.watch))


async def _start(ls: WhylensLanguageServer) -> None:
    await ls.configure()
    await configuration.follow_changes(ls)


def settings_changed(ls: WhylensLanguageServer, params: Any) -> None:
    """Ask for all settings again: what comes along differs by client, and is all there is where none can be asked."""
    if not ls.can("workspace.configuration"):
        ls.take_settings(params.settings)
    ls.background.spawn("settings", ls.configure())


def folders_changed(ls: WhylensLanguageServer, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """A folder came or went: it has settings, and perhaps a memory, of its own."""
    ls.background.spawn("folders", ls.configure())


async def shutdown(ls: WhylensLanguageServer, params: None) -> None:
    """Make durable what was accepted; the rest happens when the connection ends, however it does."""
    await ls.stop_intake()

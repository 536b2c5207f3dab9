"""What only the client sees, forwarded: diagnostics of other tools, and where the user is."""

from __future__ import annotations

import logging
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from whylens.lsp import messages
from whylens.lsp.messages import DiagnosticsParams, FocusParams, read
from whylens.lsp.server import WhylensLanguageServer

log = logging.getLogger(__name__)

#: Diagnostics of a file that are looked at, and the least severe ones that say something lasting.
MOST_DIAGNOSTICS = 50
KEPT = frozenset({types.DiagnosticSeverity.Error, types.DiagnosticSeverity.Warning})


def register(server: WhylensLanguageServer) -> None:
    """Add the handlers. A notification that cannot be read is dropped: nobody waits for an answer."""
    server.feature(messages.DIAGNOSTICS)(diagnostics)
    server.feature(messages.FOCUS)(focus)


def diagnostics(ls: WhylensLanguageServer, params: Any) -> None:
    """The present diagnostics of a file."""
    try:
        given = read(DiagnosticsParams, params)
    except JsonRpcInvalidParams:
        log.warning("unreadable %s", messages.DIAGNOSTICS)
        return
    kept = [each for each in given.diagnostics[:MOST_DIAGNOSTICS] if each.severity in KEPT]
    ls.intake.reported(given.uri, "\n".join(map(line_of, kept)))


def line_of(diagnostic: types.Diagnostic) -> str:
    """A diagnostic on one line: `12: error: undefined name (F821, ruff)`."""
    severity = "error" if diagnostic.severity is types.DiagnosticSeverity.Error else "warning"
    code = str(diagnostic.code) if diagnostic.code is not None else ""
    rule = ", ".join(filter(None, (code, diagnostic.source or "")))
    message = " ".join(diagnostic.message.split())
    return f"{diagnostic.range.start.line + 1}: {severity}: {message}{f' ({rule})' if rule else ''}"


def focus(ls: WhylensLanguageServer, params: Any) -> None:
    """The user is there: look for what others wrote; or the window lost the focus: stop looking."""
    try:
        given = read(FocusParams, params)
    except JsonRpcInvalidParams:
        log.warning("unreadable %s", messages.FOCUS)
        return
    ls.watch.focus(given.focused)
    if given.focused:
        ls.watch.active()
        ls.live.latest(given.uri)

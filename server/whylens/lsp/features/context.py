"""`whylens/context`: the text an assistant is given for a task and a place."""

from __future__ import annotations

from typing import Any

from whylens.lsp import messages
from whylens.lsp.guard import answered
from whylens.lsp.messages import ContextParams, read
from whylens.lsp.server import WhylensLanguageServer
from whylens.memory.requests import ContextRequest
from whylens.memory.wire import injection_json

#: Seconds within which a context is there, whatever hangs; recall goes on without vectors after 0.4 of it
#: (`memory.contexts`).
WITHIN = 1.0


def register(server: WhylensLanguageServer) -> None:
    """Add the handler."""
    server.feature(messages.CONTEXT)(context)


@answered("context", deadline=5.0)
async def context(ls: WhylensLanguageServer, params: Any) -> dict[str, Any]:
    """Empty, and marked so, where nothing may be given to assistants."""
    wanted = read(ContextParams, params or {})
    uri = wanted.textDocument.uri if wanted.textDocument else None
    project = (await ls.projects.of(uri) if uri else None) or await ls.projects.first()
    mode = project.settings.mode
    if not mode.injects:
        return {
            "text": "",
            "cards": [],
            "tokens": 0,
            "dropped": {},
            "flagged": [],
            "degraded": [f"mode {mode.value}"],
        }
    snapshot = ls.documents.snapshot(uri) if uri else None
    path = await ls.path_in(project, uri) if uri else None
    request = ContextRequest(
        task=wanted.task,
        path=path,
        line=wanted.position.line + 1 if wanted.position and path else None,
        selection=wanted.selection,
        buffer=snapshot.text if snapshot else None,
        budget=wanted.budget or project.settings.budget,
        session=wanted.session,
        again=wanted.again,
    )
    return injection_json(await ls.workers.read(project.memory.context, request, deadline=WITHIN))

"""What only the client sees, forwarded: diagnostics of other tools, commands, tasks, chats, and where the user is.

A notification that cannot be read is dropped: nobody waits for an answer.
"""

from __future__ import annotations

import logging
from typing import Any, TypeVar, cast

from pygls.exceptions import JsonRpcInvalidParams

from whylens.lsp import messages
from whylens.lsp.messages import (
    ChatTurnParams,
    FocusParams,
    GitStateParams,
    OpenedParams,
    TaskFinishedParams,
    TerminalCommandParams,
    read,
)
from whylens.lsp.server import WhylensLanguageServer

T = TypeVar("T")

log = logging.getLogger(__name__)


def register(server: WhylensLanguageServer) -> None:
    """Add the handlers."""
    server.feature(messages.DIAGNOSTICS)(diagnostics)
    server.feature(messages.FOCUS)(focus)
    server.feature(messages.TERMINAL_COMMAND)(terminal_command)
    server.feature(messages.TASK_FINISHED)(task_finished)
    server.feature(messages.CHAT_TURN)(chat_turn)
    server.feature(messages.GIT_STATE)(git_state)
    server.feature(messages.OPENED)(opened)


def diagnostics(ls: WhylensLanguageServer, params: Any) -> None:
    """The present diagnostics of a file. They are read later, on a worker: there may be many, and often."""
    uri = cast("dict[str, Any]", params).get("uri") if isinstance(params, dict) else None
    if isinstance(uri, str):
        ls.intake.reported(uri, params)
    else:
        log.warning("unreadable %s", messages.DIAGNOSTICS)


def focus(ls: WhylensLanguageServer, params: Any) -> None:
    """The user is there: look for what others wrote; or the window lost the focus: stop looking."""
    if (given := _read(FocusParams, params, messages.FOCUS)) is None:
        return
    ls.watch.focus(given.focused)
    ls.intake.looked(given.uri, given.range.start.line if given.range else 0, focused=given.focused)
    if given.focused:
        ls.watch.active()
        ls.live.latest(given.uri)


def terminal_command(ls: WhylensLanguageServer, params: Any) -> None:
    """A command of the terminal came to its end."""
    if (given := _read(TerminalCommandParams, params, messages.TERMINAL_COMMAND)) is not None:
        ls.watch.active()
        ls.intake.ran(given)


def task_finished(ls: WhylensLanguageServer, params: Any) -> None:
    """A task came to its end."""
    if (given := _read(TaskFinishedParams, params, messages.TASK_FINISHED)) is not None:
        ls.watch.active()
        ls.intake.task(given)


def chat_turn(ls: WhylensLanguageServer, params: Any) -> None:
    """Something was said in a chat."""
    if (given := _read(ChatTurnParams, params, messages.CHAT_TURN)) is not None:
        ls.intake.said(given)


def git_state(ls: WhylensLanguageServer, params: Any) -> None:
    """A repository moved, says the client: the next look, which tells how, comes now."""
    if _read(GitStateParams, params, messages.GIT_STATE) is not None:
        ls.watch.active()
        ls.watch.look()


def opened(ls: WhylensLanguageServer, params: Any) -> None:
    """The user opened the list behind a lens."""
    if (given := _read(OpenedParams, params, messages.OPENED)) is not None:
        live = ls.live.latest(given.uri)
        if live is not None and live.project is not None and live.view is not None:
            here = {each.card.id for each in live.view.placed}
            ls.opened(live.project, [each for each in given.ids if each in here])


def _read(wanted: type[T], params: Any, method: str) -> T | None:
    try:
        return read(wanted, params)
    except JsonRpcInvalidParams:
        log.warning("unreadable %s", method)
        return None

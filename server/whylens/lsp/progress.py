"""Work-done progress: shown where the client can show it, and never left behind."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable
from typing import Any

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcException

log = logging.getLogger(__name__)

_numbers = itertools.count(1)


class ProgressBar:
    """One bar in the client; nothing where it cannot show one. `cancelled` runs when the user stops it."""

    def __init__(self, ls: Any, cancelled: Callable[[], None]) -> None:
        self._ls = ls
        self._cancelled = cancelled
        self._token = f"whylens-{next(_numbers)}"
        self._shown = False
        self._over = False

    async def begin(self, title: str) -> None:
        """Show the bar, unless the work is over before the client is ready for it."""
        if not get_capability(self._ls.client_capabilities, "window.work_done_progress"):
            return
        try:
            async with asyncio.timeout(5):
                await self._ls.work_done_progress.create_async(self._token)
        except (TimeoutError, JsonRpcException):
            return
        if self._over:
            self._ls.work_done_progress.tokens.pop(self._token, None)
            return
        self._shown = True
        self._ls.work_done_progress.tokens[self._token].add_done_callback(self._stopped_by_user)
        self._ls.work_done_progress.begin(
            self._token, types.WorkDoneProgressBegin(title=title, cancellable=True, percentage=0)
        )

    def _stopped_by_user(self, token: object) -> None:
        self._cancelled()

    def report(self, message: str, fraction: float | None) -> None:
        """Say how far it is; *fraction* is 0..1, None when the whole is not known."""
        if self._shown:
            percentage = None if fraction is None else max(0, min(100, round(fraction * 100)))
            self._ls.work_done_progress.report(
                self._token, types.WorkDoneProgressReport(message=message, percentage=percentage)
            )

    def end(self, message: str) -> None:
        """Take the bar away. pygls keeps tokens for ever (pygls#607), so this one is dropped here."""
        self._over = True
        if self._shown:
            self._shown = False
            self._ls.work_done_progress.tokens.pop(self._token, None)
            self._ls.work_done_progress.end(self._token, types.WorkDoneProgressEnd(message=message))

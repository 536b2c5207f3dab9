"""The id of the request a log line belongs to."""

from __future__ import annotations

import contextvars
import logging

#: Set by the guard; tasks and worker threads started from a handler inherit it.
current_request: contextvars.ContextVar[str] = contextvars.ContextVar("current_request", default="")


class RequestIds(logging.Filter):
    """Gives every record a `request` field: ` [7]` inside the handling of request 7, empty elsewhere."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Never drops a record."""
        request = current_request.get()
        record.request = f" [{request}]" if request else ""
        return True

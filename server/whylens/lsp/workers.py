"""The threads that may block: for questions, for writes, for what is taken in. The loop never waits for the memory."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from whylens.model.errors import Unavailable, WhylensError

P = ParamSpec("P")
R = TypeVar("R")

log = logging.getLogger(__name__)

READERS = 3


class Workers:
    """Four executors. Called from the event loop; the request id of the caller goes along into the log."""

    def __init__(self) -> None:
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="read")
        self._views = ThreadPoolExecutor(1, thread_name_prefix="view")
        self._capture = ThreadPoolExecutor(1, thread_name_prefix="capture")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="write")

    async def read(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a question to the memory."""
        return await self._run(self._readers, work, *args, **kwargs)

    async def view(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Parse and place: on a thread of its own, so that typing cannot use up the readers."""
        return await self._run(self._views, work, *args, **kwargs)

    async def write(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a change; changes happen one after the other, in the order they were asked for."""
        return await self._run(self._writer, work, *args, **kwargs)

    async def capture(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Take in what happened: on a thread of its own, so that what the user asks to change never waits for it."""
        return await self._run(self._capture, work, *args, **kwargs)

    async def _run(self, pool: ThreadPoolExecutor, work: Callable[..., R], *args: Any, **kwargs: Any) -> R:
        context = contextvars.copy_context()
        return await asyncio.get_running_loop().run_in_executor(
            pool, lambda: context.run(_bounded, work, *args, **kwargs)
        )

    def stop(self) -> None:
        """Take no more work; what runs is not waited for (its thread ends with the process)."""
        for pool in (self._readers, self._views, self._capture, self._writer):
            pool.shutdown(wait=False, cancel_futures=True)


def _bounded(work: Callable[..., R], *args: Any, **kwargs: Any) -> R:
    """The boundary around the memory: a bug in it is logged here, once, and reaches callers as `Unavailable`."""
    try:
        return work(*args, **kwargs)
    except (WhylensError, OSError):
        raise
    except Exception as error:
        log.exception("the memory failed")
        raise Unavailable(f"the memory failed ({type(error).__name__}): the server's log says why") from error

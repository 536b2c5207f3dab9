"""One connection to the worker and the thread that uses it: requests in order, each with its reply."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from whylens.embed import wire
from whylens.embed.launch import Launcher
from whylens.model.errors import Unavailable

#: Seconds after which a worker that was asked and says nothing is hung.
HANG_LIMIT = 30.0

_POLL = 0.1

Reply = tuple[dict[str, Any], bytes]


class Lane:
    """Requests of one urgency. A reply nobody waits for any more is still read, to keep in step."""

    def __init__(self, name: str, launcher: Launcher) -> None:
        self._launcher = launcher
        self._connection: Connection[Any, Any] | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"embed-{name}")
        self._closing = threading.Event()
        self._waiting = 0

    @property
    def waiting(self) -> int:
        """How many requests are not answered yet."""
        return self._waiting

    @property
    def connected(self) -> bool:
        """Whether the worker is at the other end, as far as is known."""
        return self._connection is not None

    def submit(self, request: dict[str, Any]) -> Future[Reply]:
        """Ask; the future gives the reply and its vectors, or raises `Unavailable`."""
        self._waiting += 1
        try:
            future = self._thread.submit(self._ask, request)
        except RuntimeError as error:  # closed meanwhile
            self._waiting -= 1
            raise Unavailable("the embedding client is closed") from error
        future.add_done_callback(self._answered)
        return future

    def close(self, patience: float = 1.0) -> None:
        """Give up what waits and let the connection go; the worker ends when nobody has one."""
        self._closing.set()
        self._thread.shutdown(wait=False, cancel_futures=True)
        limit = time.monotonic() + patience
        while self._waiting and time.monotonic() < limit:
            time.sleep(0.01)
        self._drop()

    def _answered(self, _: Future[Reply]) -> None:
        self._waiting -= 1

    def _ask(self, request: dict[str, Any]) -> Reply:
        fresh = self._connection is None
        try:
            return self._exchange(request)
        except (EOFError, OSError, ValueError) as error:
            self._drop()
            if fresh:
                raise self._launcher.failed("the embedding worker ended unexpectedly") from error
        try:  # it had ended since the last request, as idle workers do
            return self._exchange(request)
        except (EOFError, OSError, ValueError) as error:
            self._drop()
            raise self._launcher.failed("the embedding worker ended unexpectedly") from error

    def _exchange(self, request: dict[str, Any]) -> Reply:
        if self._connection is None:
            self._connection = self._launcher.connect()
        connection = self._connection
        wire.send(connection, request)
        self._await(connection)
        reply = wire.receive(connection)
        if problem := reply.get("error"):
            raise Unavailable(str(problem))
        vectors = connection.recv_bytes(wire.LONGEST_MESSAGE) if "vectors" in reply else b""
        self._launcher.succeeded()
        return reply, vectors

    def _await(self, connection: Connection[Any, Any]) -> None:
        limit = time.monotonic() + HANG_LIMIT
        while not connection.poll(_POLL):
            if self._closing.is_set():
                raise Unavailable("the embedding client is closed")
            if time.monotonic() > limit:
                self._launcher.kill()
                self._drop()
                raise self._launcher.failed("the embedding worker hung and was ended")

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

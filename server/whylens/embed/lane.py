"""One connection to the worker and the thread that uses it: requests in order, each with its reply."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from whylens.embed import wire
from whylens.embed.launch import Launcher
from whylens.model.errors import Unavailable

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

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
        self._waiting: set[Future[Reply]] = set()

    @property
    def waiting(self) -> int:
        """How many requests are not answered yet."""
        return len(self._waiting)

    @property
    def connected(self) -> bool:
        """Whether the worker is at the other end, as far as is known."""
        return self._connection is not None

    def submit(self, request: dict[str, Any]) -> Future[Reply]:
        """Ask; the future gives the reply and its vectors, or raises `Unavailable`."""
        try:
            future = self._thread.submit(self._ask, request)
        except RuntimeError as error:
            raise Unavailable("the embedding client is closed") from error
        self._waiting.add(future)
        future.add_done_callback(self._waiting.discard)
        return future

    def close(self, patience: float = 1.0) -> None:
        """Give up what waits and let the connection go; the worker ends when nobody has one."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        limit = time.monotonic() + patience
        while self._waiting and time.monotonic() < limit:
            time.sleep(0.01)
        self._drop()

    def _ask(self, request: dict[str, Any]) -> Reply:
        was_connected = self._connection is not None
        try:
            return self._exchange(request)
        except (EOFError, ConnectionError) as error:
            self._drop()
            if not was_connected:
                raise self._launcher.failed("the embedding worker ended unexpectedly") from error
        return self._ask(request)  # it had ended since the last request, as idle workers do

    def _exchange(self, request: dict[str, Any]) -> Reply:
        if self._connection is None:
            self._connection = self._launcher.connect()
        connection = self._connection
        wire.send(connection, request)
        self._await_reply(connection)
        try:
            reply = wire.receive(connection)
            vectors = connection.recv_bytes(wire.LONGEST_MESSAGE) if "vectors" in reply else b""
        except (EOFError, ConnectionError):
            raise
        except (OSError, ValueError) as error:  # too much of it, or no message at all
            raise self._end_worker("answered nonsense") from error
        if problem := reply.get("error"):
            self._launcher.problem = str(problem)
            raise Unavailable(str(problem))
        self._launcher.succeeded()
        return reply, vectors

    def _await_reply(self, connection: Connection[Any, Any]) -> None:
        limit = time.monotonic() + HANG_LIMIT
        while not connection.poll(_POLL):
            if self._launcher.closing.is_set():
                self._drop()  # a later reply must not be taken for another one
                raise Unavailable("the embedding client is closed")
            if time.monotonic() > limit:
                raise self._end_worker("hung")

    def _end_worker(self, what_it_did: str) -> Unavailable:
        self._launcher.kill()
        self._drop()
        return self._launcher.failed(f"the embedding worker {what_it_did} and was ended")

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

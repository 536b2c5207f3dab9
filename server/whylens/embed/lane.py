"""One connection to the worker and the thread that uses it: requests in order, each with its reply."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from queue import SimpleQueue
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
_Job = tuple[Future[Reply], dict[str, Any]]


class Lane:
    """Requests of one urgency. A reply nobody waits for any more is still read, to keep in step.

    Its thread is a daemon: nothing that happens in the worker can keep an editor's server from ending.
    """

    def __init__(self, name: str, launcher: Launcher) -> None:
        self._launcher = launcher
        self._connection: Connection[Any, Any] | None = None
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._waiting: set[Future[Reply]] = set()
        self._thread = threading.Thread(target=self._run, name=f"embed-{name}", daemon=True)
        self._starting = threading.Lock()

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
        if self._launcher.closing.is_set():
            raise Unavailable("the embedding client is closed")
        with self._starting:
            if self._thread.ident is None:
                self._thread.start()
        future: Future[Reply] = Future()
        self._waiting.add(future)
        future.add_done_callback(self._waiting.discard)
        self._jobs.put((future, request))
        if self._launcher.closing.is_set():  # perhaps too late for the thread to see it
            future.cancel()
        return future

    def close(self, patience: float = 1.0) -> None:
        """Wait for the request that runs; the others are cancelled, as the launcher is closing."""
        self._jobs.put(None)
        if self._thread.ident is not None:
            self._thread.join(patience)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            future, request = job
            if self._launcher.closing.is_set():
                future.cancel()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(self._ask(request))
            except Unavailable as error:
                future.set_exception(error)
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
        try:
            wire.send(connection, request)
            self._await_reply(connection)
            reply, vectors = wire.receive(connection)
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

"""The embedding worker: the one process per user that turns text into vectors.

Started as `python -m whylens.embed.worker HOME`. It is the only process that loads onnxruntime, NumPy and
tiktoken, and never loads usearch: usearch before onnxruntime crashes a process. Every window of the user
shares it. It ends by itself: soon after the last client has gone, and when nobody asked for a while.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing import AuthenticationError
from multiprocessing.connection import Connection, Listener
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from whylens.embed import wire
from whylens.embed.activity import Activity
from whylens.embed.assets import BUNDLED_ID
from whylens.embed.offline import go_offline
from whylens.embed.process import give_memory_back, settle_down
from whylens.embed.turnstile import Turnstile
from whylens.embed.vectors import Vector
from whylens.model.errors import Unavailable
from whylens.runtime.clock import SystemClock
from whylens.runtime.locks import FileLock

if TYPE_CHECKING:
    from whylens.embed.counting import Counter

log = logging.getLogger(__name__)

#: Seconds to wait for a worker that is just ending.
TAKEOVER = 3.0

#: Seconds after which memory that is not needed now is given back.
TIDY_AFTER, FORGET_COUNTER_AFTER = 2.0, 20.0

_URGENCY = {"query": 0, "count": 1, "bulk": 2}


class Encoder(Protocol):
    """Turns a text into its vector."""

    def encode(self, text: str, *, as_question: bool) -> Vector:
        """The vector of `text`."""
        ...


class Worker:
    """Answers clients until nobody needs it."""

    def __init__(self, place: wire.Place) -> None:
        self._place = place
        self._turnstile = Turnstile()
        self._loaded = threading.Event()
        self._encoder: Encoder | None = None
        self._counter: Counter | None = None
        self._problem = ""
        self._activity = Activity(SystemClock())

    def run(self) -> None:
        """Listen at once, load the model meanwhile, return when the worker is no longer needed."""
        self._place.clear_address()
        with Listener(self._place.address, backlog=32) as listener:
            key = wire.announce(self._place).key
            threading.Thread(target=self._accept, args=(listener, key), daemon=True).start()
            self._load()
            self._watch()
        self._place.meeting.unlink(missing_ok=True)

    def _load(self) -> None:
        try:
            self._encoder = _load_encoder(self._place.models)
        except Unavailable as error:
            log.error("%s", error)
            self._problem = str(error)
        self._loaded.set()
        give_memory_back()

    def _watch(self) -> None:
        """Wait until nobody needs the worker, giving back memory that is not needed just now."""
        tidy = True
        while not self._activity.should_end():
            time.sleep(0.25)
            idle = self._activity.idle
            if idle > FORGET_COUNTER_AFTER and self._counter is not None:
                self._counter, tidy = None, False
            if idle < TIDY_AFTER:
                tidy = False
            elif not tidy:
                give_memory_back()
                tidy = True

    def _accept(self, listener: Listener, key: str) -> None:
        while True:
            try:
                connection = listener.accept()
            except OSError:  # one that went away at once; or the listener was closed, and the process ends
                time.sleep(0.05)
                continue
            threading.Thread(target=self._serve, args=(connection, key), daemon=True).start()

    def _serve(self, connection: Connection[Any, Any], key: str) -> None:
        """Answer one client, one request after the other, until it goes."""
        with connection, contextlib.suppress(EOFError, OSError, ValueError, AuthenticationError):
            wire.greet(connection, key, as_worker=True)
            with self._activity.client():
                while True:
                    request, _ = wire.receive(connection)
                    with self._activity.request() as taken:
                        if not taken:
                            return
                        self._answer(connection, request)

    def _answer(self, connection: Connection[Any, Any], request: dict[str, Any]) -> None:
        operations: dict[str, Callable[[Connection[Any, Any], dict[str, Any]], None]] = {
            "hello": self._hello,
            "embed": self._embed,
            "count": self._count,
        }
        self._loaded.wait()
        try:
            operations[str(request.get("op"))](connection, request)
        except Unavailable as error:
            wire.send(connection, {"error": str(error)})
        except (KeyError, TypeError, AttributeError) as error:
            problem = f"a request the embedding worker does not understand ({type(error).__name__})"
            wire.send(connection, {"error": problem})

    def _hello(self, connection: Connection[Any, Any], _: dict[str, Any]) -> None:
        self._ready()
        wire.send(connection, {"model": BUNDLED_ID, "pid": os.getpid()})

    def _embed(self, connection: Connection[Any, Any], request: dict[str, Any]) -> None:
        encoder, urgency = self._ready(), _URGENCY[request["lane"]]
        vectors: list[Vector] = []
        for text in request["texts"][: wire.MOST_TEXTS]:
            with self._turnstile.turn(urgency):
                vectors.append(encoder.encode(text, as_question=urgency == 0))
        wire.send(connection, {"vectors": len(vectors)}, b"".join(vectors))

    def _count(self, connection: Connection[Any, Any], request: dict[str, Any]) -> None:
        with self._turnstile.turn(_URGENCY["count"]):
            counter = self._counter = self._counter or _load_counter(self._place.models)
            counts = [counter.count(text) for text in request["texts"]]
        wire.send(connection, {"counts": counts})

    def _ready(self) -> Encoder:
        if self._encoder is None:
            raise Unavailable(self._problem)
        return self._encoder


def main(arguments: list[str]) -> int:
    """Run the worker of the home folder given; returns at once when another one serves it."""
    (home,) = arguments
    place = wire.place_in(Path(home))
    lock = FileLock(place.lock)
    if not lock.try_acquire(TAKEOVER):
        return 0
    settle_down(place.log)
    go_offline()
    try:
        Worker(place).run()
    finally:
        lock.release()
    return 0


def _load_encoder(folder: Path) -> Encoder:
    from whylens.embed.encoder import BundledEncoder

    return BundledEncoder(folder)


def _load_counter(folder: Path) -> Counter:
    from whylens.embed.counting import Counter

    return Counter(folder)


if __name__ == "__main__":
    code = main(sys.argv[1:])
    logging.shutdown()
    os._exit(code)  # threads of clients may still wait for them; nothing is left to clean up

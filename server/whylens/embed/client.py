"""What the rest of Whylens asks for vectors: never late, never in the way, and honest when there are none."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from whylens.embed import wire
from whylens.embed.assets import BUNDLED_ID
from whylens.embed.lane import Lane, Reply
from whylens.embed.launch import Launcher
from whylens.embed.vectors import BYTES, Vector, split
from whylens.model.errors import Unavailable

#: Queries kept with their vectors: hovers and chats ask the same again.
REMEMBERED_QUERIES = 512

#: Queries that may wait for the worker; the next ones get None at once.
MOST_WAITING = 8

#: Characters of one count; a longer text is counted in pieces, which is off by at most one for each cut.
LONGEST_PIECE = 500_000

#: Texts of one request: small enough that a closing window does not wait long.
BATCH = 8


@dataclass(frozen=True, slots=True)
class EmbedStatus:
    """How the worker is: `off` until needed, `starting`, `ready`, or `unavailable` (`problem` says why)."""

    state: Literal["off", "starting", "ready", "unavailable"]
    model_id: str
    problem: str = ""
    starts: int = 0


class EmbedClient:
    """The embedding worker of `home`, shared with the user's other windows. Threads may share the client.

    `model_id` is what its vectors are stored under.

    Nothing starts before the first need, or `warm`. Calls block the calling thread, so not on an event loop.
    """

    def __init__(self, home: Path) -> None:
        self.model_id = BUNDLED_ID
        self._launcher = Launcher(home)
        self._queries = Lane("query", self._launcher)
        self._bulk = Lane("bulk", self._launcher)
        self._known: OrderedDict[str, Vector] = OrderedDict()
        self._known_lock = threading.Lock()

    def embed_query(self, text: str, *, timeout: float) -> Vector | None:
        """The vector of a question, or None when there is none within `timeout` seconds.

        A reply that comes too late is kept, so asking the same again may succeed at once.
        """
        text = wire.fit(text)
        if (known := self._recall(text)) is not None or timeout <= 0:
            return known
        if self._queries.waiting >= MOST_WAITING:
            return None
        try:
            future = self._queries.submit({"op": "embed", "lane": "query", "texts": [text]})
            future.add_done_callback(lambda done: self._remember(text, done))
            return _vectors(future.result(timeout), 1)[0]
        except (Unavailable, FutureTimeout, CancelledError):
            return None

    def embed_many(self, texts: Sequence[str], *, timeout: float) -> list[Vector]:
        """The vectors of `texts`, in their order, behind all queries.

        `timeout` is in seconds for eight texts. Raises `Unavailable` when the worker cannot or does not
        answer.
        """
        vectors: list[Vector] = []
        for batch in _batches(texts):
            future = self._bulk.submit({"op": "embed", "lane": "bulk", "texts": batch})
            vectors += _vectors(_result(future, timeout), len(batch))
        return vectors

    def count_tokens(self, texts: Sequence[str], *, timeout: float) -> list[int]:
        """The exact number of tokens of each text. Raises `Unavailable` when there is no answer in time."""
        counts: list[int] = []
        for text in texts:
            pieces = [text[start : start + LONGEST_PIECE] for start in range(0, len(text), LONGEST_PIECE)]
            futures = [self._bulk.submit({"op": "count", "texts": [piece]}) for piece in pieces]
            counts.append(sum(sum(_result(future, timeout)[0]["counts"]) for future in futures))
        return counts

    def warm(self) -> None:
        """Start the worker in the background, to have it ready before the first question."""
        if not self._queries.connected and self._queries.waiting == 0:
            with suppress(Unavailable):
                self._queries.submit({"op": "hello"})

    def status(self) -> EmbedStatus:
        """How the worker is, as far as this client knows; asks nobody."""
        self._launcher.reap()
        problem, starts = self._launcher.problem, self._launcher.starts
        if problem:
            return EmbedStatus("unavailable", self.model_id, problem, starts)
        if self._queries.connected or self._bulk.connected:
            return EmbedStatus("ready", self.model_id, "", starts)
        waiting = self._queries.waiting + self._bulk.waiting
        return EmbedStatus("starting" if waiting else "off", self.model_id, "", starts)

    def end_worker(self) -> None:
        """End the worker at once, for all windows, as before its home is deleted; the next need starts it again."""
        self._launcher.kill()

    def close(self) -> None:
        """Let go of the worker. It ends by itself when nobody else holds on to it."""
        self._launcher.closing.set()
        for lane in (self._queries, self._bulk):
            lane.close()

    def _recall(self, text: str) -> Vector | None:
        with self._known_lock:
            if text in self._known:
                self._known.move_to_end(text)
            return self._known.get(text)

    def _remember(self, text: str, done: Future[Reply]) -> None:
        if done.cancelled() or done.exception() is not None or len(done.result()[1]) != BYTES:
            return
        with self._known_lock:
            self._known[text] = done.result()[1]
            while len(self._known) > REMEMBERED_QUERIES:
                self._known.popitem(last=False)


def _result(future: Future[Reply], timeout: float) -> Reply:
    try:
        return future.result(timeout)
    except CancelledError as error:
        raise Unavailable("the embedding client is closed") from error
    except FutureTimeout as error:
        future.cancel()
        raise Unavailable(f"the embedding worker did not answer within {timeout:.1f} s") from error


def _vectors(reply: Reply, expected: int) -> list[Vector]:
    try:
        vectors = split(reply[1])
    except ValueError as error:
        raise Unavailable(str(error)) from error
    if len(vectors) != expected:
        raise Unavailable(f"the embedding worker gave {len(vectors)} vectors for {expected} texts")
    return vectors


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    for start in range(0, len(texts), BATCH):
        yield [wire.fit(text) for text in texts[start : start + BATCH]]

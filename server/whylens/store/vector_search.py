"""Nearest cards by vector: the index for the many old vectors, an exact comparison for the few new ones."""

from __future__ import annotations

import importlib
import json
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from whylens.model.errors import Unavailable
from whylens.store import vector_index, vectors
from whylens.store.narrow import conditions
from whylens.store.port import Filter, Near, Vector
from whylens.store.vector_index import IndexRecord

#: At most this many vectors are compared exactly from memory; beyond it, an index has to be made first.
TAIL = 20_000

#: First look and second look: how many times the wanted number is fetched, before and after filtering.
_WIDENING = (4, 40)


class VectorSearch:
    """The searchable vectors of one namespace and model, kept up with the database at each question.

    Holds the vectors the index has not (as float32, at most `TAIL`) and the mapped index. Safe from any thread, one
    question at a time. `damaged` names an index file that was not what it should be.
    """

    def __init__(self, folder: Path, namespace: str, model_id: str) -> None:
        self._folder = folder
        self._namespace = namespace
        self._model_id = model_id
        importlib.import_module("numpy")  # slow: before the clock of the first question runs
        self.damaged = ""
        self._guard = threading.Lock()
        self._record: IndexRecord = vector_index.NO_INDEX
        self._index: Any = None
        self._keys: Any = None
        self._matrix: Any = None

    def nearest(
        self, connection: sqlite3.Connection, vector: Vector, limit: int, where: Filter
    ) -> list[Near]:
        """The closest cards that pass `where`, best first."""
        import numpy

        query = numpy.array(vectors.unit(vector), dtype=numpy.float32)
        if limit <= 0:
            return []
        with self._guard:
            self._follow(connection)
            if self._keys is None and self._index is None:
                return []
            expected = self._record.dimensions if self._matrix is None else self._matrix.shape[1]
            if expected != len(query):
                raise ValueError(f"a vector of {self._model_id} has {expected} dimensions, not {len(query)}")
            return self._search(connection, query, limit, where)

    def _search(self, connection: sqlite3.Connection, query: Any, limit: int, where: Filter) -> list[Near]:
        total = (0 if self._keys is None else len(self._keys)) + (
            0 if self._index is None else len(self._index)
        )
        for times in _WIDENING:
            keys = self._closest(query, limit * times)
            found = self._scored(connection, query, keys, where)
            if len(found) >= limit or len(keys) >= total:
                return found[:limit]
        return self._scored(connection, query, None, where)[:limit]  # few cards pass: compare all that do

    def _closest(self, query: Any, count: int) -> list[int]:
        """Numbers of embeddings near `query`: the best `count` of the tail and of the index."""
        import numpy

        keys: list[int] = []
        if self._keys is not None:
            scores = self._matrix @ query
            best = numpy.argpartition(-scores, min(count, len(scores) - 1))[:count]
            keys += self._keys[best].tolist()
        if self._index is not None:
            keys += self._index.search(query, min(count, len(self._index)), threads=1).keys.tolist()
        return keys

    def _scored(
        self, connection: sqlite3.Connection, query: Any, keys: list[int] | None, where: Filter
    ) -> list[Near]:
        """Exact cosines of the cards of these embeddings (None: of all) that pass `where`, best first."""
        import numpy

        clause, values = conditions(where, self._namespace)
        among = "" if keys is None else "AND embedding.number IN (SELECT value FROM json_each(?)) "
        rows = connection.execute(
            "SELECT card.id, vector FROM embedding JOIN card ON card.number = embedding.card "
            f"WHERE embedding.namespace = ? AND model_id = ? {among}AND {clause}",
            (self._namespace, self._model_id, *([] if keys is None else [json.dumps(keys)]), *values),
        ).fetchall()
        if not rows:
            return []
        matrix = numpy.frombuffer(b"".join(vector for _, vector in rows), dtype="<f2").reshape(len(rows), -1)
        scores = numpy.clip(matrix.astype(numpy.float32) @ query, -1.0, 1.0)  # half floats round
        order = numpy.argsort(-scores, kind="stable")
        return [Near(rows[at][0], float(scores[at])) for at in order.tolist()]

    def _follow(self, connection: sqlite3.Connection) -> None:
        """Take over a new index file, and the vectors that came since."""
        current = vector_index.recorded(connection, self._namespace, self._model_id)
        if current != self._record:
            self._index = vector_index.load(self._folder, current)
            self.damaged = current.file if self._index is None else ""
            # A damaged one is not remembered: it may be made anew under the same name.
            self._record = vector_index.NO_INDEX if self._index is None else current
            self._keys = self._matrix = None
        inside = self._record.last_number if self._index is not None else 0
        last = inside if self._keys is None else int(self._keys[-1])
        new = self._count(connection, last)
        if new and self._keys is not None and len(self._keys) + new > TAIL:
            self._keys = self._matrix = None  # some of them may be gone: count what is really there
            last, new = inside, self._count(connection, inside)
        if new > TAIL:
            raise Unavailable("the vector index is still being made: try again in a minute")
        if new:
            self._extend(vectors.after(connection, self._namespace, self._model_id, last, TAIL))

    def _count(self, connection: sqlite3.Connection, after: int) -> int:
        return vectors.count(connection, self._namespace, self._model_id, after=after)

    def _extend(self, rows: Sequence[tuple[int, bytes]]) -> None:
        import numpy

        keys = numpy.array([number for number, _ in rows], dtype=numpy.int64)
        matrix = numpy.frombuffer(b"".join(vector for _, vector in rows), dtype="<f2").astype(numpy.float32)
        matrix = matrix.reshape(len(rows), -1)
        self._keys = keys if self._keys is None else numpy.concatenate((self._keys, keys))
        self._matrix = matrix if self._matrix is None else numpy.concatenate((self._matrix, matrix))

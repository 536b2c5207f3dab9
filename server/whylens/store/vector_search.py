"""Nearest cards by vector: the index for the many old vectors, an exact comparison for the few new ones.

A filter decides how: where most cards pass, a few more than wanted are looked at; where few do, those alone are
compared; between, the index is asked for as many as the share of what passed at first says.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from whylens.model.errors import Unavailable
from whylens.store import vector_index, vectors
from whylens.store.arithmetic import load_numpy
from whylens.store.narrow import conditions
from whylens.store.port import Filter, Near, Vector
from whylens.store.vector_index import IndexRecord

#: At most this many vectors are compared exactly from memory; beyond it, an index has to be made first.
TAIL = 20_000

#: How many times the wanted number is looked at first, before filtering; and how many times what is expected to do.
_FIRST, _MARGIN = 2, 1.5

#: So many cards that pass a filter are compared one by one, at 4 µs each, of which SQLite takes half: to ask the index
#: for enough of them takes longer. And so many are asked of the index at most.
COMPARED, ASKED = 4_000, 5_000

#: Vectors taken out of the index at once.
_PAGE = 10_000


class VectorSearch:
    """The searchable vectors of one namespace and model, kept up with the database at each question.

    Holds the vectors the index has not (as float32, at most `TAIL`) and the mapped index. Safe from any thread, one
    question at a time. `damaged` names an index file that was not what it should be.
    """

    def __init__(self, folder: Path, namespace: str, model_id: str) -> None:
        self._folder = folder
        self._namespace = namespace
        self._model_id = model_id
        load_numpy()  # slow: before the clock of the first question runs
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
        keys = self._closest(query, limit * _FIRST)
        found = self._scored(connection, query, keys, where)
        if len(found) >= limit or len(keys) >= total:
            return found[:limit]
        admitted = self._admitted(connection, where, COMPARED + 1)
        if len(admitted) > COMPARED:
            wanted = int(_MARGIN * limit * len(keys) / max(1, len(found)))
            if wanted <= ASKED:
                found = self._scored(connection, query, self._closest(query, wanted), where)
                if len(found) >= limit:
                    return found[:limit]
            admitted = self._admitted(connection, where, total)
        return self._scored(connection, query, self._best_of(admitted, query, limit), where)[:limit]

    def _admitted(self, connection: sqlite3.Connection, where: Filter, limit: int) -> Any:
        """Numbers of the embeddings of at most *limit* cards that pass `where`, in order."""
        import numpy

        clause, values = conditions(where, self._namespace)
        found = connection.execute(
            "SELECT embedding.number FROM card CROSS JOIN embedding ON embedding.namespace = card.namespace "
            f"AND model_id = ? AND embedding.card = card.number WHERE {clause} LIMIT ?",
            (self._model_id, *values, limit),
        ).fetchall()
        return numpy.sort(numpy.fromiter((number for (number,) in found), dtype=numpy.int64))

    def _best_of(self, admitted: Any, query: Any, limit: int) -> list[int]:
        """Of these embeddings about the *limit* nearest to `query`, compared one by one."""
        import numpy

        indexed = self._record.last_number if self._index is not None else 0
        old, new = admitted[admitted <= indexed], admitted[admitted > indexed]
        parts = [self._of_tail(new, query)]
        parts += [self._of_index(old[at : at + _PAGE], query) for at in range(0, len(old), _PAGE)]
        keys, scores = (numpy.concatenate(columns) for columns in zip(*parts, strict=True))
        count = int(
            limit * _MARGIN
        )  # a few more: the index holds less than a vector is, and the order is made anew
        return _best(keys, scores, count)

    def _of_tail(self, keys: Any, query: Any) -> tuple[Any, Any]:
        """Those of *keys* that are compared from memory, and their cosines."""
        import numpy

        if self._keys is None or not len(keys):
            return keys[:0], numpy.zeros(0, dtype=numpy.float32)
        return keys, self._matrix[numpy.searchsorted(self._keys, keys)] @ query

    def _of_index(self, keys: Any, query: Any) -> tuple[Any, Any]:
        """Those of *keys* that are in the index, and about their cosines: it holds eight bits of each number."""
        import numpy

        index: Any = self._index
        keys = keys[index.contains(keys.astype(numpy.uint64))]
        rows = numpy.asarray(index.get(keys.astype(numpy.uint64), dtype="i8"), dtype=numpy.float32)
        rows = rows.reshape(len(keys), self._record.dimensions)
        return keys, rows @ query / numpy.maximum(1.0, numpy.linalg.norm(rows, axis=1))

    def _closest(self, query: Any, count: int) -> list[int]:
        """Numbers of the *count* embeddings nearest to `query`: if enough of them pass a filter, none that passes is
        nearer than these."""
        import numpy

        keys, scores = numpy.zeros(0, dtype=numpy.int64), numpy.zeros(0, dtype=numpy.float32)
        if self._keys is not None:
            keys, scores = self._keys, self._matrix @ query
        if self._index is not None:
            found = self._index.search(query, min(count, len(self._index)), threads=1)
            keys = numpy.concatenate((keys, found.keys.astype(numpy.int64)))
            scores = numpy.concatenate((scores, 1.0 - found.distances))
        return _best(keys, scores, count)

    def _scored(
        self, connection: sqlite3.Connection, query: Any, keys: list[int], where: Filter
    ) -> list[Near]:
        """Exact cosines of the cards of these embeddings that pass `where`, best first."""
        import numpy

        clause, values = conditions(where, self._namespace)
        rows = connection.execute(
            "SELECT card.id, vector FROM embedding JOIN card ON card.number = embedding.card "
            "WHERE embedding.namespace = ? AND model_id = ? "
            f"AND embedding.number IN (SELECT value FROM json_each(?)) AND {clause}",
            (self._namespace, self._model_id, json.dumps(keys), *values),
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


def _best(keys: Any, scores: Any, count: int) -> list[int]:
    """The *count* keys of the highest scores, in no order."""
    import numpy

    return (keys if len(keys) <= count else keys[numpy.argpartition(-scores, count)[:count]]).tolist()

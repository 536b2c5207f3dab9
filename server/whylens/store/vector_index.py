"""The approximate index of many vectors: a file that is a cache, checked before it is trusted.

A file never changes under its name (other processes map it), is named in the database with the digest of its
bytes, and is thrown away on the least doubt: a flipped bit in it would end the process.
Keys are embedding numbers, which are never reused and whose vectors never change; a key whose embedding is gone
is passed over when the hits are read back.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from whylens.store import vectors
from whylens.store.arithmetic import load_numpy

SUFFIX = ".usearch"

#: Below this many vectors an exact comparison is as fast, and no index is made.
WORTHWHILE = 10_000

#: The index is made anew or extended when this many vectors are not in it.
BEHIND = 5_000

#: The index is made from nothing when more than this share of its keys is of vectors that are gone.
GONE = 0.2

#: More forgotten vectors than this are not overwritten one by one: the index is made from nothing.
SCRUBBED = 200

_PAGE = 4096


@dataclass(frozen=True, slots=True)
class IndexRecord:
    """What the database says of the index file. `last_number`: the newest embedding in it; `size`: its keys."""

    file: str
    digest: str
    dimensions: int
    last_number: int
    size: int


NO_INDEX = IndexRecord("", "", 0, 0, 0)


def recorded(connection: sqlite3.Connection, namespace: str, model_id: str) -> IndexRecord:
    """The record of the current index, or `NO_INDEX`."""
    found = connection.execute(
        "SELECT file, digest, dimensions, last_number, size FROM vector_index "
        "WHERE namespace = ? AND model_id = ?",
        (namespace, model_id),
    ).fetchone()
    return IndexRecord(*found) if found else NO_INDEX


def record(connection: sqlite3.Connection, namespace: str, model_id: str, made: IndexRecord) -> None:
    """Make `made` the current index."""
    connection.execute(
        "INSERT OR REPLACE INTO vector_index (namespace, model_id, file, digest, dimensions, last_number, size) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (namespace, model_id, made.file, made.digest, made.dimensions, made.last_number, made.size),
    )


def strike(connection: sqlite3.Connection, file: str) -> None:
    """Name the file no more: it was not what it should be, and is made anew by the upkeep."""
    connection.execute("DELETE FROM vector_index WHERE file = ?", (file,))  # a file is of one namespace


def drop(connection: sqlite3.Connection, namespace: str) -> None:
    """Name no index of `namespace` any more."""
    connection.execute("DELETE FROM vector_index WHERE namespace = ?", (namespace,))


def is_due(connection: sqlite3.Connection, namespace: str, model_id: str) -> bool:
    """Whether an index should be made or extended."""
    total = vectors.count(connection, namespace, model_id)
    if total <= WORTHWHILE:
        return False
    current = recorded(connection, namespace, model_id)
    outside = vectors.count(connection, namespace, model_id, after=current.last_number)
    return outside > BEHIND or _gone(current, total - outside)


def can_be_extended(connection: sqlite3.Connection, namespace: str, model_id: str) -> bool:
    """Whether the current index holds mostly vectors that are still there."""
    current = recorded(connection, namespace, model_id)
    total = vectors.count(connection, namespace, model_id)
    inside = total - vectors.count(connection, namespace, model_id, after=current.last_number)
    return not _gone(current, inside)


def load(folder: Path, wanted: IndexRecord) -> Any | None:
    """The index of `wanted`, mapped from its file; None when the file is not exactly what was recorded."""
    path = folder / wanted.file
    if not wanted.file or not is_intact(path, wanted.digest):
        return None
    index = _empty(wanted.dimensions)
    index.view(str(path))
    return index if len(index) == wanted.size else None


def is_intact(path: Path, digest: str) -> bool:
    """Whether the bytes of the file are those that were recorded."""
    try:
        return _digest(path) == digest
    except OSError:
        return False


def make(
    folder: Path,
    old: IndexRecord,
    dimensions: int,
    page: Callable[[int, int], Sequence[tuple[int, bytes]]],
    *,
    extend: bool,
) -> IndexRecord:
    """Write an index of all vectors `page(after number, limit)` gives; with `extend`, on top of the old one."""
    load_numpy()
    import numpy

    index, last = _empty(dimensions), 0
    if extend and is_intact(folder / old.file, old.digest):
        index.load(str(folder / old.file))
        last = old.last_number
    while rows := page(last, _PAGE):
        keys = numpy.array([number for number, _ in rows], dtype=numpy.uint64)
        matrix = numpy.frombuffer(b"".join(vector for _, vector in rows), dtype="<f2")
        index.add(keys, matrix.reshape(len(rows), dimensions).astype(numpy.float32), threads=_threads())
        last = rows[-1][0]
    part = folder / f"vectors-{os.getpid()}.part"
    part.touch(mode=0o600)
    index.save(str(part))
    return _named(part, dimensions, last, len(index))


def scrub(folder: Path, old: IndexRecord, numbers: Sequence[int]) -> IndexRecord | None:
    """Write the index anew with the vectors of these embeddings overwritten; None when it must be made from nothing.

    The graph stays as it is: the forgotten nodes carry a copy of another vector, and their keys name nothing.
    """
    index = load(folder, old)
    if index is None:
        return None
    inside = [number for number in numbers if index.contains(number)]
    if not inside:
        return old
    other = next((key for key in index.keys if int(key) not in set(inside)), None)
    if other is None or len(inside) > SCRUBBED:
        return None
    content = bytearray((folder / old.file).read_bytes())
    substitute = index.get(int(other), dtype="i8").tobytes()
    for number in inside:
        vector = index.get(number, dtype="i8").tobytes()
        at = content.find(vector)
        if (
            at < 0 or content.find(vector, at + 1) >= 0
        ):  # not as expected, or another card has the same vector
            return None
        content[at : at + len(vector)] = substitute
    part = folder / f"vectors-{os.getpid()}.part"
    part.touch(mode=0o600)
    part.write_bytes(content)
    return _named(part, old.dimensions, old.last_number, old.size)


def sweep(connection: sqlite3.Connection, folder: Path) -> list[str]:
    """Delete index files the database does not name; one another process has mapped may stay a while."""
    named = {file for (file,) in connection.execute("SELECT file FROM vector_index")}  # of all namespaces
    swept: list[str] = []
    for path in (*folder.glob(f"vectors-*{SUFFIX}"), *folder.glob("vectors-*.part")):
        if path.name not in named:
            with contextlib.suppress(OSError):
                path.unlink()
                swept.append(path.name)
    return swept


def _gone(current: IndexRecord, inside: int) -> bool:
    return current.size - inside > GONE * current.size


def _named(part: Path, dimensions: int, last: int, size: int) -> IndexRecord:
    """Give a finished file the name of its content."""
    digest = _digest(part)
    target = part.with_name(f"vectors-{digest[:16]}{SUFFIX}")
    part.replace(target)
    return IndexRecord(target.name, digest, dimensions, last, size)


def _empty(dimensions: int) -> Any:
    # Loaded here only: it must not meet onnxruntime, and most projects never need it.
    from usearch.index import Index

    return Index(ndim=dimensions, metric="cos", dtype="i8")


def _digest(path: Path) -> str:
    state = blake2b(digest_size=32)
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            state.update(block)
    return state.hexdigest()


def _threads() -> int:
    return max(1, (os.cpu_count() or 2) // 2)

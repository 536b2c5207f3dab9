"""Reads SQLite files of other programs as they lie there: no lock is taken, no file made beside them, none changed.

Cursor keeps its database open with a write-ahead log. SQLite would create files beside it to read that, so the log is
applied here to a copy in memory, and a database too large for that is read as of its last checkpoint.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from whylens.capture.transcripts.files import is_link, open_plain

#: Bytes of database that are copied into memory so that its log can be applied.
MOST_COPIED = 128 * 1024 * 1024
_MAGIC = b"SQLite format 3\0"
_LOG_HEADER, _FRAME_HEADER = 32, 24


@contextmanager
def opened(file: Path) -> Generator[sqlite3.Connection]:
    """A connection that can only read *file*, as it is now. Raises OSError or sqlite3.Error."""
    if is_link(file):
        raise OSError(0, "is a link, which is not followed", str(file))
    log = file.with_name(f"{file.name}-wal")
    small = file.stat().st_size <= MOST_COPIED
    connection = _copied(file, log) if small and _size(log) > _LOG_HEADER else _immutable(file)
    with closing(connection):
        connection.text_factory = _decoded
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA mmap_size = 0")
        yield connection


def tables(connection: sqlite3.Connection) -> frozenset[str]:
    """The names of the tables."""
    return frozenset(
        name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    )


def is_database(start: bytes) -> bool:
    """Whether a file that begins so is a SQLite database."""
    return start.startswith(_MAGIC)


def _decoded(value: bytes) -> str:
    return value.decode("utf-8", "replace")


def _immutable(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def _copied(file: Path, log: Path) -> sqlite3.Connection:
    """The database with its log applied, in memory; without the log where that does not fit."""
    with open_plain(file) as stream:
        image = bytearray(stream.read())
    if not is_link(log):
        with open_plain(log) as stream:
            _apply(image, stream.read(MOST_COPIED))
    if len(image) > 20:
        image[18:20] = b"\1\1"  # says that there is no log, so that none is looked for
    connection = sqlite3.connect(":memory:")
    connection.deserialize(bytes(image))
    return connection


def _apply(image: bytearray, log: bytes) -> None:
    """Write the pages of every committed transaction of *log* into *image* (https://sqlite.org/fileformat2.html)."""
    if len(log) < _LOG_HEADER:
        return
    _, _, page_size, _, salt_1, salt_2, _, _ = struct.unpack_from(">8I", log)
    if page_size < 512 or page_size > 65_536:
        return
    waiting: dict[int, int] = {}
    for place, page, size in _frames(log, page_size, (salt_1, salt_2)):
        waiting[page] = place
        if size == 0:
            continue
        if size * page_size > 2 * MOST_COPIED:
            return
        image.extend(bytes(max(0, size * page_size - len(image))))
        for number, start in waiting.items():
            image[(number - 1) * page_size : number * page_size] = log[start : start + page_size]
        del image[size * page_size :]
        waiting.clear()


def _frames(log: bytes, page_size: int, salts: tuple[int, int]) -> Iterator[tuple[int, int, int]]:
    """Each frame of the current log: where its page lies, the page's number, the size of the database if it commits.

    Frames of an earlier log have other salts and end it.
    """
    place = _LOG_HEADER
    while place + _FRAME_HEADER + page_size <= len(log):
        page, size, *found = struct.unpack_from(">4I", log, place)
        if (found[0], found[1]) != salts or page == 0:
            return
        yield place + _FRAME_HEADER, page, size
        place += _FRAME_HEADER + page_size


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0

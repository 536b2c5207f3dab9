"""The database file of one project: its connections and their settings, its version, its checkpoints."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from whylens.model.errors import ReadOnly
from whylens.store import backup, migrate
from whylens.store.failure import gone, of_system, translate
from whylens.store.schema import MIGRATIONS, Migration
from whylens.store.write_lock import WriteLock

FILE = "memory.db"

#: How long a statement waits for a program that does not know our lock (a database browser), in seconds.
BUSY_SECONDS = 5.0

#: How long opening waits for another process that writes, in seconds.
OPEN_SECONDS = 15.0

#: How long closing waits for another process that writes before it leaves the log as it is, in seconds.
END_SECONDS = 2.0

#: The write-ahead log is folded into the database when it is longer than this, in bytes.
CHECKPOINT_AT = 8 * 1024 * 1024

_WRITER = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA wal_autocheckpoint=0",  # only the write thread checkpoints, inside the lock
    "PRAGMA secure_delete=ON",  # what is deleted is overwritten
    "PRAGMA fullfsync=ON",  # macOS: a sync that reaches the disk
    "PRAGMA cache_size=-8000",
    "PRAGMA temp_store=MEMORY",  # no text in temporary files
)
_READER = ("PRAGMA query_only=ON", "PRAGMA cache_size=-4000", "PRAGMA temp_store=MEMORY")

Identity = tuple[int, int] | None


class Database:
    """Makes the connections to `folder`/memory.db; the writing one is kept, and remade when the file was replaced."""

    def __init__(self, folder: Path, migrations: Sequence[Migration] = MIGRATIONS) -> None:
        self.folder = folder
        self.path = folder / FILE
        self.lock = WriteLock(folder)
        self._migrations = migrations
        self._writer: sqlite3.Connection | None = None
        self._writer_identity: Identity = None

    def identity(self) -> Identity:
        """Which file stands at the path now: it changes when the file is replaced; None when there is none."""
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def prepare(self) -> None:
        """Create the file or bring it to the present schema; raises `StorageError`s."""
        try:
            with self.lock.held(timeout=OPEN_SECONDS):
                self.to_write()
        except sqlite3.Error as error:
            raise translate(error) from error
        except OSError as error:
            raise of_system(error) from error

    def is_empty(self) -> bool:
        """Whether there is no file, or one without a byte."""
        try:
            return self.path.stat().st_size == 0
        except OSError:
            return True

    def to_write(self, *, anew: bool = False) -> sqlite3.Connection:
        """The connection that writes, at the present schema; only inside the lock.

        Raises `Corrupt` when the database is gone and something of it is left, unless it is to be made `anew`.
        """
        if self._writer is not None and self._writer_identity != self.identity():
            self._writer.close()
            self._writer = None
        if self._writer is None:
            if not anew and self.is_empty():
                self._refuse_if_lost()
            self._writer = _open_to_write(self.path)
            self._writer_identity = self.identity()
            _name_is_durable(self.folder)
        if not migrate.check(self._writer, self._migrations):
            migrate.migrate(self._writer, self._migrations)
        return self._writer

    def to_read(self) -> sqlite3.Connection:
        """A new connection that cannot write; to an empty database where everything was deleted meanwhile.

        Raises `Corrupt` when the database is gone and something of it is left.
        """
        if self.is_empty():
            self._refuse_if_lost()
            return self._nothing()
        return open_to_read(self.path)

    def _nothing(self) -> sqlite3.Connection:
        """An empty database in memory: reading must not make a file in a folder that somebody is deleting."""
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        for step in self._migrations:
            step(connection)
        return _set(connection, _READER)

    def check_readable(self) -> None:
        """Raise unless the file is there and of a schema this program can read (newer ones mostly can)."""
        if self.is_empty():
            self._refuse_if_lost()
            raise ReadOnly("there is no memory of this project yet: run `whylens learn` in it")
        try:
            connection = self.to_read()
            try:
                if migrate.version_of(connection) < len(self._migrations):
                    raise ReadOnly("this memory was written by an older Whylens: run `whylens learn` once")
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise translate(error) from error

    def _refuse_if_lost(self) -> None:
        if left := backup.left_of(self.folder, FILE):
            raise gone(self.folder, left)

    def after_commit(self, connection: sqlite3.Connection) -> None:
        """Fold the log into the database if it is long; only inside the lock."""
        if self.wal_size() > CHECKPOINT_AT:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def end(self) -> None:
        """Let go of the writing connection, folding in the log unless the file is gone."""
        if self._writer is not None and self.identity() == self._writer_identity:
            with self.lock.held(timeout=END_SECONDS):
                self.close_writer()
        elif self._writer is not None:
            self._writer.close()

    def close_writer(self) -> None:
        """Checkpoint and let go of the writing connection; only inside the lock."""
        connection, self._writer = self._writer, None
        if connection is not None:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            connection.close()

    def wal_size(self) -> int:
        """Bytes in the write-ahead log."""
        try:
            return self.path.with_name(f"{FILE}-wal").stat().st_size
        except OSError:
            return 0


def open_to_read(path: Path) -> sqlite3.Connection:
    """A connection that cannot write to the database at `path`, also where the folder cannot be written."""
    try:
        return _set(_open_uri(path, "mode=ro"), _READER)
    except sqlite3.OperationalError:
        log = path.with_name(f"{path.name}-wal")
        if os.access(path.parent, os.W_OK) or (log.exists() and log.stat().st_size > 0):
            raise
    return _set(_open_uri(path, "mode=ro&immutable=1"), _READER)  # nobody can write: no lock is needed


def _open_to_write(path: Path) -> sqlite3.Connection:
    with contextlib.suppress(
        FileExistsError
    ):  # a new file is the user's alone; SQLite gives its log the same rights
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    return _set(_open_uri(path, "mode=rwc"), _WRITER)


def _open_uri(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
    )


def _set(connection: sqlite3.Connection, settings: tuple[str, ...]) -> sqlite3.Connection:
    try:
        for setting in settings:
            connection.execute(setting)
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _name_is_durable(folder: Path) -> None:
    """Make sure that the name of a new file survives a power cut (where the system can)."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

"""What a database error means to everyone above: one of the `StorageError`s, never the database's own words."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from whylens.model.errors import Busy, Corrupt, ReadOnly, StorageError, Unavailable, WhylensError

_WAIT = "try again, and close other windows that learn if it stays so"
_ACCESS = "give yourself the right to write it, or point WHYLENS_HOME at another folder"
_REPAIR = (
    "run `whylens doctor --repair`: it keeps the damaged file, begins from the newest backup where there is one, and "
    "saves what can still be read"
)

DISK_FULL = "the disk is full, and nothing was written: free some space, then try again"
FORGOTTEN_IN_PART = (
    "it is deleted, but the disk is full, and words of it may still lie in the files: free some space, then run "
    "`whylens rebuild`"
)
HELD_TOO_LONG = f"another process held the database for too long: {_WAIT}"
CLOSED = "the memory is closed: try again, or reload the window"

#: What happened and what to do next, by the result code of SQLite.
_MEANING: dict[int, tuple[type[WhylensError], str]] = {
    sqlite3.SQLITE_BUSY: (Busy, HELD_TOO_LONG),
    sqlite3.SQLITE_LOCKED: (Busy, f"the database was locked: {_WAIT}"),
    sqlite3.SQLITE_INTERRUPT: (Unavailable, "the database did not answer in time: try again"),
    sqlite3.SQLITE_READONLY: (ReadOnly, f"the database folder cannot be written: {_ACCESS}"),
    sqlite3.SQLITE_CANTOPEN: (ReadOnly, f"the database file cannot be opened: {_ACCESS}"),
    sqlite3.SQLITE_PERM: (ReadOnly, f"the database file may not be opened: {_ACCESS}"),
    sqlite3.SQLITE_CORRUPT: (Corrupt, f"the database file is damaged: {_REPAIR}"),
    sqlite3.SQLITE_NOTADB: (Corrupt, f"the database file is damaged: {_REPAIR}"),
    sqlite3.SQLITE_FULL: (StorageError, DISK_FULL),
    sqlite3.SQLITE_IOERR: (
        StorageError,
        "the disk could not be read or written: check whether it is full, then run `whylens doctor`",
    ),
}

#: The same for what the system says of the folder.
_NO_ACCESS = frozenset({errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR})
_NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT})


class FullTextDamaged(sqlite3.DatabaseError):
    """The full-text index refused a change it must accept: its own tables are damaged."""


def code_of(error: BaseException | None) -> int:
    """The extended result code, 0 when the error did not come from the database itself."""
    return getattr(error, "sqlite_errorcode", 0)


def full_text_is_damaged(error: BaseException | None) -> bool:
    """Whether `error` says that the full-text index, not the database, is damaged: it can be made anew."""
    return isinstance(error, FullTextDamaged) or code_of(error) == sqlite3.SQLITE_CORRUPT_VTAB


def translate(error: sqlite3.Error) -> WhylensError:
    """The error to raise instead of `error`."""
    if full_text_is_damaged(error):
        return Unavailable("the full-text index is damaged and is being made anew: try again in a minute")
    unknown = StorageError, f"the database refused ({type(error).__name__}): run `whylens doctor`"
    kind, text = _MEANING.get(code_of(error) & 0xFF, unknown)
    return kind(text)


def is_full(error: BaseException) -> bool:
    """Whether `error`, of the database or the system, says that there is no space left."""
    if isinstance(error, OSError):
        return error.errno in _NO_SPACE
    return code_of(error) & 0xFF == sqlite3.SQLITE_FULL


def of_system(error: OSError) -> StorageError:
    """The error to raise instead of `error`, which the database folder gave."""
    if error.errno in _NO_SPACE:
        return StorageError(DISK_FULL)
    if error.errno in _NO_ACCESS:
        return ReadOnly(f"the database folder cannot be written ({error.strerror}): {_ACCESS}")
    return StorageError(f"the database folder cannot be used ({error.strerror}): run `whylens doctor`")


def gone(folder: Path, left: str) -> Corrupt:
    """The error of a database in `folder` that is empty or gone, though something of it is `left`."""
    return Corrupt(
        f"the database is empty or gone, and what is left of it is {left}: run `whylens doctor --repair` to begin "
        f"from that, or delete the folder {folder} to begin anew"
    )

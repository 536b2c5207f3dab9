"""What a database error means to everyone above: one of the `StorageError`s, never the database's own words."""

from __future__ import annotations

import sqlite3

from whylens.model.errors import Busy, Corrupt, ReadOnly, StorageError, Unavailable, WhylensError

_MEANING: dict[int, tuple[type[WhylensError], str]] = {
    sqlite3.SQLITE_BUSY: (Busy, "another process held the database for too long"),
    sqlite3.SQLITE_LOCKED: (Busy, "the database was locked"),
    sqlite3.SQLITE_INTERRUPT: (Unavailable, "the database did not answer in time"),
    sqlite3.SQLITE_READONLY: (ReadOnly, "the database folder cannot be written"),
    sqlite3.SQLITE_CANTOPEN: (ReadOnly, "the database file cannot be opened"),
    sqlite3.SQLITE_PERM: (ReadOnly, "the database file may not be opened"),
    sqlite3.SQLITE_CORRUPT: (Corrupt, "the database file is damaged; run `whylens doctor`"),
    sqlite3.SQLITE_NOTADB: (Corrupt, "the database file is damaged; run `whylens doctor`"),
    sqlite3.SQLITE_FULL: (StorageError, "the disk is full; nothing was written"),
    sqlite3.SQLITE_IOERR: (StorageError, "the disk could not be read or written"),
}


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
        return Unavailable("the full-text index is damaged and is being made anew")
    kind, text = _MEANING.get(
        code_of(error) & 0xFF, (StorageError, f"the database refused: {type(error).__name__}")
    )
    return kind(text)

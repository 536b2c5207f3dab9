"""The errors of Whylens.

WhylensError
├── UserError         the caller asked for something that cannot be done; says the next step
├── StorageError
│   ├── Busy          another process held the database too long
│   ├── ReadOnly      the folder cannot be written, or the schema is newer than this program
│   └── Corrupt       the file is damaged; says where the backup is
└── Unavailable       an optional part is missing or too slow (model, index, git)

A message never holds captured text.
"""

from __future__ import annotations


class WhylensError(Exception):
    """Base of all errors Whylens raises on purpose."""


class UserError(WhylensError):
    """The request cannot be done as asked; the message says the next step."""


class StorageError(WhylensError):
    """The store cannot be used as it is."""


class Busy(StorageError):
    """Another process held the database for too long."""


class ReadOnly(StorageError):
    """The store can be read but not written."""


class Corrupt(StorageError):
    """The database file is damaged."""


class Unavailable(WhylensError):
    """An optional part is missing or did not answer in time."""

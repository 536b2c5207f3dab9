"""Made-up secrets of a scripted day, another one at each place, and the search of every byte for them."""

from __future__ import annotations

import random
import shutil
import sqlite3
import string
import tempfile
from collections.abc import Iterator
from pathlib import Path

import zstandard

#: Beginnings of tokens, put together so that no scanner takes this file for a leak.
_BEGIN = ("gh" + "p_", "gl" + "pat-", "sk-" + "ant-api03-", "np" + "m_")
_LENGTH = 36


class Planted:
    """Hands out secrets; `found_in` names the places of those that stand in some bytes."""

    def __init__(self) -> None:
        self._random = random.Random(11)
        self.secrets: dict[str, str] = {}

    def next(self, place: str) -> str:
        """A secret that stands at *place* only."""
        body = "".join(self._random.choices(string.ascii_letters + string.digits, k=_LENGTH))
        self.secrets[place] = secret = _BEGIN[len(self.secrets) % len(_BEGIN)] + body
        return secret

    def found_in(self, data: bytes) -> list[str]:
        """Where those secrets were planted of which the end can be read in *data*."""
        low = data.lower()
        return [place for place, secret in self.secrets.items() if secret[-16:].lower().encode() in low]


def every_byte(folder: Path) -> bytes:
    """All files of a folder, with what their databases hold in plain."""
    files = [each for each in folder.rglob("*") if each.is_file()]
    databases = [each for each in files if each.suffix == ".db"]
    names = [str(each).encode() for each in files]
    return b"\n".join(
        [*names, *(each.read_bytes() for each in files), *(t for d in databases for t in _plain(d))]
    )


def _plain(database: Path) -> Iterator[bytes]:
    """Every value of every table, unpacked: read from a copy."""
    with tempfile.TemporaryDirectory(prefix="whylens-day-") as scratch:
        for each in database.parent.glob(f"{database.name}*"):
            shutil.copy(each, scratch)
        connection = sqlite3.connect(Path(scratch) / database.name)
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            if not table.startswith("sqlite_"):
                for row in connection.execute(f'SELECT * FROM "{table}"'):
                    yield from map(_unpacked, row)
        connection.close()


def _unpacked(value: object) -> bytes:
    if not isinstance(value, bytes):
        return str(value).encode("utf-8", "replace")
    try:
        return zstandard.ZstdDecompressor().decompress(value)
    except zstandard.ZstdError:
        return value

"""Canaries: made-up secrets, a different one for every source, and the search of everything for traces of them."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

import zstandard

from tests.security.made_up_secrets import ALNUM, HEX, LOWER, Draw

#: Kinds of tokens in turn; put together so that no scanner takes this file for a leak.
_TOKENS = (
    ("gh" + "p_", ALNUM, 36),
    ("gl" + "pat-", ALNUM, 20),
    ("sk-" + "ant-api03-", ALNUM, 48),
    ("np" + "m_", ALNUM, 36),
    ("dop_" + "v1_", HEX, 64),
    ("zq-", ALNUM, 40),  # a vendor nobody has heard of
)


#: What the sentences are about: each is another statement, so that none is taken for a repeat.
_ACTS = ("upload", "encrypt", "archive", "rotate", "mirror", "compress", "validate")
_THINGS = ("chunks", "reports", "invoices", "snapshots", "thumbnails", "ledgers")
_REASONS = (
    "the server rejects all others",
    "anonymous calls are throttled after ten minutes",
    "audits need one identity for every write",
    "older gateways drop unsigned requests silently",
    "the vendor bills each further account",
)


@dataclass(frozen=True)
class Canary:
    """What one source gives away: a token, a mailbox, an internal host, and a passage its author called private."""

    token: str
    mailbox: str
    host: str
    private: str
    about: str
    reason: str

    def sentence(self) -> str:
        """A statement worth keeping that holds all of it."""
        return (
            f"Use {self.token} to {self.about} ({self.mailbox}, {self.host}:8443), because {self.reason}. "
            f"<Private>the word is {self.private}</PRIVATE>"
        )

    def traces(self) -> list[bytes]:
        """Pieces none of which may be found anywhere, in lower case."""
        name, _, domain = self.mailbox.partition("@")
        return [piece.lower().encode() for piece in (self.token[-16:], name, domain, self.host, self.private)]


def canary(number: int) -> Canary:
    """The canary of the source with this number."""
    draw = Draw(1000 + number)
    prefix, characters, length = _TOKENS[number % len(_TOKENS)]
    word = draw.of(LOWER, 9)
    return Canary(
        token=prefix + draw.of(characters, length),
        mailbox=f"q{word}@z{word}corp.com",
        host=f"build-{word}.corp.internal",
        private=f"wombat{draw.of(LOWER, 10)}",
        about=f"{_ACTS[number % len(_ACTS)]} {_THINGS[number % len(_THINGS)]}",
        reason=_REASONS[number % len(_REASONS)],
    )


def found_in(data: bytes, canaries: dict[str, Canary]) -> dict[str, list[str]]:
    """The names of the sources of which something is in `data`, and what."""
    low = data.lower()
    left = {name: [each.decode() for each in one.traces() if each in low] for name, one in canaries.items()}
    return {name: pieces for name, pieces in left.items() if pieces}


def everything_in(folder: Path, scratch: Path) -> bytes:
    """Every byte of every file, and what the databases say: compressed texts in plain, and the terms of the index."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    parts = [file.read_bytes() for file in files] + [str(file.relative_to(folder)).encode() for file in files]
    for number, database in enumerate(file for file in files if file.suffix == ".db"):
        copy = scratch / f"copy-{number}"
        copy.mkdir(parents=True)
        for file in database.parent.glob(f"{database.name}*"):
            shutil.copy(file, copy)
        parts += _said_by(copy / database.name)
        shutil.rmtree(copy)
    return b"\n".join(parts)


def _said_by(database: Path) -> list[bytes]:
    connection = sqlite3.connect(database)
    try:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        parts = [
            _plain(value)
            for (table,) in tables
            if not table.startswith("sqlite_")
            for row in connection.execute(f'SELECT * FROM "{table}"')
            for value in row
        ]
        connection.execute("CREATE VIRTUAL TABLE temp.term USING fts5vocab(main, card_text, row)")
        return parts + [term.encode() for (term,) in connection.execute("SELECT term FROM term")]
    finally:
        connection.close()


def _plain(value: object) -> bytes:
    if isinstance(value, bytes):
        try:
            return zstandard.ZstdDecompressor().decompress(value)
        except zstandard.ZstdError:
            return value
    return str(value).encode("utf-8", "replace")

"""What a story says in the end: a draft, the words it rests on, and what became of what it is about."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from hashlib import blake2b

from whylens.model.card import CardDraft


class Turn(StrEnum):
    """How a story went, which decides what becomes of an earlier card with its key."""

    FIXED = "fixed"  # a new card; an open one is closed by it; one already closed came back and gains weight
    STANDING = "standing"  # a new open card; a closed one is opened again
    GONE = "gone"  # no card; an open one is put away
    LEARNED = "learned"  # a new card, once
    SUPPORTED = "supported"  # no card of its own where a fix in the same files was told; else as FIXED


@dataclass(frozen=True, slots=True)
class Story:
    """`told` is what is archived as its evidence; it holds `draft.evidence` verbatim.

    `key` is the same whenever the same thing happens at the same place, `kin` when it happens anywhere, `shape` for
    all of its sort. `path`,
    `symbol` and `line` are where it belongs; `files` all it is about.
    """

    turn: Turn
    key: str
    at: float
    draft: CardDraft | None = None
    told: str = ""
    _: KW_ONLY
    kin: str = ""
    shape: str = ""
    path: str = ""
    symbol: tuple[str, ...] = ()
    line: int | None = None
    files: tuple[str, ...] = ()


def key_of(*parts: str) -> str:
    """A short digest of *parts*: equal parts, equal keys."""
    return blake2b("\0".join(parts).encode("utf-8", "replace"), digest_size=10).hexdigest()


def place_text(path: str, symbol: tuple[str, ...]) -> str:
    """How a place is called in a sentence: `` `Cart.total` ``, or the file's name where there is no function."""
    name = ".".join(symbol) if symbol else path.rsplit("/", 1)[-1]
    return f"`{name}`" if name else "the project"

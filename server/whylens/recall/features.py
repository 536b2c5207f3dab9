"""Turns a query and its candidates into numbers a linear ranker can weigh."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from whylens.model.anchor import SYMBOL_SEPARATOR
from whylens.model.card import Card
from whylens.model.recall import Candidate, Query
from whylens.model.words import Basis

#: Cards that tell of one change: they age, and the newest at a place matters most. Documents do not.
CHANGES = frozenset({Basis.COMMIT, Basis.TRAILER, Basis.REVERT, Basis.DIAGNOSTIC, Basis.TOOL})
COLUMNS = ("summary", "body", "names", "files")
DAY = 86_400.0

_WORD = re.compile(r"[^\W_]{2,}")


@dataclass(frozen=True, slots=True)
class Pool:
    """One query with what is known about all its candidates together; every feature is relative to it."""

    query: Query
    now: float
    words: frozenset[str]
    best: dict[str, float]
    best_cosine: float
    rarity: dict[str, float]
    places: Places
    order: dict[str, int]


@dataclass(frozen=True, slots=True)
class Places:
    """The files, folders and symbols a query or card stands in."""

    files: frozenset[str] = frozenset()
    folders: frozenset[str] = frozenset()
    symbols: frozenset[str] = frozenset()

    @property
    def all(self) -> frozenset[str]:
        """Every place, for counting."""
        return self.files | self.folders | self.symbols


@dataclass(frozen=True, slots=True)
class Measured:
    """The features of one candidate, by name, and the shared places the reasons are told from."""

    candidate: Candidate
    values: dict[str, float]
    shared_files: frozenset[str] = field(default_factory=frozenset[str])
    shared_symbols: frozenset[str] = field(default_factory=frozenset[str])


def measure_all(query: Query, candidates: Sequence[Candidate], *, now: float) -> list[Measured]:
    """The features of every candidate. `now` (Unix seconds) is what recency is told from."""
    asked = places_of(query.files, query.symbols)
    placed = [places_of_card(each.card) for each in candidates]
    counts = Counter(place for places in placed for place in places.all)
    rarity = {place: _rarity(count, len(candidates)) for place, count in counts.items()}
    pool = Pool(
        query=query,
        now=query.before if query.before is not None else now,
        words=words_of(query.text),
        best={
            name: max((each.matches.get(name, 0.0) for each in candidates), default=0.0) for name in COLUMNS
        },
        best_cosine=max((each.cosine for each in candidates), default=0.0),
        rarity=rarity,
        places=asked,
        order=_order_at_place(candidates, placed, asked),
    )
    return [_measure(pool, each, places) for each, places in zip(candidates, placed, strict=True)]


def _measure(pool: Pool, candidate: Candidate, places: Places) -> Measured:
    shared_files = pool.places.files & places.files
    shared_symbols = pool.places.symbols & places.symbols
    values = _text(pool, candidate)
    values |= {
        "file": _overlap(pool, shared_files, pool.places.files, places.files),
        "folder": _overlap(pool, pool.places.folders & places.folders, pool.places.folders, places.folders),
        "symbol": _overlap(pool, shared_symbols, pool.places.symbols, places.symbols),
        "anchored": 1.0 if candidate.anchored else 0.0,
    }
    values |= _time(pool, candidate)
    strength = values["text"]
    values["text_and_file"] = strength * max(values["file"], values["symbol"])
    return Measured(candidate, values, shared_files, shared_symbols)


def _text(pool: Pool, candidate: Candidate) -> dict[str, float]:
    ratios = {f"{name}_match": _ratio(candidate.matches.get(name, 0.0), pool.best[name]) for name in COLUMNS}
    card_words = words_of(candidate.card.summary)
    common = len(pool.words & card_words)
    ratios["words_found"] = common / len(pool.words) if pool.words else 0.0
    ratios["words_alike"] = common / math.sqrt(len(pool.words) * len(card_words)) if common else 0.0
    ratios["meaning"] = max(0.0, candidate.cosine)
    ratios["text"] = max(ratios["summary_match"], ratios["body_match"], ratios["meaning"])
    return ratios


def _time(pool: Pool, candidate: Candidate) -> dict[str, float]:
    days = max(0.0, pool.now - candidate.card.created_at) / DAY
    recent = 1.0 / (1.0 + days / 60.0) if candidate.card.created_at else 0.0
    changes = candidate.card.basis in CHANGES
    rank = pool.order.get(candidate.card.id)
    return {
        "recent_change": recent if changes else 0.0,
        "recent_other": 0.0 if changes else recent,
        "newest_here": 0.0 if rank is None else 1.0 / (1.0 + rank),
    }


def places_of(files: Iterable[str], symbols: Iterable[str]) -> Places:
    """The places named by repo-relative paths and symbol paths; a symbol counts by its innermost name."""
    paths = frozenset(files)
    folders = frozenset(str(PurePosixPath(path).parent) for path in paths)
    return Places(paths, folders - {"."}, frozenset(symbol.split(SYMBOL_SEPARATOR)[-1] for symbol in symbols))


def places_of_card(card: Card) -> Places:
    """The places of a card: those it lists and those it is anchored at."""
    files = (*card.files, *(anchor.path for anchor in card.anchors))
    symbols = (*card.symbols, *(anchor.symbol[-1] for anchor in card.anchors if anchor.symbol))
    return places_of(files, symbols)


def words_of(text: str) -> frozenset[str]:
    """The lower-case words of *text* with two or more characters."""
    return frozenset(_WORD.findall(text.lower()))


def _order_at_place(
    candidates: Sequence[Candidate], placed: Sequence[Places], asked: Places
) -> dict[str, int]:
    """How many newer cards stand at the place of the query, by card id, for the cards that stand there."""
    here = [
        each.card
        for each, places in zip(candidates, placed, strict=True)
        if asked.files & places.files or asked.symbols & places.symbols
    ]
    here.sort(key=lambda card: -card.created_at)
    return {card.id: index for index, card in enumerate(here)}


def _overlap(pool: Pool, shared: frozenset[str], asked: frozenset[str], has: frozenset[str]) -> float:
    """Shared places against both sides, the rare ones counting more: 0..1."""
    if not shared:
        return 0.0
    weigh = pool.rarity.get
    common = sum(weigh(place, 1.0) for place in shared)
    return common / math.sqrt(
        sum(weigh(place, 1.0) for place in asked) * sum(weigh(place, 1.0) for place in has)
    )


def _rarity(count: int, total: int) -> float:
    """How telling a place is: 1 for one that a single card names, near 0 for one every card names."""
    return math.log((total + 1.0) / (count + 0.5)) / math.log(total + 1.0) + 0.05 if total else 1.0


def _ratio(value: float, best: float) -> float:
    return value / best if best > 0.0 else 0.0

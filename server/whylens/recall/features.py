"""Turns a query and its candidates into numbers a linear ranker can weigh.

Everything is relative to the candidates at hand (the best score, how rare a file is, how many are newer), so the same
weights serve a memory of a hundred cards and one of a hundred thousand.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from whylens.model.recall import Candidate, Query
from whylens.recall.form import Form, form_of
from whylens.recall.names import names_symbol, shares_exact
from whylens.recall.places import (
    NOWHERE,
    Asked,
    Names,
    Places,
    Rarity,
    asked_among,
    overlap,
    places_of,
    places_of_card,
    rarity_among,
    weight,
)
from whylens.recall.wording import shares_found, text_of

#: The features, in the order of their values.
FEATURES: tuple[str, ...] = (
    "words",
    "words_found",
    "exact",
    "named",
    "meaning",
    "symbol",
    "symbol_of_change",
    "file",
    "file_of_change",
    "folder",
    "recent_change",
    "recent_document",
)

#: How much a column of the full text counts in `words`.
COLUMNS = {"summary": 2.0, "body": 1.0, "names": 0.7, "files": 0.4}
#: A weighted BM25 that a real match reaches: the best of a small memory is not taken for good only because it is best.
REAL_MATCH = 9.0
#: Being newest is worth half as much once this share of the candidates is newer.
HALF_SHARE = 0.1
#: A candidate the nearest-neighbour search did not reach is a little farther than the farthest it did.
UNSEEN = 0.9


class Measured(NamedTuple):
    """One candidate with its feature values and the shared places that the reasons are told from."""

    candidate: Candidate
    form: Form
    values: tuple[float, ...]
    shared_files: Names = frozenset()
    shared_symbols: Names = frozenset()


def measure_all(
    query: Query, candidates: Sequence[Candidate], texts: Sequence[str] | None = None
) -> list[Measured]:
    """The features of every candidate, in the order given; *texts* are `text_of` their cards, if known."""
    is_placed = bool(query.files or query.symbols)
    placed = [places_of_card(each.card) if is_placed else NOWHERE for each in candidates]
    rarity = rarity_among(placed)
    asked = asked_among(places_of(query.files, query.symbols), rarity)
    words = _words(candidates)
    asked_text = query.text.lower()
    texts = [text_of(each.card) for each in candidates] if texts is None else texts
    found, exact = shares_found(query.text, texts), shares_exact(query.text, texts)
    meaning = _meaning(candidates)
    newer = _shares_newer(candidates)
    measured: list[Measured] = []
    for index, (candidate, places) in enumerate(zip(candidates, placed, strict=True)):
        named = float(names_symbol(asked_text, candidate.card))
        text = (words[index], found[index], exact[index], named, meaning[index])
        form = form_of(candidate.card)
        files, symbols = asked.places.files & places.files, asked.places.symbols & places.symbols
        where = _place(asked, places, rarity, files, symbols)
        values = (*text, *where, *_time(form, newer[index]))
        measured.append(Measured(candidate, form, values, files, symbols))
    return measured


def words_of(candidate: Candidate) -> float:
    """The BM25 score of a candidate over the columns."""
    return sum([COLUMNS[name] * value for name, value in candidate.matches.items()])


def _words(candidates: Sequence[Candidate]) -> list[float]:
    """BM25 over the columns, against the best candidate's (or a real match, if even the best is none)."""
    sums = [words_of(each) for each in candidates]
    best = max([REAL_MATCH, *sums])
    return [value / best for value in sums]


def _meaning(candidates: Sequence[Candidate]) -> list[float]:
    """Cosines; all 0 when there are no vectors."""
    seen = [each.cosine for each in candidates if each.cosine]
    unseen = UNSEEN * max(0.0, min(seen, default=0.0))
    return [each.cosine or unseen for each in candidates]


_ELSEWHERE = (0.0, 0.0, 0.0, 0.0, 0.0)


def _place(
    asked: Asked, places: Places, rarity: Rarity, files: Names, symbols: Names
) -> tuple[float, float, float, float, float]:
    """symbol, symbol_of_change, file, file_of_change, folder. The plain ones ask how alike two places are; those
    "of change" how much of the asked place a card covers, and do not mind that a wide change covers much else."""
    folders = asked.places.folders & places.folders
    if not (files or folders or symbols):
        return _ELSEWHERE
    rarest = max([rarity.symbols[name] for name in symbols], default=0.0)
    covered = weight(files, rarity.files) / asked.files if files else 0.0
    return (
        overlap(symbols, asked.symbols, places.symbols, rarity.symbols),
        rarest * math.log1p(len(places.symbols)),
        overlap(files, asked.files, places.files, rarity.files),
        covered * math.log1p(len(places.files)),
        overlap(folders, asked.folders, places.folders, rarity.folders),
    )


def _time(form: Form, share_newer: float) -> tuple[float, float]:
    """recent_change, recent_document: by the share of candidates that are newer, since projects differ in pace."""
    recent = 1.0 / (1.0 + share_newer / HALF_SHARE)
    return (recent if form is Form.CHANGE else 0.0, recent if form is Form.DOCUMENT else 0.0)


def _shares_newer(candidates: Sequence[Candidate]) -> list[float]:
    """The share of candidates newer than each; those of one moment (one commit) are equally new."""
    times = sorted(-each.card.created_at for each in candidates)
    return [bisect_left(times, -each.card.created_at) / len(times) for each in candidates]

"""Which symbol an anchor has become when its own path is gone: candidates, their scores, and what is enough.

A wrong place is worse than none, so a candidate must be alike enough for its size, and must clearly lead the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import exp
from pathlib import PurePosixPath

from rapidfuzz.fuzz import ratio

from whylens.anchor.likeness import Likeness, family_of, most_shared, nested
from whylens.anchor.outline import Outline, Symbol
from whylens.model.anchor import Anchor
from whylens.model.words import AnchorState

#: The score a large body must reach, what a small one needs more, and the size at which that fades.
ENOUGH = 0.70
SMALL_NEEDS = 0.60
SMALL_SIZE = 40.0
#: What another name needs more.
OTHER_NAME_NEEDS = 0.10
#: What the same name, file and scope add; a similar name adds part of it from this likeness on.
NAME_BONUS = 0.15
FILE_BONUS = 0.15
SCOPE_BONUS = 0.05
SIMILAR_NAME = 0.6
#: What it adds that those who spoke of the symbol speak of the candidate, at least and at most; what it needs more
#: when they are still there and do not. Learned on histories of repositories outside of every evaluation set.
MENTION_BONUS = 0.15, 0.30
UNMENTIONED_NEEDS = 0.10
#: Normalised characters from which on a body is told by who speaks of it; smaller ones look alike whatever is said.
TELLING_SIZE = 100
#: By how much the best candidate must lead the next.
LEAD = 0.08
#: How many symbols of one name are looked at.
_SAME_NAMED = 64
#: Normalised characters below which an equal body alone says nothing, and an equal value in another file.
SMALLEST_BODY = 16
VALUE_SIZE = 40


@dataclass(frozen=True, slots=True)
class Candidate:
    """A symbol the anchored one may have become; `kinship` (0 to 1) is how near its file is to the anchor's."""

    path: str
    outline: Outline
    symbol: Symbol
    kinship: float


#: How alike a candidate must be, 0 to 1.
Floor = Callable[[Candidate], float]
#: How far those who spoke of the anchored symbol speak of a candidate, 0 to 1; None when that cannot be said.
Mentioned = Callable[[Candidate], float | None]


@dataclass(frozen=True, slots=True)
class Match:
    """A candidate taken, and the state this puts the anchor in."""

    candidate: Candidate
    state: AnchorState


def candidates_of(
    anchor: Anchor,
    path: str,
    outline: Outline,
    taken: frozenset[tuple[str, ...]] = frozenset(),
    replaces: bool = False,
) -> list[Candidate]:
    """Return the symbols of the anchor's family in a document whose paths are not `taken`.

    `replaces` says that the document took the place of the anchor's file.
    """
    family = family_of(anchor.symbol_kind)
    kinship = 1.0 if replaces or path == anchor.path else _name_likeness(_stem(anchor.path), _stem(path))
    return [
        Candidate(path, outline, one, kinship)
        for one in outline.symbols
        if one.path not in taken and family_of(one.kind) == family
    ]


def contenders_of(
    anchor: Anchor, path: str, outline: Outline, taken: frozenset[tuple[str, ...]]
) -> list[Candidate]:
    """Return of `candidates_of` those that share the name, the body or many lines with the anchor.

    Enough where only the sketch can be compared, and quick: there may be many lost anchors at every keystroke.
    """
    family = family_of(anchor.symbol_kind)
    near = (
        *outline.by_name.get(anchor.symbol[-1], [])[:_SAME_NAMED],
        *(outline.by_body.get(anchor.body_hash, [])[:2] if anchor.body_hash else ()),
        *most_shared(outline, anchor.sketch),
    )
    return [
        Candidate(path, outline, one, 1.0)
        for one in {id(one): one for one in near}.values()
        if one.path not in taken and family_of(one.kind) == family
    ]


def best_match(
    anchor: Anchor,
    candidates: Iterable[Candidate],
    likeness: Likeness,
    floor: Floor = lambda _: 0.0,
    mentioned: Mentioned = lambda _: None,
) -> Match | None:
    """Return the candidate the anchor has become; None when none is good enough or two are equally good.

    `floor` is the likeness from which on a candidate is taken, whatever speaks for it beside. `mentioned` tells how far
    those who spoke of the symbol speak of a candidate (0 to 1), None when that cannot be said.
    """
    scored = [(_score(anchor, one, likeness, floor(one)), one) for one in candidates]
    ranked = sorted(
        ((score + _said(one, mentioned), one) for score, one in scored if score > 0),
        key=lambda pair: -pair[0],
    )
    if not ranked or ranked[0][0] < _needed(anchor, ranked[0][1], mentioned):
        return None
    best_score, best = ranked[0]
    close = [other for score, other in ranked[1:] if best_score - score < LEAD]
    if any(_rivals(anchor, best, other) for other in close):
        return None
    return Match(best, state_of(anchor, best.symbol))


def _said(candidate: Candidate, mentioned: Mentioned) -> float:
    """What speaks for a candidate beside its body."""
    if candidate.symbol.weight < TELLING_SIZE:
        return 0.0
    (least, most), share = MENTION_BONUS, mentioned(candidate)
    return least + (most - least) * share if share else 0.0


def _rivals(anchor: Anchor, best: Candidate, other: Candidate) -> bool:
    """Whether a candidate as good as the best puts it in doubt: not when only the best has the very body."""
    if other.path == best.path and nested(other.symbol, best.symbol):
        return False
    return same_body(anchor, other.symbol) or not same_body(anchor, best.symbol)


def state_of(anchor: Anchor, symbol: Symbol) -> AnchorState:
    """Return the state of an anchor that has become `symbol` under another path or in another file."""
    if symbol.name != anchor.symbol[-1]:
        return AnchorState.RENAMED
    return AnchorState.MOVED if same_body(anchor, symbol) else AnchorState.EDITED


def same_body(anchor: Anchor, symbol: Symbol) -> bool:
    """Whether the bodies are equal and long enough for that to mean something."""
    return bool(anchor.body_hash) and anchor.body_hash == symbol.body_hash and symbol.weight >= SMALLEST_BODY


def _needed(anchor: Anchor, candidate: Candidate, mentioned: Mentioned) -> float:
    """The score that is enough: small bodies look alike by chance."""
    other_name = not is_namesake(anchor, candidate.symbol)
    small = exp(-candidate.symbol.weight / SMALL_SIZE)
    unmentioned = mentioned(candidate) == 0
    return ENOUGH + SMALL_NEEDS * small + OTHER_NAME_NEEDS * other_name + UNMENTIONED_NEEDS * unmentioned


def _score(anchor: Anchor, candidate: Candidate, likeness: Likeness, floor: float) -> float:
    symbol = candidate.symbol
    equal = same_body(anchor, symbol)
    if (
        family_of(symbol.kind) == "value"
        and candidate.kinship < 1
        and (not equal or symbol.weight < VALUE_SIZE)
    ):
        return 0.0
    alike = 1.0 if equal else likeness(candidate.outline, symbol)
    if alike < floor:
        return 0.0
    return (
        alike
        + NAME_BONUS * _name_likeness(anchor.symbol[-1], symbol.name)
        + FILE_BONUS * candidate.kinship
        + SCOPE_BONUS * (symbol.path[:-1] == anchor.symbol[:-1])
    )


def is_namesake(anchor: Anchor, symbol: Symbol) -> bool:
    """Whether a symbol has the anchor's name, whatever its case and underscores."""
    return _plain(symbol.name) == _plain(anchor.symbol[-1])


def _name_likeness(one: str, other: str) -> float:
    """1 for equal names whatever their case and underscores, 0 for names with little in common."""
    alike = ratio(_plain(one), _plain(other)) / 100
    return max(0.0, (alike - SIMILAR_NAME) / (1 - SIMILAR_NAME))


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def _stem(path: str) -> str:
    return PurePosixPath(path).stem

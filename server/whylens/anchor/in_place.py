"""Which symbol still has the path of an anchor, and whether it is still the same thing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whylens.anchor.context import agreement, find_line
from whylens.anchor.likeness import Likeness, family_of
from whylens.anchor.matching import LEAD
from whylens.anchor.outline import Outline, Symbol
from whylens.model.anchor import Anchor
from whylens.model.words import AnchorState

#: A symbol that kept its path but is less alike than this may be another thing under an old name.
REPLACED_BELOW = 0.3


@dataclass(frozen=True, slots=True)
class InPlace:
    """The symbol under the anchor's path; `doubtful` when it may be something else that took the name."""

    symbol: Symbol
    state: AnchorState
    doubtful: bool = False


def match_in_place(
    anchor: Anchor, outline: Outline, likeness: Likeness, overloads: frozenset[str] = frozenset()
) -> InPlace | None:
    """Return the symbol that still has the anchor's path, None when there is none or it is in doubt which.

    `overloads` are the signatures that other symbols of this path had: those are still theirs.
    """
    family = family_of(anchor.symbol_kind)
    candidates = [
        one
        for one in outline.by_path.get(anchor.symbol, ())
        if family_of(one.kind) == family and one.signature_hash not in overloads
    ]
    if not candidates:
        return None
    exact = [one for one in candidates if _equal(anchor, one)]
    if exact:
        chosen = exact[0] if len(exact) == 1 else _by_context(anchor, outline, exact)
        return InPlace(chosen, AnchorState.EXACT) if chosen is not None else None
    if len(candidates) > 1:
        chosen = _of_overloads(anchor, outline, candidates, likeness)
        return InPlace(chosen, AnchorState.EDITED) if chosen is not None else None
    only = candidates[0]
    same = anchor.body_hash == only.body_hash or anchor.signature_hash == only.signature_hash
    return InPlace(only, AnchorState.EDITED, not same and likeness(outline, only) < REPLACED_BELOW)


def line_in(anchor: Anchor, outline: Outline, symbol: Symbol) -> int | None:
    """Return where the anchored line stands in `symbol` now, None when it is gone."""
    return find_line(anchor.context, outline.lines, symbol.doc_start, symbol.end, anchor.line)


def _equal(anchor: Anchor, symbol: Symbol) -> bool:
    return anchor.body_hash == symbol.body_hash and anchor.signature_hash == symbol.signature_hash


def _of_overloads(
    anchor: Anchor, outline: Outline, candidates: Sequence[Symbol], likeness: Likeness
) -> Symbol | None:
    """Of symbols with one path: the one with the body, else with the signature, else clearly most alike."""
    for same in (
        [one for one in candidates if anchor.body_hash and one.body_hash == anchor.body_hash],
        [one for one in candidates if one.signature_hash == anchor.signature_hash],
    ):
        if len(same) == 1:
            return same[0]
    ranked = sorted(((likeness(outline, one), one) for one in candidates), key=lambda pair: -pair[0])
    clear = ranked[0][0] >= REPLACED_BELOW and ranked[0][0] - ranked[1][0] >= LEAD
    return ranked[0][1] if clear else None


def _by_context(anchor: Anchor, outline: Outline, twins: Sequence[Symbol]) -> Symbol | None:
    """Of symbols equal in everything, the one whose surroundings are the anchor's."""
    scores = [(_context_score(anchor, outline, one), one) for one in twins]
    best = max(score for score, _ in scores)
    winners = [one for score, one in scores if score == best]
    return winners[0] if len(winners) == 1 and best > 0 else None


def _context_score(anchor: Anchor, outline: Outline, symbol: Symbol) -> int:
    line = symbol.name_line if anchor.line is None else line_in(anchor, outline, symbol)
    return agreement(anchor.context, outline.lines, line) if line is not None else 0

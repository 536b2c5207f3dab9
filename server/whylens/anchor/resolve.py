"""Where the anchors of one document stand now, and in which state."""

from __future__ import annotations

from collections.abc import Sequence

from whylens.anchor.context import find_line
from whylens.anchor.in_place import InPlace, line_in, match_in_place
from whylens.anchor.likeness import Likeness, SketchLikeness
from whylens.anchor.matching import LEAD, Candidate, Match, best_match, contenders_of, same_body, state_of
from whylens.anchor.outline import Outline, Symbol
from whylens.model.anchor import Anchor, Place
from whylens.model.words import AnchorState


def resolve(anchors: Sequence[Anchor], path: str, outline: Outline) -> list[Place]:
    """Return the place of each of `anchors` in the document `path`, in the order given.

    A symbol that one anchor has under its own path is not given to another anchor under a new one.
    """
    measures = [SketchLikeness(anchor) for anchor in anchors]
    found = [
        match_in_place(anchor, outline, measure) if anchor.symbol else None
        for anchor, measure in zip(anchors, measures, strict=True)
    ]
    taken = frozenset(match.symbol.path for match in found if match is not None)
    return [
        _place(anchor, path, outline, match, taken, measure)
        for anchor, match, measure in zip(anchors, found, measures, strict=True)
    ]


def _place(
    anchor: Anchor,
    path: str,
    outline: Outline,
    here: InPlace | None,
    taken: frozenset[tuple[str, ...]],
    likeness: Likeness,
) -> Place:
    if not anchor.symbol:
        return place_in_file(anchor, path, outline)
    if here is not None and not here.doubtful:
        return place_of(anchor, path, outline, here.symbol, here.state)
    candidates = contenders_of(anchor, path, outline, taken)
    if here is not None:
        other = displaced(anchor, candidates)
        if other is not None:
            return place_of(anchor, path, outline, other.candidate.symbol, other.state)
        return place_of(anchor, path, outline, here.symbol, here.state)
    match = _follow(anchor, candidates, likeness)
    if match is None:
        return Place(AnchorState.LOST, path)
    return place_of(anchor, path, outline, match.candidate.symbol, match.state)


def _follow(anchor: Anchor, candidates: Sequence[Candidate], likeness: Likeness) -> Match | None:
    """Without the old text, a look-alike that stood beside the symbol must not be taken for it."""
    if anchor.rival >= 1:
        return None
    return best_match(anchor, candidates, likeness, floor=lambda _: min(1.0, anchor.rival + LEAD))


def displaced(anchor: Anchor, candidates: Sequence[Candidate]) -> Match | None:
    """Return the only symbol with the anchor's body, when something else took its path."""
    equal = [one for one in candidates if same_body(anchor, one.symbol)]
    if len(equal) != 1 or anchor.rival >= 1:
        return None
    return Match(equal[0], state_of(anchor, equal[0].symbol))


def place_of(anchor: Anchor, path: str, outline: Outline, symbol: Symbol, state: AnchorState) -> Place:
    """Return a symbol as a place, with the anchored line found again inside it."""
    line = line_in(anchor, outline, symbol) if anchor.line is not None else None
    return Place(state, path, symbol.path, symbol.start, symbol.end, symbol.name_line, line)


def place_in_file(anchor: Anchor, path: str, outline: Outline) -> Place:
    """Resolve an anchor without a symbol: by its context lines, or to the first line when it has none."""
    if anchor.line is None or not anchor.context:
        return Place(AnchorState.EXACT, path, start=1, end=1, name_line=1)
    line = find_line(anchor.context, outline.lines, 1, len(outline.lines), anchor.line)
    if line is None:
        return Place(AnchorState.LOST, path)
    state = AnchorState.EXACT if line == anchor.line else AnchorState.MOVED
    return Place(state, path, start=line, end=line, name_line=line, line=line)

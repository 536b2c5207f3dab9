"""Where the anchors of one document stand now, and in which state."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from whylens.anchor.context import agreement, find_line
from whylens.anchor.likeness import group_of, shared_lines
from whylens.anchor.outline import Outline, Symbol
from whylens.model.anchor import Anchor, Place
from whylens.model.words import AnchorState

#: A symbol that kept its place and name but less than this of its lines may be another thing under an old
#: name.
REPLACED_BELOW = 0.3
#: Likeness from which a changed symbol is recognised elsewhere under its own name, and under another name.
SAME_NAME_FROM = 0.5
OTHER_NAME_FROM = 0.6
#: By how much the best candidate must lead the next, and whatever looked alike when the anchor was made.
LEAD = 0.12
#: Normalised characters below which an equal body says nothing.
SMALLEST_BODY = 16

Likeness = Callable[[Anchor, Outline, Symbol], float]


@dataclass(frozen=True, slots=True)
class Match:
    """A symbol an anchor is taken to be, and how sure that is from 0 to 1."""

    symbol: Symbol
    state: AnchorState
    likeness: float


def resolve(anchors: Sequence[Anchor], path: str, outline: Outline) -> list[Place]:
    """Return the place of each of `anchors` in the document `path`, in the order given.

    A symbol that one anchor has under its own name is not given to another anchor under a new name.
    """
    direct = [match_in_place(anchor, outline) if anchor.symbol else None for anchor in anchors]
    claimed = {match.symbol.path for match in direct if match is not None}
    places: list[Place] = []
    for anchor, match in zip(anchors, direct, strict=True):
        if not anchor.symbol:
            places.append(place_in_file(anchor, path, outline))
            continue
        if match is None or match.likeness < REPLACED_BELOW:
            match = match_elsewhere(anchor, outline, claimed, replaced=match is not None) or match
        places.append(place_of(anchor, path, outline, match))
    return places


def match_in_place(anchor: Anchor, outline: Outline, likeness: Likeness | None = None) -> Match | None:
    """Return the symbol that still has the anchor's path, None when there is none or it is in doubt."""
    candidates = outline.by_path.get(anchor.symbol, [])
    family = group_of(anchor.symbol_kind)
    candidates = [one for one in candidates if group_of(one.kind) == family]
    if not candidates:
        return None
    measure = likeness or sketch_likeness
    exact = [one for one in candidates if _equal(anchor, one)]
    if exact:
        chosen = exact[0] if len(exact) == 1 else _by_context(anchor, outline, exact)
        return Match(chosen, AnchorState.EXACT, 1.0) if chosen is not None else None
    if len(candidates) == 1:
        chosen = candidates[0]
        same = _same_body(anchor, chosen) or anchor.signature_hash == chosen.signature_hash
        sure = max(measure(anchor, outline, chosen), REPLACED_BELOW if same else 0.0)
        return Match(chosen, AnchorState.EDITED, sure)
    chosen = _of_overloads(anchor, outline, candidates, measure)
    return Match(chosen, AnchorState.EDITED, 1.0) if chosen is not None else None


def match_elsewhere(
    anchor: Anchor,
    outline: Outline,
    taken: Collection[tuple[str, ...]],
    likeness: Likeness | None = None,
    replaced: bool = False,
) -> Match | None:
    """Return the symbol the anchor became under another path, None when gone or when two are equally good.

    `taken` are paths that belong to others. `replaced` asks for certainty: something else has the old path.
    """
    measure = likeness or sketch_likeness
    free = [one for one in outline.symbols if one.path not in taken and one.path != anchor.symbol]
    free = [one for one in free if group_of(one.kind) == group_of(anchor.symbol_kind)]
    same_name = [one for one in free if one.name == anchor.symbol[-1]]
    equal = [one for one in same_name if _same_body(anchor, one)]
    if equal:
        chosen = equal[0] if len(equal) == 1 else _nearest_path(anchor, equal)
        return Match(chosen, AnchorState.MOVED, 1.0) if chosen is not None else None
    if not replaced:
        match = _best(anchor, outline, same_name, measure, SAME_NAME_FROM, AnchorState.EDITED)
        if match is not None:
            return match
    other_name = [one for one in free if one.name != anchor.symbol[-1]]
    equal = [one for one in other_name if _same_body(anchor, one)]
    if equal and anchor.rival < 1:
        return Match(equal[0], AnchorState.RENAMED, 1.0) if len(equal) == 1 else None
    threshold = max(OTHER_NAME_FROM, anchor.rival + LEAD)
    return None if replaced else _best(anchor, outline, other_name, measure, threshold, AnchorState.RENAMED)


def place_of(anchor: Anchor, path: str, outline: Outline, match: Match | None) -> Place:
    """Return a match as a place, with the anchored line found again inside the symbol."""
    if match is None:
        return Place(AnchorState.LOST, path)
    symbol = match.symbol
    line = _line_in(anchor, outline, symbol) if anchor.line is not None else None
    return Place(match.state, path, symbol.path, symbol.start, symbol.end, symbol.name_line, line)


def place_in_file(anchor: Anchor, path: str, outline: Outline) -> Place:
    """Resolve an anchor without a symbol: by its context lines, or to the first line when it has none."""
    if anchor.line is None or not anchor.context:
        return Place(AnchorState.EXACT, path, start=1, end=1, name_line=1)
    line = find_line(anchor.context, outline.lines, 1, len(outline.lines), anchor.line)
    if line is None:
        return Place(AnchorState.LOST, path)
    state = AnchorState.EXACT if line == anchor.line else AnchorState.MOVED
    return Place(state, path, start=line, end=line, name_line=line, line=line)


def sketch_likeness(anchor: Anchor, outline: Outline, symbol: Symbol) -> float:
    """Return how alike the sketch of the anchor and a symbol are."""
    return shared_lines(anchor.sketch, outline.sketch(symbol), outline.line_counts)


def _line_in(anchor: Anchor, outline: Outline, symbol: Symbol) -> int | None:
    return find_line(anchor.context, outline.lines, symbol.doc_start, symbol.end, anchor.line)


def _equal(anchor: Anchor, symbol: Symbol) -> bool:
    return anchor.body_hash == symbol.body_hash and anchor.signature_hash == symbol.signature_hash


def _same_body(anchor: Anchor, symbol: Symbol) -> bool:
    return bool(anchor.body_hash) and anchor.body_hash == symbol.body_hash and symbol.weight >= SMALLEST_BODY


def _of_overloads(
    anchor: Anchor, outline: Outline, candidates: Sequence[Symbol], measure: Likeness
) -> Symbol | None:
    """Of symbols with one path: the one with the body, else with the signature, else clearly most alike."""
    for same in (
        [one for one in candidates if anchor.body_hash and one.body_hash == anchor.body_hash],
        [one for one in candidates if one.signature_hash == anchor.signature_hash],
    ):
        if len(same) == 1:
            return same[0]
    match = _best(anchor, outline, candidates, measure, REPLACED_BELOW, AnchorState.EDITED)
    return match.symbol if match is not None else None


def _best(
    anchor: Anchor,
    outline: Outline,
    candidates: Iterable[Symbol],
    measure: Likeness,
    threshold: float,
    state: AnchorState,
) -> Match | None:
    """The most alike candidate, if it reaches the threshold and leads the next one clearly."""
    ranked = sorted(((measure(anchor, outline, one), one) for one in candidates), key=lambda pair: -pair[0])
    if not ranked or ranked[0][0] < threshold:
        return None
    if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < LEAD:
        return None
    return Match(ranked[0][1], state, ranked[0][0])


def _nearest_path(anchor: Anchor, candidates: Sequence[Symbol]) -> Symbol | None:
    """The candidate that shares more outer names with the anchor than any other."""
    scored = sorted(candidates, key=lambda one: -_shared_names(anchor.symbol, one.path))
    first, second = (_shared_names(anchor.symbol, one.path) for one in scored[:2])
    return scored[0] if first > second else None


def _shared_names(one: Sequence[str], other: Sequence[str]) -> int:
    return len(set(one[:-1]) & set(other[:-1]))


def _by_context(anchor: Anchor, outline: Outline, twins: Sequence[Symbol]) -> Symbol | None:
    """Of symbols equal in everything, the one whose surroundings are the anchor's."""
    scores = [(_context_score(anchor, outline, one), one) for one in twins]
    best = max(score for score, _ in scores)
    winners = [one for score, one in scores if score == best]
    return winners[0] if len(winners) == 1 and best > 0 else None


def _context_score(anchor: Anchor, outline: Outline, symbol: Symbol) -> int:
    line = symbol.name_line if anchor.line is None else _line_in(anchor, outline, symbol)
    return agreement(anchor.context, outline.lines, line) if line is not None else 0

"""Where an anchor went in a change of several files: files renamed, functions moved to another file."""

from __future__ import annotations

from collections.abc import Mapping

from whylens.anchor.languages import language_of
from whylens.anchor.likeness import group_of
from whylens.anchor.outline import Outline, Symbol
from whylens.anchor.resolve import (
    LEAD,
    REPLACED_BELOW,
    SAME_NAME_FROM,
    Match,
    match_elsewhere,
    match_in_place,
    place_in_file,
    place_of,
    sketch_likeness,
)
from whylens.anchor.symbols import outline as read_outline
from whylens.model.anchor import Anchor, Place
from whylens.model.words import AnchorState


def relocate(anchor: Anchor, files: Mapping[str, str | Outline], old_text: str | None = None) -> Place:
    """Return where `anchor` stands in `files` (path → text or outline), the candidates of one change.

    The file the anchor was in is looked at first, then the others. `old_text`, the file as the anchor knew
    it, tells which symbols were there before and so cannot be the anchored one under a new name.
    """
    outlines = {path: _outline(path, content) for path, content in files.items()}
    old = read_outline(old_text, language_of(anchor.path, old_text)) if old_text is not None else None
    if not anchor.symbol:
        return _relocate_line(anchor, outlines)
    home = outlines.get(anchor.path)
    match = match_in_place(anchor, home) if home is not None else None
    if home is not None and match is not None and match.likeness >= REPLACED_BELOW:
        return place_of(anchor, anchor.path, home, match)
    if home is not None:
        taken = {one.path for one in old.symbols} if old is not None else set[tuple[str, ...]]()
        moved = match_elsewhere(anchor, home, taken, replaced=match is not None)
        if moved is not None:
            return place_of(anchor, anchor.path, home, moved)
    abroad = {path: found for path, found in outlines.items() if path != anchor.path}
    away = _abroad(anchor, abroad, replaced=match is not None)
    if away is not None:
        return place_of(anchor, away[0], abroad[away[0]], away[1])
    return (
        place_of(anchor, anchor.path, home, match)
        if home is not None
        else Place(AnchorState.LOST, anchor.path)
    )


def _outline(path: str, content: str | Outline) -> Outline:
    return content if isinstance(content, Outline) else read_outline(content, language_of(path, content))


def _relocate_line(anchor: Anchor, outlines: Mapping[str, Outline]) -> Place:
    if anchor.path in outlines:
        return place_in_file(anchor, anchor.path, outlines[anchor.path])
    places = [place_in_file(anchor, path, found) for path, found in outlines.items()]
    found = [place for place in places if place.state is not AnchorState.LOST]
    return found[0] if len(found) == 1 and anchor.line is not None else Place(AnchorState.LOST, anchor.path)


def _abroad(anchor: Anchor, files: Mapping[str, Outline], replaced: bool) -> tuple[str, Match] | None:
    """The best match in other files; None when there is none or two are equally good."""
    ranked = sorted(
        (
            (_score(anchor, found, one), path, one)
            for path, found in files.items()
            for one in found.by_name.get(anchor.symbol[-1], [])
            if group_of(one.kind) == group_of(anchor.symbol_kind)
        ),
        key=lambda item: -item[0],
    )
    if not ranked or ranked[0][0] < (1.0 if replaced else SAME_NAME_FROM):
        return None
    if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < LEAD:
        return None
    score, path, symbol = ranked[0]
    state = AnchorState.MOVED if symbol.body_hash == anchor.body_hash else AnchorState.EDITED
    return path, Match(symbol, state, score)


def _score(anchor: Anchor, outline: Outline, symbol: Symbol) -> float:
    """Likeness, with a bonus for an equal body and for an equal path."""
    equal = bool(anchor.body_hash) and symbol.body_hash == anchor.body_hash
    alike = 1.0 if equal else sketch_likeness(anchor, outline, symbol)
    return alike + (LEAD if symbol.path == anchor.symbol else 0.0)

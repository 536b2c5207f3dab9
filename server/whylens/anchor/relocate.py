"""Where an anchor went in a change of several files: files renamed, functions moved to another file."""

from __future__ import annotations

from collections.abc import Mapping

from whylens.anchor.in_place import match_in_place
from whylens.anchor.languages import language_of
from whylens.anchor.likeness import Likeness, SketchLikeness, TextLikeness, family_of, most_shared
from whylens.anchor.matching import (
    LEAD,
    Candidate,
    Floor,
    Mentioned,
    best_match,
    candidates_of,
    is_namesake,
    state_of,
)
from whylens.anchor.mentions import Mentions
from whylens.anchor.outline import Outline, Symbol
from whylens.anchor.resolve import displaced, place_in_file, place_of
from whylens.anchor.symbols import outline as read_outline
from whylens.model.anchor import Anchor, Place
from whylens.model.words import AnchorState

#: How many of the old file's names, and what share of them, a file must have to have replaced it; and its lead.
SUCCESSOR_NAMES = 3
SUCCESSOR_FROM = 0.4
SUCCESSOR_LEAD = 0.25
#: How many times as alike as its nearest kin in the old text what became of a symbol must be.
KIN_TIMES = 1.1
#: Likeness below which the same name in the file that replaced the old one is something else.
KEPT_FROM = 0.15


def relocate(anchor: Anchor, files: Mapping[str, str | Outline], old: str | Outline | None = None) -> Place:
    """Return where `anchor` stands in `files` (path → text or outline), the candidates of one change.

    The file the anchor was in is looked at first, then the others. `old`, the file as the anchor knew it (text or
    outline), makes this both surer and finer: symbols that were there before cannot be the anchored one under a new
    name, and bodies are compared by tokens instead of lines.
    """
    outlines = {path: _outline(path, content) for path, content in files.items()}
    if not anchor.symbol:
        return _relocate_line(anchor, outlines)
    before = _outline(anchor.path, old) if old is not None else None
    likeness = _likeness(anchor, before)
    home = outlines.get(anchor.path)
    overloads = _overloads(anchor, before)
    here = match_in_place(anchor, home, likeness, overloads) if home is not None else None
    if home is not None and here is not None and not here.doubtful:
        return place_of(anchor, anchor.path, home, here.symbol, here.state)
    heir = _successor(outlines, before) if home is None else None
    if heir is not None and before is not None:
        kept = _in_successor(anchor, before, outlines[heir], likeness)
        if kept is not None:
            return place_of(anchor, heir, outlines[heir], kept, state_of(anchor, kept))
    candidates = _candidates(anchor, outlines, before, heir)
    if home is not None and here is not None:
        other = displaced(anchor, candidates)
        if other is None:
            return place_of(anchor, anchor.path, home, here.symbol, here.state)
        return _place(anchor, other.candidate, other.state)
    if before is None:
        match = best_match(anchor, candidates, likeness, lambda _: min(1.0, anchor.rival + LEAD))
    else:
        mentioned = _mentioned(anchor, before, outlines)
        floor = _floor(anchor, before, likeness, mentioned)
        match = best_match(anchor, candidates, likeness, floor, mentioned)
    return _place(anchor, match.candidate, match.state) if match else Place(AnchorState.LOST, anchor.path)


def _floor(anchor: Anchor, old: Outline, likeness: Likeness, mentioned: Mentioned) -> Floor:
    """A new sibling is about as alike as those of the old text were.

    What is spoken of in the place of the symbol is none, nor is a namesake in another file.
    """
    family = family_of(anchor.symbol_kind)
    others = (
        one
        for one in most_shared(old, anchor.sketch)
        if one.path != anchor.symbol and family_of(one.kind) == family
    )
    least = min(1.0, KIN_TIMES * max((likeness(old, one) for one in others), default=0.0))

    def floor(candidate: Candidate) -> float:
        elsewhere = candidate.path != anchor.path and is_namesake(anchor, candidate.symbol)
        return 0.0 if elsewhere or mentioned(candidate) else least

    return floor


def _mentioned(anchor: Anchor, old: Outline, outlines: Mapping[str, Outline]) -> Mentioned:
    named = old.by_path.get(anchor.symbol, ())
    mentions = Mentions(old, named[0]) if len(named) == 1 else None

    def mentioned(candidate: Candidate) -> float | None:
        """A name that stayed says nothing; those who use it are in the old file if that is still there."""
        if mentions is None or candidate.symbol.name == anchor.symbol[-1]:
            return None
        return mentions.speak_for(outlines.get(anchor.path, candidate.outline), candidate.symbol.name)

    return mentioned


def _place(anchor: Anchor, candidate: Candidate, state: AnchorState) -> Place:
    return place_of(anchor, candidate.path, candidate.outline, candidate.symbol, state)


def _outline(path: str, content: str | Outline) -> Outline:
    return content if isinstance(content, Outline) else read_outline(content, language_of(path, content))


def _likeness(anchor: Anchor, old: Outline | None) -> Likeness:
    """By tokens when the old text has the symbol, else by the sketch."""
    named = old.by_path.get(anchor.symbol, []) if old is not None else []
    same = [one for one in named if one.body_hash == anchor.body_hash] or named
    return TextLikeness(old, same[0]) if old is not None and same else SketchLikeness(anchor)


def _overloads(anchor: Anchor, old: Outline | None) -> frozenset[str]:
    """The signatures of the other symbols of the anchor's path."""
    named = old.by_path.get(anchor.symbol, ()) if old is not None else ()
    return frozenset(one.signature_hash for one in named) - {anchor.signature_hash}


def _in_successor(anchor: Anchor, old: Outline, heir: Outline, likeness: Likeness) -> Symbol | None:
    """In a renamed file the only symbol of the only name is the same one, unless it has nothing in common."""
    here = match_in_place(anchor, heir, likeness, _overloads(anchor, old))
    if here is not None and not here.doubtful:
        return here.symbol
    before, after = (found.by_name.get(anchor.symbol[-1], []) for found in (old, heir))
    alone = len(before) == len(after) == 1 and family_of(after[0].kind) == family_of(anchor.symbol_kind)
    return after[0] if alone and likeness(heir, after[0]) >= KEPT_FROM else None


def _candidates(
    anchor: Anchor, outlines: Mapping[str, Outline], old: Outline | None, heir: str | None
) -> list[Candidate]:
    """All symbols but those that were there before: one under an old name is that one, in whichever file."""
    known = frozenset(one.path for one in old.symbols) if old is not None else frozenset[tuple[str, ...]]()
    return [
        candidate
        for path, found in outlines.items()
        for candidate in candidates_of(
            anchor,
            path,
            found,
            known if path == anchor.path else known - {anchor.symbol},
            replaces=path == heir,
        )
    ]


def _successor(outlines: Mapping[str, Outline], old: Outline | None) -> str | None:
    """The file that took over most of the names of a file that is gone, None when it is not clear which."""
    if old is None or not old.by_name:
        return None
    names = old.by_name.keys()
    common = {path: len(names & found.by_name.keys()) for path, found in outlines.items()}
    ranked = sorted(common, key=lambda path: common[path], reverse=True)
    if not ranked or common[ranked[0]] < max(SUCCESSOR_NAMES, SUCCESSOR_FROM * len(names)):
        return None
    second = common[ranked[1]] if len(ranked) > 1 else 0
    return ranked[0] if common[ranked[0]] - second >= SUCCESSOR_LEAD * len(names) else None


def _relocate_line(anchor: Anchor, outlines: Mapping[str, Outline]) -> Place:
    if anchor.path in outlines:
        return place_in_file(anchor, anchor.path, outlines[anchor.path])
    if anchor.line is None or len(outlines) == 0:
        return Place(AnchorState.LOST, anchor.path)
    places = [place_in_file(anchor, path, found) for path, found in outlines.items()]
    found = [place for place in places if place.state is not AnchorState.LOST]
    return found[0] if len(found) == 1 else Place(AnchorState.LOST, anchor.path)

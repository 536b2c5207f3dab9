"""Cards go along with their files: when one is renamed in the editor, and when git moved the head to where it is.

What was read from a file itself (a comment, a record) is left: learning reads the file under its new name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from whylens.memory.working.cards import Telling
from whylens.memory.working.places import WorkingPlaces
from whylens.model.card import Card
from whylens.model.happening import FileMoved, HeadMoved
from whylens.model.words import FROM_FILES, Basis
from whylens.store.port import Store, Writing

#: Sources that name the file somebody stood in.
_AT_A_FILE = frozenset({Basis.USER, Basis.DIAGNOSTIC})


class WorkingMoves:
    """The renames of one project."""

    def __init__(self, store: Store, places: WorkingPlaces) -> None:
        self._store = store
        self._places = places

    def file(self, move: FileMoved) -> Telling | None:
        """The write that follows a rename; None for a file that was deleted."""
        return (lambda: self._follow({move.path: move.to})) if move.to else None

    def head(self, move: HeadMoved) -> Telling | None:
        """The write that follows what git renamed between two commits."""
        if not move.before or not move.now or move.before == move.now:
            return None
        return lambda: self._follow(self._places.renamed(move.before, move.now))

    def _follow(self, renamed: Mapping[str, str]) -> int:
        for path, to in renamed.items():
            moved = [
                each.id
                for each in self._store.anchored(path, deadline=None)
                if any(source.basis not in FROM_FILES for source in each.sources)
            ]
            if moved:
                self._store.write(
                    lambda writing, ids=moved, path=path, to=to: _rename(writing, ids, path, to)
                ).result()
        return 0


def _rename(writing: Writing, ids: list[str], path: str, to: str) -> None:
    writing.save([_under(card, path, to) for card in writing.get_many(ids)])


def _under(card: Card, path: str, to: str) -> Card:
    """*card* with the new name in the place of the old one."""
    return replace(
        card,
        anchors=tuple(replace(each, path=to) if each.path == path else each for each in card.anchors),
        files=tuple(dict.fromkeys(to if each == path else each for each in card.files)),
        sources=tuple(
            replace(each, locator=to) if each.basis in _AT_A_FILE and each.locator == path else each
            for each in card.sources
        ),
    )

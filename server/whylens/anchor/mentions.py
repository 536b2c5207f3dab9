"""Who spoke of a symbol in the old text, and of what they speak now: a renamed symbol is called by its new name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from whylens.anchor.outline import Outline, Symbol

_WORD = re.compile(r"\w+")


class Mentions:
    """The lines of a text that name a symbol outside of it, and the symbols they stand in."""

    def __init__(self, old: Outline, symbol: Symbol) -> None:
        self._name = re.compile(rf"(?<!\w){re.escape(symbol.name)}(?!\w)")
        rows = [
            row
            for row, line in enumerate(old.lines)
            if symbol.name in line
            and not symbol.doc_start - 1 <= row < symbol.end
            and self._name.search(line)
        ]
        self._lines = [old.lines[row].strip() for row in rows]
        self._old_lines = frozenset(line.strip() for line in old.lines) if rows else frozenset[str]()
        self._users = _users(old, rows)
        self._new_lines: dict[int, frozenset[str]] = {}

    def speak_for(self, outline: Outline, name: str) -> float | None:
        """Return how much of what spoke of the symbol speaks of `name` in `outline`, 0 to 1; None if nothing can say.

        A line that stands there with the new name in the place of the old one says it all.
        """
        if not self._lines:
            return None
        if any(self._name.sub(lambda _: name, line) in self._fresh(outline) for line in self._lines):
            return 1.0
        named = [
            name in now and name not in before
            for path, before in self._users.items()
            if (now := _words_at(outline, path)) is not None
        ]
        return sum(named) / len(named) if named else None

    def _fresh(self, outline: Outline) -> frozenset[str]:
        """The lines of `outline` that the old text did not have."""
        key = id(outline)
        if key not in self._new_lines:
            self._new_lines[key] = frozenset(line.strip() for line in outline.lines) - self._old_lines
        return self._new_lines[key]


def _users(old: Outline, rows: Sequence[int]) -> Mapping[tuple[str, ...], frozenset[str]]:
    """The innermost symbols around `rows` and their words."""
    users: dict[tuple[str, ...], frozenset[str]] = {}
    for row in rows:
        around = [one for one in old.symbols if one.start <= row + 1 <= one.end]
        if around:
            path = max(around, key=lambda one: one.start).path
            words = _words_at(old, path)
            if words is not None:
                users[path] = words
    return users


def _words_at(outline: Outline, path: tuple[str, ...]) -> frozenset[str] | None:
    """The words of the only symbol of a path."""
    named = outline.by_path.get(path, ())
    if len(named) != 1:
        return None
    return frozenset(_WORD.findall("\n".join(outline.lines[named[0].start - 1 : named[0].end])))

"""Symbols that broken code hides while it is typed: kept at their last good place until the code parses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from whylens.anchor.assembly import Entry
from whylens.anchor.definitions import Definition
from whylens.anchor.edits import Edit


def swallowed(
    candidates: Iterable[Entry], present: Sequence[Entry], source: bytes, edit: Edit, rows: int
) -> list[Entry]:
    """Return those of `candidates` (from before `edit`) whose name still stands but which no longer parse.

    A candidate that parses again, or whose name is gone, is no ghost. `rows` is how many rows the edit added.
    """
    names = {entry.definition.name_span[0] for entry in present}
    ghosts: dict[int, Entry] = {}
    for entry in candidates:
        moved = _moved(entry.definition, source, edit, rows)
        if moved is not None and moved.name_span[0] not in names:
            ghosts.setdefault(moved.name_span[0], Entry(moved, entry.hashes))
    return list(ghosts.values())


def _moved(definition: Definition, source: bytes, edit: Edit, rows: int) -> Definition | None:
    """The definition after the edit, None when its name is no longer where it must be."""
    start, end = definition.name_span
    moves = (0,) if end <= edit.start else (edit.by,) if start >= edit.old_end else (0, edit.by)
    name = definition.name.encode()
    for by in moves:
        if source[start + by : end + by] == name:
            down = rows if by and start >= edit.old_end else 0
            return _stretched(replace(definition), by, down, edit, rows, source)
    return None


def _stretched(one: Definition, by: int, down: int, edit: Edit, rows: int, source: bytes) -> Definition:
    last_end, last_row = one.end, one.last_row
    one.shift(by, down)
    if last_end >= edit.old_end:
        one.end, one.last_row = last_end + edit.by, last_row + rows
    elif last_end > edit.start:
        one.end = min(max(last_end + by, one.name_span[1]), len(source))
        one.last_row = source.count(b"\n", 0, one.end)
    one.last_row = max(one.last_row, one.name_row)
    one.body = None
    return one

"""The difference between two settled states of a file, function by function. Pure, and quick on large texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from whylens.anchor.outline import Outline
from whylens.model.happening import Edited

#: Lines compared in detail; a larger change counts as one replacement.
MOST_COMPARED = 400
#: Functions told apart in one difference, lines kept of each side, characters kept of a line.
MOST_SYMBOLS, MOST_LINES, LONGEST_LINE = 30, 60, 400

Block = tuple[int, int, int, int]
Path = tuple[str, ...]


@dataclass(slots=True)
class _Sides:
    removed: list[str] = field(default_factory=list[str])
    added: list[str] = field(default_factory=list[str])


def edited(path: str, before: Outline, after: Outline, at: float) -> list[Edited]:
    """What turned *before* into *after*: one `Edited` for each function that changed, in the order of the text.

    Lines of a function that is gone count for the one that stands in its place (it was renamed), where there is one.
    Nothing comes of blank lines and line ends.
    """
    old, new = _bare(before.lines), _bare(after.lines)
    owners_before, owners_after = _Owners(before), _Owners(after)
    found: dict[Path, _Sides] = {}
    for old_from, old_to, new_from, new_to in _blocks(old, new):
        heirs = [owners_after.of(number) for number in range(new_from, new_to)]
        for number, symbol in enumerate(heirs, new_from):
            found.setdefault(symbol, _Sides()).added.append(new[number])
        for number in range(old_from, old_to):
            symbol = owners_before.of(number)
            if symbol and symbol not in after.by_path and heirs:
                symbol = heirs[min(number - old_from, len(heirs) - 1)]
            found.setdefault(symbol, _Sides()).removed.append(old[number])
    parts = ((symbol, _kept(sides.removed), _kept(sides.added)) for symbol, sides in found.items())
    told = [Edited(at, path, symbol, removed, added) for symbol, removed, added in parts if removed or added]
    return told[:MOST_SYMBOLS]


class _Owners:
    """The innermost symbol of each line (0-based), found once for each line asked about."""

    def __init__(self, outline: Outline) -> None:
        self._owner: list[Path] = [()] * len(outline.lines)
        for symbol in outline.symbols:  # outer before inner
            self._owner[symbol.doc_start - 1 : symbol.end] = [symbol.path] * (
                symbol.end - symbol.doc_start + 1
            )

    def of(self, line: int) -> Path:
        return self._owner[line] if line < len(self._owner) else ()


def _blocks(old: list[str], new: list[str]) -> Iterator[Block]:
    """The changed stretches, as half-open ranges of both sides."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    old_end, new_end = len(old) - tail, len(new) - tail
    if old_end - head + new_end - head > MOST_COMPARED:
        yield head, old_end, head, new_end
        return
    from difflib import SequenceMatcher  # here, on a worker: it is not needed for the first answer

    matcher = SequenceMatcher(None, old[head:old_end], new[head:new_end], autojunk=False)
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag != "equal":
            yield head + i, head + j, head + k, head + m


def _bare(lines: Sequence[str]) -> list[str]:
    return [each.rstrip() for each in lines]


def _kept(lines: list[str]) -> tuple[str, ...]:
    return tuple(each[:LONGEST_LINE] for each in lines if each)[:MOST_LINES]


def _common(one: list[str], other: list[str]) -> int:
    shorter = min(len(one), len(other))
    return next((i for i in range(shorter) if one[i] != other[i]), shorter)

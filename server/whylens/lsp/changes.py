"""The difference between two texts of a document, in the lines that changed. Pure, and quick on large texts."""

from __future__ import annotations

from dataclasses import dataclass, field

from whylens.lsp.mirror import split_lines

#: Lines compared in detail; a larger change counts as one replacement.
MOST_COMPARED = 400
#: Characters kept of a difference.
MOST_KEPT = 4_000


@dataclass(frozen=True, slots=True)
class Difference:
    """Removed lines with `- `, added ones with `+ `; `line` (1-based) is the first one in the new text."""

    line: int
    text: str = field(repr=False)


def changed_lines(before: str, after: str) -> Difference:
    """What turned *before* into *after*; an empty text when only blank lines or line ends differ."""
    old, new = _bare(before), _bare(after)
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    old, new = old[head : len(old) - tail], new[head : len(new) - tail]
    lines = [each for each in _pairs(old, new) if each[2:].strip()]
    return Difference(head + 1, "\n".join(lines)[:MOST_KEPT])


def _pairs(old: list[str], new: list[str]) -> list[str]:
    if len(old) + len(new) > MOST_COMPARED:
        return [f"- {each}" for each in old] + [f"+ {each}" for each in new]
    from difflib import SequenceMatcher  # here, on a worker: it is not needed for the first answer

    lines: list[str] = []
    for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            lines += [f"- {each}" for each in old[i:j]] + [f"+ {each}" for each in new[k:m]]
    return lines


def _bare(text: str) -> list[str]:
    return [each.rstrip() for each in split_lines(text)]


def _common(one: list[str], other: list[str]) -> int:
    shorter = min(len(one), len(other))
    return next((i for i in range(shorter) if one[i] != other[i]), shorter)

"""Finding a line again: by its own words and its neighbours, within a symbol or in a whole text."""

from __future__ import annotations

from collections.abc import Sequence

#: Lines kept on either side of the anchored line; the anchored line is always the middle one.
REACH = 3
#: Longest context line that is kept.
WIDTH = 200


def context_of(lines: Sequence[str], line: int) -> tuple[str, ...]:
    """Return the line (1-based) with `REACH` lines on either side, stripped; missing ones are empty."""
    return tuple(
        lines[row].strip()[:WIDTH] if 0 <= row < len(lines) else ""
        for row in range(line - 1 - REACH, line + REACH)
    )


def find_line(
    context: Sequence[str], lines: Sequence[str], first: int, last: int, near: int | None
) -> int | None:
    """Return the 1-based line in `first`..`last` that is the middle of `context`, None when gone or in doubt.

    Among equal lines the one with the most equal neighbours wins; `near` (1-based) settles only what is
    still a tie.
    """
    if not context:
        return None
    middle = len(context) // 2
    wanted = context[middle]
    if not wanted:
        return None
    rows = [row for row in range(max(0, first - 1), min(last, len(lines))) if _same(lines[row], wanted)]
    if len(rows) <= 1:
        return rows[0] + 1 if rows else None
    scores = [_neighbours(context, lines, row, middle) for row in rows]
    best = max(scores)
    rows = [row for row, score in zip(rows, scores, strict=True) if score == best]
    if len(rows) == 1:
        return rows[0] + 1
    return min(rows, key=lambda row: abs(row + 1 - near)) + 1 if near is not None else None


def agreement(context: Sequence[str], lines: Sequence[str], line: int) -> int:
    """Return how many of the context lines with words stand around the 1-based `line` where they should."""
    middle = len(context) // 2
    return sum(
        bool(wanted) and 0 <= line - 1 + step < len(lines) and _same(lines[line - 1 + step], wanted)
        for step, wanted in enumerate(context, -middle)
    )


def _same(line: str, wanted: str) -> bool:
    return wanted in line and line.strip()[:WIDTH] == wanted


def _neighbours(context: Sequence[str], lines: Sequence[str], row: int, middle: int) -> float:
    """Equal neighbours, the nearer the heavier; blank lines and lone brackets hardly count."""
    score = 0.0
    for step in range(-middle, middle + 1):
        wanted = context[middle + step]
        if step and 0 <= row + step < len(lines) and lines[row + step].strip()[:WIDTH] == wanted:
            score += (1.0 if len(wanted) > 2 else 0.1) / abs(step)
    return score

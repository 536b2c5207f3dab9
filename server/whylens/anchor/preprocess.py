"""Makes C that the preprocessor cuts in half readable for a parser, keeping every byte at its place."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

_CONDITIONAL = re.compile(rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|else|elif|elifdef|elifndef|endif)\b")
_DIRECTIVE = re.compile(rb"^[ \t]*#(?:[^\n]*\\\r?\n)*[^\n]*", re.MULTILINE)
_NOISE = re.compile(rb'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.DOTALL)
_COMMENT = re.compile(rb"\s*(?://.*|/\*(?:(?!\*/).)*\*/)\s*")
_BRACKET = re.compile(rb"[(){}]")

#: What the last statement, declaration or list item of a branch ends with.
_ENDINGS = (b";", b"}", b"{", b",", b":")


@dataclass(slots=True)
class _Conditional:
    """One `#if … #endif`: the rows of its directives, in order."""

    directives: list[int] = field(default_factory=list[int])


def readable(source: bytes) -> bytes:
    """Blank out the directives and the second branches of conditionals that cut a construct in half.

    `#ifdef A / int f(int a) { / #else / int f(void) { / #endif` leaves one function head; conditionals around whole
    statements or functions stay.
    """
    if b"#" not in source or b"endif" not in source:
        return source
    lines = source.split(b"\n")
    changed = False
    for conditional in _conditionals(lines):
        rows = conditional.directives
        if all(_is_whole(b"\n".join(lines[first:last])) for first, last in pairwise(rows)):
            continue
        changed = True
        _blank(lines, rows[0], _after_directive(lines, rows[0]))
        if len(rows) > 1:
            _blank(lines, rows[1], _after_directive(lines, rows[-1]))
    return b"\n".join(lines) if changed else source


def _conditionals(lines: list[bytes]) -> list[_Conditional]:
    """Return the conditionals, inner before outer."""
    closed, still_open = list[_Conditional](), list[_Conditional]()
    for row, line in enumerate(lines):
        match = _CONDITIONAL.match(line) if b"#" in line else None
        if match is None:
            continue
        word = match.group(1)
        if word.startswith(b"if"):
            still_open.append(_Conditional([row]))
        elif still_open:
            still_open[-1].directives.append(row)
            if word == b"endif":
                closed.append(still_open.pop())
    return closed


def _blank(lines: list[bytes], first: int, last: int) -> None:
    """Turn rows into spaces, comments excepted."""
    for row in range(first, last):
        if not _COMMENT.fullmatch(lines[row]):
            lines[row] = b" " * len(lines[row])


def _after_directive(lines: list[bytes], row: int) -> int:
    """The row after a directive and the lines that continue it."""
    while row + 1 < len(lines) and lines[row].rstrip().endswith(b"\\"):
        row += 1
    return row + 1


def _is_whole(branch: bytes) -> bool:
    """Whether a branch (with the directive before it) closes its own brackets and ends where a statement ends."""
    code = _DIRECTIVE.sub(b"", _NOISE.sub(_same_lines, branch)).strip()
    depth = 0
    for bracket in _BRACKET.findall(code):
        depth += 1 if bracket in b"({" else -1
        if depth < 0:
            return False
    return depth == 0 and (not code or code.endswith(_ENDINGS))


def _same_lines(match: re.Match[bytes]) -> bytes:
    """A string or comment taken out, its line ends kept: a directive ends where its line ends."""
    return b"\n" * match.group().count(b"\n") if match.group().startswith(b"/") else b'""'

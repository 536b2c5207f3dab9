"""Makes C that the preprocessor cuts in half readable for a parser, keeping every byte at its place."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|else|elif|elifdef|elifndef|endif)\b")
_COMMENT = re.compile(rb"\s*(?://.*|/\*(?:(?!\*/).)*\*/)\s*")
_NOISE = re.compile(rb'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.DOTALL)


@dataclass(slots=True)
class _Group:
    """One `#if … #endif`: the rows of its directives, in order."""

    directives: list[int] = field(default_factory=list[int])


def readable(source: bytes) -> bytes:
    """Blank out the directives and the second branches of conditionals that do not close their own brackets.

    `#ifdef A / int f(int a) { / #else / int f(void) { / #endif` leaves one function head. Balanced
    conditionals stay.
    """
    if b"#else" not in source and b"#endif" not in source:
        return source
    lines = source.split(b"\n")
    changed = False
    for group in _groups(lines):
        rows = group.directives
        if all(_balanced(lines[first + 1 : last]) for first, last in pairwise(rows)):
            continue
        changed = True
        alternatives = range(rows[1], rows[-1] + 1) if len(rows) > 1 else ()
        for row in (rows[0], *alternatives):
            if not _COMMENT.fullmatch(lines[row]):
                lines[row] = b" " * len(lines[row])
    return b"\n".join(lines) if changed else source


def _groups(lines: list[bytes]) -> list[_Group]:
    """Return the conditionals, inner before outer."""
    closed, open_groups = list[_Group](), list[_Group]()
    for row, line in enumerate(lines):
        match = _DIRECTIVE.match(line) if b"#" in line else None
        if match is None:
            continue
        word = match.group(1)
        if word.startswith(b"if"):
            open_groups.append(_Group([row]))
        elif open_groups:
            open_groups[-1].directives.append(row)
            if word == b"endif":
                closed.append(open_groups.pop())
    return closed


def _balanced(lines: list[bytes]) -> bool:
    text = b"\n".join(line for line in lines if not _DIRECTIVE.match(line))
    text = _NOISE.sub(b"", text)
    depth = 0
    for mark in re.findall(rb"[(){}]", text):
        depth += 1 if mark in b"({" else -1
        if depth < 0:
            return False
    return depth == 0

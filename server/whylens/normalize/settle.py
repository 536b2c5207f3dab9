"""Makes redaction final: what a text shows once its secrets are gone is searched again, where they stood.

A mark can change what stands beside it: the name that made the next value harmless may have gone with a secret.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator

from whylens.normalize.finding import Finding, merged

Search = Callable[[str], list[Finding]]
Mark = Callable[[str, Finding], str]

#: How far a mark can change what is found, in characters: a name reaches to the end of its value. What lies within
#: reach is searched with MARGIN around it.
REACH = 4_096
MARGIN = 1_024
MOST_ROUNDS = 6

#: Names, numbers and addresses stand alone: those in a log of commits change nothing around them.
ALONE = frozenset({"e-mail", "person", "internal-host", "private-address", "telephone", "card-number"})


def settled(text: str, findings: tuple[Finding, ...], search: Search, mark: Mark) -> tuple[Finding, ...]:
    """`findings` and what `search` finds in the text with them taken out, until it finds nothing more."""
    for _ in range(MOST_ROUNDS if findings else 0):
        marked = Marked(text, findings, mark)
        more = [
            marked.original(one)
            for start, end in marked.surroundings()
            for one in marked.within(start, end, search)
        ]
        if not more:
            break
        findings = merged([*findings, *more])
    return findings


class Marked:
    """A text with marks in place of its findings, and the way back to the original."""

    def __init__(self, text: str, findings: tuple[Finding, ...], mark: Mark) -> None:
        self._findings = findings
        parts: list[str] = []
        self._marks: list[tuple[int, int]] = []
        length = end = 0
        for one in findings:
            before, shown = text[end : one.start], mark(text, one)
            self._marks.append((length + len(before), length + len(before) + len(shown)))
            parts += (before, shown)
            length, end = self._marks[-1][1], one.end
        self._length = len(text)
        self.text = "".join([*parts, text[end:]])

    def surroundings(self) -> Iterator[tuple[int, int]]:
        """The stretches within reach of a mark, apart from each other."""
        start = end = 0
        for (mark_start, mark_end), finding in zip(self._marks, self._findings, strict=True):
            if finding.rule in ALONE:
                continue
            if mark_start - REACH > end:
                if end:
                    yield start, end
                start = mark_start - REACH
            end = mark_end + REACH
        if end:
            yield start, end

    def within(self, start: int, end: int, search: Search) -> list[Finding]:
        """What `search` finds in a stretch of the marked text."""
        first = max(0, start - MARGIN)
        found = search(self.text[first : end + MARGIN])
        placed = [Finding(one.rule, one.start + first, one.end + first, one.action) for one in found]
        return [one for one in placed if one.start < end and one.end > start]

    def original(self, finding: Finding) -> Finding:
        """A finding in the marked text as one of the original; a mark it touches is taken in whole."""
        start, end = self._place(finding.start, at_end=False), self._place(finding.end, at_end=True)
        return Finding(finding.rule, start, end, finding.action)

    def _place(self, position: int, *, at_end: bool) -> int:
        index = bisect_right(self._marks, (position - at_end, self._length * 2 + len(self.text))) - 1
        if index < 0:
            return position
        mark, finding = self._marks[index], self._findings[index]
        if position - at_end < mark[1]:
            return finding.end if at_end else finding.start
        return finding.end + position - mark[1]

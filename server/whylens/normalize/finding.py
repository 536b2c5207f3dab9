"""The finding: one stretch of a text that must not be kept, and the rule that saw it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """Characters `start` to `end` of the original text, found by `rule`. `action` says what was done with them."""

    rule: str
    start: int
    end: int
    action: str = "redact"


def merged(findings: list[Finding]) -> tuple[Finding, ...]:
    """Overlapping findings as one, named by the rule that comes first in `findings`; ordered by their starts."""
    whole: list[tuple[int, Finding]] = []
    for rank, one in sorted(enumerate(findings), key=lambda ranked: (ranked[1].start, -ranked[1].end)):
        if whole and one.start < whole[-1][1].end:
            last_rank, last = whole[-1]
            rule = one.rule if rank < last_rank else last.rule
            action = one.action if rank < last_rank else last.action
            whole[-1] = (min(rank, last_rank), Finding(rule, last.start, max(last.end, one.end), action))
        else:
            whole.append((rank, one))
    return tuple(one for _, one in whole)

"""Output of test runners, compilers and benchmarks → failed tests and errors, as issues of the moment."""

from __future__ import annotations

import re

from whylens.extract.phrasing import clipped
from whylens.model.card import CardDraft
from whylens.model.words import Basis, Kind, Scope

MOST_CARDS = 5

#: Each row: rule, pattern with the groups `what` (the test or place) and `why` (the error), either may be absent.
_FAILURES = tuple(
    (rule, re.compile(pattern, re.MULTILINE))
    for rule, pattern in (
        ("test-failed", r"^(?:FAILED|ERROR) (?P<what>\S+::\S+)(?: - (?P<why>.+))?$"),
        ("test-failed", r"^--- FAIL: (?P<what>\S+) \(.*\)(?:\n[ \t]+\S+:\d+: (?P<why>.+))?$"),
        ("test-failed", r"^test (?P<what>\S+) \.\.\. FAILED$"),
        ("test-failed", r"^[ \t]*(?:✕|✗|×|FAIL) +(?P<what>\S.{8,120}?)(?: \(\d+ ?ms\))?$"),
        ("compile-error", r"^(?P<what>[\w./\\-]+\.\w+:\d+(?::\d+)?):? (?:fatal )?error:? (?P<why>.+)$"),
        ("compile-error", r"^(?P<what>[\w./\\-]+\.tsx?\(\d+,\d+\)): error (?P<why>TS\d+: .+)$"),
        ("compile-error", r"^error(?:\[(?:E\d+)\])?: (?P<why>.+)\n[ \t]*--> (?P<what>\S+)$"),
    )
)


def extract_tool_output(text: str) -> list[CardDraft]:
    """The failures an output reports, each once; an output without any yields nothing."""
    drafts: dict[str, CardDraft] = {}
    for rule, pattern in _FAILURES:
        for found in pattern.finditer(text):
            groups = found.groupdict()
            what, why = groups.get("what") or "", groups.get("why") or ""
            verb = "fails" if rule == "test-failed" else "does not compile"
            summary = clipped(f"{what} {verb}: {why}" if why else f"Test {what} {verb}")
            if what not in drafts:
                drafts[what] = CardDraft(
                    kind=Kind.ISSUE,
                    summary=summary,
                    evidence=found.group(),
                    span=found.span(),
                    basis=Basis.TOOL,
                    certainty=0.8,
                    scope=Scope.TASK,
                    importance=0.5,
                    rule=rule,
                )
    return list(drafts.values())[:MOST_CARDS]

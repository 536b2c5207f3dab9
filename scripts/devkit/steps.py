"""The steps of a test run: each under a heading, timed, counted; a failed one does not stop the others."""

from __future__ import annotations

import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from devkit.shell import Failure


@dataclass(frozen=True)
class Count:
    """How many checks of a step passed, failed and were skipped."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0


@dataclass(frozen=True)
class Result:
    """What became of one step."""

    name: str
    count: Count
    seconds: float
    trouble: str = ""

    @property
    def is_good(self) -> bool:
        """Whether nothing failed."""
        return not self.trouble and self.count.failed == 0


@dataclass
class Steps:
    """Runs steps in order and remembers their results."""

    results: list[Result] = field(default_factory=list[Result])

    def take(self, name: str, step: Callable[[], Count | None]) -> None:
        """Run *step*; it counts as one check unless it gives a count of its own."""
        print(f"\n== {name}", flush=True)
        started = time.monotonic()
        count, trouble = Count(), ""
        try:
            count = step() or Count(passed=1)
        except Failure as failure:
            count, trouble = Count(failed=1), str(failure)
            print(f"  FAILED: {failure}", flush=True)
        result = Result(name, count, time.monotonic() - started, trouble)
        self.results.append(result)
        print(f"  {'ok' if result.is_good else 'FAILED'} in {result.seconds:.1f} s", flush=True)

    def summary(self) -> int:
        """Print one line a step and the totals; the exit code."""
        print("\n== summary")
        for result in self.results:
            count = result.count
            skipped = f", {count.skipped} skipped" if count.skipped else ""
            state = "ok    " if result.is_good else "FAILED"
            counts = f"{count.passed} passed, {count.failed} failed{skipped}"
            print(f"  {state} {result.name}: {counts} ({result.seconds:.1f} s)")
        passed = sum(result.count.passed for result in self.results)
        failed = sum(result.count.failed for result in self.results)
        print(f"\n{passed} passed, {failed} failed")
        return 0 if all(result.is_good for result in self.results) else 1


def count_junit(report: Path) -> Count | None:
    """The counts of a JUnit report; None when the program did not come to write one."""
    if not report.is_file():
        return None
    cases = list(ElementTree.parse(report).getroot().iter("testcase"))
    failed = sum(1 for case in cases if case.find("failure") is not None or case.find("error") is not None)
    skipped = sum(1 for case in cases if case.find("skipped") is not None)
    return Count(len(cases) - failed - skipped, failed, skipped)

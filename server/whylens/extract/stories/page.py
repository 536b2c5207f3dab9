"""What is followed of one file: the troubles reported in it now, and the last edits of it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from whylens.extract.stories.message import pattern_of
from whylens.extract.stories.story import key_of
from whylens.extract.stories.unworthy import why_unworthy
from whylens.model.happening import Edited, Problem, Reported

#: Edits of a file that are followed, troubles of a file. More troubles are a tool that is not set up, not defects.
MOST_EDITS, MOST_TROUBLES = 40, 25

#: What is reported at one place: the function, who says it, and what.
Spot = tuple[tuple[str, ...], str, str, str]


@dataclass(slots=True)
class Trouble:
    """One report, from when it appeared. Times are Unix seconds.

    `was_there` says that it stood when the file was first seen; `typed` that its function was edited just before it
    came, so that it may be a slip; `failed` that a test or a build failed while it stood.
    """

    path: str
    problem: Problem
    since: float
    seen: float
    was_there: bool = False
    typed: bool = False
    failed: bool = False
    told: bool = False
    gone: float | None = None

    @property
    def kin(self) -> str:
        """The same for the same report anywhere."""
        return key_of("trouble", self.problem.tool, self.problem.code, pattern_of(self.problem.message))

    @property
    def key(self) -> str:
        """The same for the same report at the same place."""
        return key_of(self.kin, self.path, *self.problem.symbol)


@dataclass(slots=True)
class Page:
    """One file. `reported` is when its last report came, None before the first."""

    path: str
    troubles: dict[Spot, Trouble] = field(default_factory=dict[Spot, Trouble])
    edits: deque[Edited] = field(default_factory=lambda: deque[Edited](maxlen=MOST_EDITS))
    reported: float | None = None
    reports: int = 0
    crowded: bool = False

    def edits_between(self, after: float, until: float) -> list[Edited]:
        """The edits later than *after*, up to *until*."""
        return [each for each in self.edits if after < each.at <= until]


def spot_of(problem: Problem) -> Spot:
    """Where and what a problem is; its line moves with every edit and does not count."""
    return problem.symbol, problem.tool, problem.code, pattern_of(problem.message)


def worth_following(report: Reported) -> dict[Spot, Problem]:
    """The problems of a report that may become a story, each once."""
    found: dict[Spot, Problem] = {}
    for problem in report.problems:
        if not why_unworthy(problem):
            found.setdefault(spot_of(problem), problem)
    return found


def touches(edit: Edited, symbol: tuple[str, ...]) -> bool:
    """Whether an edit is in *symbol*, in something inside it, or around it."""
    shared = min(len(edit.symbol), len(symbol))
    return bool(edit.symbol and symbol) and edit.symbol[:shared] == symbol[:shared]

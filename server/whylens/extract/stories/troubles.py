"""Follows what other tools report: it appears, code is edited, it goes away, and stays away for a while."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Iterator, Mapping
from dataclasses import replace

from whylens.extract.stories.ending import ended, standing, summary_of
from whylens.extract.stories.page import (
    MOST_TROUBLES,
    Page,
    Spot,
    Trouble,
    spot_of,
    touches,
    worth_following,
)
from whylens.extract.stories.story import Story
from whylens.model.happening import Edited, FileMoved, Problem, Reported, Severity

#: Files, and edits anywhere, that are followed.
MOST_FILES, MOST_EDITS = 200, 24
#: Reports that went and may come back at once, kinds of report that are counted, defects told at the end of a session.
MOST_SETTLING, MOST_KINS, MOST_STANDING = 200, 2_000, 3
#: Seconds a report must stay away before it counts as gone: tools think again, and so do people.
SETTLES = 60.0
#: Seconds before a report in which an edit of the same function may be the slip it is about.
JUST_TYPED = 30.0
#: Seconds after which a report that stays while its file is worked on is a defect that is known.
STANDS = 1_800.0
#: Seconds a report must have stood to be one at the end of a session.
STANDS_AT_END = 300.0
#: At so many places one report is a sweep over the code (a renamed function), not a defect of each.
SWEEP = 4


class Troubles:
    """The troubles of one session. Feed it in order; what is older than the last report of its file is dropped."""

    def __init__(self) -> None:
        self._pages: OrderedDict[str, Page] = OrderedDict()
        self._settling: list[Trouble] = []
        self._edits: deque[Edited] = deque(maxlen=MOST_EDITS)
        self._places: Counter[str] = Counter()
        self._checked = 0.0

    def edited(self, edit: Edited) -> None:
        """Code changed."""
        page = self._page(edit.path)
        page.edits.append(edit)
        self._edits.append(edit)

    def reported(self, report: Reported) -> None:
        """A tool gave its whole list for a file."""
        page = self._page(report.path)
        if page.reported is not None and report.at < page.reported:
            return
        now = worth_following(report)
        page.crowded = len(now) > MOST_TROUBLES
        if page.crowded:
            self._forget(page)
            now = {}
        self._follow_renamed(page, now)
        for spot in [each for each in page.troubles if each not in now and report.is_open]:
            self._went(page.troubles.pop(spot), report.at)
        for spot, problem in now.items():
            if (known := page.troubles.get(spot)) is not None:
                known.problem, known.seen = problem, report.at
            else:
                page.troubles[spot] = self._back(page.path, spot) or self._came(page, problem, report.at)
        page.reported = report.at
        page.reports += 1

    def moved(self, move: FileMoved) -> list[Story]:
        """A file was renamed, and what is followed of it goes along; or deleted, with all that was wrong in it."""
        page = self._pages.pop(move.path, None)
        if page is None:
            return []
        if not move.to:
            return [ended(each, (), gone=True) for each in page.troubles.values()]
        page.path = move.to
        for edits in (page.edits, self._edits):
            named = [replace(each, path=move.to) if each.path == move.path else each for each in edits]
            edits.clear()
            edits.extend(named)
        for trouble in (*page.troubles.values(), *self._settling):
            if trouble.path == move.path:
                trouble.path = move.to
        self._pages[move.to] = page
        return []

    def failed(self) -> None:
        """A test or a build failed: what stands now is no slip of the moment."""
        for page in self._pages.values():
            for trouble in page.troubles.values():
                trouble.failed = True

    def checked_out(self) -> None:
        """Other files lie here now: nothing that goes away was mended."""
        self._settling.clear()
        self._edits.clear()
        self._pages.clear()

    def settle(self, now: float, *, at_once: bool = False) -> list[Story]:
        """The stories that ended by *now*; `at_once` without waiting whether a report comes back."""
        told = list(self._settled(now, at_once=at_once))
        if now - self._checked >= SETTLES or at_once:
            self._checked = now
            told += [each for page in self._pages.values() for each in self._standing(page, now, STANDS)]
        return told

    def close(self, now: float) -> list[Story]:
        """The end of the session: all that ended, and the worst of what still stands where somebody worked."""
        told = list(self._settled(now, at_once=True))
        pages = [page for page in self._pages.values() if page.edits]
        standing_ = [each for page in pages for each in self._standing(page, now, STANDS_AT_END)]
        worked_on = {(edit.path, edit.symbol) for page in pages for edit in page.edits}
        standing_.sort(key=lambda each: ((each.path, each.symbol) not in worked_on, each.at))
        return [*told, *standing_[:MOST_STANDING]]

    def open_now(self) -> list[Trouble]:
        """Errors that stand in files somebody edited, the oldest first."""
        found = [each for page in self._pages.values() if page.edits for each in page.troubles.values()]
        return sorted(
            (each for each in found if each.problem.severity is Severity.ERROR), key=lambda one: one.since
        )

    def clean_files(self) -> dict[str, frozenset[str]]:
        """Files that were edited, and reported on more than once and since: what is said of each now, in summaries."""
        return {
            page.path: frozenset(summary_of(each) for each in page.troubles.values())
            for page in self._pages.values()
            if page.edits
            and page.reports > 1
            and (page.reported or 0.0) > page.edits[-1].at
            and not page.crowded
        }

    def sizes(self) -> dict[str, int]:
        """How much is followed, for the tests of its bounds."""
        return {
            "files": len(self._pages),
            "troubles": sum(len(page.troubles) for page in self._pages.values()),
            "settling": len(self._settling),
            "edits": sum(len(page.edits) for page in self._pages.values()),
            "kins": len(self._places),
        }

    # -- inside ----------------------------------------------------------------------------------------------

    def _page(self, path: str) -> Page:
        page = self._pages.get(path)
        if page is None:
            page = self._pages[path] = Page(path)
            while len(self._pages) > MOST_FILES:
                self._pages.popitem(last=False)
        self._pages.move_to_end(path)
        return page

    def _came(self, page: Page, problem: Problem, at: float) -> Trouble:
        recent = page.edits_between(at - JUST_TYPED, at)
        trouble = Trouble(
            page.path,
            problem,
            since=at,
            seen=at,
            was_there=page.reported is None and not page.edits,
            typed=any(touches(each, problem.symbol) or not problem.symbol for each in recent),
        )
        if len(self._places) < MOST_KINS or trouble.kin in self._places:
            self._places[trouble.kin] += 1
        return trouble

    def _back(self, path: str, spot: Spot) -> Trouble | None:
        """The trouble that had only gone for a moment."""
        for rank, each in enumerate(self._settling):
            if each.path == path and spot_of(each.problem) == spot:
                self._settling.pop(rank)
                each.gone = None
                return each
        return None

    def _forget(self, page: Page) -> None:
        """Too much is reported: what goes when it becomes less was not mended."""
        page.troubles.clear()
        self._settling = [each for each in self._settling if each.path != page.path]

    def _went(self, trouble: Trouble, at: float) -> None:
        trouble.gone = at
        self._settling.append(trouble)
        del self._settling[:-MOST_SETTLING]

    def _follow_renamed(self, page: Page, now: Mapping[Spot, Problem]) -> None:
        """A report that left one function and came in another in the same breath moved with its function's name."""
        for spot in [each for each in page.troubles if each not in now]:
            heirs = [each for each in now if each not in page.troubles and each[1:] == spot[1:]]
            rivals = [each for each in page.troubles if each not in now and each[1:] == spot[1:]]
            if len(heirs) == len(rivals) == 1:
                page.troubles[heirs[0]] = page.troubles.pop(spot)

    def _settled(self, now: float, *, at_once: bool) -> Iterator[Story]:
        waiting: list[Trouble] = []
        for trouble in self._settling:
            if trouble.gone is not None and (at_once or now - trouble.gone >= SETTLES):
                yield self._ended(trouble)
            else:
                waiting.append(trouble)
        self._settling = waiting

    def _ended(self, trouble: Trouble) -> Story:
        page = self._pages.get(trouble.path) or Page(trouble.path)
        return ended(trouble, tuple(page.edits), tuple(self._edits), sweep=self._places[trouble.kin] >= SWEEP)

    def _standing(self, page: Page, now: float, least: float) -> Iterator[Story]:
        if not page.edits or page.crowded:
            return
        for trouble in page.troubles.values():
            worked = any(each.at > trouble.since for each in page.edits) or trouble.was_there
            long = now - trouble.since >= least and trouble.problem.severity is Severity.ERROR
            if long and worked and not trouble.told and self._places[trouble.kin] < SWEEP:
                trouble.told = True
                yield standing(trouble, now)

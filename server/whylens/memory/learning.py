"""First-day learning: the tree and the history become cards, in small writes that can stop and go on anywhere."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from whylens.capture.history import PROGRESS, read_history
from whylens.capture.paths import excluded_by
from whylens.capture.ranges import HistoryState
from whylens.capture.readings import Step
from whylens.capture.tree import TreeFile, forget_files, gone_files, list_tree, read_tree, walk_folder
from whylens.memory.dating import LATER, LEAST, SHARE, LineDates
from whylens.memory.elsewhere import note_head
from whylens.memory.keeping import Keeping
from whylens.memory.requests import LearnProgress, LearnReport
from whylens.model.errors import Unavailable
from whylens.runtime.clock import Clock
from whylens.runtime.git import Git
from whylens.runtime.project import Project
from whylens.store.port import Lane, Store

#: Newest commits asked for the day each file was last changed.
_DATED_COMMITS = 2000

OnProgress = Callable[[LearnProgress], None]


class Learner:
    """One learning run over one project."""

    def __init__(
        self, project: Project, store: Store, namespace: str, clock: Clock, exclude: Sequence[str] = ()
    ) -> None:
        self._project = project
        self._excluded = excluded_by(tuple(exclude))
        self._store = store
        self._clock = clock
        self._git = Git(project.root)
        self._keeping = Keeping(
            store, namespace, now=clock.now(), problems=[project.note] if project.note else []
        )
        self._files: list[TreeFile] = []
        self._started = 0.0

    def run(self, on_progress: OnProgress | None, cancelled: Callable[[], bool]) -> LearnReport:
        """Read what is new: the newest commits first, then the files, then the rest of the history."""
        self._started = self._clock.monotonic()
        for step in self._steps(cancelled):
            self._keep(step)
            self._keeping.read[step.stage] += step.read
            if on_progress is not None:
                on_progress(LearnProgress(step.stage, step.done, step.total, self._keeping.cards))
            if cancelled():
                break
        return self._keeping.report(self._clock.monotonic() - self._started, interrupted=cancelled())

    def _steps(self, cancelled: Callable[[], bool]) -> Iterator[Step]:
        """The newest commits first, for the first answers; then the files, and the rest. A run that goes on where
        another stopped keeps that order, so that equal statements are united the same way."""
        state = HistoryState.from_json(self._store.progress(PROGRESS))
        history = self._history(state, cancelled)
        if not state.is_begun and (first := next(history, None)) is not None:
            yield first
        yield from self._tree(cancelled)
        yield from history
        if self._project.is_git:
            note_head(self._git, self._store)
            self._give_dates(cancelled, is_first=not (state.read or state.is_begun))

    def _give_dates(self, cancelled: Callable[[], bool], *, is_first: bool) -> None:
        """Last of all, within its time: a hover is no better for a day that is a little truer."""
        spent = self._clock.monotonic() - self._started
        seconds = max(LEAST, SHARE * spent) if is_first else LATER
        LineDates(self._git, self._store, self._clock).give(self._files, seconds=seconds, cancelled=cancelled)

    def _history(self, state: HistoryState, cancelled: Callable[[], bool]) -> Iterator[Step]:
        if not self._project.is_git:
            return
        try:
            if self._git.is_shallow():
                self._keeping.problems.append("the clone is shallow: only the history it holds is read")
            branch = self._git.branch() or ""
            yield from read_history(
                self._git,
                state.with_cut(self._cut()),
                branch=branch,
                excluded=self._excluded,
                cancelled=cancelled,
            )
        except Unavailable as error:
            self._keeping.problems.append(f"the history could not be read to its end: {error}")

    def _cut(self) -> str:
        """Where the history of a shallow clone ends, as a digest; empty for a whole one."""
        folder = self._project.common_dir
        try:
            ends = (folder / "shallow").read_bytes() if folder else b""
        except OSError:
            return ""
        return hashlib.blake2b(ends, digest_size=8).hexdigest() if ends else ""

    def _tree(self, cancelled: Callable[[], bool]) -> Iterator[Step]:
        root = self._project.root
        tracked = self._git.ls_files() if self._project.is_git else walk_folder(root)
        tracked = [path for path in tracked if not self._excluded(path)]
        files = self._files = list_tree(root, tracked)
        yield from read_tree(root, files, self._store.progress, dates=self._dates, cancelled=cancelled)
        spoken_of = self._store.anchored_paths()
        gone = gone_files(spoken_of, (each.path for each in files), self._store.progress)
        yield from forget_files(gone, at=self._clock.now())

    def _dates(self) -> dict[str, float]:
        """The day each recently changed file was last committed."""
        dates: dict[str, float] = {}
        if not self._project.is_git:
            return dates
        with suppress(Unavailable):  # git hangs: those read so far are better than none
            for commit in self._git.log(limit=_DATED_COMMITS):
                for change in commit.changes:
                    dates.setdefault(change.path, commit.committed_at)
        return dates

    def _keep(self, step: Step) -> None:
        self._keeping.keep(step.readings)
        if step.progress:
            self._store.put_progress(step.progress, lane=Lane.CAPTURE).result()

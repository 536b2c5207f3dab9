"""Runs of learning over one project: alone, marked at both ends, and repeated when the head moved meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from whylens.memory.chats import Chat, ChatLearner
from whylens.memory.learning import Learner, OnProgress
from whylens.memory.learning_lock import learning_alone
from whylens.memory.learning_state import LearningState
from whylens.memory.requests import LearnReport, Unfinished
from whylens.runtime.clock import Clock
from whylens.runtime.project import Project
from whylens.store.port import Lane, Store

#: Runs at most in one go when another commit is checked out during each.
_MOST_RUNS = 3


class LearningRuns:
    """Learning over one project, one run at a time over all processes."""

    def __init__(
        self, project: Project, store: Store, namespace: str, clock: Clock, folder: Path | None
    ) -> None:
        self._project = project
        self._store = store
        self._namespace = namespace
        self._clock = clock
        self._folder = folder
        self._state = LearningState(project, store, folder)

    @property
    def unfinished(self) -> Unfinished | None:
        """What is left to learn, as far as a few small files tell."""
        return self._state.unfinished()

    def repository(
        self,
        exclude: Sequence[str],
        on_progress: OnProgress | None,
        cancelled: Callable[[], bool],
    ) -> LearnReport:
        """Read what is new."""
        with learning_alone(self._folder, on_progress, cancelled):
            report = self._once(exclude, on_progress, cancelled)
            for _ in range(_MOST_RUNS - 1):
                if report.interrupted or not self._state.has_moved:
                    break
                report = report.and_then(self._once(exclude, on_progress, cancelled))
            if not report.interrupted:
                self._store.put_progress({"learned": str(self._clock.now())}, lane=Lane.CAPTURE).result()
                self._state.end()
        return report

    def stop(self) -> None:
        """The user ended the last run."""
        self._state.stop()

    def chats(
        self, chats: Sequence[Chat], on_progress: OnProgress | None, cancelled: Callable[[], bool]
    ) -> LearnReport:
        """Read what is new in *chats*, which the user agreed to."""
        with learning_alone(self._folder, on_progress, cancelled):
            learner = ChatLearner(self._project, self._store, self._namespace, self._clock)
            return learner.run(chats, on_progress, cancelled)

    def _once(
        self, exclude: Sequence[str], on_progress: OnProgress | None, cancelled: Callable[[], bool]
    ) -> LearnReport:
        if not cancelled():
            self._state.begin()
        learner = Learner(self._project, self._store, self._namespace, self._clock, exclude)
        return learner.run(on_progress, cancelled)

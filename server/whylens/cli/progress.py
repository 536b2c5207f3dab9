"""How far a long command has come: a bar on a terminal, a plain line now and then where the errors are piped."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from whylens.memory.learning_lock import WAITING
from whylens.memory.requests import LearnProgress
from whylens.memory.shown import stage_words

#: Seconds between two lines; a command that takes no longer prints none.
EVERY = 3.0

OnProgress = Callable[[LearnProgress], None]


@contextmanager
def progress_shown() -> Generator[OnProgress]:
    """What to tell of progress during the block; it shows it on standard error."""
    if sys.stderr.isatty():
        with _bar() as show:
            yield show
    else:
        yield PlainLines(time.monotonic)


class PlainLines:
    """Progress as lines for a log: where it is, at most every few seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._told_at = clock()
        self._waiting = False

    def __call__(self, progress: LearnProgress) -> None:
        """Print a line when one is due."""
        now = self._clock()
        if progress.stage == WAITING:
            if not self._waiting:
                sys.stderr.write("whylens: another run is learning this project; waiting for it\n")
            self._waiting = True
        elif now - self._told_at >= EVERY:
            self._told_at = now
            sys.stderr.write(f"whylens: {progress_line(progress)}\n")
            sys.stderr.flush()


def progress_line(progress: LearnProgress) -> str:
    """`reading history, 1,700 of 5,000, 120 memories so far`."""
    amount = f", {progress.done:,} of {progress.total:,}" if progress.total else ""
    cards = f", {progress.cards:,} memories so far" if progress.cards else ""
    return f"{stage_words(progress.stage)}{amount}{cards}"


@contextmanager
def _bar() -> Generator[OnProgress]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:20}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        tasks: dict[str, TaskID] = {}

        def show(progress: LearnProgress) -> None:
            if progress.stage not in tasks:
                tasks[progress.stage] = bar.add_task(stage_words(progress.stage), total=progress.total)
            bar.update(tasks[progress.stage], completed=progress.done, total=progress.total)

        yield show

"""One learning run a project at a time, over all processes: two windows on one repository share the work."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from whylens.memory.requests import LearnProgress
from whylens.runtime.locks import FileLock

LEARN_LOCK = "learn.lock"
#: The stage that is told of while another run holds the lock.
WAITING = "waiting"
#: Seconds between two looks at whether the wait is still wanted.
_PATIENCE = 0.5


@contextmanager
def learning_alone(
    folder: Path | None,
    on_progress: Callable[[LearnProgress], None] | None,
    cancelled: Callable[[], bool],
) -> Generator[None]:
    """Hold the learning lock of the project kept in *folder* for the block; *cancelled* ends the wait for it.

    Without the lock, because the wait was cancelled, the block runs all the same: it sees `cancelled` itself.
    """
    if folder is None:
        yield
        return
    lock = FileLock(folder / LEARN_LOCK)
    waited = not lock.try_acquire()
    if waited and on_progress is not None:
        on_progress(LearnProgress(WAITING, 0, 0))
    while waited and not cancelled() and not lock.try_acquire(_PATIENCE):
        pass
    try:
        yield
    finally:
        lock.release()


def is_learning(folder: Path | None) -> bool:
    """Whether a run over the project kept in *folder* is going on, in this process or another."""
    if folder is None:
        return False
    lock = FileLock(folder / LEARN_LOCK)
    try:
        free = lock.try_acquire()
    except OSError:
        return False  # the folder is only ours to read: nobody learns there
    lock.release()
    return not free

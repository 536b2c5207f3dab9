"""How the last learning run ended: one that was cut off is noticed by whoever opens the project next, and gone on with.

The mark is written when a run begins and again when it ends, so what ends without a word (a closed window, a killed
process, a power cut) leaves it as it was at the beginning.
"""

from __future__ import annotations

import json
from pathlib import Path

from whylens.memory.learning_lock import is_learning
from whylens.memory.requests import Unfinished
from whylens.runtime.git.head import head_commit
from whylens.runtime.project import Project
from whylens.store.port import Lane, Store

#: Where the store keeps the mark: `[state, head]`.
PROGRESS = "learning"
#: The progress that says how far reading came (keys, or their beginnings up to a colon): without it, everything is
#: read again. What the user decided, and what is known of the content itself, stands under other keys.
HOW_FAR = (PROGRESS, "learned", "history", "elsewhere", "file:", "dated:", "chat:", "said:")
_BEGUN, _STOPPED, _DONE = "begun", "stopped", "done"


class LearningState:
    """The mark of the learning runs of one project."""

    def __init__(self, project: Project, store: Store, folder: Path | None) -> None:
        self._project = project
        self._store = store
        self._folder = folder

    def begin(self) -> None:
        """A run begins with what is checked out now."""
        self._note(_BEGUN, self._head())

    def end(self) -> None:
        """The run came to its end."""
        _, begun_with = self._read()
        self._note(_DONE, begun_with)

    def stop(self) -> None:
        """The user ended the run, if there was one that had not come to its end."""
        state, begun_with = self._read()
        if state == _BEGUN:
            self._note(_STOPPED, begun_with)

    @property
    def has_moved(self) -> bool:
        """Whether another commit is checked out than when the run began."""
        _, head = self._read()
        return head != self._head()

    def unfinished(self) -> Unfinished | None:
        """What is left to do; None when all is learned, nothing ever was, or a run is going on in any process."""
        state, head = self._read()
        if state == _DONE:
            now = self._head()
            return Unfinished.BEHIND if now and now != head else None
        if not state or is_learning(self._folder):
            return None
        return Unfinished.STOPPED if state == _STOPPED else Unfinished.INTERRUPTED

    def _note(self, state: str, head: str) -> None:
        self._store.put_progress({PROGRESS: json.dumps([state, head])}, lane=Lane.CAPTURE).result()

    def _read(self) -> tuple[str, str]:
        try:
            state, head = json.loads(self._store.progress(PROGRESS) or '["", ""]')
        except (ValueError, TypeError):
            return "", ""  # damaged: the next run writes it anew
        return str(state), str(head)

    def _head(self) -> str:
        git_dir, common_dir = self._project.git_dir, self._project.common_dir
        return (head_commit(git_dir, common_dir) or "") if git_dir and common_dir else ""

"""The session memory of one project: what happens is followed in memory, and only what a story says is written.

Everything here is bounded (`extract.stories` and the numbers below) and lost with the process: a session that is
killed leaves the cards it told already, and nothing half-written. Safe to call from any thread; callers wait for
each other.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from whylens.extract.stories.commands import read_command
from whylens.extract.stories.outcomes import Outcome
from whylens.extract.stories.refuted import refuted
from whylens.extract.stories.runs import is_test_file
from whylens.extract.stories.story import Story
from whylens.memory.working.cards import Telling, WorkingCards
from whylens.memory.working.chat import WorkingChat
from whylens.memory.working.intake import fit
from whylens.memory.working.moves import WorkingMoves
from whylens.memory.working.places import WorkingPlaces
from whylens.memory.working.session import WorkingSession
from whylens.model.errors import StorageError
from whylens.model.happening import (
    Edited,
    FileMoved,
    Happening,
    HeadMove,
    HeadMoved,
    Looked,
    Ran,
    Reported,
    Said,
    Speaker,
    ToolUsed,
)
from whylens.normalize.repeats import Repeats
from whylens.runtime.clock import Clock
from whylens.runtime.project import Project
from whylens.store.port import Store

log = logging.getLogger(__name__)

#: Seconds without anything after which a session is over; with a switch of branches, fewer.
IDLE, IDLE_BEFORE_SWITCH = 2_700.0, 900.0
#: Seconds around a checkout in which files change by themselves.
CHECKED_OUT = 3.0
#: Stories that wait to be written while the store is busy.
MOST_WAITING = 64
#: Happenings that are known, so that one delivered twice counts once.
MOST_KNOWN = 4_096


class WorkingMemory:
    """What happens in a project, from the first happening of a session to its end."""

    def __init__(self, cards: WorkingCards, chat: WorkingChat, moves: WorkingMoves) -> None:
        self._cards = cards
        self._moves = moves
        self._chat = chat
        self._lock = threading.Lock()
        self._repeats = Repeats(capacity=MOST_KNOWN, seconds=86_400.0)
        self._session: WorkingSession | None = None
        self._waiting: deque[Telling] = deque(maxlen=MOST_WAITING)

    def happened(self, happenings: Iterable[Happening]) -> int:
        """Take in what happened, in order; the number of cards that were written because of it."""
        with self._lock:
            kept = self._write()
            for happening in happenings:
                if self._repeats.is_repeat(str(hash(happening)), happening.at):
                    continue
                self._chat.overhear(happening)
                self._follow(happening)
                if (known := fit(happening)) is not None:
                    kept += self._take(known)
            return kept + self._write()

    def end_session(self) -> int:
        """Close the session, if one is open: the number of cards it left."""
        with self._lock:
            return self._write() + self._end()

    def end_if_idle(self, now: float) -> int:
        """Close the session when nothing happened for `IDLE` seconds before *now* (Unix seconds)."""
        with self._lock:
            idle = self._session is not None and now - self._session.day.ended >= IDLE
            return self._write() + (self._end() if idle else 0)

    def sizes(self) -> dict[str, int]:
        """How much is held, for the tests of its bounds."""
        with self._lock:
            held = self._session.sizes() if self._session is not None else {}
            return {**held, "known": len(self._repeats), "waiting": len(self._waiting)}

    # -- inside ----------------------------------------------------------------------------------------------

    def _follow(self, happening: Happening) -> None:
        """Files that have another name now keep their cards, whether or not anybody is at work."""
        match happening:
            case FileMoved():
                self._queue(self._moves.file(happening))
            case HeadMoved():
                self._queue(self._moves.head(happening))
            case _:
                pass

    def _take(self, happening: Happening) -> int:
        kept = self._end() if self._is_over(happening) else 0
        if self._session is None:
            if isinstance(happening, Looked | FileMoved):
                return kept
            self._session = self._cards.begin(happening.at)
        session = self._session
        session.now = max(session.now, happening.at)
        if not isinstance(happening, Reported):  # tools talk when nobody works, too
            session.day.ended = max(session.day.ended, happening.at)
        if isinstance(happening, FileMoved):  # what is told now is told of the file by its new name
            told = [*_moved(session, happening), *session.troubles.settle(session.now)]
        else:
            told = [*session.troubles.settle(session.now), *_FOLLOW[type(happening)](session, happening)]
        kept += self._tell(session, told)
        match happening:
            case HeadMoved(how=HeadMove.COMMIT | HeadMove.AMEND) as move if move.now:
                self._queue(self._cards.commit(session, move))
            case Said():
                self._queue(self._chat.telling(session, happening))
            case _:
                pass
        return kept + self._write()

    def _is_over(self, happening: Happening) -> bool:
        if self._session is None:
            return False
        quiet = happening.at - self._session.day.ended
        switches = isinstance(happening, HeadMoved) and happening.how is HeadMove.SWITCH
        return quiet >= (IDLE_BEFORE_SWITCH if switches else IDLE)

    def _end(self) -> int:
        session, self._session = self._session, None
        if session is None:
            return 0
        kept = self._tell(session, session.troubles.close(session.now))
        self._queue(self._cards.absent(session))
        kept += self._write()
        if session.day.is_eventful:
            kept += self._tell(session, [session.day.summary(session.open_questions())])
        return kept

    def _tell(self, session: WorkingSession, told: Sequence[Story]) -> int:
        for story in told:
            if story.key and session.may_tell(story):
                self._queue(self._cards.telling(session, story))
        return self._write()

    def _queue(self, telling: Telling | None) -> None:
        if telling is not None:
            self._waiting.append(telling)

    def _write(self) -> int:
        """Write what waits, the oldest first; what the store cannot take is tried again with the next happening."""
        kept = 0
        while self._waiting:
            telling = self._waiting.popleft()
            try:
                kept += telling()
            except StorageError as error:
                log.warning("a story waits for the store: %s", error)
                self._waiting.appendleft(telling)
                break
        return kept


def _edited(session: WorkingSession, edit: Edited) -> list[Story]:
    if abs(edit.at - session.moved_at) <= CHECKED_OUT:
        return []  # git wrote it
    session.troubles.edited(edit)
    session.runs.edited(edit)
    session.day.edited(edit)
    session.edits.append(edit)
    return []


def _reported(session: WorkingSession, report: Reported) -> list[Story]:
    session.troubles.reported(report)
    return []


def _moved(session: WorkingSession, move: FileMoved) -> list[Story]:
    if move.to:
        session.renamed(move.path, move.to)
        session.runs.renamed(move.path, move.to)
    return session.troubles.moved(move)


def _ran(session: WorkingSession, run: Ran, *, by_assistant: bool = False) -> list[Story]:
    outcome, told = session.runs.ran(run, by_assistant=by_assistant)
    if outcome is Outcome.FAILED:
        session.troubles.failed()
    if outcome is Outcome.PASSED and told:
        # what the tools said of the same files went away with it: told first, so that the test supports it
        return [*session.troubles.settle(run.at, at_once=True), *told]
    return told


def _tool_used(session: WorkingSession, use: ToolUsed) -> list[Story]:
    if use.succeeded is None and not use.output:
        return []
    code = None if use.succeeded is None else 0 if use.succeeded else 1
    if read_command(use.what) is None:
        return []
    return _ran(session, Ran(use.at, use.what, code, output=use.output), by_assistant=True)


def _said(session: WorkingSession, said: Said) -> list[Story]:
    if said.speaker is not Speaker.USER:
        return []
    session.day.asked(said.text)
    code = [each for each in session.edits if not is_test_file(each.path)]
    story = refuted(said, code)
    return [story] if story is not None else []


def _head_moved(session: WorkingSession, move: HeadMoved) -> list[Story]:
    session.branch = move.branch or session.branch
    session.commit = move.now or session.commit
    session.day.branch = session.branch
    if move.how is HeadMove.COMMIT:
        session.day.committed(move.now)
        return session.troubles.settle(move.at, at_once=True)  # who commits has made sure
    if move.how is HeadMove.AMEND:
        return []
    session.troubles.checked_out()
    session.runs.written_by_git(move.at - CHECKED_OUT)
    session.moved_at = move.at
    return []


def _looked(session: WorkingSession, look: Looked) -> list[Story]:
    del session, look  # a weak sign: it only keeps the session open
    return []


_FOLLOW: dict[type, Callable[..., list[Story]]] = {
    Edited: _edited,
    Reported: _reported,
    FileMoved: _moved,
    Ran: _ran,
    ToolUsed: _tool_used,
    Said: _said,
    HeadMoved: _head_moved,
    Looked: _looked,
}


def follow(project: Project, store: Store, namespace: str, clock: Clock) -> WorkingMemory:
    """The session memory of *project*."""
    places = WorkingPlaces(project)
    return WorkingMemory(
        WorkingCards(store, namespace, clock, places),
        WorkingChat(store, namespace, clock, places),
        WorkingMoves(store, places),
    )

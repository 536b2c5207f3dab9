"""What is new in a session: reading goes on where it stopped, and a past that changed is read anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from whylens.capture.transcripts.discover import Found
from whylens.capture.transcripts.marks import Counter, Mark, resumed_at, skipped
from whylens.capture.transcripts.read import sessions
from whylens.capture.transcripts.session import Session, Turn


@dataclass(slots=True)
class NewTurns:
    """The turns of a session that were not read yet; `counter` counts those before them, `end` is their byte."""

    session: Session
    turns: Iterator[Turn]
    counter: Counter
    end: int = 0
    own: tuple[str, ...] = ()


def new_turns(found: Found, known: Session, mark: Mark) -> Iterator[NewTurns]:
    """One item with the turns after *mark* of the session that is *known* from looking at its start.

    They must be read before the iterator goes on: it holds the file. Nothing comes when the session is gone.
    """
    if start := resumed_at(mark, found.file, found.format):
        for session in sessions(found.file, found.format, start):
            _know(session, known)
            yield NewTurns(
                session, iter(session), Counter(mark.turns, mark.spoken, mark.sum), start, mark.own
            )
        return
    for session in _same(found, known):
        counter = Counter()
        if (turns := skipped(session, mark, counter)) is not None:
            yield NewTurns(session, turns, counter, own=mark.own)
            return
    for session in _same(found, known):
        yield NewTurns(session, iter(session), Counter())


def _same(found: Found, known: Session) -> Iterator[Session]:
    """The session, opened anew."""
    for session in sessions(found.file, found.format):
        if session.key == known.key:
            _know(session, known)
            yield session
            return


def _know(session: Session, known: Session) -> None:
    """What was found out by looking through the file before is known also where reading begins later."""
    session.id = session.id or known.id
    session.title = known.title or session.title
    session.cwd = session.cwd or known.cwd
    session.git_branch = session.git_branch or known.git_branch
    session.saw(known.ended)

"""What is said in chats while somebody works: the same statements, from the same words, as from sessions on disk.

Beside the words there is the code somebody has open: a statement that names a function of it stands at the function.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from whylens.capture.readings import Reading
from whylens.capture.transcripts.chats import Place, said_key, turn_reading
from whylens.capture.transcripts.own_words import OwnWords
from whylens.capture.transcripts.session import Turn
from whylens.extract.stories.refuted import is_refutation
from whylens.memory.admission import Admission
from whylens.memory.working.cards import Telling
from whylens.memory.working.places import WorkingPlaces
from whylens.memory.working.session import WorkingSession
from whylens.model.card import Card
from whylens.model.happening import Happening, Said, Speaker, ToolUsed
from whylens.model.words import Status
from whylens.runtime.clock import Clock
from whylens.store.port import Store, Writing

#: Chats that are followed at once, and statements of one that are known.
MOST_CHATS, MOST_SAID = 16, 200
#: Files a statement without a name of its own is about.
MOST_NAMED = 3


@dataclass(slots=True)
class _Chat:
    own: OwnWords = field(default_factory=OwnWords)
    said: list[str] = field(default_factory=list[str])
    turns: int = 0


class WorkingChat:
    """Turns of chats as they come."""

    def __init__(self, store: Store, namespace: str, clock: Clock, places: WorkingPlaces) -> None:
        self._store = store
        self._namespace = namespace
        self._clock = clock
        self._places = places
        self._chats: OrderedDict[str, _Chat] = OrderedDict()

    def overhear(self, happening: Happening) -> None:
        """Note the words of ours in what was said or printed, as it came: repeated, they are no news."""
        match happening:
            case Said() as said:
                self._of(said.session).own.hear(said.text)
            case ToolUsed() as use:
                self._of(use.session).own.hear(use.output)
            case _:
                pass

    def telling(self, session: WorkingSession, said: Said) -> Telling | None:
        """The write that keeps what a turn says; None for most."""
        chat, name = self._of(said.session), said.session or session.id
        chat.turns += 1
        role = "user" if said.speaker is Speaker.USER else "assistant"
        place = Place(name, said.tool or "chat", "", session.branch, said.at, self._places.known)
        turn = Turn(role, said.text, at=said.at)
        reading = turn_reading(turn, said.turn or chat.turns, place, chat.own, chat.said)
        del chat.said[:-MOST_SAID]
        reading = _alone(reading, said.files[:MOST_NAMED])
        lately = list(dict.fromkeys(each.path for each in reversed(session.edits)))[:MOST_NAMED]
        return (lambda: self._keep(session, reading, lately)) if reading is not None else None

    def _keep(self, session: WorkingSession, reading: Reading, lately: Sequence[str]) -> int:
        key, name = said_key(reading.observation), reading.observation.source.locator
        if self._store.progress(key) not in (None, name):
            return 0
        reading = self._at_functions(reading, lately)
        admission = Admission(self._namespace, now=self._clock.now(), progress=self._store.progress)

        def job(writing: Writing) -> list[Card]:
            writing.put_progress({key: name})
            return admission.admit(writing, [reading])

        for card in self._store.write(job).result():
            if card.status is not Status.CANDIDATE:  # what waits for review is no conclusion yet
                session.day.concluded(card.summary)
        return sum(admission.tally.kept.values())

    def _at_functions(self, reading: Reading, lately: Sequence[str]) -> Reading:
        """*reading*, each statement at the functions it names: in its files, those edited *lately*, or the project."""
        finds = tuple(
            replace(each, anchors=each.anchors or self._places.named(near, each.draft.evidence))
            for each in reading.finds
            for near in (each.files[:MOST_NAMED] or lately,)
        )
        return replace(reading, finds=finds)

    def _of(self, session: str) -> _Chat:
        chat = self._chats.setdefault(session, _Chat())
        self._chats.move_to_end(session)
        while len(self._chats) > MOST_CHATS:
            self._chats.popitem(last=False)
        return chat


def _alone(reading: Reading | None, files: tuple[str, ...]) -> Reading | None:
    """*reading* without what only says that "this" did not work: named after the code, it is told as a story.

    *files* are what the turn was about; a statement that names none is about them.
    """
    if reading is None:
        return None
    finds = tuple(
        replace(each, files=each.files or files)
        for each in reading.finds
        if not is_refutation(each.draft.summary)
    )
    return replace(reading, finds=finds) if finds else None

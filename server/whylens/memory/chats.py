"""Learning from AI chat sessions on disk: which are this project's, what is new in them, and their statements."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from whylens.capture.readings import Reading, Step
from whylens.capture.spoken import spoken_of
from whylens.capture.transcripts.belonging import Belonging, know_folder, work_trees
from whylens.capture.transcripts.chats import Place, said_key, turn_reading
from whylens.capture.transcripts.discover import Found, Machine, standard_places
from whylens.capture.transcripts.files import fingerprint, size_of
from whylens.capture.transcripts.marks import Mark, mark_key, tail_of
from whylens.capture.transcripts.new_turns import NewTurns, new_turns
from whylens.capture.transcripts.own_words import OwnWords
from whylens.capture.transcripts.read import sessions
from whylens.capture.transcripts.session import Session
from whylens.memory.keeping import Keeping
from whylens.memory.requests import LearnProgress, LearnReport
from whylens.runtime.clock import Clock
from whylens.runtime.project import Project, relative
from whylens.runtime.regular import read_regular_text
from whylens.store.port import Lane, Store

STAGE = "chats"
#: Turns read between two points of return.
_TURNS_A_STEP = 400
#: Bytes of a file that are looked through for its title and turns before the user is asked.
_LOOKED_THROUGH = 20_000_000
#: Bytes of a file in which a function is looked for.
LONGEST_FILE = 1_000_000


@dataclass(frozen=True, slots=True)
class Chat:
    """A session of this project with something new in it; of a very large one the turns are not counted yet."""

    found: Found
    session: Session
    mark: Mark
    print: str

    @property
    def is_new(self) -> bool:
        """Whether nothing of it was read before."""
        return self.mark.turns == 0


@dataclass(frozen=True, slots=True)
class Chats:
    """The sessions of a project: those with something to read, how many hold nothing new, and what was wrong."""

    to_read: tuple[Chat, ...] = ()
    known: int = 0
    problems: tuple[str, ...] = ()


def find_chats(project: Project, store: Store, machine: Machine | None = None) -> Chats:
    """Look through the standard places for sessions of *project*; of others only their folder is read."""
    belongs = Belonging(project)
    chats: list[Chat] = []
    known = 0
    problems: list[str] = []
    for found in standard_places(machine or Machine.here(), work_trees(project)):
        print_ = fingerprint(found.file)
        for session in sessions(found.file, found.format):
            know_folder(session)
            if not belongs(session):
                if session.count == 0 and session.cwd is None:  # damaged: nobody can say whose it is
                    problems.extend(f"{found.file}: {each}" for each in session.problems)
                continue
            mark = Mark.from_json(store.progress(mark_key(found.file, session.key)))
            if mark.print == print_:
                known += 1
                continue
            if size_of(found.file) <= _LOOKED_THROUGH or session.key:
                for _ in session:
                    pass
            chats.append(Chat(found, replace(session, turns=iter(()), problems=[]), mark, print_))
    return Chats(tuple(sorted(chats, key=lambda each: each.session.started)), known, tuple(problems))


class ChatLearner:
    """One run over sessions the user agreed to have read."""

    def __init__(self, project: Project, store: Store, namespace: str, clock: Clock) -> None:
        self._project = project
        self._store = store
        self._clock = clock
        self._keeping = Keeping(store, namespace, now=clock.now())
        self._said: dict[str, str] = {}

    def run(
        self,
        chats: Sequence[Chat],
        on_progress: Callable[[LearnProgress], None] | None,
        cancelled: Callable[[], bool],
    ) -> LearnReport:
        """Read what is new in *chats*, the oldest first, so that what was said later merges into what was first."""
        started = self._clock.monotonic()
        for number, chat in enumerate(chats, start=1):
            if cancelled():
                break
            for step in self._steps(chat, cancelled):
                self._keep(step)
                if on_progress is not None:
                    on_progress(LearnProgress(STAGE, number, len(chats), self._keeping.cards))
            self._keeping.read["chat sessions"] += 1
        return self._keeping.report(self._clock.monotonic() - started, interrupted=cancelled())

    def _steps(self, chat: Chat, cancelled: Callable[[], bool]) -> Iterator[Step]:
        for new in new_turns(chat.found, chat.session, chat.mark):
            own, said = OwnWords(new.own), list[str]()
            place = Place.of(new.session, self._known(new.session))
            readings: list[Reading] = []
            before = new.counter.spoken
            for number, turn in enumerate(new.turns, start=1):
                new.counter.add(turn)
                new.end = turn.end or new.end
                reading = turn_reading(turn, new.counter.spoken, place, own, said)
                if reading is not None and self._is_first(reading):
                    readings.append(reading)
                if number % _TURNS_A_STEP == 0:
                    yield _step(chat, new, own, readings, new.counter.spoken - before)
                    readings, before = [], new.counter.spoken
                    if cancelled():
                        return
            self._keeping.problems.extend(f"{chat.found.file}: {each}" for each in new.session.problems)
            yield _step(chat, new, own, readings, new.counter.spoken - before, chat.print)

    def _is_first(self, reading: Reading) -> bool:
        """Not a copy: one conversation kept by two tools (SpecStory copies others') does not confirm itself."""
        observation = reading.observation
        key, session = said_key(observation), observation.source.locator
        before = self._said.get(key) or self._store.progress(key)
        self._said[key] = before or session
        return before in (None, session)

    def _known(self, session: Session) -> Callable[[str], str | None]:
        """Which names a session uses are files of the project, and what the project calls them."""
        root = self._project.root
        folder = Path(session.cwd or session.place or root)

        def known(name: str) -> str | None:
            places = (relative(self._project, base / name) for base in (folder, root))
            return next((each for each in places if each is not None and (root / each).is_file()), None)

        return known

    def _at_functions(self, reading: Reading) -> Reading:
        """*reading*, each statement at the functions it names, as they are called today."""
        root = self._project.root if self._project.is_git else None
        finds = tuple(
            replace(
                each, anchors=each.anchors or spoken_of(each.draft.evidence, each.files, self._text, root)
            )
            for each in reading.finds
        )
        return replace(reading, finds=finds)

    def _text(self, path: str) -> str | None:
        try:
            return read_regular_text(self._project.root / path, LONGEST_FILE)
        except (OSError, ValueError):
            return None

    def _keep(self, step: Step) -> None:
        self._keeping.keep([self._at_functions(each) for each in step.readings])
        self._keeping.read["chat turns"] += step.read
        self._store.put_progress({**self._said, **(step.progress or {})}, lane=Lane.CAPTURE).result()
        self._said.clear()


def _step(
    chat: Chat, new: NewTurns, own: OwnWords, readings: Sequence[Reading], read: int, print_: str = ""
) -> Step:
    """What was read since the last step, with the mark to go on from; *print_* only at the end of the session."""
    counter, file = new.counter, chat.found.file
    tail = tail_of(file, new.end) if new.end else ""
    mark = Mark(print_, new.end, counter.turns, counter.spoken, counter.sum, tail, tuple(own.marks))
    return Step(STAGE, 0, 0, tuple(readings), read, {mark_key(file, chat.session.key): mark.to_json()})

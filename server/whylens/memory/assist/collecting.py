"""The texts that wait for a question: from commits, chat turns and chats that are over; bounded, each once for ever."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from whylens.memory.assist.texts import Text, is_heard, of_commit, of_session, of_turn, stated
from whylens.memory.working.intake import fit
from whylens.model.errors import WhylensError
from whylens.model.happening import Happening, HeadMove, HeadMoved, Said
from whylens.runtime.git import Commit, Git
from whylens.store.port import Lane, Store

#: Texts that wait for a question; a newer one takes the place of the oldest.
MOST_WAITING = 20
#: Newest commits that are looked at when a model may be asked for the first time in a session.
LAST_COMMITS = 20
#: Chats whose turns are held for their end, the turns of one, and the seconds of quiet that end it.
MOST_CHATS, MOST_TURNS, CHAT_OVER = 8, 40, 600.0
_COMMITS = frozenset({HeadMove.COMMIT, HeadMove.AMEND})


@dataclass(slots=True)
class _Chat:
    turns: deque[Said] = field(default_factory=lambda: deque[Said](maxlen=MOST_TURNS))
    at: float = 0.0


class Collecting:
    """Redacted texts in memory, lost with the process. Called by one thread at a time."""

    def __init__(self, store: Store, git: Git | None) -> None:
        self.dropped = 0
        self._store = store
        self._git = git
        self._waiting: OrderedDict[str, Text] = OrderedDict()
        self._chats: OrderedDict[str, _Chat] = OrderedDict()
        self._new_commits: deque[str] = deque(maxlen=MOST_WAITING)
        self._branch = ""
        self._looked_back = False

    def __len__(self) -> int:
        return len(self._waiting)

    def heard(self, happenings: Iterable[Happening]) -> None:
        """Note what may be worth a question later."""
        for each in happenings:
            match each:
                case Said():
                    self._said(each)
                case HeadMoved() as move:
                    self._branch = move.branch or self._branch
                    if move.how in _COMMITS and move.now:
                        self._new_commits.append(move.now)
                case _:
                    pass

    def gather(self, now: float, excluded: Callable[[str], bool]) -> None:
        """Read the commits that were made since, the last ones at first, and end the chats that are over."""
        for session in [name for name, chat in self._chats.items() if now - chat.at >= CHAT_OVER]:
            self._close_chat(session)
        try:
            for commit in self._commits():
                self._read_commit(commit, excluded)
        except WhylensError:
            return  # git hangs or is gone: there will be other commits

    def take(self) -> Text | None:
        """The text that waited longest, marked as asked about."""
        if not self._waiting:
            return None
        key, text = self._waiting.popitem(last=False)
        self._store.put_progress({key: "asked"}, lane=Lane.CAPTURE).result()
        return text

    def put_back(self, text: Text) -> None:
        """Nobody was asked about *text* after all: it is the next again, while there is room."""
        key = _key(text)
        self._store.put_progress({key: ""}, lane=Lane.CAPTURE).result()
        if len(self._waiting) < MOST_WAITING:
            self._waiting[key] = text
            self._waiting.move_to_end(key, last=False)

    # -- inside ----------------------------------------------------------------------------------------------

    def _said(self, said: Said) -> None:
        known = fit(said)
        if not isinstance(known, Said) or is_heard(known):
            return
        if (text := of_turn(known, self._branch)) is not None:
            self._offer(text)
            return
        chat = self._chats.setdefault(known.session, _Chat())
        chat.turns.append(known)
        chat.at = known.at
        self._chats.move_to_end(known.session)
        while len(self._chats) > MOST_CHATS:
            self._close_chat(next(iter(self._chats)))

    def _close_chat(self, session: str) -> None:
        text = of_session(session, self._chats.pop(session).turns, self._branch)
        if text is not None:
            self._offer(text)

    def _commits(self) -> Iterator[Commit]:
        """The oldest first, so that the newest are the last to be dropped."""
        if self._git is None:
            return
        if not self._looked_back:
            self._looked_back = True
            self._branch = self._branch or self._git.branch() or ""
            yield from reversed(list(self._git.log(limit=LAST_COMMITS)))
        while self._new_commits:
            yield from self._git.log(tip=self._new_commits.popleft(), limit=1)

    def _read_commit(self, commit: Commit, excluded: Callable[[str], bool]) -> None:
        if any(each.is_live for each in stated(self._store.by_source([commit.sha]))):
            return  # the rules have read it
        if (text := of_commit(commit, self._branch, excluded)) is not None:
            self._offer(text)

    def _offer(self, text: Text) -> None:
        key = _key(text)
        if key in self._waiting or self._store.progress(key):
            return
        if self._store.forgotten([text.observation.digest]):
            return  # the user had it deleted
        self._waiting[key] = text
        while len(self._waiting) > MOST_WAITING:
            self._waiting.popitem(last=False)
            self.dropped += 1


def _key(text: Text) -> str:
    """Under what it is kept that a text was asked about: once is enough, also in another session."""
    said = " ".join(text.observation.text.split())
    return f"assist:{blake2b(said.encode('utf-8', 'replace'), digest_size=12).hexdigest()}"

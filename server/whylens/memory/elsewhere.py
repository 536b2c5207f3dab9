"""Which commits that cards come from are not part of what is checked out: work on a branch that never came here."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable

from whylens.memory.naming import closed_key
from whylens.memory.superseding import Superseding
from whylens.memory.undone import Undone
from whylens.model.card import Card
from whylens.model.errors import Unavailable
from whylens.model.words import FROM_FILES, FROM_GIT, Basis
from whylens.runtime.git import Git
from whylens.store.port import Lane, Store, Writing

#: Where the learner keeps it.
PROGRESS = "elsewhere"
#: Commits without a card that are kept too, newest first: a card made while one of them was checked out names it.
_MOST_OTHERS = 2000


def note_head(git: Git, store: Store) -> None:
    """Write down which known commits the present head does not hold. One question to git, none while it rests.

    What was out of reach stays so until a head holds it; what the head before this one held alone comes to it.
    """
    head = git.head()
    last, commits_before = _read(store.progress(PROGRESS))
    if head is None or last == head:
        return
    tips = [each for each in (last, *commits_before) if each]
    try:
        found = git.unreachable(tips) if tips else ()
    except Unavailable:
        return  # asked again at the next learning
    known = store.locators(FROM_GIT)
    others = [each for each in found if each not in known][:_MOST_OTHERS]
    commits = [*(each for each in found if each in known), *others]
    note = {PROGRESS: json.dumps({"head": head, "commits": commits})}
    away, back = _moved(store, before=commits_before, now=commits)
    superseding = Superseding(store.progress, lambda locator: Undone(store.progress).by(locator) is not None)

    def job(writing: Writing) -> None:
        superseding.follow(writing, away=away, back=back)
        writing.put_progress(note)

    store.write(job, lane=Lane.CAPTURE).result()


def _moved(store: Store, *, before: Iterable[str], now: Iterable[str]) -> tuple[list[str], list[str]]:
    """Of the commits that closed cards those that are out of reach only since now, and those that are back."""
    old, new = frozenset(before), frozenset(now)
    closing = [each for each in old ^ new if store.progress(closed_key(each)) is not None]
    return [each for each in closing if each in new], [each for each in closing if each in old]


class Elsewhere:
    """The commits out of reach, as last written down; safe to call from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._text: str | None = ""
        self._commits: frozenset[str] = frozenset()

    def commits(self) -> frozenset[str]:
        """The commits; the same object as long as nothing changed."""
        text = self._store.progress(PROGRESS)
        with self._lock:
            if text != self._text:
                self._text = text
                self._commits = frozenset(_read(text)[1])
            return self._commits


def _read(text: str | None) -> tuple[str, tuple[str, ...]]:
    """The head noted last, and the commits out of its reach; nothing when it cannot be read (it is made anew)."""
    try:
        raw = json.loads(text or "{}")
        return str(raw.get("head", "")), tuple(map(str, raw.get("commits", ())))
    except (ValueError, AttributeError, TypeError):
        return "", ()


def is_elsewhere(card: Card, commits: frozenset[str]) -> bool:
    """Whether *card* rests on nothing but work out of reach. What a file here says, or the user wrote, never is.

    A card the user confirmed is: it was confirmed of the code that its commit made, which is not here.
    """
    if not commits or any(each.basis in FROM_FILES or each.basis is Basis.USER for each in card.sources):
        return False
    own = frozenset(_commits_of(card))
    return bool(own) and own <= commits


def _commits_of(card: Card) -> Iterable[str]:
    yield from (each.locator for each in card.sources if each.basis in FROM_GIT)
    if card.commit:
        yield card.commit

"""The day a line was written: asked of git for the lines of files that gave cards, when everything else is learned."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from whylens.capture.tree import TreeFile, dated_key
from whylens.model.card import Card
from whylens.model.errors import Unavailable
from whylens.model.source import SourceRef
from whylens.model.words import Basis
from whylens.runtime.clock import Clock
from whylens.runtime.git import CatFile, Git
from whylens.runtime.regular import read_regular
from whylens.store.port import Lane, Store, Writing

log = logging.getLogger(__name__)

#: Of the time a first learning took, so much more may go into dates; what is left is dated by the next runs.
SHARE = 1.0
#: Seconds for dates in a first run, however short it was.
LEAST = 15.0
#: Seconds for dates in a later run, which has little else to do.
LATER = 10.0
#: Seconds for one file. A longer history is not worth more: the card keeps the day its file last changed.
ONE_FILE = 5.0

_OF_LINES = frozenset({Basis.COMMENT, Basis.MARKER, Basis.MANIFEST, Basis.DOCUMENT, Basis.INSTRUCTIONS})
_WORD = re.compile(r"[a-z]{4,}")


class LineDates:
    """Gives the cards of one project that were read off a line of a file the day it was written."""

    def __init__(self, git: Git, store: Store, clock: Clock) -> None:
        self._git = git
        self._store = store
        self._clock = clock

    def give(self, files: Sequence[TreeFile], *, seconds: float, cancelled: Callable[[], bool]) -> int:
        """Date the cards of those *files* that changed since they were last dated; how many files were.

        Stops after *seconds*. Without git there are no dates, and nothing is said.
        """
        until, done = self._clock.monotonic() + seconds, 0
        with CatFile(self._git.root) as blobs:
            for file in self._due(files):
                left = until - self._clock.monotonic()
                if left <= 0 or cancelled():
                    break
                try:
                    self._date(file.path, blobs, timeout=min(left, ONE_FILE))
                except Unavailable as error:
                    if left < ONE_FILE:  # it was not given its time
                        break
                    log.info("the lines of a file keep the day it changed: %s", error)
                self._store.put_progress({dated_key(file.path): file.fingerprint}, lane=Lane.CAPTURE).result()
                done += 1
        return done

    def _due(self, files: Sequence[TreeFile]) -> Iterator[TreeFile]:
        with_cards = self._store.locators(_OF_LINES)
        for file in files:
            if file.path in with_cards and self._store.progress(dated_key(file.path)) != file.fingerprint:
                yield file

    def _date(self, path: str, blobs: CatFile, *, timeout: float) -> None:
        cards = self._store.by_source([path])
        committed = _lines(blobs.read("HEAD", path))
        present = _lines(_content(self._git, path))
        places = {line: _committed(line, present, committed) for line in _lines_of(cards, path, present)}
        times = self._git.line_times(path, filter(None, places.values()), timeout=timeout)
        found = {line: times[place] for line, place in places.items() if place in times}
        if found:
            self._store.write(lambda writing: _save(writing, path, found)).result()


def _content(git: Git, path: str) -> bytes | None:
    try:
        return read_regular(git.root / path)
    except OSError:
        return None


def _lines(content: bytes | None) -> list[str]:
    return (content or b"").decode("utf-8-sig", "replace").replace("\r\n", "\n").split("\n")


def _lines_of(cards: Sequence[Card], path: str, present: Sequence[str]) -> set[int]:
    """The lines *cards* were read from that still speak of the same: a merged card may name a line of the past."""
    lines: set[int] = set()
    for card in cards:
        words = set(_WORD.findall(f"{card.evidence} {card.summary}".lower()))
        for line in (each.line for each in card.sources if _is_line(each, path)):
            if line and line <= len(present) and words & set(_WORD.findall(present[line - 1].lower())):
                lines.add(line)
    return lines


def _committed(line: int, present: Sequence[str], committed: Sequence[str]) -> int | None:
    """The line of HEAD that is *line* of the file as it is now: the nearest equal one; None for a new line."""
    text = present[line - 1].strip()
    if line <= len(committed) and committed[line - 1].strip() == text:
        return line
    equal = [number for number, each in enumerate(committed, start=1) if each.strip() == text]
    return min(equal, key=lambda number: abs(number - line), default=None)


def _save(writing: Writing, path: str, times: dict[int, float]) -> None:
    before = writing.by_source([path])
    after = [dated(card, path, times) for card in before]
    writing.save([new for old, new in zip(before, after, strict=True) if new != old])


def dated(card: Card, path: str, times: dict[int, float]) -> Card:
    """*card* with the times of its lines in *path*; it is as old as the first of its sources says."""
    sources = tuple(
        replace(each, at=times.get(each.line or 0, each.at)) if _is_line(each, path) else each
        for each in card.sources
    )
    if sources == card.sources:
        return card
    is_own = sources[0] != card.sources[0]
    return replace(
        card,
        sources=sources,
        created_at=sources[0].at if is_own else card.created_at,
        valid_from=min((each.at for each in sources if each.at > 0), default=card.valid_from),
    )


def _is_line(source: SourceRef, path: str) -> bool:
    return source.locator == path and source.basis in _OF_LINES

"""The git history as readings, newest first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, islice, repeat

from whylens.capture.holding import holds_today
from whylens.capture.paths import is_keepable
from whylens.capture.placing import Placer, Renames
from whylens.capture.ranges import HistoryState
from whylens.capture.readings import Find, Reading, Step
from whylens.extract.commits import CommitReading, extract_commit
from whylens.extract.generated import is_bookkeeping
from whylens.model.errors import Unavailable
from whylens.model.observation import Event, Observation
from whylens.model.source import SourceRef
from whylens.model.words import Basis
from whylens.normalize.disguise import worn
from whylens.normalize.normalize import normalize
from whylens.runtime.git import CatFile, Commit, Git

STAGE = "commits"
#: Where the state of the walk is kept.
PROGRESS = "history"
#: Commits read between two points of return: few at first, so that the first answers come soon.
CHUNKS = (60, 240, 700, 1000)

_BOT = re.compile(r"\[bot\]|\bbot\b|dependabot|renovate|greenkeeper|weblate|pre-commit-ci", re.IGNORECASE)


def read_history(
    git: Git,
    state: HistoryState,
    *,
    branch: str = "",
    excluded: Callable[[str], bool] = lambda path: False,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Step]:
    """Steps over what *state* says is still to be read; each carries the state to keep once it is stored.

    Raises `Unavailable` when git stops before the end: what is missing stays open, and is read when it is there.
    """
    head = git.head()
    if head is None:
        if not git.is_unborn():
            raise Unavailable(
                "the commit checked out is missing or damaged; run `git fsck`, then learn again"
            )
        return
    state = state.with_tip(head)
    present = frozenset(git.ls_files())
    total = _count(git, state)
    done = 0
    with CatFile(git.root) as blobs:
        while state.open and not cancelled():
            current = state.open[0]
            renames = Renames(present)
            placer = Placer(blobs.read, head, renames)
            commits = iter(git.log(current.exclude, tip=current.tip))
            for skipped in islice(commits, current.done):
                renames.note(skipped)
            sizes = chain(CHUNKS, repeat(CHUNKS[-1]))
            while chunk := list(islice(commits, next(sizes))):
                readings = tuple(_read_chunk(git, chunk, renames, placer, branch, excluded))
                state = state.advanced(len(chunk))
                done += len(chunk)
                yield Step(STAGE, done, max(total, done), readings, len(chunk), {PROGRESS: state.to_json()})
                if cancelled():
                    return
            if _is_cut_off(git, state):
                raise Unavailable("commits are missing or damaged; run `git fsck`, then learn again")
            state = state.closed()
            yield Step(STAGE, done, max(total, done), (), 0, {PROGRESS: state.to_json()})


def _is_cut_off(git: Git, state: HistoryState) -> bool:
    """Whether the first open range ended before its last commit. A tip that is gone, after a rewrite, has no past."""
    current = state.open[0]
    if not git.is_ancestor(current.tip, of=current.tip):
        return False
    expected = git.count(current.exclude, tip=current.tip)
    if expected or current.done:
        return expected != current.done
    return not any(git.is_ancestor(current.tip, of=each) for each in current.exclude)


def _count(git: Git, state: HistoryState) -> int:
    return sum(git.count(each.exclude, tip=each.tip) for each in state.open) - sum(
        each.done for each in state.open
    )


def _read_chunk(
    git: Git,
    chunk: list[Commit],
    renames: Renames,
    placer: Placer,
    branch: str,
    excluded: Callable[[str], bool],
) -> Iterator[Reading]:
    """The readings of *chunk*. Renames are noted as the walk goes on, so each commit sees the names of its time."""
    interesting: dict[str, tuple[Commit, CommitReading, Observation]] = {}
    naming: dict[str, Reading] = {}
    for commit in chunk:
        seen = _without(commit, excluded)
        if (commit.changes and not seen.changes) or (found := _extract(seen)) is None:
            continue
        if found[0].drafts or found[0].reverts:
            interesting[commit.sha] = (commit, *found)
        else:
            naming[commit.sha] = _naming(*found, branch)
    with_hunks = {each.sha: each for each in git.with_hunks([each[0] for each in interesting.values()])}
    for commit in chunk:
        if commit.sha in interesting:
            _, reading, observation = interesting[commit.sha]
            yield _placed(_without(with_hunks[commit.sha], excluded), reading, observation, placer, branch)
        elif commit.sha in naming:
            yield naming[commit.sha]
        renames.note(commit)


def _without(commit: Commit, excluded: Callable[[str], bool]) -> Commit:
    """*commit* as if it had not touched the files that are left out."""
    kept = tuple(each for each in commit.changes if not excluded(each.path))
    return commit if len(kept) == len(commit.changes) else replace(commit, changes=kept)


def _extract(commit: Commit) -> tuple[CommitReading, Observation] | None:
    """What the message says, read from its redacted form; None for most commits, which say nothing to keep."""
    if _BOT.search(commit.author_name):
        return None
    source = SourceRef(
        basis=Basis.COMMIT,
        locator=commit.sha,
        title=commit.subject[:200],
        at=commit.committed_at,
        author=worn().pseudonym(commit.author_email),
    )
    files = tuple(change.path for change in commit.changes if not is_bookkeeping(change.path))
    if not commit.is_merge and len(commit.message) < 30:
        return None
    observation = normalize(Event(source, commit.sha, commit.message, tuple(filter(is_keepable, files[:50]))))
    reading = extract_commit(observation.text, files=files, is_merge=commit.is_merge)
    if not (reading.drafts or reading.reverts or _closes(reading) or reading.replaces):
        return None
    return reading, observation


def _placed(
    commit: Commit, reading: CommitReading, observation: Observation, placer: Placer, branch: str
) -> Reading:
    finds: list[Find] = []
    for draft in reading.drafts:
        place = placer.place(commit, draft)
        finds.append(Find(draft, place.anchors, place.files, holds=holds_today(draft, place)))
    return replace(_naming(reading, observation, branch), finds=tuple(finds))


def _naming(reading: CommitReading, observation: Observation, branch: str) -> Reading:
    """What a commit says of others: what it takes back, replaces and mends. It may have nothing to say of its own."""
    return Reading(
        observation,
        (),
        undoes=reading.reverts,
        replaces=reading.replaces,
        closes=_closes(reading),
        follows=reading.follows,
        branch=branch,
    )


def _closes(reading: CommitReading) -> tuple[str, ...]:
    return (*reading.fixes, *(f"#{number}" for number in reading.closes))

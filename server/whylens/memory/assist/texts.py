"""Texts worth a question: what a commit or a turn says, redacted, where the rules found nothing they are sure of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from whylens.capture.holding import holds_today
from whylens.capture.paths import is_keepable
from whylens.capture.placing import Placer, Renames
from whylens.capture.readings import Find, Reading
from whylens.extract.assisted.promising import is_promising, is_promising_commit
from whylens.extract.commits import extract_commit
from whylens.extract.dialogue import extract_assistant_turn, extract_user_turn
from whylens.govern.confidence import NEEDS_REVIEW, WRITE_THRESHOLD, starting_confidence
from whylens.model.card import Card, CardDraft
from whylens.model.errors import Unavailable
from whylens.model.happening import Said, Speaker
from whylens.model.observation import Event, Observation
from whylens.model.source import SourceRef
from whylens.model.told import TOLD_AROUND
from whylens.model.words import Basis, Sensitivity
from whylens.normalize.normalize import normalize
from whylens.runtime.git import CatFile, Commit, Git

#: How the source of a proposal begins to be named.
PROPOSED = "proposed by a language model from"
_MOST_FILES = 50


@dataclass(frozen=True, slots=True)
class Text:
    """A text to be asked about. `called` is what the model is told it is; `commit` its id when it is a commit's."""

    observation: Observation = field(repr=False)
    called: str
    branch: str = ""
    commit: str = ""
    files: tuple[str, ...] = ()


def of_commit(commit: Commit, branch: str, excluded: Callable[[str], bool]) -> Text | None:
    """The message of *commit*, if a question about it is worth it; never one about files the user excludes alone."""
    files = tuple(each.path for each in commit.changes)
    if commit.is_merge or (files and all(map(excluded, files))):
        return None
    title = f"{PROPOSED} commit {commit.sha[:9]}: {commit.subject}"[:200]
    source = SourceRef(Basis.COMMIT, commit.sha, title=title, at=commit.committed_at)
    kept = tuple(filter(is_keepable, files[:_MOST_FILES]))
    observation = normalize(Event(source, commit.sha, commit.message, kept))
    text = str(observation.text)
    if not is_promising_commit(text, commit.author_name, files):
        return None
    if any(map(is_sure, extract_commit(text, files=files).drafts)):
        return None
    return _sendable(Text(observation, "the message of a commit", branch, commit.sha, kept))


def of_turn(said: Said, branch: str) -> Text | None:
    """A turn of a chat (as it may be held: `working.intake.fit`), if it is worth a question by itself."""
    if not is_promising(said.text) or is_heard(said):
        return None
    who = "a user" if said.speaker is Speaker.USER else "an assistant"
    return _of_chat(
        said.session,
        said.text,
        f"what {who} said to the other in a chat about code",
        said.at,
        said.tool,
        branch,
        said.files,
    )


def of_session(session: str, turns: Iterable[Said], branch: str) -> Text | None:
    """What was said in a chat that is over, without the turns that were asked about or heard already."""
    turns = list(turns)
    told = "\n\n".join(f"{each.speaker.value}: {each.text}" for each in turns)
    if not turns or not is_promising(told):
        return None
    files = tuple(dict.fromkeys(path for each in turns for path in each.files))[:_MOST_FILES]
    called = "a part of a chat between a user and an assistant about code"
    return _of_chat(session, told, called, turns[-1].at, turns[-1].tool, branch, files)


def is_heard(said: Said) -> bool:
    """Whether the rules are sure of something in a turn."""
    read = extract_user_turn if said.speaker is Speaker.USER else extract_assistant_turn
    return any(map(is_sure, read(said.text)))


def is_sure(draft: CardDraft) -> bool:
    """Whether *draft* says what a model could be asked for, and would be shown without anybody's review."""
    if draft.rule in TOLD_AROUND:
        return False
    return draft.basis not in NEEDS_REVIEW and starting_confidence(draft) >= WRITE_THRESHOLD


def stated(cards: Iterable[Card]) -> list[Card]:
    """Those of *cards* that the rules made of a statement, not of a whole passage told around a change."""
    return [card for card in cards if card.rule not in TOLD_AROUND]


def reading_of(text: Text, drafts: Iterable[CardDraft], git: Git | None) -> Reading:
    """The reading that proposes *drafts*, each at its place in the code of today."""
    finds = tuple(Find(each, files=text.files[:3]) for each in drafts)
    if text.commit and git is not None:
        with suppress(Unavailable):  # git hangs: without places
            finds = tuple(_placed(text.commit, finds, git))
    return Reading(text.observation, finds, branch=text.branch, commit=text.commit)


def _placed(sha: str, finds: Iterable[Find], git: Git) -> Iterable[Find]:
    commit, head = git.commit(sha), git.head()
    if commit is None or head is None:
        return finds
    (commit,) = git.with_hunks([commit])
    with CatFile(git.root) as blobs:
        placer = Placer(blobs.read, head, Renames(frozenset(git.ls_files())))
        places = [(each.draft, placer.place(commit, each.draft)) for each in finds]
    return [
        Find(draft, place.anchors, place.files, holds=holds_today(draft, place)) for draft, place in places
    ]


def _of_chat(
    session: str, text: str, called: str, at: float, tool: str, branch: str, files: tuple[str, ...]
) -> Text | None:
    source = SourceRef(Basis.CHAT_USER, session, title=f"{PROPOSED} {tool or 'a chat'}"[:200], at=at)
    observation = normalize(Event(source, session, text, files, session=session))
    return _sendable(Text(observation, called, branch, "", files))


def _sendable(text: Text) -> Text | None:
    """*text*, unless it is not for everybody's eyes."""
    is_open = text.observation.sensitivity is Sensitivity.NORMAL
    return text if is_open and text.observation.text else None

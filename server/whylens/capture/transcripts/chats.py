"""From the turns of a session to readings: cleaned of what nobody said, redacted, then searched for statements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import blake2b

from whylens.capture.paths import is_keepable
from whylens.capture.readings import Find, Reading
from whylens.capture.transcripts.files import modified_at
from whylens.capture.transcripts.lasting import lasting, without_reply
from whylens.capture.transcripts.markup import without_markup
from whylens.capture.transcripts.own_words import OwnWords, without_own_words
from whylens.capture.transcripts.session import NAMES, Session, Turn
from whylens.capture.transcripts.typed import typed, unprinted
from whylens.extract.dialogue import extract_assistant_turn, extract_user_turn
from whylens.govern.merge import same_statement
from whylens.model.card import CardDraft
from whylens.model.observation import Event, Observation
from whylens.model.source import SourceRef
from whylens.model.words import Basis
from whylens.normalize.normalize import normalize

#: Characters of one turn that are looked at; more is something pasted.
LONGEST_TURN = 60_000
#: Characters of a turn that are kept as evidence; of a longer one only what was found is.
_KEPT_WHOLE = 4_000
_PRIVATE = re.compile(r"<(/?)private\b[^>]*>", re.IGNORECASE)
_COMMAND = re.compile(r"/[a-z][\w:-]*(?:\s|\Z)")
_PATH = re.compile(r"[\w@.+-]+(?:/[\w@.+-]+)+/?|\b[\w-]+\.[A-Za-z]{1,5}\b")
_MOST_FILES = 6


@dataclass(frozen=True, slots=True)
class Place:
    """Where a session was held: what its cards name as source. `known` tells which paths are files of the project;
    `at` is the time of turns that have none, in Unix seconds."""

    id: str
    name: str
    title: str
    branch: str
    at: float
    known: Callable[[str], str | None]

    @staticmethod
    def of(session: Session, known: Callable[[str], str | None]) -> Place:
        """The place of *session*, of which what stands before its turns is known."""
        unnamed = blake2b(str(session.file).encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()
        return Place(
            id=session.id or f"{session.format.value}-{unnamed}",
            name=NAMES[session.format],
            title=session.title or "",
            branch=session.git_branch or "",
            at=session.ended or modified_at(session.file),
            known=known,
        )


def turn_reading(turn: Turn, number: int, place: Place, own: OwnWords, said: list[str]) -> Reading | None:
    """What a turn says that is worth keeping, None for most. *number* counts the spoken turns of the session from 1.

    `own` hears what Whylens itself said; `said` collects the user's statements, which an assistant only repeats.
    """
    own.hear(turn.output or turn.text)
    if turn.role == "tool" or not (text := clean(turn.text)):
        return None
    basis = Basis.CHAT_USER if turn.role == "user" else Basis.CHAT_ASSISTANT
    title = f"{place.name}, turn {number}" + (f": {place.title}" if place.title else "")
    source = SourceRef(basis, place.id, title=title[:200], at=turn.at or place.at)
    text = without_reply(typed(text)) if turn.role == "user" else unprinted(text)
    whole = normalize(Event(source, place.id, text, session=place.id), limit=LONGEST_TURN)
    read = extract_user_turn if turn.role == "user" else extract_assistant_turn
    found = filter(None, map(lasting, read(whole.text)))
    drafts = [each for each in found if not own.repeats(each.summary)]
    if turn.role == "user":
        said.extend(each.summary for each in drafts)
    else:
        drafts = [each for each in drafts if not any(same_statement(each.summary, one) for one in said)]
    if not drafts:
        return None
    kept = whole.text if len(whole.text) <= _KEPT_WHOLE else "\n".join(each.evidence for each in drafts)
    observation = normalize(Event(source, place.id, kept, session=place.id))
    finds = tuple(Find(each, files=tuple(_files(each, place))) for each in drafts)
    return Reading(observation, finds, branch=place.branch)


def said_key(observation: Observation) -> str:
    """Under what it is kept which session said these words first, white space aside."""
    plain = " ".join(observation.text.split())
    return f"said:{blake2b(plain.encode('utf-8', 'replace'), digest_size=12).hexdigest()}"


def clean(text: str) -> str:
    """What somebody said in *text*: without the tools' additions, private parts, our own words, and commands."""
    text = without_own_words(without_markup(_public(text[:LONGEST_TURN]))).strip()
    return "" if _COMMAND.match(text) else text


def _public(text: str) -> str:
    """*text* without what stands between `<private>` tags, however nested; one left open hides the rest."""
    parts: list[str] = []
    depth = place = 0
    for tag in _PRIVATE.finditer(text):
        if depth == 0:
            parts.append(text[place : tag.start()])
        depth = max(0, depth - 1) if tag.group(1) else depth + 1
        place = tag.end()
    if depth == 0:
        parts.append(text[place:])
    return "".join(parts)


def _files(draft: CardDraft, place: Place) -> Iterator[str]:
    """The files of the project that the statement names."""
    names = dict.fromkeys(each.strip(".") for each in _PATH.findall(draft.evidence))
    found = (place.known(each) for each in list(names)[:30])
    yield from list(dict.fromkeys(each for each in found if each is not None and is_keepable(each)))[
        :_MOST_FILES
    ]

"""Chat turns → drafts: what a user decided, ruled out or reported, and what an assistant found, less surely.

Only what will still hold tomorrow is kept: questions, errands ("now run the tests"), small talk yield nothing. A
paragraph is about one thing: it yields one directive, and one defect beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from whylens.extract.cues import Cue, Voice, read
from whylens.extract.noise import is_assistant_story, is_cosmetic, is_errand, is_no_statement
from whylens.extract.phrasing import LONGEST, fit, plain
from whylens.extract.sentences import Layout, Sentence, clauses, split
from whylens.model.card import CardDraft
from whylens.model.words import Basis, Kind

MOST_CARDS = 5
#: Neighbouring directives of one paragraph become one statement up to this many characters.
LONGEST_RUN = 300

#: Rules strong enough to make an errand a standing rule: "add X there, don't do Y anywhere else".
_STANDING = frozenset(
    {
        "user-forbids",
        "user-emphasis",
        "user-convention",
        "user-does-not-want",
        "user-wants",
        "decided",
        "instead-of",
    }
)


@dataclass(frozen=True, slots=True)
class _Heard:
    """A sentence and the rule it matched."""

    sentence: Sentence
    cue: Cue


def extract_user_turn(text: str) -> list[CardDraft]:
    """The drafts of what a user said in a chat."""
    return _drafts(text, Voice.USER, Basis.CHAT_USER)


def extract_assistant_turn(text: str) -> list[CardDraft]:
    """The drafts of what an assistant said in a chat; they wait for review."""
    return _drafts(text, Voice.ASSISTANT, Basis.CHAT_ASSISTANT)


def _drafts(text: str, voice: Voice, basis: Basis) -> list[CardDraft]:
    heard = [item for sentence in split(text, Layout.CHAT) for item in _hear(sentence, voice)]
    drafts: list[CardDraft] = []
    for _, paragraph in groupby(heard, key=lambda item: item.sentence.block):
        drafts.extend(_of_paragraph(text, list(paragraph), voice, basis))
    return drafts[:MOST_CARDS]


def _hear(sentence: Sentence, voice: Voice) -> Iterator[_Heard]:
    for part in clauses(sentence):
        if is_no_statement(part.text) or is_cosmetic(part.text):
            continue
        cue = read(part.text, voice)
        if cue is None or (voice is Voice.ASSISTANT and not _is_finding(part.text, cue)):
            continue
        if not is_errand(part.text) or cue.name in _STANDING:
            yield _Heard(part, cue)


_NAMED = re.compile(r"`[^`]+`|\b\w+\.\w+:\d+|\bline \d+|\b[a-z]+[A-Z]\w+|\b\w+_\w+")


def _is_finding(text: str, cue: Cue) -> bool:
    """Whether an assistant's sentence states something about the project, not about the conversation."""
    if is_assistant_story(text):
        return False
    return cue.name == "decided" or cue.kind is Kind.TODO or bool(_NAMED.search(text))


def _of_paragraph(text: str, heard: Sequence[_Heard], voice: Voice, basis: Basis) -> Iterator[CardDraft]:
    issues = [item for item in heard if item.cue.kind in {Kind.ISSUE, Kind.FAILED_APPROACH}]
    todos = [item for item in heard if item.cue.kind is Kind.TODO]
    directives = [item for item in heard if item not in issues and item not in todos]
    for chosen in (issues[:1], _strongest_run(directives), todos[:1]):
        draft = _draft(text, chosen, voice, basis) if chosen else None
        if draft:
            yield draft


def _strongest_run(heard: Sequence[_Heard]) -> list[_Heard]:
    """The directive of a paragraph: its strongest sentence, with the neighbours that say more of it."""
    if not heard:
        return []
    best = max(range(len(heard)), key=lambda index: (heard[index].cue.certainty, index))
    first = last = best
    while first > 0 and heard[last].sentence.end - heard[first - 1].sentence.start <= LONGEST_RUN:
        first -= 1
    while last + 1 < len(heard) and heard[last + 1].sentence.end - heard[first].sentence.start <= LONGEST_RUN:
        last += 1
    return list(heard[first : last + 1])


def _draft(text: str, run: Sequence[_Heard], voice: Voice, basis: Basis) -> CardDraft | None:
    start, end = run[0].sentence.start, run[-1].sentence.end
    strongest = max(run, key=lambda item: item.cue.certainty)
    whole = plain(" ".join(text[start:end].split()))
    summary = whole if len(whole) <= LONGEST else fit(plain(strongest.sentence.text))
    if summary is None:
        return None
    cue = strongest.cue
    return CardDraft(
        kind=cue.kind,
        summary=summary,
        evidence=text[start:end],
        span=(start, end),
        basis=basis,
        certainty=cue.certainty,
        importance=cue.importance,
        rule=f"{voice.name.lower()}-{cue.name.removeprefix('user-')}",
    )

"""Chat turns → drafts: what a user decided, ruled out or reported, and what an assistant found, less surely.

Only what will still hold tomorrow is kept: questions, errands ("now run the tests"), small talk yield nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from whylens.extract.cues import Cue, Voice, read
from whylens.extract.noise import is_errand, is_noise
from whylens.extract.phrasing import fit, plain
from whylens.extract.sentences import Layout, Sentence, split
from whylens.model.card import CardDraft
from whylens.model.words import Basis

MOST_CARDS = 4


def extract_user_turn(text: str) -> list[CardDraft]:
    """The drafts of what a user said in a chat."""
    return _drafts(text, Voice.USER, Basis.CHAT_USER)


def extract_assistant_turn(text: str) -> list[CardDraft]:
    """The drafts of what an assistant said in a chat; they wait for review."""
    return _drafts(text, Voice.ASSISTANT, Basis.CHAT_ASSISTANT)


def _drafts(text: str, voice: Voice, basis: Basis) -> list[CardDraft]:
    found = _statements(split(text, Layout.CHAT), voice)
    return [
        CardDraft(
            kind=cue.kind,
            summary=summary,
            evidence=text[sentence.start : sentence.end],
            span=(sentence.start, sentence.end),
            basis=basis,
            certainty=cue.certainty,
            importance=cue.importance,
            rule=f"{voice.name.lower()}-{cue.name}",
        )
        for sentence, cue, summary in islice(found, MOST_CARDS)
    ]


def _statements(sentences: Sequence[Sentence], voice: Voice) -> Iterator[tuple[Sentence, Cue, str]]:
    for sentence in sentences:
        if is_noise(sentence.text) or is_errand(sentence.text):
            continue
        cue = read(sentence.text, voice)
        summary = fit(plain(sentence.text))
        if cue and summary:
            yield sentence, cue, summary

"""Markdown that is neither a record nor a rules file → the sentences that bind or decide."""

from __future__ import annotations

from whylens.extract.cues import Voice, read
from whylens.extract.noise import is_noise, points_elsewhere
from whylens.extract.phrasing import dangles, fit, plain
from whylens.extract.sentences import Layout, split
from whylens.model.card import CardDraft
from whylens.model.words import Basis

MOST_CARDS = 10


def extract_document(path: str, text: str) -> list[CardDraft]:
    """The decisions, constraints and known defects a document states, in order."""
    drafts: list[CardDraft] = []
    for sentence in split(text, Layout.DOCUMENT):
        if is_noise(sentence.text) or points_elsewhere(sentence.text) or dangles(plain(sentence.text)):
            continue
        cue = read(sentence.text, Voice.DOCUMENT)
        summary = fit(plain(sentence.text))
        if cue and summary:
            drafts.append(
                CardDraft(
                    kind=cue.kind,
                    summary=summary,
                    evidence=text[sentence.start : sentence.end],
                    span=(sentence.start, sentence.end),
                    basis=Basis.DOCUMENT,
                    certainty=cue.certainty,
                    importance=cue.importance,
                    files=(path,) if path else (),
                    line=text.count("\n", 0, sentence.start) + 1,
                    rule=f"document-{cue.name}",
                )
            )
    return drafts[:MOST_CARDS]

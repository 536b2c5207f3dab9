"""Reads one passage closely: beside what the rules found, the sentences that are worth a card by their learned weight.

What is found here is unsure by nature. Every draft carries a certainty that sends it to the review queue.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whylens.extract.body.findings import TENTATIVE
from whylens.extract.phrasing import clipped, leans, plain, uncapital
from whylens.extract.subjects import read_subject
from whylens.extract.worth.candidates import Candidate, candidates
from whylens.extract.worth.features import features
from whylens.extract.worth.model import Weights, judge
from whylens.model.card import CardDraft
from whylens.model.words import Basis, Kind


@dataclass(frozen=True, slots=True)
class Bar:
    """Scores (log odds) a sentence must reach: `first` as the only card of its passage, `more` beside another.

    At most `most` cards of a passage come from its learned weight.
    """

    first: float
    more: float
    most: int = 2


#: By source. Chosen on repositories the weights were not learned from (`bench.learn_sentences`), so that one passage in
#: twenty with nothing in it yields a card, and so that the extraction set, whose readers kept less, loses little.
BARS = {
    "commit": Bar(-0.5, -0.8, 4),
    "comment": Bar(-0.3, -0.2),
    "record": Bar(0.0, -0.8),
    "rules": Bar(0.1, -1.1, 6),
    "markdown": Bar(0.2, -0.4),
    "user": Bar(0.6, 0.6),
    "assistant": Bar(0.6, 0.6),
}
#: Certainty of what no rule heard: low enough that even a record's statement waits in the review queue.
UNHEARD = 0.1
#: An unsure draft of the rules whose sentence scores less is dropped.
LEAST = -1.0
_BASIS = {
    "commit": Basis.COMMIT,
    "comment": Basis.COMMENT,
    "record": Basis.RECORD,
    "rules": Basis.INSTRUCTIONS,
    "markdown": Basis.DOCUMENT,
    "user": Basis.CHAT_USER,
    "assistant": Basis.CHAT_ASSISTANT,
}


@dataclass(frozen=True, slots=True)
class Judged:
    """A sentence with its score and the kind it would have."""

    candidate: Candidate
    score: float
    kind: Kind


def read_closely(
    text: str, source: str, path: str, drafts: Sequence[CardDraft], weights: Weights | None = None
) -> list[CardDraft]:
    """The drafts of the rules without the unsure ones that are worth little, then those of sentences passed over."""
    if source not in BARS:
        return list(drafts)
    judged = [_judged(each, weights) for each in candidates(text, source, path, drafts)]
    kept = [each for each in drafts if each.certainty > TENTATIVE or _worth(each, judged) >= LEAST]
    found = chosen(judged, BARS[source], found=bool(kept))
    return [*kept, *(_draft(text, each) for each in found)]


def _worth(draft: CardDraft, judged: Sequence[Judged]) -> float:
    """The best score of the sentences a draft was made of; one made of no candidate is not judged."""
    return max((each.score for each in judged if draft in each.candidate.heard), default=LEAST)


def chosen(judged: Sequence[Judged], bar: Bar, *, found: bool) -> list[Judged]:
    """The sentences that reach the bar, best first; `found` says that the passage has a card already."""
    open_ = sorted((each for each in judged if not each.candidate.heard), key=lambda each: -each.score)
    if not found and not (open_ and open_[0].score >= bar.first):
        return []
    return [each for each in open_ if each.score >= bar.more][: bar.most]


def _judged(candidate: Candidate, weights: Weights | None) -> Judged:
    return Judged(candidate, *judge(features(candidate), weights))


def _draft(text: str, judged: Judged) -> CardDraft:
    candidate = judged.candidate
    sentence = candidate.sentence
    return CardDraft(
        kind=judged.kind,
        summary=clipped(_summary(candidate)),
        evidence=text[sentence.start : sentence.end],
        span=(sentence.start, sentence.end),
        basis=_BASIS[candidate.source],
        certainty=UNHEARD,
        importance=0.4,
        files=(candidate.path,) if candidate.path else (),
        line=text.count("\n", 0, sentence.start) + 1 if candidate.path else None,
        rule=f"closer-{judged.kind}",
    )


def _summary(candidate: Candidate) -> str:
    """The sentence; with the subject line of its commit before it where it leans on what was said."""
    if candidate.place < 0:
        return read_subject(candidate.title).text
    words = plain(candidate.sentence.text)
    if candidate.source == "commit" and leans(words):
        return f"{read_subject(candidate.title).text} — {uncapital(words)}"
    return words

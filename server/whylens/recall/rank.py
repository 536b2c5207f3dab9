"""Answers a question from its candidates: the hits in order, each with its reasons, and whether they answer it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from whylens.model.card import Card
from whylens.model.recall import Candidate, Hit, Query
from whylens.recall.explain import terms_of, why
from whylens.recall.intent import Intent, intent_of
from whylens.recall.relevance import Signals, chance, signals
from whylens.recall.relevance_weights import SURE
from whylens.recall.scoring import Scored, score_all, weights_for
from whylens.recall.wording import text_of

#: A card less likely to be an answer than this is not one, whatever else the question found. Nine of ten answers that
#: are among the first twelve at all are above it.
HIT_FLOOR = 0.04


class Answer(NamedTuple):
    """The hits of a question, best first, and the chance (0..1) that what was asked for is among the best."""

    hits: list[Hit]
    relevance: float


def rank(query: Query, candidates: Sequence[Candidate], *, now: float) -> list[Hit]:
    """The hits of `answer`."""
    return answer(query, candidates, now=now).hits


def answer(query: Query, candidates: Sequence[Candidate], *, now: float) -> Answer:
    """The best `query.k` hits, best first; scores are 0..1 (a logistic of the summed parts).

    `now` is Unix seconds; `query.before` replaces it when given. Of equal cards the better stays.
    """
    intent = intent_of(query)
    scored, texts = _scored(query, candidates, intent, now)
    relevance = _relevance(query, intent, scored, texts)
    weights, terms, by_words = weights_for(intent), terms_of(query), _is_asked_in_words(query, intent)
    hits = [
        Hit(
            each.card,
            each.chance,
            each.parts(weights),
            why(terms, each.measured),
            relevant=not by_words or _is_relevant(query, relevance, each),
        )
        for each in islice(_merged(scored), query.k)
    ]
    return Answer(hits, relevance)


def signals_of(query: Query, candidates: Sequence[Candidate], *, now: float) -> Signals | None:
    """What `answer` tells the relevance from; None when nothing was found."""
    scored, texts = _scored(query, candidates, intent_of(query), now)
    return _signals(query, scored, texts) if scored else None


def _scored(
    query: Query, candidates: Sequence[Candidate], intent: Intent, now: float
) -> tuple[list[Scored], list[str]]:
    admitted = [each for each in candidates if _admits(query, each.card)]
    texts = [text_of(each.card) for each in admitted]
    return score_all(query, admitted, intent, texts, now=now), texts


def _signals(query: Query, scored: Sequence[Scored], texts: Sequence[str]) -> Signals:
    return signals(query, [each.for_question for each in scored], [each.measured for each in scored], texts)


def _relevance(query: Query, intent: Intent, scored: Sequence[Scored], texts: Sequence[str]) -> float:
    """The chance that the question is answered; 1 where no words say what is looked for."""
    if not scored:
        return 0.0
    if not _is_asked_in_words(query, intent):
        return 1.0
    with_vectors = any(each.measured.candidate.cosine for each in scored)
    return chance(_signals(query, scored, texts), with_vectors=with_vectors)


def _is_asked_in_words(query: Query, intent: Intent) -> bool:
    """Whether the words say what is looked for, and not the place alone or the day."""
    return bool(query.text.strip()) and not intent.wants_recent


def _is_relevant(query: Query, relevance: float, scored: Scored) -> bool:
    """Whether a card is worth being handed on: it likely answers, or it stands at the very symbol asked about."""
    return (relevance >= SURE and scored.chance >= HIT_FLOOR) or scored.is_at(query)


def _admits(query: Query, card: Card) -> bool:
    """Whether the filters of *query* let *card* through, whatever the retrievers did."""
    if query.before is not None and card.created_at >= query.before:
        return False
    return (not query.kinds or card.kind in query.kinds) and (not query.scopes or card.scope in query.scopes)


def _merged(scored: Iterable[Scored]) -> Iterator[Scored]:
    """The cards without those that repeat a better one word for word."""
    seen: set[tuple[str, str, str]] = set()
    for each in scored:
        card = each.card
        key = (card.kind.value, " ".join(card.summary.casefold().split()), " ".join(card.details.split()))
        if key not in seen:
            seen.add(key)
            yield each

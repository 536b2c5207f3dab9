"""Recall: gather candidates from text, meaning, place and time, and let the ranker order them.

The three searches wait for different things (the disk and SQLite, the embedding worker), so they run side by side.
What is ranked is outlines of cards; whole ones are read of those that are handed on.
"""

from __future__ import annotations

import contextvars
import math
from array import array
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Protocol, TypeVar

from whylens.govern.tuning import Tuning, logit
from whylens.memory.elsewhere import Elsewhere, is_elsewhere
from whylens.memory.meaning import Meaning
from whylens.model.errors import Unavailable
from whylens.model.recall import Candidate, Hit, Query, Recalled
from whylens.model.words import Kind
from whylens.recall.plan import Plan, plan
from whylens.recall.rank import answer
from whylens.recall.spelling import respelled
from whylens.recall.terms import match_terms
from whylens.runtime.clock import Clock
from whylens.store.port import Filter, Store

T = TypeVar("T")

#: Searches under way at once, of all questions.
SIDE_BY_SIDE = 4


class QueryEmbedder(Protocol):
    """Turns a question into a vector, if it can in time."""

    model_id: str

    def embed_query(self, text: str, *, timeout: float) -> bytes | None:
        """The vector of *text* (32-bit floats), None when it is not ready within *timeout* seconds."""
        ...


class Recaller:
    """Answers queries from one store."""

    def __init__(
        self,
        store: Store,
        embedder: QueryEmbedder | None,
        clock: Clock,
        *,
        tuned: Callable[[], Tuning] = Tuning,
    ) -> None:
        self._store = store
        self._tuned = tuned
        self._embedder = embedder
        self._clock = clock
        self._elsewhere = Elsewhere(store)
        self._meaning = Meaning(store, embedder.model_id, clock) if embedder is not None else None
        # Its threads end with it.
        self._threads = ThreadPoolExecutor(SIDE_BY_SIDE, thread_name_prefix="recall")

    def recall(self, query: Query, *, deadline: float) -> Recalled:
        """Ranked hits for *query*. What does not answer in time is left out, and named in `degraded`."""
        started = self._clock.monotonic()
        asked = plan(query)
        missing: list[str] = []
        candidates = self._candidates(asked, missing, started + deadline)
        query, candidates = self._respelled(query, asked, candidates, missing, started + deadline)
        found = answer(query, candidates, now=self._clock.now())
        hits = nudged(found.hits, self._tuned().kinds)
        hits = self._whole(found.hits)
        ms = (self._clock.monotonic() - started) * 1000
        return Recalled(hits, tuple(dict.fromkeys(missing)), ms, found.relevance)

    def _candidates(self, asked: Plan, missing: list[str], until: float) -> list[Candidate]:
        where = _filter(asked)
        words = self._beside(lambda: self._by_words(asked, where, until))
        vector = self._beside(lambda: self._vector(asked, until))
        here = self._at_place(asked, where)
        recent = self._store.recent(asked.recent, where) if asked.recent else []
        near = self._by_meaning(asked, vector.result(), where, missing, until)
        # Read while the words are still looked for.
        known = self._store.outlines((*here, *(card.id for card in recent), *near), deadline=None)
        scores = words.result()
        if scores is None:
            missing.insert(0, "deadline")
        scores = scores or {}
        seen = {card.id for card in known}
        known += self._store.outlines([each for each in scores if each not in seen], deadline=None)
        paths = frozenset(asked.files)
        far = self._elsewhere.commits()
        return [
            Candidate(
                card=card,
                matches=scores.get(card.id, {}),
                cosine=near.get(card.id, 0.0),
                anchored=any(anchor.path in paths for anchor in card.anchors),
                elsewhere=is_elsewhere(card, far),
            )
            for card in known
        ]

    def _respelled(
        self, query: Query, asked: Plan, candidates: list[Candidate], missing: list[str], until: float
    ) -> tuple[Query, list[Candidate]]:
        """The question with its mistyped names mended, and what is found by their words then."""
        text = respelled(query.text, [each.card for each in candidates])
        if text == query.text:
            return query, candidates
        mended = replace(query, text=text)
        scores = self._by_words(plan(mended), _filter(asked), until)
        if scores is None:
            missing.append("deadline")
        scores = scores or {}
        known = {each.card.id for each in candidates}
        new = self._store.outlines([each for each in scores if each not in known], deadline=None)
        far = self._elsewhere.commits()
        found = [replace(each, matches=scores.get(each.card.id, {})) for each in candidates]
        found += [Candidate(card, scores[card.id], elsewhere=is_elsewhere(card, far)) for card in new]
        return mended, found

    def _whole(self, hits: list[Hit]) -> tuple[Hit, ...]:
        """The hits with all of their cards; one that was forgotten meanwhile is none."""
        cards = {card.id: card for card in self._store.get_many([hit.card.id for hit in hits], deadline=None)}
        return tuple(replace(hit, card=cards[hit.card.id]) for hit in hits if hit.card.id in cards)

    def _beside(self, work: Callable[[], T]) -> Future[T]:
        return self._threads.submit(contextvars.copy_context().run, work)

    def _at_place(self, asked: Plan, where: Filter) -> list[str]:
        if not asked.placed or not asked.files:
            return []
        return self._store.by_files(asked.files, limit=asked.placed, where=where, deadline=None)

    def _by_words(self, asked: Plan, where: Filter, until: float) -> dict[str, dict[str, float]] | None:
        """The scores of the cards that hold the words; None when they were not there in time."""
        terms = match_terms(asked.text) if asked.lexical else []
        if not terms:
            return {}
        try:
            found = self._store.match(terms, limit=asked.lexical, where=where, deadline=self._left(until))
        except Unavailable:
            return None
        return {each.card_id: each.scores for each in found}

    def _vector(self, asked: Plan, until: float) -> bytes | None:
        if self._embedder is None or not asked.nearest or not asked.text:
            return None
        return self._embedder.embed_query(asked.text, timeout=self._left(until))

    def _by_meaning(
        self, asked: Plan, vector: bytes | None, where: Filter, missing: list[str], until: float
    ) -> dict[str, float]:
        if not asked.nearest or not asked.text:
            return {}
        if self._embedder is None or vector is None:
            missing.append("vectors")
            return {}
        try:
            near = self._store.nearest(
                array("f", vector),
                model_id=self._embedder.model_id,
                limit=asked.nearest,
                where=where,
                deadline=self._left(until),
            )
        except Unavailable:
            missing.append("vectors")
            return {}
        if self._meaning is not None and (lack := self._meaning.lack()):
            missing.append(lack)
        return {each.card_id: each.cosine for each in near}

    def _left(self, until: float) -> float:
        """Seconds left of the deadline; never so few that nothing could answer."""
        return max(0.02, until - self._clock.monotonic())


def nudged(hits: list[Hit], kinds: Mapping[Kind, float]) -> list[Hit]:
    """The hits in the order this project's feedback prefers; the nudge is told as the part `tuned`."""
    if not kinds or not hits:
        return hits
    moved = [_nudged(hit, kinds.get(hit.card.kind, 0.0)) for hit in hits]
    return sorted(moved, key=lambda hit: -hit.score)


def _nudged(hit: Hit, nudge: float) -> Hit:
    if not nudge:
        return hit
    odds = logit(hit.score) + nudge
    return replace(hit, score=1.0 / (1.0 + math.exp(-odds)), parts={**hit.parts, "tuned": nudge})


def _filter(asked: Plan) -> Filter:
    return Filter(kinds=asked.kinds, scopes=asked.scopes, statuses=asked.statuses, before=asked.before)

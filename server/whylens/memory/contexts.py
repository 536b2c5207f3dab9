"""The context an assistant is given: what recall finds, and what is left when recall does not answer in time."""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from whylens.embed.tokens import estimate_tokens
from whylens.govern.confidence import is_sure
from whylens.govern.merge import same_statement
from whylens.govern.tuning import BUDGET, Tuning
from whylens.inject.injection import inject, outline
from whylens.memory.ledger import Ledger
from whylens.memory.places import Places
from whylens.memory.requests import ContextRequest
from whylens.model.errors import Unavailable, WhylensError
from whylens.model.recall import Injection, Query, Recalled
from whylens.model.words import LIVE, Kind, Status
from whylens.runtime.clock import Clock
from whylens.store.port import Filter, Order, Store

T = TypeVar("T")


class Recall(Protocol):
    """Answers a query, with what was missing named."""

    def __call__(self, query: Query, *, deadline: float) -> Recalled:
        """Ranked hits for *query*, within about *deadline* seconds."""
        ...


#: Cards asked of recall; the budget and the quotas choose among them.
HITS = 60
#: Of the deadline recall is told to be ready after the first share, and given up after the second; what is left is for
#: what is done without it.
TOLD, GIVEN_UP = 0.4, 0.85
#: Characters of a selection that are asked with.
SELECTION = 500
#: Among so many of the most important cards are those that stand for the project when recall does not answer.
IMPORTANT = 40
#: What `degraded` says of an injection made without recall, and of one made of nothing.
WITHOUT_RECALL, WITHOUT_MEMORY = "recall", "memory"

#: The reason under which cards are counted that say the opposite of another: they wait in the review queue.
IN_CONFLICT = "in conflict"

_TELLING = Filter(
    kinds=frozenset({Kind.CONSTRAINT, Kind.DECISION, Kind.PREFERENCE}),
    statuses=LIVE - {Status.CONFLICTING},
)


class Contexts:
    """Answers requests for context from one memory. Safe to call from any thread."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        recall: Recall,
        places: Places,
        tuned: Callable[[], Tuning] = Tuning,
    ) -> None:
        self._store = store
        self._clock = clock
        self._recall = recall
        self._places = places
        self._tuned = tuned
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="context")
        self.ledger = Ledger()

    def give(self, request: ContextRequest, *, deadline: float) -> Injection:
        """The text for *request*, within its budget and within *deadline* seconds, whatever does not work.

        Without vectors it is found by words and places; without recall it is what matters most in the project; without
        the store it is empty. Each is named in `degraded`.
        """
        started = self._clock.monotonic()
        given = frozenset[str]() if request.again else self.ledger.given(request.session)
        try:
            injection = self._within(
                GIVEN_UP * deadline, lambda: self._found(request, given, TOLD * deadline)
            )
        except WhylensError:
            left = started + deadline - self._clock.monotonic()
            injection = self._without_recall(request, given, left)
        self.ledger.note(request.session, injection)
        return replace(injection, estimated=True, ms=(self._clock.monotonic() - started) * 1000)

    def close(self) -> None:
        """Take no more questions."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _found(self, request: ContextRequest, given: frozenset[str], deadline: float) -> Injection:
        here = self._places_of(request)
        tuned = self._tuned()
        text = " ".join(filter(None, (request.task, request.selection[:SELECTION])))
        found = self._recall(
            Query(text=text, files=here.files, symbols=here.symbols, k=HITS), deadline=deadline
        )
        settled = [hit for hit in found.hits if hit.card.status is not Status.CONFLICTING]
        injection = inject(
            settled,
            now=self._clock.now(),
            count=estimate_tokens,
            budget_tokens=tuned.budget if request.budget == BUDGET else request.budget,
            files=here.files,
            symbols=here.symbols,
            standing=here.standing,
            given=given,
            unsure=frozenset(hit.card.id for hit in found.hits if not is_sure(hit.card, tuned.sure)),
            same=same_statement,
        )
        torn = len(found.hits) - len(settled)
        dropped = {**injection.dropped, IN_CONFLICT: torn} if torn else injection.dropped
        scores = {hit.card.id: hit.score for hit in settled}
        given_scores = tuple(scores.get(card.id, 0.0) for card in injection.cards)
        return replace(injection, degraded=found.degraded, dropped=dropped, scores=given_scores)

    def _places_of(self, request: ContextRequest) -> Whereabouts:
        """Where the user is: the file, the symbol, and the cards that stand there in the live text."""
        if request.path is None:
            return Whereabouts()
        if request.line is None or request.buffer is None:
            return Whereabouts((request.path,))
        symbol = self._places.symbol_at(request.path, request.buffer, request.line)
        if not symbol:
            return Whereabouts((request.path,))
        view = self._places.view(request.path, request.buffer)
        standing = [each.cards for each in view.symbols if each.start <= request.line <= each.end]
        return Whereabouts(
            (request.path,), (symbol,), frozenset(each.card.id for cards in standing[-1:] for each in cards)
        )

    def _without_recall(self, request: ContextRequest, given: frozenset[str], deadline: float) -> Injection:
        try:
            injection = self._within(deadline, lambda: self._outline(request, given))
        except WhylensError:
            return Injection(
                "", (), 0, {}, degraded=(WITHOUT_MEMORY,), note="the memory did not answer in time"
            )
        return replace(injection, degraded=(WITHOUT_RECALL,))

    def _outline(self, request: ContextRequest, given: frozenset[str]) -> Injection:
        cards = self._store.find(_TELLING, limit=IMPORTANT, order=Order.IMPORTANCE)
        return outline(
            [card for card in cards if is_sure(card)],
            now=self._clock.now(),
            count=estimate_tokens,
            budget_tokens=request.budget,
            given=given,
            same=same_statement,
        )

    def _within(self, seconds: float, work: Callable[[], T]) -> T:
        """What *work* gives, or `Unavailable` when it is not there after *seconds*: it then ends by itself, unheard."""
        future = self._threads.submit(contextvars.copy_context().run, work)
        try:
            return future.result(timeout=max(0.0, seconds))
        except TimeoutError as error:
            future.cancel()
            raise Unavailable("the memory did not answer in time; try again") from error


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where the user is, as recall and injection are told; `standing` holds ids of cards."""

    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    standing: frozenset[str] = frozenset()

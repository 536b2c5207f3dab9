"""What a language model is asked about one project, and what its answers become: cards that wait, or nothing."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from whylens.embed.tokens import estimate_tokens
from whylens.extract.assisted.answer import read_answer
from whylens.extract.assisted.question import Question, question_about
from whylens.memory.admission import Admission
from whylens.memory.assist.collecting import Collecting
from whylens.memory.assist.spending import Spending
from whylens.memory.assist.texts import Text, reading_of, stated
from whylens.memory.disguised import disguised
from whylens.model.card import Card, CardDraft
from whylens.model.happening import Happening
from whylens.normalize.disguise import Disguise
from whylens.runtime.clock import Clock
from whylens.runtime.git import Git
from whylens.runtime.project import Project
from whylens.store.port import Store


@dataclass(frozen=True, slots=True)
class Terms:
    """What the user allows: tokens a day, and which files (repo-relative) are never spoken of."""

    daily_tokens: int
    excluded: Callable[[str], bool] = lambda path: False


@dataclass(frozen=True, slots=True)
class Asking:
    """A question on its way, with the tokens set aside for it."""

    question: Question
    text: Text = field(repr=False)
    taken: int


class Assistance:
    """Off until `allow` was called. Safe to call from any thread; nothing here waits for a model."""

    def __init__(
        self, project: Project, store: Store, namespace: str, clock: Clock, disguise: Callable[[], Disguise]
    ) -> None:
        self._store = store
        self._namespace = namespace
        self._clock = clock
        self._disguise = disguise
        self._git = Git(project.root) if project.is_git else None
        self._spending = Spending(store, clock)
        self._lock = threading.Lock()
        self._terms: Terms | None = None
        self._texts = Collecting(store, self._git)
        self._is_spent = False
        self._asked = self._proposed = 0
        self._refused: Counter[str] = Counter()

    @property
    def disguise(self) -> Disguise:
        """What redaction knows of the project."""
        return self._disguise()

    def allow(self, terms: Terms | None) -> None:
        """What may be asked from now on; None for nothing, and what waited is let go."""
        with self._lock:
            self._terms = terms
            if terms is None:
                self._texts = Collecting(self._store, self._git)

    @disguised
    def heard(self, happenings: Iterable[Happening]) -> None:
        """Note what may be worth a question later, redacted; nothing while nothing may be asked."""
        with self._lock:
            if self._terms is not None:
                self._texts.heard(happenings)

    @disguised
    def next_question(self) -> Asking | None:
        """The next question, its tokens set aside; None when there is nothing to ask, or today's tokens are spent."""
        with self._lock:
            if self._terms is None:
                return None
            self._texts.gather(self._clock.now(), self._terms.excluded)
            if (text := self._texts.take()) is None:
                return None
            question = question_about(str(text.observation.text), text.called)
            taken = estimate_tokens(question.prompt) + question.most_tokens
            self._is_spent = not self._spending.take(taken, most=self._terms.daily_tokens)
            if self._is_spent:
                self._texts.put_back(text)
                return None
            self._asked += 1
            return Asking(question, text, taken)

    @disguised
    def answered(self, asking: Asking, answer: str) -> int:
        """A model said *answer*: the number of new cards it put into the review queue."""
        self._spending.settle(asking.taken, estimate_tokens(asking.question.prompt) + estimate_tokens(answer))
        proposal = read_answer(answer, asking.question.text)
        admission = Admission(self._namespace, now=self._clock.now(), progress=self._store.progress)
        known = stated(self._store.by_source([asking.text.observation.source.locator]))
        if news := _without_quoted(proposal.drafts, known):
            reading = reading_of(asking.text, news, self._git)
            self._store.write(lambda writing: admission.admit(writing, [reading])).result()
        kept = sum(admission.tally.kept.values())
        with self._lock:
            self._proposed += kept
            self._refused.update(proposal.refused)
            if left_out := len(proposal.drafts) - kept:
                self._refused["known or gone"] += left_out
        return kept

    def unanswered(self, asking: Asking, *, sent: bool) -> None:
        """There is no answer. What was not *sent* cost nothing and is asked again; else all set aside is spent."""
        if sent:
            return  # a model may have read it and begun to answer
        self._spending.settle(asking.taken, 0)
        with self._lock:
            self._asked -= 1
            if self._terms is not None:
                self._texts.put_back(asking.text)

    def status(self) -> dict[str, Any]:
        """In figures (docs/protocol.md, `assist`)."""
        with self._lock:
            terms = self._terms
            return {
                "waiting": len(self._texts),
                "asked": self._asked,
                "proposed": self._proposed,
                "refused": dict(self._refused),
                "dropped": self._texts.dropped,
                "spentToday": self._spending.today(),
                "dailyTokens": terms.daily_tokens if terms is not None else 0,
                "isSpent": self._is_spent and terms is not None,
            }


def _without_quoted(drafts: Iterable[CardDraft], known: Iterable[Card]) -> list[CardDraft]:
    """Those of *drafts* that quote other words than the cards *known* from the same source do."""
    quoted = [_plain(each.evidence) for each in known if each.evidence]
    return [
        draft
        for draft in drafts
        if not any(_plain(draft.evidence) in one or one in _plain(draft.evidence) for one in quoted)
    ]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())

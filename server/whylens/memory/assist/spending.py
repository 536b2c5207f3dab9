"""The tokens of a day: taken before a question is asked, kept in the store so that every window counts together."""

from __future__ import annotations

from whylens.model.source import date_text
from whylens.runtime.clock import Clock
from whylens.store.port import Store, Writing

#: Where the count is kept: the day (UTC), then the tokens.
SPENT = "assist:spent"


class Spending:
    """What questions cost today, in tokens. Threads and processes may share the store."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def today(self) -> int:
        """Tokens spent or set aside today."""
        return spent_today(self._store, self._clock.now())

    def take(self, tokens: int, *, most: int) -> bool:
        """Set *tokens* aside; False, and nothing is taken, when the day would cost more than *most*."""

        def job(writing: Writing) -> bool:
            spent = self.today()
            if spent + tokens > most:
                return False
            self._put(writing, spent + tokens)
            return True

        return self._store.write(job).result()

    def settle(self, taken: int, used: int) -> None:
        """A question for which *taken* were set aside cost *used*."""
        self._store.write(lambda writing: self._put(writing, max(0, self.today() - taken + used))).result()

    def _put(self, writing: Writing, tokens: int) -> None:
        writing.put_progress({SPENT: f"{date_text(self._clock.now())} {tokens}"})


def spent_today(store: Store, now: float) -> int:
    """Tokens spent on the day of *now* (Unix seconds); what cannot be read counts as nothing."""
    day, _, tokens = (store.progress(SPENT) or "").partition(" ")
    return int(tokens) if day == date_text(now) and tokens.isdecimal() else 0

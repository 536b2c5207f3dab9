"""What became of the contexts that were listened to: the last few hundred, in numbers and kinds alone."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from whylens.govern.tuning import Outcome
from whylens.model.words import Kind
from whylens.store.port import Store, Writing

_KEY = "feedback-contexts"
#: Contexts that are kept; the oldest go first.
MOST = 400


def outcomes(store: Store) -> list[Outcome]:
    """The contexts kept, oldest first."""
    found: list[Any] = json.loads(store.progress(_KEY) or "[]")
    return [
        Outcome(at, tuple(map(Kind, kinds)), tuple(scores), tuple(ends), tuple(map(bool, used)))
        for at, kinds, scores, ends, used in found
    ]


def keep(store: Store, new: Sequence[Outcome]) -> None:
    """Add *new* ones. Raises `StorageError`."""

    def job(writing: Writing) -> None:
        rows = [_row(each) for each in new]
        kept: list[Any] = json.loads(store.progress(_KEY) or "[]")
        writing.put_progress({_KEY: json.dumps([*kept, *rows][-MOST:])})

    store.write(job).result()


def _row(outcome: Outcome) -> list[Any]:
    kinds = [each.value for each in outcome.kinds]
    scores = [round(each, 4) for each in outcome.scores]
    return [round(outcome.at), kinds, scores, list(outcome.ends), [int(each) for each in outcome.used]]

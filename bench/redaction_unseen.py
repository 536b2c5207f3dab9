"""Redaction of vendors nobody has heard of: a third of the vendor rules is away, and what they caught is measured.

Three folds, so that every vendor is unseen once. A sample counts where, with all rules, it is a rule of the vendor
tables that names it: what the generic rules catch of those tells how new vendors will fare.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from bench.secret_samples import Sample
from whylens.normalize import structured
from whylens.normalize.page import Needles
from whylens.normalize.redact import find
from whylens.normalize.rules import PREFIXED, SHAPED

FOLDS = 3

#: Rules of the tables that name no vendor: these stay.
_GENERIC = frozenset({"jwt", "webhook-url", "live-key", "sk-key", "webhook-secret"})


def unseen(made: Sequence[Sample]) -> Iterator[list[Sample]]:
    """The samples of the vendors of each fold, while their rules are away: redact them before the next is asked for."""
    vendors = sorted({rule.rule for rule in (*PREFIXED, *SHAPED)} - _GENERIC)
    named = {sample: {one.rule for one in find(sample.text)} for sample in made if sample.secret}
    for fold in range(FOLDS):
        away = frozenset(vendors[fold::FOLDS])
        with _without(away):
            yield [sample for sample, rules in named.items() if rules & away]


@contextmanager
def _without(away: frozenset[str]) -> Iterator[None]:
    tables: dict[str, Any] = vars(structured)
    by_head = {
        head: [each for each in rules if each[1].rule not in away]
        for head, rules in tables["_BY_HEAD"].items()
    }
    shaped = [rule for rule in SHAPED if rule.rule not in away]
    with patch.multiple(
        structured,
        _BY_HEAD=by_head,
        _NEEDLES=Needles((rule.needle.encode(), rule) for rule in shaped if not rule.digits),
        _BEHIND_DIGITS=[rule for rule in shaped if rule.digits],
    ):
        yield

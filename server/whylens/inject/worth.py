"""What a hit is worth to somebody who is about to change code: its score, and how near it stands.

Learned by logistic regression from real fixes of one repository (`bench/timetravel.py`, redis), asking which of the
cards at hand came from the change that wrote the lines the fix takes away. Of the cards at the function one in two did,
of those that only share the file one in forty, of those from elsewhere one in a thousand, at equal scores.
"""

from __future__ import annotations

import math

from whylens.inject.here import Here, Nearness
from whylens.model.card import Card
from whylens.model.recall import Hit
from whylens.model.words import Basis, Kind, Scope

#: How much of the score (as the logarithm of its odds) counts once the place is known.
SCORE = 0.6
OFFSET = -2.7
#: In the logarithm of odds. What comes from elsewhere gets more than was learned (0): the fixes only tell what wrote
#: the lines, and a card that fits the words very well may explain them too.
NEARNESS: dict[Nearness, float] = {
    Nearness.ELSEWHERE: 0.5,
    Nearness.FILE: 2.2,
    Nearness.NAMED: 2.6,
    Nearness.FUNCTION: 3.8,
}
#: What must be known before a change goes before what only might be. Of equal worth on the fixes, so that it is little.
KINDS: dict[Kind, float] = {
    Kind.CONSTRAINT: 0.3,
    Kind.FAILED_APPROACH: 0.3,
    Kind.ISSUE: 0.15,
    Kind.TODO: -0.5,
    Kind.OBSERVATION: -0.5,
    Kind.SUMMARY: -0.5,
}
PRINCIPLE = 0.6
#: A comment of the very file that is open: whoever reads the file has read it.
READ_ALREADY = -2.0

_IN_THE_CODE = frozenset({Basis.COMMENT, Basis.MARKER})
_LEAST = 1e-6


def worth(hit: Hit, here: Here) -> float:
    """The worth of *hit* at *here*, 0 to 1; its score where nothing is known of the place."""
    if not here.is_known:
        return hit.score
    card = hit.card
    score = min(max(hit.score, _LEAST), 1.0 - _LEAST)
    total = OFFSET + SCORE * math.log(score / (1.0 - score)) + NEARNESS[here.nearness(card)]
    total += KINDS.get(card.kind, 0.0) + (PRINCIPLE if card.scope is Scope.PRINCIPLE else 0.0)
    total += READ_ALREADY if _is_read(card, here) else 0.0
    return 1.0 / (1.0 + math.exp(-total))


def _is_read(card: Card, here: Here) -> bool:
    return all(each.basis in _IN_THE_CODE and each.locator in here.files for each in card.sources) and bool(
        card.sources
    )

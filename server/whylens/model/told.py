"""What the words of a change are about: "currently" in a commit message means the time before that commit."""

from __future__ import annotations

import re

from whylens.model.card import Card
from whylens.model.words import FROM_GIT

_OF_THEN = re.compile(
    r"\b(?:currently|at the moment|right now|at present|presently|as of now|today|so far|until now|up to now)\b",
    re.IGNORECASE,
)
#: Rules that quote a whole paragraph of a message, which tells the problem and what was done in one breath.
#: What they found is not weighed by its wording, and needs a place (`capture.holding`).
BACKGROUND, FIXED_BACKGROUND = "background", "fixed-background"
TOLD_AROUND = frozenset({BACKGROUND, FIXED_BACKGROUND})

BEFORE, WITH = "before this change", "told with this change"


def time_of(card: Card, words: str) -> str:
    """What time *words*, quoted from the message of a change, are about; empty where that is plain."""
    if card.basis not in FROM_GIT:
        return ""
    if _OF_THEN.search(words):
        return BEFORE
    return WITH if card.rule in TOLD_AROUND else ""

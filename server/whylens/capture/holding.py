"""Whether what a commit said still speaks of the code of today: the code it was about must be there."""

from __future__ import annotations

from whylens.capture.placing import Place
from whylens.model.card import CardDraft
from whylens.model.told import TOLD_AROUND
from whylens.model.words import Basis, Kind

#: Below this share of surviving lines a choice has been replaced by another.
REPLACED = 0.3
#: A statement about no function in particular must have most of its lines in the tree of today.
MOSTLY_THERE = 0.5
#: Rules whose statements lean on the function they are shown at: without one they say too little.
_NEED_A_PLACE = frozenset({"explained", "fixed-explained", "previously", "problem", "invariant", "requires"})
#: What is only told around a change speaks of these few functions it was made in, while most of it is there.
MOST_FUNCTIONS = 4
#: A choice or a rule holds while its lines do; what was broken or failed is worth knowing as long as the place exists.
_REPLACEABLE = frozenset({Kind.DECISION, Kind.CONSTRAINT, Kind.EVIDENCE})
#: What the user put into the message for a later reader needs no lines to hold.
_SAID_ON_PURPOSE = frozenset({Basis.TRAILER})


def holds_today(draft: CardDraft, place: Place) -> bool:
    """Whether *draft* is still about something: a function that is there, or lines that are."""
    if draft.basis in _SAID_ON_PURPOSE:
        return True
    there = place.surviving
    if draft.rule in TOLD_AROUND:
        return 0 < len(place.anchors) <= MOST_FUNCTIONS and there is not None and there >= MOSTLY_THERE
    if not place.anchors:
        return there is not None and there >= MOSTLY_THERE and draft.rule not in _NEED_A_PLACE
    return draft.kind not in _REPLACEABLE or there is None or there >= REPLACED

"""How many memories there are, in words: those that are shown, and the others by what they are."""

from __future__ import annotations

from collections.abc import Mapping

from whylens.model.words import LIVE, Status

#: What is said of memories that are kept and not shown.
_NOT_SHOWN = {
    Status.CANDIDATE: "waiting for review",
    Status.SUPERSEDED: "superseded",
    Status.REJECTED: "rejected",
    Status.ARCHIVED: "put away",
    Status.EXPIRED: "expired",
}


def counted_memories(by_status: Mapping[str, int]) -> str:
    """`123 memories, 1 superseded`: the first count is of what is shown, the others come on top of it."""
    shown = sum(by_status.get(each.value, 0) for each in LIVE)
    others = (
        f"{by_status[status.value]} {words}"
        for status, words in _NOT_SHOWN.items()
        if by_status.get(status.value)
    )
    return ", ".join((f"{shown} {'memory' if shown == 1 else 'memories'}", *others))

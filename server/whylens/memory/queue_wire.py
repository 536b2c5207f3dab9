"""The JSON form of the review queue: one shape for the terminal, the editor and assistants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from whylens.memory.queue import REASONS, Group, Waiting
from whylens.memory.wire import card_json


def queue_json(found: Sequence[Waiting], *, limit: int | None = None) -> dict[str, Any]:
    """What waits: the groups with their counts and reasons, and the cards, at most *limit* of them."""
    counts = {group: sum(each.group is group for each in found) for group in Group}
    return {
        "total": len(found),
        "groups": [
            {"name": group.value, "count": count, "reason": REASONS[group]}
            for group, count in counts.items()
            if count
        ],
        "cards": [
            {
                **card_json(each.card),
                "group": each.group.value,
                "reason": each.why,
                "against": list(each.against),
            }
            for each in found[:limit]
        ],
    }

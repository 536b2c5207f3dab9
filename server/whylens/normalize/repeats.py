"""Knows what was observed a moment ago: a bounded memory of digests, so that the same thing is not kept twice."""

from __future__ import annotations

from collections import OrderedDict


class Repeats:
    """The digests seen within the last `seconds`, at most `capacity` of them; the one unseen longest goes first."""

    def __init__(self, *, seconds: float = 600.0, capacity: int = 2_048) -> None:
        self._seconds = seconds
        self._capacity = capacity
        self._seen: OrderedDict[str, float] = OrderedDict()

    def is_repeat(self, digest: str, at: float) -> bool:
        """True where `digest` was seen within the window before `at` (Unix seconds). Notes it either way."""
        last = self._seen.pop(digest, None)
        self._seen[digest] = at
        while len(self._seen) > self._capacity:
            self._seen.popitem(last=False)
        return last is not None and at - last <= self._seconds

    def __len__(self) -> int:
        return len(self._seen)

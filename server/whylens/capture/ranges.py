"""Which part of the history is still to be read: resumable, incremental, and unharmed by rewritten history. Pure."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

#: Tips remembered as fully read. More would only make the exclusion list longer: older tips are ancestors of newer.
_TIPS_KEPT = 32


@dataclass(frozen=True, slots=True)
class Range:
    """Commits reachable from `tip` and from none of `exclude`, newest first, of which `done` were read."""

    tip: str
    exclude: tuple[str, ...] = ()
    done: int = 0


@dataclass(frozen=True, slots=True)
class HistoryState:
    """What was read of the history: `read` are tips with a past all known, `open` are ranges begun and not ended.

    `cut` names where the history of a shallow clone ends, empty for a whole one.
    """

    read: tuple[str, ...] = ()
    open: tuple[Range, ...] = ()
    cut: str = ""

    @property
    def is_begun(self) -> bool:
        """Whether an earlier run stopped in the middle of a range."""
        return any(each.done for each in self.open)

    def to_json(self) -> str:
        """The state as it is stored."""
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(text: str | None) -> HistoryState:
        """The stored state; a fresh one when there is none or it cannot be read (reading twice does no harm)."""
        try:
            raw = json.loads(text or "{}")
            ranges = tuple(
                Range(str(each["tip"]), tuple(map(str, each["exclude"])), int(each["done"]))
                for each in raw.get("open", ())
            )
            return HistoryState(tuple(map(str, raw.get("read", ()))), ranges, str(raw.get("cut", "")))
        except (ValueError, KeyError, TypeError, AttributeError):
            return HistoryState()

    def with_cut(self, cut: str) -> HistoryState:
        """The history ends at *cut*: when it ended elsewhere before, all is read anew, for commits may have come."""
        return self if cut == self.cut else HistoryState(cut=cut)

    def with_tip(self, tip: str) -> HistoryState:
        """Add what a new tip brings, to be read before what is still open: newest first."""
        if tip in self.read or any(each.tip == tip for each in self.open):
            return self
        known = (*self.read, *(each.tip for each in self.open))
        return replace(self, open=(Range(tip, known), *self.open))

    def advanced(self, count: int) -> HistoryState:
        """*count* more commits of the first open range were read."""
        first, *rest = self.open
        return replace(self, open=(replace(first, done=first.done + count), *rest))

    def closed(self) -> HistoryState:
        """The first open range is read to its end."""
        first, *rest = self.open
        return replace(self, read=(first.tip, *self.read)[:_TIPS_KEPT], open=tuple(rest))

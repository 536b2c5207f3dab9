"""The difference between two versions of a source, as one edit in whole lines."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """Bytes `start` to `old_end` became `start` to `new_end`; all three are line starts or the end."""

    start: int
    old_end: int
    new_end: int

    @property
    def by(self) -> int:
        """How far what follows has moved, in bytes."""
        return self.new_end - self.old_end


def difference(old: bytes, new: bytes) -> Edit:
    """Return the smallest edit in whole lines that makes `new` of `old`."""
    prefix = _common_prefix(old, new)
    start = old.rfind(b"\n", 0, prefix) + 1
    suffix = min(_common_suffix(old, new), len(old) - start, len(new) - start)
    old_end = _line_after(old, len(old) - suffix)
    return Edit(start, old_end, len(new) - (len(old) - old_end))


def point(source: bytes, offset: int) -> tuple[int, int]:
    """Return the 0-based row and byte column of an offset."""
    return source.count(b"\n", 0, offset), offset - source.rfind(b"\n", 0, offset) - 1


def _line_after(source: bytes, offset: int) -> int:
    """The first line start at or after `offset`, or the end."""
    if offset == 0 or source[offset - 1 : offset] == b"\n":
        return offset
    newline = source.find(b"\n", offset)
    return len(source) if newline < 0 else newline + 1


def _common_prefix(old: bytes, new: bytes) -> int:
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_suffix(old: bytes, new: bytes) -> int:
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[len(old) - middle : len(old) - low] == new[len(new) - middle : len(new) - low]:
            low = middle
        else:
            high = middle - 1
    return low

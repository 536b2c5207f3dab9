"""The difference between two versions of a source, as one edit."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """Bytes `start` to `old_end` became `start` to `new_end`."""

    start: int
    old_end: int
    new_end: int

    @property
    def by(self) -> int:
        """How far what follows has moved, in bytes."""
        return self.new_end - self.old_end

    def in_lines(self, old: bytes) -> Edit:
        """Return the same edit widened to whole lines of `old`."""
        old_end = _line_after(old, self.old_end)
        return Edit(old.rfind(b"\n", 0, self.start) + 1, old_end, old_end + self.by)


def difference(old: bytes, new: bytes) -> Edit:
    """Return the smallest edit in whole characters that makes `new` of `old`."""
    start = _common_prefix(old, new)
    while start and _inside_character(old, start):
        start -= 1
    suffix = min(_common_suffix(old, new), len(old) - start, len(new) - start)
    while suffix and _inside_character(old, len(old) - suffix):
        suffix -= 1
    return Edit(start, len(old) - suffix, len(new) - suffix)


def _inside_character(source: bytes, offset: int) -> bool:
    """Whether a UTF-8 character begins before `offset` and goes on there."""
    return offset < len(source) and source[offset] & 0xC0 == 0x80


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

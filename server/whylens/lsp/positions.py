"""Columns: between the units a client counts in (UTF-8, -16 or -32) and code points. Pure, fast on long lines."""

from __future__ import annotations

_UNIT_BYTES = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
_CODEC = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}


def code_points(line: str, units: int, encoding: str) -> int:
    """The index into *line* of the column *units*; past the end gives the end, inside a character its start."""
    if units <= 0:
        return 0
    if encoding == "utf-32" or line.isascii():
        return min(units, len(line))
    raw = line.encode(_CODEC[encoding], "surrogatepass")
    cut = min(units * _UNIT_BYTES[encoding], len(raw))
    if encoding == "utf-8":
        while cut < len(raw) and raw[cut] & 0xC0 == 0x80:
            cut -= 1
        return len(raw[:cut].decode("utf-8", "surrogatepass"))
    return _before_pair(line, raw[:cut].decode("utf-16-le", "surrogatepass"))


def client_units(line: str, column: int, encoding: str) -> int:
    """The column a client gives the code point at index *column* of *line*."""
    head = line[:column]
    if encoding == "utf-32" or head.isascii():
        return len(head)
    return len(head.encode(_CODEC[encoding], "surrogatepass")) // _UNIT_BYTES[encoding]


def _before_pair(line: str, decoded: str) -> int:
    """The length of *decoded*, without half of a surrogate pair that the cut left at its end."""
    end = len(decoded)
    return end - 1 if end and decoded[-1] != line[end - 1] else end

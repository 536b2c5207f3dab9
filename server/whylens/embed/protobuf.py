"""Just enough of the protobuf wire format to take a model file apart and put it together again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

#: A field's content: a number, or the bytes of a text, a tensor or a nested message.
Value = int | memoryview

_VARINT, _EIGHT_BYTES, _BLOCK, _FOUR_BYTES = 0, 1, 2, 5


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a message: its number, its content, and the bytes it was read from."""

    number: int
    value: Value
    raw: memoryview

    @property
    def text(self) -> str:
        """The content as text; empty when it is a number."""
        return "" if isinstance(self.value, int) else bytes(self.value).decode()

    @property
    def message(self) -> memoryview:
        """The content as a nested message; `ValueError` when it is a number."""
        if isinstance(self.value, int):
            raise ValueError(f"field {self.number} is a number")
        return self.value


def fields(message: memoryview) -> Iterator[Field]:
    """The fields of a message, in order. Raises `ValueError` when it is none."""
    at = 0
    while at < len(message):
        start = at
        key, at = _read_number(message, at)
        kind = key & 7
        if kind == _VARINT:
            value, at = _read_number(message, at)
            yield Field(key >> 3, value, message[start:at])
            continue
        if kind == _BLOCK:
            length, at = _read_number(message, at)
        elif kind in {_FOUR_BYTES, _EIGHT_BYTES}:
            length = 4 if kind == _FOUR_BYTES else 8
        else:
            raise ValueError(f"no field begins with {key}")
        if at + length > len(message):
            raise ValueError("a field without an end")
        yield Field(key >> 3, message[at : at + length], message[start : at + length])
        at += length


def block(number: int, content: bytes) -> bytes:
    """A field that holds a text, a tensor or a nested message."""
    return number_bytes(number << 3 | _BLOCK) + number_bytes(len(content)) + content


def number_field(number: int, value: int) -> bytes:
    """A field that holds a number that is not negative."""
    return number_bytes(number << 3 | _VARINT) + number_bytes(value)


def number_bytes(value: int) -> bytes:
    """A number, seven bits a byte."""
    written = bytearray()
    while value > 0x7F:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    written.append(value)
    return bytes(written)


def numbers(packed: memoryview) -> list[int]:
    """The numbers of a packed list."""
    found: list[int] = []
    at = 0
    while at < len(packed):
        value, at = _read_number(packed, at)
        found.append(value)
    return found


def _read_number(message: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if at >= len(message) or shift > 63:
            raise ValueError("a number without an end")
        byte = message[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at

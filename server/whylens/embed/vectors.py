"""What a vector is here: 384 little-endian 32-bit floats of length 1, as plain bytes."""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

#: Bytes rather than a NumPy array: they go into SQLite and through pipes as they are, and NumPy stays
#: unloaded.
Vector = bytes

DIMENSIONS = 384
BYTES = DIMENSIONS * 4


def cosine(first: Vector, second: Vector) -> float:
    """How alike two vectors are, -1..1. For a handful; for thousands use `to_numpy` and a matrix product."""
    return math.fsum(a * b for a, b in zip(_floats(first), _floats(second), strict=True))


def to_numpy(vectors: Iterable[Vector]) -> NDArray[numpy.float32]:
    """The vectors as the rows of a float32 array of shape (number of vectors, 384). Loads NumPy."""
    import numpy

    return numpy.frombuffer(b"".join(vectors), dtype="<f4").reshape(-1, DIMENSIONS)


def split(joined: bytes) -> list[Vector]:
    """The vectors of a buffer that holds them one after the other. `ValueError` when it ends inside one."""
    if len(joined) % BYTES:
        raise ValueError(f"{len(joined)} bytes are no whole number of vectors")
    return [joined[start : start + BYTES] for start in range(0, len(joined), BYTES)]


def _floats(vector: Vector) -> array[float]:
    floats = array("f", vector)
    if sys.byteorder == "big":
        floats.byteswap()
    return floats

import math
import struct

import pytest

from whylens.embed.vectors import BYTES, DIMENSIONS, cosine, split, to_numpy


def vector(*leading: float) -> bytes:
    return struct.pack(f"<{DIMENSIONS}f", *leading, *([0.0] * (DIMENSIONS - len(leading))))


def test_the_cosine_of_unit_vectors_is_their_product():
    assert cosine(vector(1.0), vector(1.0)) == 1.0
    assert cosine(vector(1.0), vector(0.0, 1.0)) == 0.0
    assert math.isclose(cosine(vector(0.6, 0.8), vector(1.0)), 0.6, rel_tol=1e-6)


def test_joined_vectors_come_apart_again():
    vectors = [vector(1.0), vector(0.0, 1.0)]

    assert split(b"".join(vectors)) == vectors
    assert split(b"") == []


def test_a_piece_of_a_vector_is_refused():
    with pytest.raises(ValueError, match="whole number"):
        split(b"\0" * (BYTES + 1))


def test_rows_of_the_array_are_the_vectors():
    rows = to_numpy([vector(1.0), vector(0.0, 0.5)])

    assert rows.shape == (2, DIMENSIONS)
    assert (rows[0, 0], rows[1, 1]) == (1.0, 0.5)

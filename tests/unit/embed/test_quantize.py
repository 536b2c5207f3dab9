import hashlib

import numpy
import onnxruntime
import pytest

from whylens.embed import assets
from whylens.embed.encoder import BundledEncoder
from whylens.embed.prepare import MODEL_SHA256, prepare_model
from whylens.embed.protobuf import block, fields, number_bytes, number_field, numbers
from whylens.embed.quantize import compute_in_integers
from whylens.embed.vectors import to_numpy

TEXTS = [
    "Retry uploads at most three times, because the storage service counts every attempt.",
    "def resolve(anchor: Anchor, outline: Outline) -> Place | None:",
    "x",
    "The order of the fields is part of the protocol: old clients read them by position. " * 12,
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("models")


def test_the_rewritten_model_is_the_pinned_one():
    model = assets.checked(assets.MODEL).read_bytes()

    assert hashlib.sha256(compute_in_integers(model)).hexdigest() == MODEL_SHA256


def test_its_vectors_point_where_the_bundled_ones_do(folder):
    ours = BundledEncoder(folder)
    bundled = BundledEncoder(folder)
    bundled._session = onnxruntime.InferenceSession(str(assets.checked(assets.MODEL)))

    first, second = (to_numpy([encoder.encode(text) for text in TEXTS]) for encoder in (ours, bundled))

    assert (first * second).sum(axis=1).min() > 0.97


def test_all_products_with_weights_are_integer_products(folder):
    graph = next(
        each.message for each in fields(memoryview(prepare_model(folder).read_bytes())) if each.number == 7
    )
    nodes = [list(fields(each.message)) for each in fields(graph) if each.number == 1]
    operations = [next(part.text for part in node if part.number == 4) for node in nodes]

    assert operations.count("DynamicQuantizeMatMul") == 36
    assert operations.count("MatMul") == 12  # of attention: both sides are computed
    assert "IsNaN" not in operations


def test_a_damaged_copy_is_made_again(folder):
    prepare_model(folder).write_bytes(b"damaged")

    assert assets.digest(prepare_model(folder)) == MODEL_SHA256


@pytest.mark.parametrize(
    "content", [b"", b"\x08\x0a", block(7, b""), block(7, block(1, block(2, b"out") + block(4, b"Add")))]
)
def test_what_is_no_such_model_is_refused(content):
    with pytest.raises(ValueError):
        compute_in_integers(content)


@pytest.mark.parametrize("content", [b"\xff", b"\x08", b"\x80" * 12, b"\x0b\x01", b"\x0a\x05abc", b"\x2d\0"])
def test_what_is_no_message_is_refused(content):
    with pytest.raises(ValueError):
        list(fields(memoryview(content)))


@pytest.mark.parametrize("value", [0, 1, 127, 128, 300, 2**32, 2**63])
def test_numbers_are_read_as_they_were_written(value):
    assert numbers(memoryview(number_bytes(value) * 2)) == [value, value]
    assert [each.value for each in fields(memoryview(number_field(20, value)))] == [value]


def test_fields_are_read_as_they_were_written():
    message = block(1, b"name") + number_field(3, 7) + b"\x2d\0\0\0\0" + b"\x31" + b"\1" * 8

    read = list(fields(memoryview(message)))

    assert [each.number for each in read] == [1, 3, 5, 6]
    assert (read[0].text, read[1].value, len(read[3].message)) == ("name", 7, 8)
    assert b"".join(bytes(each.raw) for each in read) == message


def test_the_mean_is_over_all_tokens(folder):
    encoder = BundledEncoder(folder)
    one, many = (numpy.frombuffer(encoder.encode(text), "<f4") for text in ("word", "word " * 300))

    assert 0.3 < float(one @ many) < 0.999

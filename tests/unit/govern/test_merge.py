"""Two statements are one only when they say the same."""

import pytest

from whylens.govern.merge import same_statement

SAME = [
    ("Retry twice before giving up on the upload.", "retry twice before giving up on the upload"),
    (
        "The cache is keyed by tenant because ids repeat.",
        "The cache is keyed by tenant, because the ids repeat.",
    ),
    ("Keep `parse_header` in sync with the encoder", "keep `parse_header` in sync with the encoder."),
    (
        "Retry uploads because the gateway sometimes drops the first request.",
        "Retried uploads because the gateway sometimes drops the first requests.",
    ),
]

OPPOSITE = [
    ("Always flush before closing the socket.", "Never flush before closing the socket."),
    ("Enable compression for small responses.", "Disable compression for small responses."),
    ("The lock must be taken before the read.", "The lock must be taken after the read."),
    ("Do not retry on a timeout.", "Do retry on a timeout."),
    ("The scanner doesn't follow links.", "The scanner does follow links."),
    ("Allow requests without a token.", "Allow requests with a token."),
    ("Revert the pool change.", "The pool change."),
]

DIFFERENT = [
    ("The timeout is 30 seconds because of slow disks.", "The timeout is 60 seconds because of slow disks."),
    ("Call `open_reader` before the scan starts.", "Call `open_writer` before the scan starts."),
    ("Use port 8080 in the staging setup.", "Use port 9090 in the staging setup."),
    (
        "Sleep a second because the modem needs time to settle after every single reset.",
        "Sleep a second because the clock needs time to settle after every single reset.",
    ),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_equal_words_are_one_statement(one: str, other: str) -> None:
    assert same_statement(one, other)


@pytest.mark.parametrize(("one", "other"), [*OPPOSITE, *DIFFERENT])
def test_opposites_and_other_things_are_never_merged(one: str, other: str) -> None:
    assert not same_statement(one, other)
    assert not same_statement(other, one)

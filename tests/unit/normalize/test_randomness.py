import random
import string

import pytest

from whylens.normalize.randomness import looks_random

NAMES = """
    getAccessTokenFromRefreshToken plugin-transform-react-jsx-development TODAYINASIAASACOKOFRICEFELLOVER
    test_password_reset_token_is_invalidated utf8mb4_unicode_ci_general FlatDHCPNetworkTestCase MultiByteToWideChar
    XMLHttpRequestEventTarget sha256sum_of_archive maxDiffPixelRatio2 application-default-credentials
    HTTPSConnectionPool 0000000000000000000000 aaaaaaaaaaaaaaaaaaaaaa1
"""


@pytest.mark.parametrize("name", NAMES.split())
def test_names_made_by_people_do_not_look_random(name: str) -> None:
    assert not looks_random(name)


@pytest.mark.parametrize(
    ("characters", "length"),
    [
        (string.ascii_letters + string.digits, 20),
        (string.ascii_letters, 34),
        (string.ascii_lowercase + string.digits, 32),
        (string.ascii_letters + string.digits + "+/", 40),
        ("0123456789abcdef", 32),
    ],
)
def test_nearly_all_strings_drawn_by_a_machine_look_random(characters: str, length: int) -> None:
    draw = random.Random(5)
    drawn = ["".join(draw.choice(characters) for _ in range(length)) for _ in range(500)]
    assert sum(map(looks_random, drawn)) >= 495

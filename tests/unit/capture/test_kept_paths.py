"""A path is kept as it is or not at all: redacted, it would name no file."""

from __future__ import annotations

import pytest

from tests.security.made_up_secrets import ALNUM, Draw
from whylens.capture.paths import is_keepable

TOKEN = "zq-" + Draw(3).of(ALNUM, 40)  # of a vendor nobody has heard of


@pytest.mark.parametrize("path", [f"{TOKEN}/a.py", f"src/{TOKEN}.py", f"src/{TOKEN}/b/c.py", f"a/{TOKEN}"])
def test_a_key_in_a_name_is_seen_wherever_in_the_path_it_stands(path: str) -> None:
    assert not is_keepable(path)


@pytest.mark.parametrize(
    "path",
    [
        "src/whylens/memory/working/some_rather_long_name_of_a_module.py",
        "docs/2024-11-05-how-we-moved-the-storage-to-another-region.md",
        "notes/Deprecate-the-old-Endpoint-017fbb890b631d70.yaml",
        "snapshots/550e8400-e29b-41d4-a716-446655440000.json",
        "objects/3f786850e387550fdab836ed7e6dc881de23001b",
        "assets/index-4fj2k1.js",
    ],
)
def test_names_people_and_tools_give_are_kept(path: str) -> None:
    assert is_keepable(path)

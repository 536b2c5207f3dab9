"""Files that somebody else named."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from whylens.runtime.regular import read_regular, read_regular_text


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"one\r\ntwo\rthree\xff")
    assert read_regular_text(file) == "one\ntwo\nthree\ufffd"
    assert read_regular(file, 3, cut=True) == b"one"
    with pytest.raises(OSError, match="longer"):
        read_regular(file, 3)


@pytest.mark.skipif(os.name == "nt", reason="needs named pipes and devices")
@pytest.mark.parametrize("place", ["pipe", "zero", "folder", "nothing"])
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, place: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        read_regular(tmp_path / place)


def test_a_link_is_followed_only_on_request(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    assert read_regular(tmp_path / "link") == b"a"
    with pytest.raises(OSError):
        read_regular(tmp_path / "link", follow=False)

"""URIs and paths, as editors write them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whylens.lsp.documents import path_of, read_snapshot, uri_of

posix = pytest.mark.skipif(os.name == "nt", reason="paths of POSIX")


@posix
@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a/b.py", "/a/b.py"),
        ("file:///a%20b/%C3%A4.py", "/a b/ä.py"),
        ("file:///a b/ä.py", "/a b/ä.py"),
        ("FILE:///a.py", "/a.py"),
        ("file://localhost/a.py", "/a.py"),
        ("file://server/share/a.py", "//server/share/a.py"),
        ("file:///a%23b%3Fc%3Bd.py", "/a#b?c;d.py"),
        ("file:///a#b?c;d.py", "/a#b?c;d.py"),
    ],
)
def test_a_file_uri_names_its_path(uri: str, path: str) -> None:
    assert path_of(uri) == Path(path)


@pytest.mark.parametrize(
    "uri",
    [
        "",
        ":",
        "x",
        "untitled:Untitled-1",
        "git:/a.py",
        "http://a/b.py",
        "file:",
        "file:///a%00b",
        "file://[bad/a",
    ],
)
def test_what_is_no_file_has_no_path(uri: str) -> None:
    assert path_of(uri) is None


@posix
@given(
    st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\0/"), min_size=1).filter(
        lambda name: name not in (".", "..")
    )
)
def test_a_path_comes_back_from_its_uri(name: str) -> None:
    assert path_of(uri_of(Path("/folder") / name)) == Path("/folder") / name


def test_a_file_is_read_whatever_its_bytes(tmp_path: Path) -> None:
    file = tmp_path / "latin.py"
    file.write_bytes(b"# caf\xe9\r\nx = 1\r")
    snapshot = read_snapshot(uri_of(file))
    assert snapshot is not None
    assert snapshot.text == "# caf\ufffd\r\nx = 1\n"
    assert read_snapshot(uri_of(tmp_path)) is None
    assert read_snapshot(uri_of(tmp_path / "none.py")) is None

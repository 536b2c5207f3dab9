"""Whatever comes in, readers do not fail, quote verbatim and keep summaries to one line of the right length."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whylens.extract.extract import READERS, extract
from whylens.extract.manifests import extract_manifest

PIECES = (
    "We must not call the pool because it `leaks` when closed, so TODO: fix this. FIXME # // /* */ - ** ``` > \n \n\n",
    'Previously use_after_free() never decided instead of #12 Revert "x" deadbeef1 Status: accepted ## Decision',
    "10% faster",
)
WORDS = st.lists(st.sampled_from(" ".join(PIECES).split(" ")), max_size=60).map(" ".join)


@pytest.mark.parametrize("source", READERS)
@given(text=st.one_of(WORDS, st.text(max_size=200)))
def test_every_reader_takes_any_text(source: str, text: str) -> None:
    for draft in extract(text, source, path="src/a.py"):
        assert text[slice(*draft.span)] == draft.evidence
        assert 0 < len(draft.summary) <= 220
        assert "\n" not in draft.summary


@pytest.mark.parametrize(
    "path", ["package.json", "pyproject.toml", "go.mod", "Makefile", "README.md", "pom.xml"]
)
@given(text=st.one_of(WORDS, st.text(max_size=200)))
def test_every_manifest_reader_takes_any_text(path: str, text: str) -> None:
    for draft in extract_manifest(path, text):
        assert text[slice(*draft.span)] == draft.evidence


@pytest.mark.parametrize("source", READERS)
@pytest.mark.parametrize("piece", ["a", "(", "`", "\n", "because ", "- x\n", "/*", "it must, "])
def test_a_very_long_text_is_read_to_its_end(source: str, piece: str) -> None:
    extract(piece * (60_000 // len(piece)), source, path="src/a.py")

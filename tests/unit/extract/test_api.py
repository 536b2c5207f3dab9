"""Every reader quotes its evidence verbatim."""

import pytest

from whylens.extract.extract import READERS, extract

TEXTS = {
    "commit": "Keep the socket open\n\nWe keep the socket open because a handshake per batch is slow.\n",
    "record": "# Use SQLite\n\n## Decision\n\nWe will store cards in SQLite.\n",
    "comment": "x = 1\n# FIXME: the cache is never emptied when a project closes, so memory grows\ny = 2\n",
    "user": "We don't want a second cache file next to the database.",
    "assistant": "Going with option B, because integer keys sort the same everywhere.",
    "rules": "- Never call the network from a test.\n",
    "tool": "FAILED tests/test_shop.py::test_total - AssertionError: 3 != 4\n",
    "markdown": "The server must answer within 20 ms because the editor blocks on it.\n",
}


@pytest.mark.parametrize("source", READERS)
def test_each_source_yields_a_draft_that_quotes_its_evidence(source: str) -> None:
    text = TEXTS[source]
    drafts = extract(text, source, path="src/shop.py")
    assert drafts
    for draft in drafts:
        assert text[draft.span[0] : draft.span[1]] == draft.evidence


def test_an_unknown_source_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown source"):
        extract("text", "telepathy")

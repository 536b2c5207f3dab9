"""What its author marked as private goes, whatever the case, nesting and escape of the tags."""

import pytest

from whylens.model.observation import Event
from whylens.model.source import SourceRef
from whylens.model.words import Basis
from whylens.normalize.normalize import MARGIN, normalize
from whylens.normalize.redact import redact

MARK = "[redacted:private]"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a <private>b</private> c", f"a {MARK} c"),
        ("a <PRIVATE>b</Private> c", f"a {MARK} c"),
        ("a <private>b <private>c</private> d</private> e", f"a {MARK} e"),
        ("a <private>b <private>c</private> d", f"a {MARK}"),
        ("a < private >b< / private > c", f"a {MARK} c"),
        ('a <private reason="x">b</private> c', f"a {MARK} c"),
        ("a &lt;private&gt;b&lt;/private&gt; c", f"a {MARK} c"),
        (r"a \u003cprivate\u003eb\u003c/private\u003e c", f"a {MARK} c"),
        ("a\n<private>\nb\n</private>\nc", f"a\n{MARK}\n\n\nc"),
    ],
)
def test_private_passages_go_with_their_tags(text: str, expected: str) -> None:
    assert redact(text).text == expected
    assert redact(expected).text == expected


@pytest.mark.parametrize(
    "text", ["<private/> a", "</private> a", "<PRIVATE KEY CONTENT> a", "private: a", "<privately>"]
)
def test_other_words_stay(text: str) -> None:
    assert redact(text).findings == ()


def test_a_tag_in_the_part_that_is_cut_out_covers_the_end() -> None:
    filler = "word " * MARGIN
    event = Event(SourceRef(Basis.TOOL, "x"), "run", f"start {filler}<private>{filler} quokka")
    assert "quokka" not in normalize(event, limit=1000).text
    assert "start" in normalize(event, limit=1000).text

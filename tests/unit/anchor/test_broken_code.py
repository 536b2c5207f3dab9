"""While code is being typed it does not parse: symbols keep their last good place."""

from __future__ import annotations

import pytest

from whylens.anchor.make import make_anchor
from whylens.anchor.outline import Outline
from whylens.anchor.resolve import resolve
from whylens.anchor.symbols import DocumentParser
from whylens.model.words import AnchorState

SCRIPT = """\
function first(a) {
  return a + 1;
}

function second(b) {
  const c = b * 2;
  return c;
}

function third(d) {
  return d - 3;
}
"""


def names(found: Outline) -> set[str]:
    return {one.name for one in found.symbols}


@pytest.mark.parametrize("typed", ["{", "(", "if (", "foo({", "`", "'", "/", "class {", "const x = ", "=> {"])
@pytest.mark.parametrize(
    "after", ["return a + 1;", "const c = b * 2;", "function second(b) {", "return d - 3;"]
)
def test_no_symbol_is_lost_while_a_statement_is_typed(typed: str, after: str) -> None:
    document = DocumentParser("javascript")
    before = document.update(SCRIPT)
    anchors = [make_anchor("a.js", SCRIPT, symbol=one.path, outline=before) for one in before.symbols]
    at = SCRIPT.index(after) + len(after)
    text = SCRIPT[:at] + "\n  "
    document.update(text + SCRIPT[at:])
    for letter in typed:
        text += letter
        places = resolve(anchors, "a.js", document.update(text + SCRIPT[at:]))
        lines = (text + SCRIPT[at:]).split("\n")
        for anchor, place in zip(anchors, places, strict=True):
            assert place.state is not AnchorState.LOST
            assert place.name_line is not None
            assert f"function {anchor.symbol[-1]}(" in lines[place.name_line - 1]


def test_a_symbol_that_is_deleted_while_the_file_is_broken_is_gone() -> None:
    document = DocumentParser("javascript")
    document.update(SCRIPT)
    broken = SCRIPT.replace("return d - 3;", "return d - (3;")
    document.update(broken)
    start, end = broken.index("function second"), broken.index("function third")
    assert "second" not in names(document.update(broken[:start] + broken[end:]))


def test_ghosts_go_when_the_code_parses_again() -> None:
    document = DocumentParser("javascript")
    before = document.update(SCRIPT)
    document.update(SCRIPT.replace("return a + 1;", "return `a + 1;"))
    assert document.update(SCRIPT).symbols == before.symbols
    renamed = document.update(SCRIPT.replace("second", "other"))
    assert names(renamed) == {"first", "other", "third"}

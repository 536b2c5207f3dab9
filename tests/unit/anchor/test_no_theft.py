"""No look-alike steals an anchor: of two equally good places none is chosen, in one file and in many."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.anchor.made_up import functions, modules
from tests.unit.anchor.test_outline_of_each_language import EXPECTED, sample
from whylens.anchor.languages import language_of
from whylens.anchor.make import make_anchor
from whylens.anchor.outline import Outline, Symbol
from whylens.anchor.relocate import relocate
from whylens.anchor.resolve import resolve
from whylens.anchor.symbols import outline
from whylens.model.anchor import Anchor
from whylens.model.words import AnchorState


def name_of(function: str) -> str:
    return function.removeprefix("def ").split("(")[0]


def anchored(text: str, name: str) -> Anchor:
    return make_anchor("shop/old.py", text, symbol=(name,))


@settings(deadline=None)
@given(parts=modules(), data=st.data())
def test_each_of_the_functions_that_went_to_other_files_is_followed(
    parts: list[str], data: st.DataObject
) -> None:
    """A change that spreads the functions of a file over others, the old file kept or not."""
    text = "\n\n".join(parts)
    files: dict[str, list[str]] = {"shop/old.py": [], "shop/one.py": [], "lib/two.py": []}
    homes = [data.draw(st.sampled_from(sorted(files))) for _ in parts]
    for part, home in zip(parts, homes, strict=True):
        files[home].append(part)
    after = {path: "import os\n\n\n" + "\n\n".join(own) for path, own in files.items() if own}
    for part, home in zip(parts, homes, strict=True):
        place = relocate(anchored(text, name_of(part)), after, text)
        state = AnchorState.EXACT if home == "shop/old.py" else AnchorState.MOVED
        assert (place.state, place.path, place.symbol) == (state, home, (name_of(part),))


@settings(deadline=None)
@given(parts=modules(), data=st.data())
def test_a_function_copied_to_two_files_is_lost(parts: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(parts) - 1))
    text, rest = "\n\n".join(parts), "\n\n".join([*parts[:at], *parts[at + 1 :]])
    after = {"shop/old.py": rest, "lib/a.py": parts[at], "lib/b.py": "import os\n\n\n" + parts[at]}
    assert relocate(anchored(text, name_of(parts[at])), after, text).state is AnchorState.LOST
    assert relocate(anchored(text, name_of(parts[at])), after).state is AnchorState.LOST


@settings(deadline=None)
@given(parts=modules(), data=st.data())
def test_a_function_copied_under_two_names_is_lost(parts: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(parts) - 1))
    name = name_of(parts[at])
    copies = [parts[at].replace(f"def {name}(", f"def {new}(") for new in ("made_first", "made_next")]
    text, after = "\n\n".join(parts), "\n\n".join([*parts[:at], *copies, *parts[at + 1 :]])
    anchor = anchored(text, name)
    assert relocate(anchor, {"shop/old.py": after}, text).state is AnchorState.LOST
    assert resolve([anchor], "shop/old.py", outline(after, "python"))[0].state is AnchorState.LOST


@settings(deadline=None)
@given(body=functions("case"), count=st.integers(2, 6), data=st.data())
def test_of_generated_functions_the_one_that_is_gone_is_in_no_other_file(
    body: str, count: int, data: st.DataObject
) -> None:
    """Generated code: the same function for each of many names, the same file for each of many types."""
    family = [body.replace("case", f"case_{number}") for number in range(count)]
    gone = data.draw(st.integers(0, count - 1))
    text, rest = "\n\n".join(family), "\n\n".join(part for at, part in enumerate(family) if at != gone)
    anchor = anchored(text, f"case_{gone}")
    after = {"shop/old.py": rest, "shop/like.py": rest}
    assert relocate(anchor, after, text).state is AnchorState.LOST
    assert relocate(anchor, after).state is AnchorState.LOST


def without(text: str, symbol: Symbol) -> str:
    lines = text.split("\n")
    return "\n".join([*lines[: symbol.doc_start - 1], *lines[symbol.end :]])


def callables(found: Outline) -> list[Symbol]:
    return [one for one in found.symbols if one.kind in ("function", "method", "test")]


@pytest.mark.parametrize("name", [name for name in EXPECTED if not name.endswith(".md")])
def test_in_every_language_a_function_that_is_gone_is_found_nowhere(name: str) -> None:
    text = sample(name)
    language = language_of(name, text)
    before = outline(text, language)
    for symbol in callables(before):
        anchor = make_anchor(name, text, symbol.name_line, symbol.path, before)
        rest = without(text, symbol)
        after = outline(rest, language)
        if after.by_path.get(symbol.path):
            continue  # an overload of the same name stays
        assert resolve([anchor], name, after)[0].state is AnchorState.LOST
        assert relocate(anchor, {name: after, f"other/{name}": after}, before).state is AnchorState.LOST


OVERLOADS = """\
class Shelf {
    void put(int item) { check(item); items.add(box(item)); total += weigh(item); }
    void put(long item) { check(item); items.add(box(item)); total += weigh(item); }
    void put(String item) { check(item); items.add(box(item)); total += weigh(item); }
}
"""


@pytest.mark.parametrize("line", [2, 3, 4])
def test_overloads_with_equal_bodies_stay_themselves_and_do_not_take_each_others_place(line: int) -> None:
    found = outline(OVERLOADS, "java")
    anchor = make_anchor("Shelf.java", OVERLOADS, line, ("Shelf", "put"), found)
    moved = outline("import java.util.List;\n\n" + OVERLOADS, "java")
    assert resolve([anchor], "Shelf.java", moved)[0].name_line == line + 2
    lines = OVERLOADS.split("\n")
    rest = outline("\n".join([*lines[: line - 1], *lines[line:]]), "java")
    assert resolve([anchor], "Shelf.java", rest)[0].state is AnchorState.LOST
    assert relocate(anchor, {"Shelf.java": rest}, found).state is AnchorState.LOST

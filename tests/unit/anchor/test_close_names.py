"""A function under a new name keeps its memories, however close that name is to another one."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.anchor.made_up import modules
from whylens.anchor.make import make_anchor
from whylens.anchor.mentions import Mentions
from whylens.anchor.relocate import relocate
from whylens.anchor.resolve import resolve
from whylens.anchor.symbols import outline
from whylens.model.anchor import Place
from whylens.model.words import AnchorState

#: How a new name may be made of a name that is there already.
CLOSE = ("_{}", "x_{}", "{}_", "{}2", "do_{}", "{}_all", "{}s")

OTHER = """\
def other(table, *, writer):
    for row in table.rows(sorted=True):
        yield writer.emit(row, flush=row.is_last)
    writer.close()
"""

C = """\
static int refill(struct shelf *shelf, int amount) {
    int taken = 0;
    while (taken < amount && shelf->source) {
        taken += take(shelf->source, amount - taken);
        shelf->weight += weigh(shelf, taken);
    }
    if (shelf->watched) tell(shelf->watcher, taken);
    shelf->count += taken;
    return taken;
}

int open_shop(struct shop *shop) {
    for (int i = 0; i < shop->size; i++)
        if (refill(shop->shelves[i], 10) < 10) return -1;
    return 0;
}

int restock(struct shop *shop, int amount) {
    return refill(shop->shelves[0], amount) == amount;
}
"""


def name_of(function: str) -> str:
    return function.removeprefix("def ").split("(")[0]


def followed(name: str, before: str, after: str, path: str = "a.py") -> tuple[Place, Place]:
    """Where `name` goes while the file is open, and where it goes with the text before at hand."""
    language = {"py": "python", "c": "c"}[path.rpartition(".")[2]]
    old, new = outline(before, language), outline(after, language)
    anchor = make_anchor(path, before, symbol=(name,), outline=old)
    return resolve([anchor], path, new)[0], relocate(anchor, {path: new}, old)


@settings(deadline=None)
@given(parts=modules(), pattern=st.sampled_from(CLOSE), data=st.data())
def test_a_new_name_close_to_one_that_is_there_already(
    parts: list[str], pattern: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(parts) - 1))
    near = data.draw(st.sampled_from([name_of(part) for part in parts]))
    name, new = name_of(parts[at]), pattern.format(near)
    text = "\n\n".join(parts)
    for place in followed(name, text, text.replace(f"def {name}(", f"def {new}(")):
        assert (place.state, place.symbol) == (AnchorState.RENAMED, (new,))


@settings(deadline=None)
@given(parts=modules(), pattern=st.sampled_from(CLOSE), data=st.data())
def test_a_new_function_under_a_close_name_is_not_the_one_that_is_gone(
    parts: list[str], pattern: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(parts) - 1))
    name = name_of(parts[at])
    rest = [*parts[:at], OTHER.replace("other", pattern.format(name)), *parts[at + 1 :]]
    for place in followed(name, "\n\n".join(parts), "\n\n".join(rest)):
        assert place.state is AnchorState.LOST


@pytest.mark.parametrize("pattern", CLOSE)
def test_a_part_taken_out_of_a_renamed_function_is_not_the_function(pattern: str) -> None:
    """The part has the closer name and nearly half of the body; the callers tell which is which."""
    helper = """\
static int _refill(struct shelf *shelf, int amount) {
    int taken = take(shelf->source, amount);
    shelf->weight += weigh(shelf, taken);
    return taken;
}

"""
    new = pattern.format("fill")
    after = helper + re.sub(r"\brefill\b", new, C).replace(
        "        taken += take(shelf->source, amount - taken);\n        shelf->weight += weigh(shelf, taken);\n",
        "        taken += _refill(shelf, amount - taken);\n",
    )
    place = followed("refill", C, after, "a.c")[1]
    assert (place.state, place.symbol) == (AnchorState.RENAMED, (new,))


def test_a_new_sibling_is_not_the_test_that_was_deleted() -> None:
    """What was copied from a test is as much like it as the tests beside it."""

    def case(name: str, item: str, count: int) -> str:
        return (
            f"def test_{name}():\n    shop = open_shop(items=['{item}'])\n    shop.refill('{item}', {count})\n"
            f"    assert shop.count('{item}') == {count}\n    shop.close('{name}')\n\n\n"
        )

    kept = case("of_apples", "apple", 3) + case("of_pears", "pear", 5)
    gone, fresh = case("of_plums", "plum", 8), case("of_nuts", "nut", 9)
    for place in followed("test_of_plums", kept + gone, kept + fresh):
        assert place.state is AnchorState.LOST


def mentions(before: str, name: str) -> Mentions:
    old = outline(before, "c")
    return Mentions(old, old.by_path[(name,)][0])


def test_callers_speak_for_the_new_name() -> None:
    spoken = mentions(C, "refill")
    after = outline(C.replace("refill", "top_up"), "c")
    assert spoken.speak_for(after, "top_up") == 1
    assert spoken.speak_for(after, "weigh") == 0


def test_a_caller_that_changed_still_speaks_by_its_words() -> None:
    after = outline(C.replace("refill(shop->shelves[i], 10)", "top_up(shop, i)"), "c")
    assert mentions(C, "refill").speak_for(after, "top_up") == 0.5


def test_nobody_speaks_where_nobody_did_or_where_all_are_gone() -> None:
    alone = C[: C.index("int open_shop")]
    assert mentions(alone, "refill").speak_for(outline(C, "c"), "top_up") is None
    assert mentions(C, "refill").speak_for(outline("int other;\n", "c"), "top_up") is None

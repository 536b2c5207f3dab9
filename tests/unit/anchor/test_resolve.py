"""Where anchors stand after the code around them, and they themselves, have changed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.anchor.made_up import functions, modules
from tests.unit.anchor.test_outline_of_each_language import EXPECTED, sample
from whylens.anchor.languages import language_of
from whylens.anchor.make import make_anchor
from whylens.anchor.outline import Outline
from whylens.anchor.resolve import resolve
from whylens.anchor.symbols import outline
from whylens.model.anchor import Anchor, Place
from whylens.model.words import AnchorState

TEXT = '''\
"""Made up."""


def weigh(item):
    """How heavy."""
    total = item.weight * 3
    return total + item.box


class Shelf:
    def refill(self, amount):
        for _ in range(amount):
            self.items.append(self.source.take())
        return len(self.items)

    def drain(self):
        taken, self.items = self.items, []
        return [item for item in taken if item.fresh]
'''


def python(text: str) -> Outline:
    return outline(text, "python")


def anchored(text: str, *symbol: str) -> Anchor:
    return make_anchor("a.py", text, symbol=symbol)


def place(anchor: Anchor, text: str) -> Place:
    return resolve([anchor], "a.py", python(text))[0]


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.parametrize("name", EXPECTED)
def test_every_symbol_of_a_text_is_exact_in_that_text(name: str) -> None:
    text = sample(name)
    found = outline(text, language_of(name, text))
    anchors = [make_anchor(name, text, one.name_line, one.path, found) for one in found.symbols]
    for symbol, there in zip(found.symbols, resolve(anchors, name, found), strict=True):
        assert there.state is AnchorState.EXACT
        assert (there.symbol, there.start, there.end) == (symbol.path, symbol.start, symbol.end)


@settings(deadline=None)
@given(
    parts=modules(), above=st.lists(st.sampled_from(["", "# made up", "import os"]), min_size=1, max_size=9)
)
def test_lines_added_above_change_only_the_place(parts: list[str], above: list[str]) -> None:
    text = "\n\n".join(parts)
    before, after = python(text), python("\n".join(above) + "\n\n" + text)
    anchors = [make_anchor("a.py", text, one.name_line + 1, outline=before) for one in before.symbols]
    for anchor, symbol, there in zip(anchors, before.symbols, resolve(anchors, "a.py", after), strict=True):
        assert there.state is AnchorState.EXACT
        assert there.symbol == symbol.path
        assert anchor.line is not None
        assert there.line == anchor.line + len(above) + 1


@settings(deadline=None)
@given(parts=modules(), data=st.data())
def test_a_deleted_function_is_lost_and_never_another_one(parts: list[str], data: st.DataObject) -> None:
    gone = data.draw(st.integers(0, len(parts) - 1))
    text, rest = "\n\n".join(parts), "\n\n".join(part for at, part in enumerate(parts) if at != gone)
    name = parts[gone].removeprefix("def ").split("(")[0]
    assert place(anchored(text, name), rest).state is AnchorState.LOST


@settings(deadline=None)
@given(body=functions("twin"), data=st.data())
def test_of_equal_functions_the_deleted_one_is_not_found_in_the_others(
    body: str, data: st.DataObject
) -> None:
    names = ["first", "second", "third"]
    gone = data.draw(st.sampled_from(names))
    text = "\n\n".join(body.replace("twin", name) for name in names)
    rest = "\n\n".join(body.replace("twin", name) for name in names if name != gone)
    assert place(anchored(text, gone), rest).state is AnchorState.LOST


@settings(deadline=None)
@given(body=functions("base"), number=st.integers(0, 9))
def test_of_look_alikes_the_deleted_one_is_not_found_in_the_others(body: str, number: int) -> None:
    twins = [body.replace("base", f"case_{at}") + f"    check({at})\n" for at in range(10)]
    rest = "\n".join(twin for at, twin in enumerate(twins) if at != number)
    assert place(anchored("\n".join(twins), f"case_{number}"), rest).state is AnchorState.LOST


@settings(deadline=None)
@given(parts=modules(), data=st.data())
def test_a_function_under_a_new_name_is_renamed(parts: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(parts) - 1))
    name = parts[at].removeprefix("def ").split("(")[0]
    text = "\n\n".join(parts)
    there = place(anchored(text, name), text.replace(f"def {name}(", "def under_a_new_name("))
    assert (there.state, there.symbol) == (AnchorState.RENAMED, ("under_a_new_name",))


@settings(deadline=None)
@given(parts=modules(), seed=st.randoms(use_true_random=False))
def test_shuffled_functions_stay_themselves(parts: list[str], seed: object) -> None:
    text = "\n\n".join(parts)
    before = python(text)
    anchors = [make_anchor("a.py", text, symbol=one.path, outline=before) for one in before.symbols]
    shuffled = parts.copy()
    seed.shuffle(shuffled)  # type: ignore[attr-defined]
    for anchor, there in zip(anchors, resolve(anchors, "a.py", python("\n\n".join(shuffled))), strict=True):
        assert (there.state, there.symbol) == (AnchorState.EXACT, anchor.symbol)


def test_a_changed_body_is_edited_and_the_line_is_followed() -> None:
    anchor = make_anchor("a.py", TEXT, line_of(TEXT, "return len"))
    after = TEXT.replace("range(amount):", "range(min(amount, 9)):\n            self.count += 1")
    there = place(anchor, after)
    assert (there.state, there.symbol) == (AnchorState.EDITED, ("Shelf", "refill"))
    assert there.line == line_of(after, "return len")


def test_a_deleted_line_is_nowhere_and_its_symbol_still_found() -> None:
    anchor = make_anchor("a.py", TEXT, line_of(TEXT, "total = item"))
    there = place(anchor, TEXT.replace("    total = item.weight * 3\n", "").replace("total + ", ""))
    assert (there.state, there.symbol, there.line) == (AnchorState.EDITED, ("weigh",), None)


def test_a_comment_line_is_followed() -> None:
    text = TEXT.replace("        taken,", "        # Copied: readers may hold the old list.\n        taken,")
    anchor = make_anchor("a.py", text, line_of(text, "# Copied"))
    after = "import os\n" + text
    assert place(anchor, after).line == line_of(after, "# Copied")


def test_a_method_that_leaves_its_class_has_moved() -> None:
    drain = TEXT[TEXT.index("    def drain") :]
    after = TEXT.replace(drain, "") + "\n\nclass Tank:\n" + drain
    there = place(anchored(TEXT, "Shelf", "drain"), after)
    assert (there.state, there.symbol) == (AnchorState.MOVED, ("Tank", "drain"))


def test_a_renamed_class_takes_its_methods_along() -> None:
    there = place(anchored(TEXT, "Shelf", "refill"), TEXT.replace("Shelf", "Rack"))
    assert (there.state, there.symbol) == (AnchorState.MOVED, ("Rack", "refill"))


def test_a_new_function_under_the_old_name_does_not_hide_where_the_old_one_went() -> None:
    after = TEXT.replace("def weigh(item)", "def weigh_all_of_it(item)")
    after += "\n\ndef weigh(cls, *, scale):\n    yield from scale.log\n    cls.close()\n"
    there = place(anchored(TEXT, "weigh"), after)
    assert (there.state, there.symbol) == (AnchorState.RENAMED, ("weigh_all_of_it",))


def test_a_rewritten_function_keeps_its_anchor() -> None:
    after = TEXT.replace(
        "    total = item.weight * 3\n    return total + item.box", "    return SCALE.ask(item)"
    )
    assert place(anchored(TEXT, "weigh"), after).state is AnchorState.EDITED


def test_an_anchor_heals_when_the_code_comes_back() -> None:
    anchor = anchored(TEXT, "Shelf", "drain")
    without = TEXT[: TEXT.index("    def drain")]
    assert place(anchor, without).state is AnchorState.LOST
    assert place(anchor, TEXT).state is AnchorState.EXACT


def test_overloads_are_told_apart_by_signature_and_body() -> None:
    text = """\
class Shelf {
    void refill(int amount) { size += amount; log(amount); }
    void refill(String name) { refill(name.length()); warn(name); }
}
"""
    found = outline(text, "java")
    first, second = (make_anchor("A.java", text, line, ("Shelf", "refill"), found) for line in (2, 3))
    after = text.replace("size += amount;", "size += amount * 2;").replace("warn(name)", "warn(name, 1)")
    places = resolve([first, second], "A.java", outline("\n" + after, "java"))
    assert [(one.state, one.name_line) for one in places] == [
        (AnchorState.EDITED, 3),
        (AnchorState.EDITED, 4),
    ]


def test_of_overloads_changed_beyond_recognition_none_is_chosen() -> None:
    text = "class A {\n  int f(int a) { return a + 1; }\n  int f(long b) { return b - 1; }\n}\n"
    after = "class A {\n  int f(Object x) { yield(); }\n  int f(Number y) { stop(); }\n}\n"
    anchor = make_anchor("A.java", text, 2)
    assert resolve([anchor], "A.java", outline(after, "java"))[0].state is AnchorState.LOST


def test_twins_are_told_apart_by_what_stands_around_them() -> None:
    twin = "int width(int a)\n{\n  return a + 41;\n}\n"
    text = f"int before;\n{twin}\nint between;\n{twin}\nint after;\n"
    found = outline(text, "c")
    first, second = (make_anchor("a.c", text, line, ("width",), found) for line in (4, 9))
    places = resolve([first, second], "a.c", outline("int added;\n" + text, "c"))
    assert [one.line for one in places] == [5, 10]


def test_twins_in_the_same_surroundings_are_lost() -> None:
    twin = "int width(int a)\n{\n  return a + 41;\n}\n\n"
    text = twin * 4
    anchor = replace(make_anchor("a.c", text, 8, ("width",)), line=None)
    assert resolve([anchor], "a.c", outline(twin * 9, "c"))[0].state is AnchorState.LOST


def test_a_symbol_held_by_one_anchor_is_not_given_to_another() -> None:
    text = "def one(a):\n    first(a)\n    return second(a)\n"
    after = text.replace("def one", "def two")
    gone, held = anchored(text, "one"), anchored(after, "two")
    assert place(gone, after).state is AnchorState.RENAMED
    assert resolve([gone, held], "a.py", python(after))[0].state is AnchorState.LOST


def test_places_come_in_the_order_of_the_anchors() -> None:
    anchors = [anchored(TEXT, "Shelf", "drain"), Anchor("a.py"), anchored(TEXT, "weigh")]
    assert [one.start for one in resolve(anchors, "a.py", python(TEXT))] == [16, 1, 4]


def test_a_method_of_a_deleted_class_is_not_found_in_another_class() -> None:
    def shelf(name: str, field: str) -> str:
        head = f"class {name}:\n    def __init__(self, items, size):\n"
        return head + f"        self.items = items\n        self.{field} = size\n"

    text = shelf("Shelf", "width") + "\n\n" + shelf("Rack", "height")
    anchor = anchored(text, "Shelf", "__init__")
    assert place(anchor, shelf("Rack", "height")).state is AnchorState.LOST
    same = shelf("Shelf", "width") + "\n\n" + shelf("Rack", "width")
    assert place(anchored(same, "Shelf", "__init__"), shelf("Rack", "width")).state is AnchorState.LOST

"""Where anchors go when a change moves code between files."""

from __future__ import annotations

from whylens.anchor.make import make_anchor
from whylens.anchor.relocate import relocate
from whylens.anchor.symbols import outline
from whylens.model.anchor import Anchor
from whylens.model.words import AnchorState

OLD = '''\
"""Made up."""


def weigh(item):
    total = item.weight * SCALE.factor
    return round(total + item.box.weight, 3)


def label(item, language):
    words = [language.word(part) for part in item.parts]
    return " ".join(words).strip().title()


def send(parcel, route):
    for stop in route.stops:
        stop.expect(parcel)
    route.last.deliver(parcel, signed=True)
'''
WEIGH = OLD[OLD.index("def weigh") : OLD.index("def label")]
LABEL = OLD[OLD.index("def label") : OLD.index("def send")]


def anchored(name: str) -> Anchor:
    return make_anchor("shop/old.py", OLD, symbol=(name,))


def test_a_file_under_a_new_path_is_followed() -> None:
    place = relocate(anchored("label"), {"shop/new.py": OLD, "shop/other.py": "x = 1\n"}, OLD)
    assert (place.state, place.path, place.symbol) == (AnchorState.MOVED, "shop/new.py", ("label",))


def test_a_function_that_moved_to_another_file_is_followed() -> None:
    files = {"shop/old.py": OLD.replace(LABEL, ""), "shop/words.py": "import re\n\n\n" + LABEL}
    place = relocate(anchored("label"), files, OLD)
    assert (place.state, place.path, place.name_line) == (AnchorState.MOVED, "shop/words.py", 4)


def test_a_function_that_moved_and_changed_is_edited_there() -> None:
    files = {"shop/old.py": OLD.replace(LABEL, ""), "shop/words.py": LABEL.replace(".title()", ".upper()")}
    place = relocate(anchored("label"), files, OLD)
    assert (place.state, place.path) == (AnchorState.EDITED, "shop/words.py")


def test_a_function_that_moved_under_a_new_name_is_renamed_there() -> None:
    files = {
        "shop/old.py": OLD.replace(LABEL, ""),
        "shop/words.py": LABEL.replace("def label", "def title_of"),
    }
    place = relocate(anchored("label"), files, OLD)
    assert (place.state, place.symbol) == (AnchorState.RENAMED, ("title_of",))


def test_a_function_that_changed_and_was_renamed_in_place_is_followed() -> None:
    after = OLD.replace("def label", "def title_of").replace(".strip()", "")
    place = relocate(anchored("label"), {"shop/old.py": after}, OLD)
    assert (place.state, place.symbol) == (AnchorState.RENAMED, ("title_of",))


def test_what_was_there_before_is_not_a_new_name() -> None:
    twin = WEIGH.replace("weigh(", "measure(").replace("3", "2")
    before, after = OLD + "\n\n" + twin, OLD.replace(WEIGH, "") + "\n\n" + twin
    anchor = make_anchor("shop/old.py", before, symbol=("weigh",))
    assert relocate(anchor, {"shop/old.py": after}, before).state is AnchorState.LOST


def test_two_equally_good_files_leave_the_anchor_lost() -> None:
    files = {"shop/old.py": OLD.replace(WEIGH, ""), "a/one.py": WEIGH, "b/two.py": WEIGH}
    assert relocate(anchored("weigh"), files, OLD).state is AnchorState.LOST


def test_a_short_body_elsewhere_is_no_trace() -> None:
    old = (
        "class A:\n    def name(self):\n        return self._name\n\n    def size(self):\n        return 1\n"
    )
    new = old.replace("    def name(self):\n        return self._name\n\n", "")
    other = "class B:\n    def title(self):\n        return self._name\n"
    anchor = make_anchor("a.py", old, symbol=("A", "name"))
    assert relocate(anchor, {"a.py": new, "b.py": other}, old).state is AnchorState.LOST


def test_a_file_that_split_in_two_gives_each_part_its_own() -> None:
    files = {"shop/scales.py": WEIGH, "shop/words.py": LABEL}
    assert relocate(anchored("weigh"), files, OLD).path == "shop/scales.py"
    assert relocate(anchored("label"), files, OLD).path == "shop/words.py"
    assert relocate(anchored("send"), files, OLD).state is AnchorState.LOST


def test_without_the_old_text_an_equal_body_is_still_followed() -> None:
    files = {"shop/words.py": outline("\n\n" + LABEL, "python")}
    place = relocate(anchored("label"), files)
    assert (place.state, place.path, place.name_line) == (AnchorState.MOVED, "shop/words.py", 3)


def test_an_anchor_to_a_line_follows_the_only_file_that_has_it() -> None:
    text = "rules:\n  keep: 30\n  # Longer breaks the export.\n  drop: 60\n  warn: 5\n"
    anchor = make_anchor("old.yaml", text, line=3)
    files = {"new.yaml": "version: 2\n" + text, "other.yaml": "rules:\n  keep: 1\n"}
    place = relocate(anchor, files)
    assert (place.path, place.line, place.state) == ("new.yaml", 4, AnchorState.MOVED)


def test_an_anchor_to_a_whole_file_that_is_gone_is_lost() -> None:
    assert relocate(Anchor("old.py"), {"new.py": "x = 1\n"}).state is AnchorState.LOST
    assert relocate(Anchor("old.py"), {"old.py": "x = 1\n"}).state is AnchorState.EXACT

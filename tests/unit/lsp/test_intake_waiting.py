"""The two lanes of what waits."""

from __future__ import annotations

from whylens.lsp.intake.waiting import Lane, Mark, Waiting


def mark(name: str = "", lane: Lane = Lane.CAPTURE, since: str | None = None) -> Mark:
    return Mark(name, None, lambda desk, since: (), since, lane)


def everything(waiting: Waiting) -> list[object]:
    return list(waiting.take(1_000, lambda one, other: True))


def test_what_the_user_wrote_goes_first_and_is_never_dropped() -> None:
    waiting = Waiting(most=2)
    for number in range(5):
        waiting.put(("ran", number), mark())
        waiting.put(("file", number), mark(lane=Lane.FIRST))
    assert everything(waiting) == [*(("file", n) for n in range(5)), ("ran", 3), ("ran", 4)]
    assert waiting.dropped == {"ran": 3}


def test_a_newer_mark_of_a_subject_takes_the_place_of_the_older_and_goes_last() -> None:
    waiting = Waiting()
    old, new = mark("old"), mark("new")
    waiting.put(("edit", "a"), old)
    waiting.put(("report", "a"), mark())
    waiting.put(("edit", "a"), new)
    assert waiting.get(("edit", "a")) is new
    assert everything(waiting) == [("report", "a"), ("edit", "a")]
    assert not waiting.dropped


def test_what_comes_back_goes_in_front_unless_something_newer_waits() -> None:
    waiting = Waiting()
    waiting.put(("edit", "a"), mark("newer"))
    waiting.put_back({("edit", "a"): mark("older"), ("ran", 1): mark()})
    assert everything(waiting) == [("ran", 1), ("edit", "a")]


def test_an_edit_that_could_not_be_handed_over_lengthens_the_one_after_it() -> None:
    waiting = Waiting()
    waiting.put(("edit", "a"), mark(since="second state"))
    waiting.put_back({("edit", "a"): mark(since="first state")})
    found = waiting.get(("edit", "a"))
    assert found is not None
    assert found.since == "first state"


def test_only_what_belongs_together_is_taken_together() -> None:
    waiting = Waiting()
    for name in ("a", "b", "a"):
        waiting.put((name, len(waiting)), mark(name))
    assert list(waiting.take(10, lambda one, other: one.uri == other.uri)) == [("a", 0), ("a", 2)]
    assert list(waiting.take(10, lambda one, other: True)) == [("b", 1)]

"""Learning knows what it has read, whatever happens to the history."""

from whylens.capture.ranges import HistoryState


def test_a_first_tip_is_read_from_the_start() -> None:
    state = HistoryState().with_tip("a")
    assert [(each.tip, each.exclude, each.done) for each in state.open] == [("a", (), 0)]


def test_an_interrupted_range_is_gone_on_with_after_a_restart() -> None:
    stored = HistoryState().with_tip("a").advanced(300).to_json()
    state = HistoryState.from_json(stored).with_tip("a")
    assert [(each.tip, each.done) for each in state.open] == [("a", 300)]


def test_new_commits_are_read_before_the_rest_of_an_interrupted_range() -> None:
    state = HistoryState().with_tip("a").advanced(300).with_tip("b")
    assert [(each.tip, each.exclude, each.done) for each in state.open] == [("b", ("a",), 0), ("a", (), 300)]


def test_a_tip_that_was_read_is_not_read_again() -> None:
    state = HistoryState().with_tip("a").closed().with_tip("a")
    assert state.open == ()
    assert state.with_tip("b").open[0].exclude == ("a",)


def test_a_stored_state_that_cannot_be_read_means_reading_anew() -> None:
    for broken in (None, "", "null", "[]", "{", '{"open": [{"tip": "a"}]}', '{"open": 3}', '{"read": null}'):
        assert HistoryState.from_json(broken) == HistoryState()

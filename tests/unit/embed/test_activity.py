import pytest

from whylens.embed.activity import IDLE_LIMIT, LONELY_LIMIT, Activity
from whylens.runtime.clock import ManualClock


@pytest.fixture
def clock():
    return ManualClock(100.0)


def test_a_worker_without_clients_ends_soon(clock):
    activity = Activity(clock)

    clock.advance(LONELY_LIMIT)
    assert not activity.should_end()
    clock.advance(0.1)
    assert activity.should_end()


def test_a_client_keeps_it_until_nobody_asked_for_a_while(clock):
    activity = Activity(clock)

    with activity.client():
        clock.advance(IDLE_LIMIT)
        assert not activity.should_end()
        clock.advance(0.1)
        assert activity.should_end()


def test_a_request_starts_the_wait_anew(clock):
    activity = Activity(clock)

    with activity.client():
        clock.advance(IDLE_LIMIT - 1)
        with activity.request() as taken:
            assert taken
        clock.advance(IDLE_LIMIT - 1)
        assert not activity.should_end()


def test_a_long_request_is_finished(clock):
    activity = Activity(clock)

    with activity.client(), activity.request():
        clock.advance(10 * IDLE_LIMIT)
        assert activity.idle == 0.0
        assert not activity.should_end()


def test_the_last_client_starts_the_shorter_wait(clock):
    activity = Activity(clock)
    with activity.client(), activity.client():
        clock.advance(30)

    clock.advance(LONELY_LIMIT)
    assert not activity.should_end()
    clock.advance(0.1)
    assert activity.should_end()


def test_no_request_is_taken_once_it_ends(clock):
    activity = Activity(clock)
    clock.advance(LONELY_LIMIT + 0.1)
    assert activity.should_end()

    with activity.client(), activity.request() as taken:
        assert not taken
    assert activity.should_end()

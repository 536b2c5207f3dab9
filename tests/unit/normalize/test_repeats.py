from whylens.normalize.repeats import Repeats


def test_the_same_digest_within_the_window_is_a_repeat() -> None:
    repeats = Repeats(seconds=60)
    assert not repeats.is_repeat("a", 0)
    assert repeats.is_repeat("a", 60)


def test_after_the_window_it_is_new_again() -> None:
    repeats = Repeats(seconds=60)
    repeats.is_repeat("a", 0)
    assert not repeats.is_repeat("a", 61)


def test_each_sight_starts_the_window_again() -> None:
    repeats = Repeats(seconds=60)
    assert [repeats.is_repeat("a", at) for at in (0, 50, 100, 150)] == [False, True, True, True]


def test_the_memory_is_bounded_and_forgets_what_was_unseen_longest() -> None:
    repeats = Repeats(seconds=1000, capacity=2)
    for at, digest in enumerate("abac"):
        repeats.is_repeat(digest, at)
    assert len(repeats) == 2
    assert repeats.is_repeat("a", 5)
    assert not repeats.is_repeat("b", 6)

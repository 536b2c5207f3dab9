import threading

from whylens.embed.turnstile import Turnstile


def test_the_most_urgent_goes_first_and_equals_go_in_order():
    turnstile, order = Turnstile(), []

    def enter(name, urgency):
        with turnstile.turn(urgency):
            order.append(name)

    with turnstile.turn(0):
        threads = []
        for name, urgency in [("bulk 1", 2), ("bulk 2", 2), ("count", 1), ("query 1", 0), ("query 2", 0)]:
            threads.append(threading.Thread(target=enter, args=(name, urgency)))
            threads[-1].start()
            while len(turnstile._waiting) < len(threads):
                pass
    for thread in threads:
        thread.join()

    assert order == ["query 1", "query 2", "count", "bulk 1", "bulk 2"]


def test_only_one_is_inside_at_a_time():
    turnstile, inside, most = Turnstile(), [], []

    def enter():
        for _ in range(50):
            with turnstile.turn(1):
                inside.append(1)
                most.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=enter) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert set(most) == {1}


def test_a_failure_inside_lets_the_next_one_in():
    turnstile = Turnstile()
    try:
        with turnstile.turn(0):
            raise ValueError
    except ValueError:
        pass

    with turnstile.turn(0):
        assert turnstile._waiting == []

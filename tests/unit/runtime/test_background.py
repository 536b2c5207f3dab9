import asyncio
import logging

from whylens.runtime.background import Background


async def test_what_is_spawned_runs_and_is_let_go():
    background, done = Background(), asyncio.Event()

    async def work():
        done.set()

    await background.spawn("work", work())

    assert done.is_set()
    assert len(background) == 0


async def test_a_failure_is_logged_and_goes_no_further(caplog):
    async def fail():
        raise ValueError("told to")

    with caplog.at_level(logging.ERROR):
        await Background().spawn("reading", fail())

    assert "background task reading failed" in caplog.text


async def test_stopping_cancels_and_waits_for_the_clean_up():
    background, cleaned, started = Background(), [], asyncio.Event()

    async def work():
        try:
            started.set()
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            cleaned.append(True)

    background.spawn("work", work())
    await started.wait()

    assert await background.stop() == ()
    assert cleaned == [True]


async def test_stopping_names_what_does_not_end():
    background, started, release = Background(), asyncio.Event(), asyncio.Event()

    async def stubborn():
        started.set()
        while not release.is_set():
            try:
                await release.wait()
            except asyncio.CancelledError:
                continue

    background.spawn("stubborn", stubborn())
    await started.wait()

    assert await background.stop(timeout=0.01) == ("stubborn",)
    release.set()


async def test_nothing_runs_after_stop_and_nobody_is_warned():
    background, ran = Background(), []
    await background.stop()

    async def work():
        ran.append(True)

    task = background.spawn("late", work())
    await asyncio.wait([task])

    assert task.cancelled()
    assert ran == []


async def test_a_task_may_stop_the_background_it_runs_in():
    background = Background()

    async def stop():
        await background.stop()

    await asyncio.wait_for(background.spawn("stop", stop()), timeout=5)

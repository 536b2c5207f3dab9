"""Learning that is cut off, by a closed window in the middle of a switch of branches, is noticed and gone on with."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.protocol.client import Client
from tests.protocol.conftest import Start
from tests.support.repository import Repository

ON_OPEN: dict[str, Any] = {"learn": {"onOpen": True}}
BY_HAND: dict[str, Any] = {"learn": {"onOpen": False}}

SENSOR = """\
def read_{0}(sensor):
    # HACK: sleep {0} ms before reading because sensor model {0} answers garbage right after it wakes
    return sensor.read()
"""
#: Enough for several steps of the run, so that there is a middle to be cut off in.
FILES, COMMITS = 450, 1200


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """Many comments on `main`, none of them on `bare`, and a history that takes a while."""
    made = Repository(tmp_path_factory.mktemp("grown") / "project")
    made.commit("Start", {"README.md": "Sensors.\n"})
    history = "".join(
        f"commit refs/heads/main\ncommitter A Developer <developer@example.com> {1704070000 + each} +0000\n"
        f"data <<END\n{_message(each)}END\n"
        + ("from refs/heads/main^0\n" if each == 0 else "")
        + f"M 100644 inline log_{each % 40}.py\ndata <<END\n{_code(each)}END\n\n"
        for each in range(COMMITS)
    )
    subprocess.run(
        ["git", "fast-import", "--quiet", "--force"], cwd=made.root, input=history.encode(), check=True
    )
    made.git("reset", "--hard", "--quiet")
    made.git("branch", "bare")
    made.commit("Add sensors", {f"sensor_{each}.py": _code(each) for each in range(FILES)})
    return made


def _message(each: int) -> str:
    """Few commits say why, so that making their vectors does not take the time of the test."""
    return _why(each) if each % 20 == 0 else f"Move reader {each}\n"


def _code(each: int) -> str:
    return SENSOR.format(each) if each % 20 == 7 else SENSOR.format(each).replace("HACK: ", "")


def _why(each: int) -> str:
    return (
        f"Limit reader {each} to one connection\n\n"
        f"Reader {each} keeps one connection only, because the gateway of building {each} drops the second.\n"
    )


async def until_learning(client: Client, done: int = 1) -> None:
    def reading() -> bool:
        told = [each["learning"] for each in client.messages("whylens/statusChanged")]
        return any(each and each["stage"] in ("commits", "files") and each["done"] >= done for each in told)

    await client.until(reading, within=60)


async def at_rest(client: Client) -> dict[str, Any]:
    """The status once nothing is being learned any more."""

    async def resting() -> Any:
        status = await client.request("whylens/status")
        return status if status["learning"] is None and status["learned"] else None

    return await client.until(resting, within=120)


async def killed(client: Client) -> None:
    """The window is gone without a word, and the child that learned with it."""
    client.process.kill()
    await client.gone()


def status_on_terminal(root: Path, home: Path, *options: str) -> str:
    command = [sys.executable, "-m", "whylens", "status", "--project", str(root), "--home", str(home)]
    return subprocess.run([*command, *options], capture_output=True, text=True, check=True).stdout


async def unfinished(root: Path, home: Path, why: str) -> None:
    """Wait until the terminal says so: a child outlives a killed server for a moment."""
    for _ in range(100):
        report = json.loads(status_on_terminal(root, home, "--json"))
        if report["unfinished"] and report["unfinished"]["why"] == why:
            return
        await asyncio.sleep(0.2)
    raise AssertionError(report)


@pytest.mark.parametrize("settings", [ON_OPEN, BY_HAND], ids=["on-open", "by-hand"])
async def test_comments_come_back_after_a_switch_that_was_cut_off(
    start: Start, grown: Repository, home: Path, settings: dict[str, Any]
) -> None:
    first = await start(settings=settings)
    await first.initialize(grown.root)
    await first.ready()
    await first.command("whylens.server.learn")
    await at_rest(first)
    file = grown.root / "sensor_7.py"
    uri = await first.open(file, SENSOR.format(7))
    assert "garbage" in await first.told(uri, 0)

    grown.git("switch", "--quiet", "bare")
    grown.commit(_why(COMMITS), {"log_0.py": SENSOR.format(COMMITS)})
    await first.command("whylens.server.learn")
    await until_learning(first)
    await killed(first)
    grown.git("switch", "--quiet", "main")

    again = await start(settings=settings)
    await again.initialize(grown.root)
    uri = await again.open(file, SENSOR.format(7))
    assert "garbage" in await again.until(lambda: again.hover(uri, 0), within=60)
    assert (await at_rest(again))["unfinished"] is None


async def test_a_first_run_by_hand_that_was_cut_off_goes_on_with_the_next_window(
    start: Start, grown: Repository, home: Path
) -> None:
    first = await start(settings=BY_HAND)
    await first.initialize(grown.root)
    await first.ready()
    await first.command("whylens.server.learn")
    await until_learning(first)
    await killed(first)
    await unfinished(grown.root, home, "interrupted")
    assert "interrupted before its end: `whylens learn` goes on" in status_on_terminal(grown.root, home)

    again = await start(settings=BY_HAND)
    await again.initialize(grown.root)
    await until_learning(again)
    assert (await at_rest(again))["unfinished"] is None
    assert "interrupted" not in status_on_terminal(grown.root, home)


async def test_what_the_user_stopped_rests_and_the_status_says_how_to_go_on(
    start: Start, grown: Repository, home: Path
) -> None:
    first = await start(settings=BY_HAND)
    await first.initialize(grown.root)
    await first.ready()
    await first.command("whylens.server.learn")
    await until_learning(first)
    token = first.messages("window/workDoneProgress/create")[0]["token"]
    first.notify("window/workDoneProgress/cancel", {"token": token})

    async def told() -> Any:
        return (await first.request("whylens/status"))["unfinished"]

    left = await first.until(told, within=30)
    assert left["why"] == "stopped"
    assert "whylens learn" in left["hint"]
    await first.end()

    again = await start(settings=BY_HAND)
    await again.initialize(grown.root)
    await again.ready()
    await asyncio.sleep(0.5)
    status = await again.request("whylens/status")
    assert status["learning"] is None
    assert status["unfinished"]["why"] == "stopped"


async def test_another_commit_checked_out_is_told_of_where_nothing_follows_it(
    start: Start, repository: Repository, home: Path
) -> None:
    client = await start(settings=BY_HAND)
    await client.initialize(repository.root)
    await client.ready()
    await client.command("whylens.server.learn")
    assert (await at_rest(client))["unfinished"] is None
    repository.commit(_why(1))
    assert (await client.request("whylens/status"))["unfinished"]["why"] == "behind"
    assert "another commit is checked out" in status_on_terminal(repository.root, home)

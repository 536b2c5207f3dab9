"""A memory that fails or hangs: quiet fallbacks for what the editor asks, one sentence for what the user asks."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

import pytest

from tests.protocol.client import Client, Refused, at, replace
from tests.protocol.conftest import SOURCE, Start, remember
from tests.support.repository import Repository

SERVER = Path(__file__).with_name("failing_server.py")


async def opened(
    start: Start, repository: Repository, home: Path, failures: str, *methods: str
) -> tuple[Client, str]:
    client = await start([sys.executable, str(SERVER), str(home), failures, *methods])
    await client.initialize(repository.root)
    uri = await client.open(repository.root / "upload.py", SOURCE)
    return client, uri


async def test_a_view_that_failed_is_tried_again_by_itself(
    start: Start, repository: Repository, home: Path
) -> None:
    client, uri = await opened(start, repository, home, "0")
    await remember(client, uri, 3, "Known to be slow")
    await client.end()
    client, uri = await opened(start, repository, home, "2", "view")
    await client.shows(uri, [(3, "⚠ 1 known defect")], within=20)
    assert client.messages("window/showMessage") == []


async def test_a_memory_that_always_fails_keeps_quiet(
    start: Start, repository: Repository, home: Path
) -> None:
    client, uri = await opened(
        start, repository, home, "always", "view", "recall", "context", "status", "observe"
    )
    assert await client.hover(uri, 3) is None
    assert await client.lenses(uri) == []
    assert await client.request("workspace/symbol", {"query": "something"}) == []
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    with pytest.raises(Refused, match="held the memory"):
        await client.request("whylens/context", at(uri, 3, 5))
    status = await client.request("whylens/status")
    assert "another process held the memory for too long" in status["degraded"]
    assert client.messages("window/showMessage") == []
    assert await client.end() == 0


async def test_a_memory_that_hangs_holds_up_nobody(start: Start, repository: Repository, home: Path) -> None:
    client, uri = await opened(start, repository, home, "slow", "view", "recall", "observe")
    await client.until(lambda: client.messages("whylens/statusChanged"))
    for method, params in (
        ("textDocument/hover", at(uri, 3, 5)),
        ("textDocument/codeLens", {"textDocument": {"uri": uri}}),
        ("workspace/symbol", {"query": "something"}),
    ):
        started = time.perf_counter()
        assert not await client.request(method, params)
        assert time.perf_counter() - started < 2.5
    started = time.perf_counter()
    assert await client.end() == 0
    assert time.perf_counter() - started < 8


async def test_failures_are_counted_and_said_in_the_status(
    start: Start, repository: Repository, home: Path
) -> None:
    client, _ = await opened(start, repository, home, "always", "recall")
    await client.until(lambda: client.messages("whylens/statusChanged"))
    for _ in range(3):
        await client.request("workspace/symbol", {"query": "something"})
    status = await client.request("whylens/status")
    assert status["latency"]["workspaceSymbol"]["failed"] == 3
    assert "handlers are failing" in status["degraded"]


async def test_what_the_store_could_not_take_is_kept_for_later(
    start: Start, repository: Repository, home: Path
) -> None:
    client, uri = await opened(start, repository, home, "1", "observe")
    comment = "    # HACK: x stays raw here because callers compare it\n"
    client.change(uri, 2, replace((14, 0), (14, 0), comment))
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})

    async def paused() -> bool:
        return any("capture pauses" in each for each in (await client.request("whylens/status"))["degraded"])

    await client.until(paused)
    assert "callers compare it" in await client.told(uri, 13)
    assert not await paused()
    assert client.messages("window/showMessage") == []


async def test_a_cancelled_command_stops(start: Start, repository: Repository, home: Path) -> None:
    client, uri = await opened(start, repository, home, "slow", "source")
    await client.ready()
    card = await remember(client, uri, 3, "Known to be slow")
    arguments = {"command": "whylens.server.source", "arguments": [{"id": card["id"], "show": True}]}
    asked, future = client.ask("workspace/executeCommand", arguments)
    await asyncio.sleep(0.3)
    started = time.perf_counter()
    client.notify("$/cancelRequest", {"id": asked})
    with pytest.raises(Refused) as refused:
        await future
    assert refused.value.code == -32800
    assert time.perf_counter() - started < 1
    await asyncio.sleep(3.5)
    assert client.messages("window/showDocument") == [], "the command went on after it was cancelled"


async def test_a_client_that_answers_nothing_is_served_all_the_same(
    start: Start, repository: Repository
) -> None:
    client = await start()
    client.ignored = {
        "workspace/codeLens/refresh",
        "client/registerCapability",
        "window/workDoneProgress/create",
        "window/showMessageRequest",
        "window/showDocument",
    }
    await client.initialize(repository.root)
    uri = await client.open(repository.root / "upload.py", SOURCE)
    await client.ready()
    card = await remember(client, uri, 3, "Known to be slow")
    asked, _ = client.ask(
        "workspace/executeCommand",
        {"command": "whylens.server.forget", "arguments": [{"id": card["id"], "ask": True}]},
    )
    await client.command("whylens.server.learn")
    await client.told(uri, 3)
    client.notify("$/cancelRequest", {"id": asked})
    assert await client.hover(uri, 3) is not None
    assert await client.end() == 0


async def test_nothing_is_done_until_the_client_has_said_what_the_settings_are(
    start: Start, repository: Repository, home: Path
) -> None:
    client = await start()
    client.ignored = {"workspace/configuration"}
    await client.initialize(repository.root)
    uri = await client.open(repository.root / "upload.py", SOURCE)
    assert await client.hover(uri, 3) is None
    assert await client.lenses(uri) == []
    assert (await client.request("whylens/status"))["mode"] == "off"
    assert await client.end() == 0
    assert not await asyncio.to_thread(home.exists)

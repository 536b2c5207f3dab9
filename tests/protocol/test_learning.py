"""First-day learning: in the background, visible, stoppable, and again when the history moves."""

from __future__ import annotations

import asyncio
from typing import Any

import psutil
import pytest

from tests.protocol.client import Client, Refused
from tests.protocol.conftest import SOURCE, Start
from tests.support.repository import Repository

LEARN: dict[str, Any] = {"learn": {"onOpen": True}}
WHY = """Retry each chunk three times

Retry a chunk at most three times in send_chunk because the storage gateway
drops the first request after an idle minute.
"""
RETRYING = SOURCE.replace(
    "    return connection.write(chunk)", "    for _ in range(3):\n        connection.write(chunk)"
)


async def test_a_repository_is_learned_when_it_is_opened(start: Start, repository: Repository) -> None:
    repository.commit(WHY, {"upload.py": RETRYING})
    client = await start(settings=LEARN)
    await client.initialize(repository.root)
    uri = await client.open(repository.root / "upload.py", RETRYING)
    text = await client.until(lambda: client.hover(uri, 3), within=60)
    assert "idle minute" in text
    progress = await client.until(lambda: ended(client), within=60)
    assert progress[0]["kind"] == "begin"
    assert progress[0]["title"] == "Whylens: learning"
    assert any(
        each["learning"] and each["learning"]["running"] for each in client.messages("whylens/statusChanged")
    )
    await client.until(lambda: client.messages("whylens/statusChanged")[-1]["learning"] is None)
    assert b"learning ended with code" not in client.log
    assert (await client.request("whylens/status"))["degraded"] == []


def ended(client: Client) -> list[dict[str, Any]] | None:
    values = [each["value"] for each in client.messages("$/progress")]
    return values if any(each["kind"] == "end" for each in values) else None


async def test_it_is_not_learned_where_the_setting_says_no(client: Client, repository: Repository) -> None:
    await asyncio.sleep(0.5)
    assert client.messages("window/workDoneProgress/create") == []
    assert (await client.command("whylens.server.learn"))["started"] is True
    await client.until(lambda: ended(client), within=60)


async def test_a_new_commit_is_learned_without_being_asked(start: Start, repository: Repository) -> None:
    client = await start(settings=LEARN)
    await client.initialize(repository.root)
    uri = await client.open(repository.root / "upload.py", RETRYING)
    await client.until(lambda: ended(client), within=60)
    repository.commit(WHY, {"upload.py": RETRYING})
    assert "idle minute" in await client.until(lambda: client.hover(uri, 3), within=60)


async def test_learning_ends_with_the_server(start: Start, repository: Repository) -> None:
    client = await start(settings=LEARN)
    await client.initialize(repository.root)
    server = psutil.Process(client.process.pid)
    children = await client.until(lambda: server.children(recursive=True))
    assert await client.end() == 0
    _, alive = psutil.wait_procs(children, timeout=5)
    assert alive == []


async def test_the_user_can_stop_learning(start: Start, repository: Repository) -> None:
    client = await start(settings=LEARN)
    await client.initialize(repository.root)
    token = (await client.until(lambda: client.messages("window/workDoneProgress/create")))[0]["token"]
    await client.until(lambda: client.messages("$/progress"))
    client.notify("window/workDoneProgress/cancel", {"token": token})
    await client.until(lambda: ended(client))
    client.notify("window/workDoneProgress/cancel", {"token": token})
    client.notify("window/workDoneProgress/cancel", {"token": "never made"})
    assert (await client.request("whylens/status"))["learning"] is None


async def test_the_window_stays_usable_while_learning_fails(start: Start, repository: Repository) -> None:
    client = await start(settings=LEARN)
    client.answers["window/workDoneProgress/create"] = lambda params: "nonsense"
    await client.initialize(repository.root)
    uri = await client.open(repository.root / "upload.py", SOURCE)
    with pytest.raises(Refused):
        await client.command("whylens.server.confirm", {"id": "none"})
    assert await client.hover(uri, 13) is None

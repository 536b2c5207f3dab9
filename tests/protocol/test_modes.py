"""What each mode allows, and that nothing happens before it is known."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.protocol.client import VSCODE, Client, Refused, at, replace
from tests.protocol.conftest import SOURCE, Start, remember
from tests.support.repository import Repository

DEFECT = "Known to be slow"
NO_LEARNING = {"learn": {"onOpen": False}}


async def opened(start: Start, repository: Repository, settings: Any, **options: Any) -> tuple[Client, str]:
    client = await start(settings=settings)
    await client.initialize(repository.root, options={"trusted": True, "commandLinks": True, **options})
    uri = await client.open(repository.root / "upload.py", SOURCE)
    await client.until(lambda: client.messages("whylens/statusChanged"))
    return client, uri


@pytest.fixture
async def remembered(start: Start, repository: Repository) -> None:
    """An earlier session kept a card."""
    client, uri = await opened(start, repository, NO_LEARNING)
    await remember(client, uri, 3, DEFECT)
    await client.end()


@pytest.mark.parametrize(
    ("settings", "options"),
    [
        ({"mode": "off"}, {}),
        ({"enabled": False}, {}),
        ({"mode": "fulll"}, {}),
        ({"enabled": "perhaps"}, {}),
        ("garbage", {}),
        ({"mode": "full"}, {"trusted": False}),
        ({"mode": "full"}, {"trusted": "maybe"}),
    ],
)
async def test_off_opens_nothing_shows_nothing_and_says_why(
    start: Start, repository: Repository, home: Path, settings: Any, options: dict[str, Any]
) -> None:
    client, uri = await opened(start, repository, settings, **options)
    assert await client.hover(uri, 3) is None
    assert await client.lenses(uri) == []
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    with pytest.raises(Refused, match="Whylens is off"):
        await remember(client, uri, 3, DEFECT)
    assert (await client.request("whylens/status"))["mode"] == "off"
    await client.end()
    assert not await asyncio.to_thread(home.exists), "nothing may be created where Whylens is off"


async def test_observe_shows_but_gives_nothing_to_an_assistant(
    start: Start, repository: Repository, remembered: None
) -> None:
    client, uri = await opened(start, repository, {"mode": "observe", **NO_LEARNING})
    assert DEFECT in await client.told(uri, 3)
    found = await client.request("whylens/context", at(uri, 3, 5))
    assert (found["text"], found["cards"], found["degraded"]) == ("", [], ["mode observe"])


async def test_read_only_shows_and_gives_but_changes_nothing(
    start: Start, repository: Repository, remembered: None
) -> None:
    client, uri = await opened(start, repository, {"mode": "read-only"})
    assert DEFECT in await client.told(uri, 3)
    assert DEFECT in (await client.request("whylens/context", at(uri, 3, 5)))["text"]
    (card,) = (await client.request("whylens/cards", {"textDocument": {"uri": uri}}))["cards"]
    for command in ("confirm", "reject", "forget"):
        with pytest.raises(Refused, match="read-only"):
            await client.command(f"whylens.server.{command}", {"id": card["id"]})
    with pytest.raises(Refused, match="read-only"):
        await client.command("whylens.server.learn")
    assert (await client.request("whylens/status"))["learning"] is None


async def test_modes_may_change_while_the_server_runs(
    start: Start, repository: Repository, remembered: None
) -> None:
    client, uri = await opened(start, repository, {"mode": "off"})
    assert await client.hover(uri, 3) is None
    client.settings = {"mode": "read-only"}
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    assert DEFECT in await client.told(uri, 3)
    client.settings = {"mode": "full", **NO_LEARNING}
    client.notify("workspace/didChangeConfiguration", {"settings": None})

    async def writable() -> bool:
        try:
            await remember(client, uri, 9, "Also slow")
        except Refused:
            return False
        return True

    await client.until(writable)
    client.settings = {"mode": "off"}
    client.notify("workspace/didChangeConfiguration", {"settings": None})

    async def dark() -> bool:
        return await client.hover(uri, 3) is None and await client.lenses(uri) == []

    await client.until(dark)


async def test_a_client_that_cannot_be_asked_is_taken_at_its_word(
    start: Start, repository: Repository
) -> None:
    client = await start()
    options = {"mode": "off", "learn": {"onOpen": False}}
    await client.initialize(repository.root, options=options, capabilities={})
    uri = await client.open(repository.root / "upload.py", SOURCE)
    with pytest.raises(Refused, match="off"):
        await remember(client, uri, 3, DEFECT)
    client.notify(
        "workspace/didChangeConfiguration", {"settings": {"whylens": {"mode": "full", **NO_LEARNING}}}
    )
    await client.ready()
    await remember(client, uri, 3, DEFECT)


async def test_a_client_that_does_not_answer_about_settings_gets_nothing(
    start: Start, repository: Repository, home: Path
) -> None:
    client = await start()
    client.answers["workspace/configuration"] = lambda params: 7
    await client.initialize(repository.root)
    uri = await client.open(repository.root / "upload.py", SOURCE)
    await client.until(lambda: client.messages("whylens/statusChanged"))
    with pytest.raises(Refused, match="cannot be read"):
        await remember(client, uri, 3, DEFECT)
    assert not await asyncio.to_thread(home.exists)


async def test_the_client_is_asked_to_say_when_settings_change(client: Client) -> None:
    (asked,) = await client.until(lambda: client.messages("client/registerCapability"))
    assert asked["registrations"][0]["method"] == "workspace/didChangeConfiguration"
    assert VSCODE["workspace"]["didChangeConfiguration"]["dynamicRegistration"]


async def test_edits_made_before_settings_are_known_are_not_lost(
    start: Start, repository: Repository
) -> None:
    client = await start()
    await client.initialize(repository.root)
    uri = await client.open(repository.root / "upload.py", SOURCE)
    text = SOURCE.replace(
        '"""Send one chunk."""', "# HACK: never retry here, because the gateway counts requests"
    )
    client.change(uri, 2, {"text": text})
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    assert "ever retry" in await client.told(uri, 3)
    client.change(uri, 3, replace((0, 0), (0, 0), "\n"))
    assert "ever retry" in await client.told(uri, 4)

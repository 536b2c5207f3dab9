"""The review queue and the user's hand over the wire: the real process, its answers, its undo."""

from __future__ import annotations

import json
from typing import Any

import pytest
import pytest_asyncio

from tests.protocol.client import Client, Refused, span
from tests.protocol.conftest import SOURCE, Start, remember
from tests.support.repository import Repository
from whylens.app import open_memory

DEFECT = "The last chunk is lost when the socket closes"
IMPORTS = [
    {
        "summary": "Chunks are at most 4 MB because the gateway refuses more",
        "kind": "decision",
        "files": ["upload.py"],
    },
    {"summary": "Never send two chunks at once", "kind": "constraint", "files": ["upload.py"]},
    {"summary": "The team meets on Mondays", "kind": "fact"},
]


@pytest_asyncio.fixture
async def reviewing(start: Start, repository: Repository, home: Any) -> Client:
    """A client with three imported cards that wait."""
    memory = open_memory(repository.root, home=home, embeddings=False)
    memory.import_lines([json.dumps(each) for each in IMPORTS], activate=False)
    memory.close()
    client = await start()
    await client.initialize(repository.root)
    await client.ready()
    return client


async def test_the_queue_is_told_by_group_with_reasons(reviewing: Client) -> None:
    found = await reviewing.request("whylens/queue")
    assert found["total"] == 3
    assert found["groups"] == [{"name": "imports", "count": 3, "reason": "imported, not activated"}]
    assert {each["group"] for each in found["cards"]} == {"imports"}


async def test_the_queue_is_narrowed_by_file_kind_and_limit(
    reviewing: Client, repository: Repository
) -> None:
    document = {"textDocument": {"uri": (repository.root / "upload.py").as_uri()}}
    assert (await reviewing.request("whylens/queue", document))["total"] == 2
    facts = await reviewing.request("whylens/queue", {"kinds": ["fact"], "limit": 0})
    assert (facts["total"], facts["cards"]) == (1, [])
    with pytest.raises(Refused):
        await reviewing.request("whylens/queue", {"groups": ["nothing"]})


async def test_many_are_judged_at_once_and_taken_back_at_once(reviewing: Client) -> None:
    ids = [each["id"] for each in (await reviewing.request("whylens/queue"))["cards"]]
    done = await reviewing.command("whylens.server.judge", {"ids": ids, "verdict": "confirm"})
    assert (done["count"], {each["status"] for each in done["cards"]}) == (3, {"active"})
    assert (await reviewing.request("whylens/queue"))["total"] == 0
    await reviewing.command("whylens.server.undo", {"id": ids[1]})
    assert (await reviewing.request("whylens/queue"))["total"] == 3


async def test_nothing_that_waits_is_shown_or_given(reviewing: Client, repository: Repository) -> None:
    uri = await reviewing.open(repository.root / "upload.py", SOURCE)
    assert await reviewing.lenses(uri) == []
    assert (await reviewing.request("whylens/cards", {"textDocument": {"uri": uri}}))["cards"] == []
    given = await reviewing.request(
        "whylens/context", {"textDocument": {"uri": uri}, "task": "send two chunks"}
    )
    assert given["cards"] == []


async def test_a_word_that_is_none_is_refused(reviewing: Client) -> None:
    ids = [each["id"] for each in (await reviewing.request("whylens/queue"))["cards"]]
    for wrong in (
        {"ids": ids, "verdict": "forget"},
        {"ids": [], "verdict": "confirm"},
        {"ids": ["W-ffff"], "verdict": "reject"},
    ):
        with pytest.raises(Refused):
            await reviewing.command("whylens.server.judge", wrong)
    assert (await reviewing.request("whylens/queue"))["total"] == 3


async def test_a_page_is_edited_and_comes_back_as_the_card(client: Client, uri: str) -> None:
    card = await remember(client, uri, 3, DEFECT)
    page = await client.command("whylens.server.page", {"id": card["id"]})
    text = page["text"].replace("The last chunk", "Every chunk").replace("kind: issue", "kind: constraint")
    saved = await client.command("whylens.server.savePage", {"id": card["id"], "text": text})
    assert (saved["summary"], saved["kind"]) == (DEFECT.replace("The last", "Every"), "constraint")
    assert "Every chunk" in await client.told(uri, 3)
    with pytest.raises(Refused, match="changed meanwhile"):
        await client.command("whylens.server.savePage", {"id": card["id"], "text": text})
    undone = await client.command("whylens.server.undo", {"id": card["id"]})
    assert (undone["undone"], undone["summary"]) == ("edit", DEFECT)


async def test_a_page_that_cannot_be_read_says_why_and_changes_nothing(client: Client, uri: str) -> None:
    card = await remember(client, uri, 3, DEFECT)
    page = await client.command("whylens.server.page", {"id": card["id"]})
    text = page["text"].replace("kind: issue", "kind: nonsense")
    with pytest.raises(Refused, match="no kind 'nonsense': use one of decision"):
        await client.command("whylens.server.savePage", {"id": card["id"], "text": text})
    assert (await client.command("whylens.server.page", {"id": card["id"]}))["text"] == page["text"]


@pytest.mark.parametrize(
    ("command", "arguments", "verb"),
    [
        ("pin", {}, "pin"),
        ("snooze", {"until": "2099-01-31"}, "snooze"),
        ("snooze", {"days": 3}, "snooze"),
        ("edit", {"summary": "Chunks are whole", "kind": "fact"}, "edit"),
        ("supersede", {"by": "The last chunk is kept since version 2", "why": "mended"}, "supersede"),
    ],
)
async def test_every_act_is_undone(
    client: Client, uri: str, command: str, arguments: dict[str, Any], verb: str
) -> None:
    card = await remember(client, uri, 3, DEFECT)
    before = (await client.request("whylens/cards", {"textDocument": {"uri": uri}}))["cards"]
    await client.command(f"whylens.server.{command}", {"id": card["id"], **arguments})
    undone = await client.command("whylens.server.undo", {"id": card["id"]})
    assert undone["undone"] == verb

    async def back() -> bool:
        after = (await client.request("whylens/cards", {"textDocument": {"uri": uri}}))["cards"]
        mine = [{**each, "version": 0} for each in after if each["id"] == card["id"]]
        return mine == [{**each, "version": 0} for each in before]

    await client.until(back)


async def test_a_card_leaves_its_place_and_stands_where_it_belongs(client: Client, uri: str) -> None:
    card = await remember(client, uri, 3, DEFECT)
    await client.shows(uri, [(3, "⚠ 1 known defect")])
    here = {"id": card["id"], "uri": uri, "position": {"line": 3, "character": 0}}
    await client.command("whylens.server.notHere", here)
    await client.shows(uri, [])
    await client.command("whylens.server.undo", {})
    await client.shows(uri, [(3, "⚠ 1 known defect")])
    there = {"uri": uri, "position": {"line": 9, "character": 8}}
    await client.command("whylens.server.notHere", {**here, "moveTo": there})
    await client.shows(uri, [(9, "⚠ 1 known defect")])


async def test_a_snoozed_card_has_no_lens(client: Client, uri: str) -> None:
    card = await remember(client, uri, 3, DEFECT)
    await client.shows(uri, [(3, "⚠ 1 known defect")])
    done = await client.command("whylens.server.snooze", {"id": card["id"], "until": "2099-01-31"})
    assert done["until"] == "2099-01-31"
    await client.shows(uri, [])


async def test_a_confidence_is_explained(client: Client, uri: str) -> None:
    card = await remember(client, uri, 3, DEFECT)
    told = await client.command("whylens.server.why", {"id": card["id"], "show": True})
    assert sum(each["amount"] for each in told["lines"]) == pytest.approx(told["confidence"])
    (message,) = client.messages("window/showMessage")
    assert message["message"] == told["text"]


async def test_the_hover_links_to_the_rest_of_what_can_be_done(client: Client, uri: str) -> None:
    await remember(client, uri, 3, DEFECT)
    text = await client.told(uri, 3)
    for command in ("whylens.edit", "whylens.more"):
        assert f"command:{command}?" in text


async def test_a_client_without_commands_of_its_own_has_every_act_as_an_action(
    start: Start, repository: Repository
) -> None:
    client = await start()
    await client.initialize(repository.root, options={"trusted": True})
    uri = await client.open(repository.root / "upload.py", SOURCE)
    card = await remember(client, uri, 3, DEFECT)
    found = await client.until(lambda: client.actions(uri, span((3, 5), (3, 5))))
    commands = {each["command"]["command"]: each["command"]["arguments"] for each in found}
    assert {"pin", "snooze", "notHere", "why", "reject", "forget"} <= {
        name.removeprefix("whylens.server.") for name in commands
    }
    assert all(name.startswith("whylens.server.") for name in commands)
    await client.command("whylens.server.pin", *commands["whylens.server.pin"])
    assert "pinned" in await client.told(uri, 3)
    assert card["id"] == commands["whylens.server.pin"][0]["id"]


async def test_an_opened_card_is_noted(client: Client, uri: str) -> None:
    card = await remember(client, uri, 3, DEFECT)
    await client.shows(uri, [(3, "⚠ 1 known defect")])
    client.notify("whylens/opened", {"uri": uri, "ids": [card["id"], "not a card"]})

    async def seen() -> Any:
        return (await client.command("whylens.server.why", {"id": card["id"]}))["seen"]

    (noted,) = await client.until(seen)
    assert (noted["signal"], noted["count"], noted["amount"]) == ("opened", 1, 0)


@pytest.mark.parametrize(
    "name", ["judge", "page", "savePage", "edit", "supersede", "pin", "snooze", "notHere", "why"]
)
@pytest.mark.parametrize("argument", [None, {}, {"id": 7}, {"id": "W-ffffffff"}, [], "W-ffffffff"])
async def test_a_command_that_cannot_be_read_is_an_error_and_no_end(
    client: Client, name: str, argument: Any
) -> None:
    with pytest.raises(Refused):
        await client.command(f"whylens.server.{name}", argument)
    assert (await client.request("whylens/status"))["database"]

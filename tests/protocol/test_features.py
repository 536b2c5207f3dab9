"""What a user sees: hover, lenses, actions, commands, context, cards, symbols and status."""

from __future__ import annotations

import json
import re
from urllib.parse import unquote

import pytest

from tests.protocol.client import Client, Refused, at, span
from tests.protocol.conftest import SOURCE, Start, remember
from tests.support.repository import Repository

DEFECT = "The last chunk is lost when the socket closes"


async def test_a_hover_says_what_is_known_of_the_function(client: Client, uri: str) -> None:
    await remember(client, uri, 3, DEFECT)
    text = await client.told(uri, 3)
    assert text.startswith(f"**⚠ Known defect** — {DEFECT}")
    assert "confirmed · " in text
    assert "command:whylens.reject?" in text
    assert await client.hover(uri, 13) is None


async def test_a_hover_for_a_client_without_command_links_has_none(
    start: Start, repository: Repository
) -> None:
    client = await start()
    await client.initialize(repository.root, options={"trusted": True})
    uri = await client.open(repository.root / "upload.py", SOURCE)
    await remember(client, uri, 3, DEFECT)
    text = await client.told(uri, 3)
    assert "command:" not in text
    assert "](file://" in text


async def test_a_hover_for_a_client_without_markdown_is_plain(start: Start, repository: Repository) -> None:
    client = await start()
    await client.initialize(repository.root, capabilities={})
    uri = await client.open(repository.root / "upload.py", SOURCE)
    await remember(client, uri, 3, "Keep *this* as_it_is")
    found = await client.request("textDocument/hover", at(uri, 3, 5))
    assert found["contents"]["kind"] == "plaintext"
    assert "⚠ Known defect: Keep *this* as_it_is" in found["contents"]["value"]


async def test_a_lens_counts_what_is_worth_a_line(client: Client, uri: str) -> None:
    await remember(client, uri, 3, DEFECT)
    await remember(client, uri, 3, "Chunks are at most 4 MB because the gateway refuses more", "decision")
    await remember(client, uri, 3, "Chunks are sent in order", "fact")
    await remember(client, uri, 9, "Finishing is idempotent", "fact")
    await client.shows(uri, [(3, "⚠ 1 known defect · 1 decision")])


async def test_a_lens_names_the_command_that_lists_its_cards(client: Client, uri: str) -> None:
    card = await remember(client, uri, 9, DEFECT)
    (lens,) = await client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    assert lens["command"]["command"] == "whylens.showCards"
    assert lens["command"]["arguments"] == [uri, [card["id"]]]
    assert await client.request("codeLens/resolve", lens) == lens


async def test_a_client_without_a_list_of_its_own_gets_the_cards_as_a_message(
    start: Start, repository: Repository
) -> None:
    client = await start()
    await client.initialize(repository.root, options={})
    uri = await client.open(repository.root / "upload.py", SOURCE)
    await remember(client, uri, 9, DEFECT)
    await client.shows(uri, [(9, "⚠ 1 known defect")])
    (lens,) = await client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    await client.command(lens["command"]["command"], *lens["command"]["arguments"])
    (message,) = client.messages("window/showMessage")
    assert message["message"].startswith(f"⚠ {DEFECT}")


@pytest.mark.parametrize(("setting", "lines"), [("off", []), ("defects", [3]), ("all", [3, 9])])
async def test_the_setting_decides_where_lenses_appear(
    start: Start, repository: Repository, setting: str, lines: list[int]
) -> None:
    client = await start(settings={"codeLens": setting, "learn": {"onOpen": False}})
    await client.initialize(repository.root)
    uri = await client.open(repository.root / "upload.py", SOURCE)
    await remember(client, uri, 3, DEFECT)
    await remember(client, uri, 9, "Finishing twice is allowed because clients retry", "decision")
    assert [line for line, _ in await client.lenses(uri)] == lines


async def test_a_settled_setting_change_is_followed(client: Client, uri: str) -> None:
    await remember(client, uri, 3, DEFECT)
    assert await client.lenses(uri)
    client.settings = {"codeLens": "off", "hover": {"enabled": False}, "learn": {"onOpen": False}}
    client.notify("workspace/didChangeConfiguration", {"settings": {}})

    async def gone() -> bool:
        return not await client.lenses(uri)

    await client.until(gone)
    assert await client.hover(uri, 3) is None


async def test_actions_are_offered_for_the_cards_at_the_cursor(client: Client, uri: str) -> None:
    card = await remember(client, uri, 3, DEFECT)
    found = await client.until(lambda: client.actions(uri, span((3, 5), (3, 5))))
    commands = [(each["title"].split(" “")[0], each["command"]["command"]) for each in found]
    assert commands == [
        ("Whylens: Reject", "whylens.server.reject"),
        ("Whylens: Edit", "whylens.edit"),
        ("Whylens: Not here:", "whylens.server.notHere"),
        ("Whylens: Forget", "whylens.server.forget"),
        ("Whylens: Open source of", "whylens.openSource"),
        ("Whylens: More about", "whylens.more"),
    ]
    assert all(each["command"]["arguments"][0]["id"] == card["id"] for each in found)
    assert await client.request("codeAction/resolve", found[0]) == found[0]


async def test_no_action_is_offered_unasked(client: Client, uri: str) -> None:
    await remember(client, uri, 3, DEFECT)
    assert await client.actions(uri, span((3, 5), (3, 12)), triggerKind=2) == []
    assert await client.actions(uri, span((3, 5), (3, 12)), only=["source.organizeImports"]) == []


async def test_a_selection_can_be_remembered_by_any_client(start: Start, repository: Repository) -> None:
    client = await start()
    await client.initialize(repository.root, options={})
    await client.ready()
    text = SOURCE.replace(
        '"""Send one chunk."""', "# 🙂 chunks are never retried, because the gateway counts them"
    )
    uri = await client.open(repository.root / "upload.py", text)
    line = text.splitlines()[4]
    units = len(line.encode("utf-16-le")) // 2
    (action,) = await client.until(lambda: client.actions(uri, span((4, 9), (4, units))))
    assert action["title"] == "Whylens: Remember selection"
    command = action["command"]
    card = await client.command(command["command"], *command["arguments"])
    assert card["summary"] == "chunks are never retried, because the gateway counts them"
    assert "never retried" in await client.told(uri, 3)


async def test_a_rejected_card_is_gone_from_the_next_hover_and_comes_back_with_undo(
    client: Client, uri: str
) -> None:
    card = await remember(client, uri, 3, DEFECT)
    await client.command("whylens.server.reject", {"id": card["id"], "why": "it was fixed"})
    assert await client.hover(uri, 3) is None
    await client.shows(uri, [])
    assert (await client.command("whylens.server.undo"))["undone"] == "reject"
    assert DEFECT in await client.told(uri, 3)


async def test_undo_takes_back_what_was_remembered(client: Client, uri: str) -> None:
    await remember(client, uri, 3, DEFECT)
    await client.command("whylens.server.undo")
    assert await client.hover(uri, 3) is None
    with pytest.raises(Refused, match="nothing to undo"):
        await client.command("whylens.server.undo")


async def test_a_hover_takes_back_the_confirmation_that_was_just_given(
    client: Client, uri: str, repository: Repository
) -> None:
    """A learned card, for one that is written by hand comes confirmed."""
    commented = SOURCE.replace(
        '    """Send one chunk."""',
        "    # HACK: flush after each chunk because the gateway drops the first byte",
    )
    repository.commit("Start again", {"upload.py": commented})
    await client.command("whylens.server.learn")
    client.change(uri, 2, {"text": commented})
    first = await client.until(lambda: client.hover(uri, 3), within=60)
    assert "[Confirm](command:whylens.confirm" in first
    card_id = re.search(r"%22id%22%3A%20%22([0-9a-f]+)%22", first)
    assert card_id is not None
    await client.command("whylens.server.confirm", {"id": card_id[1]})
    confirmed = await client.told(uri, 3)
    assert "confirmed · " in confirmed
    assert "[Undo confirm](command:whylens.undo" in confirmed
    done = await client.command("whylens.server.undo", {"id": card_id[1]})
    assert (done["undone"], done["id"]) == ("confirm", card_id[1])
    assert await client.told(uri, 3) == first


async def test_undo_takes_back_what_was_done_to_the_card_that_is_named(client: Client, uri: str) -> None:
    first = await remember(client, uri, 3, DEFECT)
    second = await remember(client, uri, 10, "Closing twice is harmless")
    await client.command("whylens.server.reject", {"id": first["id"]})
    await client.command("whylens.server.reject", {"id": second["id"]})
    undone = await client.command("whylens.server.undo", {"id": first["handle"]})
    assert (undone["undone"], undone["id"], undone["status"]) == ("reject", first["id"], "active")
    assert DEFECT in await client.told(uri, 3)
    assert await client.hover(uri, 10) is None


async def test_forgetting_is_asked_about_where_the_client_cannot_ask(client: Client, uri: str) -> None:
    card = await remember(client, uri, 3, DEFECT)
    client.answers["window/showMessageRequest"] = lambda params: {"title": "Cancel"}
    assert await client.command("whylens.server.forget", {"id": card["id"], "ask": True}) is None
    assert await client.hover(uri, 3)
    client.answers["window/showMessageRequest"] = lambda params: params["actions"][0]
    done = await client.command("whylens.server.forget", {"id": card["id"], "ask": True})
    assert done["proof"]["cards"] == 1
    assert await client.hover(uri, 3) is None


async def test_the_source_of_a_card_can_be_opened(client: Client, uri: str) -> None:
    card = await remember(client, uri, 3, DEFECT)
    found = await client.command("whylens.server.source", {"id": card["id"]})
    assert unquote(found["uri"]) == unquote(uri)
    assert found["line"] == 4
    await client.command("whylens.server.source", {"id": card["handle"], "show": True})
    (shown,) = client.messages("window/showDocument")
    assert shown["selection"]["start"]["line"] == 3


async def test_cards_of_a_file_come_with_their_place(client: Client, uri: str) -> None:
    card = await remember(client, uri, 9, DEFECT)
    (found,) = (await client.request("whylens/cards", {"textDocument": {"uri": uri}}))["cards"]
    assert (found["id"], found["state"], found["symbol"]) == (card["id"], "exact", "Upload › close")
    assert found["range"]["start"]["line"] == 9
    assert found["source"]["label"]


async def test_cards_of_a_closed_file_are_read_from_disk(
    client: Client, uri: str, repository: Repository
) -> None:
    await remember(client, uri, 9, DEFECT)
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    (found,) = (await client.request("whylens/cards", {"textDocument": {"uri": uri}}))["cards"]
    assert found["state"] == "exact"


async def test_the_context_holds_the_cards_of_the_place_within_the_budget(client: Client, uri: str) -> None:
    card = await remember(client, uri, 3, DEFECT)
    params = {**at(uri, 4, 0), "task": "make uploads resumable", "budget": 200}
    found = await client.request("whylens/context", params)
    assert [each["id"] for each in found["cards"]] == [card["id"]]
    assert DEFECT in found["text"]
    assert 0 < found["tokens"] <= 200
    assert {"dropped", "degraded"} <= found.keys()


async def test_workspace_symbols_find_cards(client: Client, uri: str) -> None:
    await remember(client, uri, 3, DEFECT)
    (found,) = await client.request("workspace/symbol", {"query": "socket closes chunk"})
    assert found["name"] == f"⚠ {DEFECT}"
    assert found["location"]["range"]["start"]["line"] == 3
    assert await client.request("workspace/symbol", {"query": "so"}) == []


async def test_the_status_says_what_is_there(client: Client, uri: str) -> None:
    await remember(client, uri, 3, DEFECT)
    status = await client.request("whylens/status")
    assert status["mode"] == "full"
    assert status["cards"]["total"] == 1
    assert status["cards"]["byKind"] == {"issue": 1}
    assert status["learning"] is None
    assert set(status["vectors"]) == {"done", "total"}
    assert status["sqlite"]
    assert status["latency"]["remember"]["calls"] == 1
    await client.until(
        lambda: any(each["cards"]["total"] == 1 for each in client.messages("whylens/statusChanged"))
    )


async def test_export_gives_every_card_as_a_line(client: Client, uri: str) -> None:
    await remember(client, uri, 3, DEFECT)
    found = await client.command("whylens.server.export")
    assert found["count"] == 1
    assert json.loads(found["text"])["summary"] == DEFECT


async def test_a_user_error_is_one_sentence_with_the_next_step(client: Client, uri: str) -> None:
    with pytest.raises(Refused, match="recall"):
        await client.command("whylens.server.confirm", {"id": "W-none"})
    with pytest.raises(Refused, match="use one of"):
        await client.command("whylens.server.remember", {"text": "x", "kind": "opinion"})
    with pytest.raises(Refused, match="nothing to remember"):
        await client.command("whylens.server.remember", {"text": "  "})

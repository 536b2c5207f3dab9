"""The protocol shell: every request is answered, nothing a client sends can stop or mislead the server."""

from __future__ import annotations

import asyncio
import json
import sys

import pytest

from tests.protocol.client import Client, Refused, at, replace
from tests.protocol.conftest import SOURCE, Start, remember
from tests.support.repository import Repository

#: Params no handler can use, of every shape.
NONSENSE = [None, [], "text", 7, True, {"textDocument": None}, {"textDocument": []}, {"uri": {"a": 1}}, [[]]]


@pytest.mark.parametrize(
    "method",
    [
        "textDocument/hover",
        "textDocument/codeLens",
        "codeLens/resolve",
        "textDocument/codeAction",
        "codeAction/resolve",
        "workspace/symbol",
        "workspace/executeCommand",
        "whylens/cards",
        "whylens/context",
        "whylens/status",
        "no/such/method",
    ],
)
async def test_malformed_params_are_answered_and_do_no_harm(client: Client, uri: str, method: str) -> None:
    for params in NONSENSE:
        _, future = client.ask(method, params)
        async with asyncio.timeout(10):
            await asyncio.wait([future])
        if (error := future.exception()) is not None:
            assert isinstance(error, Refused)
            assert "Traceback" not in str(error)
    assert client.messages("window/showMessage") == []
    assert await client.lenses(uri) == []


async def test_malformed_notifications_are_dropped(client: Client, uri: str) -> None:
    for method in (
        "textDocument/didChange",
        "textDocument/didOpen",
        "whylens/diagnostics",
        "whylens/focus",
        "x/y",
    ):
        for params in NONSENSE:
            client.notify(method, params)
    assert await client.lenses(uri) == []
    assert client.messages("window/showMessage") == []


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        [None],
        [7],
        [[]],
        [{}],
        [{"id": 7}],
        [{"id": None}],
        [{"id": {"a": 1}}],
        [{"id": "a"}, {"id": "b"}, 3],
    ],
)
async def test_malformed_arguments_of_commands_are_refused(client: Client, arguments: list[object]) -> None:
    for command in ("remember", "confirm", "reject", "forget", "source", "showCards"):
        with pytest.raises(Refused) as refused:
            await client.command(f"whylens.server.{command}", *arguments)
        assert refused.value.code in (-32602, -32803)
        assert "log" not in refused.value.message, "this was a failure of ours, not a refusal"


async def test_bodies_that_are_no_messages_are_survived(client: Client, uri: str) -> None:
    for body in (
        b"{",
        b"[]",
        b"7",
        b"null",
        b'"x"',
        b"{}",
        b'{"jsonrpc":"1.0","id":1,"method":"shutdown"}',
        b"\xff\xfe",
    ):
        client.send_bytes(body)
    assert await client.lenses(uri) == []


async def test_a_request_that_is_no_message_of_version_two_is_answered(client: Client) -> None:
    client.send({"jsonrpc": "1.0", "id": "old", "method": "shutdown"})
    await client.until(
        lambda: [each for each in client.received if each.get("id") == "old" and "error" in each]
    )


async def test_a_payload_that_looks_like_a_message_is_only_a_payload(client: Client, uri: str) -> None:
    inner = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "exit",
        "params": {"class": 1, "file-path": 2, "type_name": "X"},
    }
    with pytest.raises(Refused, match=r"-32602|-32803"):
        await client.command("whylens.server.remember", {"text": inner})
    found = await client.request("whylens/context", {"task": "x", "payload": inner})
    assert found["text"] is not None
    client.notify("whylens/diagnostics", {"uri": uri, "diagnostics": [inner]})
    assert await client.lenses(uri) == []


async def test_requests_before_initialize_are_refused(start: Start) -> None:
    client = await start()
    with pytest.raises(Refused) as refused:
        await client.request("whylens/status")
    assert refused.value.code == -32002


async def test_a_second_initialize_and_requests_after_shutdown_are_refused(client: Client) -> None:
    with pytest.raises(Refused, match="initialized before"):
        await client.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    await client.request("shutdown")
    with pytest.raises(Refused, match="shutting down"):
        await client.request("whylens/status")


async def test_an_unknown_request_is_answered_without_a_message_to_the_user(client: Client) -> None:
    with pytest.raises(Refused) as refused:
        await client.request("whylens/nothing")
    assert refused.value.code == -32601
    assert client.messages("window/showMessage") == []


async def test_hundreds_of_requests_at_once_are_all_answered(client: Client, uri: str) -> None:
    await remember(client, uri, 3, "Known to be slow")
    waiting = [client.ask("textDocument/hover", at(uri, 3, 5))[1] for _ in range(300)]
    async with asyncio.timeout(15):
        found = await asyncio.gather(*waiting)
    assert all(found)


async def test_a_cancelled_request_is_answered_at_once(client: Client, uri: str) -> None:
    asked, future = client.ask("whylens/context", {**at(uri, 3, 5), "task": "x"})
    client.notify("$/cancelRequest", {"id": asked})
    async with asyncio.timeout(5):
        await asyncio.wait([future])
    client.notify("$/cancelRequest", {"id": 999_999})
    assert await client.request("whylens/status")


async def test_changes_arrive_in_the_order_they_were_sent(client: Client, uri: str) -> None:
    await remember(client, uri, 3, "Known to be slow")
    for version in range(2, 52):
        client.change(uri, version, replace((0, 0), (0, 0), "\n"))
    await client.told(uri, 53)
    assert await client.hover(uri, 3) is None
    await client.shows(uri, [(53, "⚠ 1 known defect")])


async def test_no_code_and_no_card_stands_in_the_log(client: Client, uri: str) -> None:
    secret = "xyzzy-is-only-in-the-text"
    client.change(uri, 2, {"text": f"{SOURCE}\n# {secret}\n"})
    await remember(client, uri, 3, f"{secret} is known")
    await client.hover(uri, 3)
    client.notify(
        "textDocument/didChange",
        {"textDocument": {"uri": "file:///none.py", "version": 1}, "contentChanges": [{"text": secret}]},
    )
    client.notify("textDocument/didChange", {"textDocument": 7, "contentChanges": [{"text": secret}]})
    with pytest.raises(Refused):
        await client.command("whylens.server.remember", {"text": [secret]})
    await client.end()
    assert secret not in client.log.decode()
    assert b"WARNING" in client.log


async def test_a_stray_print_does_not_reach_the_client(start: Start, repository: Repository) -> None:
    client = await start([sys.executable, "-u", "-c", PRINTS])
    await client.initialize(repository.root)
    assert await client.request("whylens/status")
    await client.until(lambda: b"stray" in client.log and b"deeper" in client.log)


PRINTS = """
import os, sys
from whylens.lsp.main import main
def open_memory(path, **options):
    print("stray"); sys.stdout.flush(); os.write(1, b"deeper\\n")
    os.system("echo from a child; cat")
    raise OSError("no memory here")
sys.exit(main([], open_memory))
"""


async def test_capabilities_name_what_is_there(start: Start, repository: Repository) -> None:
    client = await start()
    found = (await client.initialize(repository.root))["capabilities"]
    assert found["codeLensProvider"]["resolveProvider"] is True
    assert found["codeActionProvider"]["resolveProvider"] is True
    assert found["textDocumentSync"]["save"]
    commands = found["executeCommandProvider"]["commands"]
    assert all(each.startswith("whylens.server.") for each in commands)
    assert json.dumps(found)

"""No message keeps the loop for long: each has a turn of its own, and what reads a kind is made beforehand."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from whylens.lsp.main import create_server
from whylens.lsp.stdio import read_messages
from whylens.lsp.warming import warm


def written(*messages: dict[str, Any]) -> bytes:
    bodies = [json.dumps({"jsonrpc": "2.0", **each}).encode() for each in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(each), each) for each in bodies)


async def test_messages_that_come_together_are_handled_in_turns_in_their_order() -> None:
    server = create_server()
    server.protocol.initialize_seen = True
    seen: list[str] = []
    server.feature("test/note")(lambda params: seen.append(params["name"]))

    async def others() -> None:
        while len(seen) < 4:
            seen.append("others")
            await asyncio.sleep(0)

    reader = asyncio.StreamReader()
    notes = [{"method": "test/note", "params": {"name": name}} for name in ("one", "two", "three")]
    reader.feed_data(written(*notes))
    reader.feed_eof()
    await asyncio.gather(read_messages(server, reader), others())
    assert [each for each in seen if each != "others"] == ["one", "two", "three"]
    between = seen[seen.index("one") : seen.index("three")]
    assert "others" in between, seen


async def test_every_kind_that_is_read_beforehand_can_be_read() -> None:
    read: list[Any] = []
    protocol = create_server().protocol

    def structure(message: dict[str, Any]) -> Any:
        found = protocol.typed(message)
        read.append(type(found).__name__)
        return found

    warm(structure)
    assert len(read) == len(set(read)) > 6, read
    assert all(name not in ("JsonRPCNotification", "JsonRPCRequestMessage") for name in read), read

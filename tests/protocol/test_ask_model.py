"""A language model is asked through the client and through an endpoint: by the real server, and only when it may be."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from tests.protocol.client import Client
from tests.protocol.conftest import SOURCE, Start
from tests.support.chat_endpoint import ChatEndpoint, send, silent
from tests.support.repository import Repository

ON: dict[str, Any] = {"learn": {"onOpen": False}, "assist": {"ask": "editor"}}
SAID = """Make chunks wait for each other

The storage gateway counts open requests for each client and closes the oldest
when a third one arrives, so parallel chunks lost data without any error.
Write to ops@storage-gateway.io before this is loosened.
"""
CARD = {
    "kind": "constraint",
    "summary": "The storage gateway closes the oldest request when a third arrives, so no chunks are sent in parallel.",
    "evidence": "counts open requests for each client and closes the oldest when a third one arrives",
}
ANSWER = json.dumps({"cards": [CARD]})


async def started(
    start: Start, repository: Repository, settings: dict[str, Any], answer: Any = None
) -> Client:
    """A server that may ask; the client answers questions with *answer*."""
    repository.commit(SAID, {"upload.py": SOURCE.replace("write(chunk)", "write_alone(chunk)")})
    client = await start(settings=settings)
    client.answers["whylens/askModel"] = lambda params: answer
    await client.initialize(repository.root)
    await client.ready()
    return client


async def asked(client: Client) -> dict[str, Any]:
    found = await client.until(lambda: client.messages("whylens/askModel"), within=25)
    return found[0]


async def status(client: Client) -> dict[str, Any]:
    return (await client.request("whylens/status"))["assist"]


async def test_what_the_editors_model_says_waits_for_the_user(start: Start, repository: Repository) -> None:
    client = await started(start, repository, ON, {"text": ANSWER})
    question = await asked(client)
    assert "closes the oldest" in question["prompt"]
    assert "ops@storage" not in question["prompt"]
    assert 0 < question["maxTokens"] <= 1000
    uri = await client.open(repository.root / "upload.py", SOURCE)

    async def proposed() -> Any:
        found = await status(client)
        return found if found["proposed"] else None

    found = await client.until(proposed)
    assert (found["proposed"], found["refused"], found["problem"]) == (1, {}, "")
    assert 0 < found["spentToday"] < found["dailyTokens"]
    whole = await client.request("whylens/status")
    assert (whole["cards"]["total"], whole["cards"]["candidates"]) == (0, 1)
    assert await client.hover(uri, 3) is None
    context = await client.request("whylens/context", {"task": "send chunks in parallel to the gateway"})
    assert context["cards"] == []


async def test_nothing_is_asked_unless_it_was_switched_on(start: Start, repository: Repository) -> None:
    quiet = {"learn": {"onOpen": False}}
    off = await started(start, repository, quiet, {"text": ANSWER})
    read_only = await started(start, repository, {**ON, "mode": "read-only"}, {"text": ANSWER})
    unreadable = await started(start, repository, {**quiet, "assist": {"ask": ["editor"]}}, {"text": ANSWER})
    spent = await started(start, repository, {**quiet, "assist": {**ON["assist"], "dailyTokens": 100}})
    on = await started(start, repository, ON, {"text": ANSWER})
    await asked(on)
    await asyncio.sleep(1.5)
    for client in (off, read_only, unreadable, spent):
        assert client.messages("whylens/askModel") == []
    assert await status(off) == {"ask": "off", "problem": ""}
    assert "tokens are spent" in (await status(spent))["problem"]


async def test_nothing_is_asked_while_somebody_types(start: Start, repository: Repository) -> None:
    client = await started(start, repository, ON, {"text": ANSWER})
    uri = await client.open(repository.root / "upload.py", SOURCE)
    for version in range(2, 9):
        client.change(uri, version, {"text": SOURCE + "#" * version})
        await asyncio.sleep(1.0)
    assert client.messages("whylens/askModel") == []
    await asked(client)


async def test_a_refusal_is_said_once_and_nothing_is_asked_again(
    start: Start, repository: Repository
) -> None:
    repository.commit(SAID.replace("third", "fourth"))
    client = await started(start, repository, ON, {"error": "refused"})
    await asked(client)
    await client.until(lambda: client.messages("whylens/statusChanged")[-1]["assist"]["problem"])
    await asyncio.sleep(6.5)
    assert len(client.messages("whylens/askModel")) == 1
    found = await status(client)
    assert "did not allow" in found["problem"]
    assert (found["spentToday"], found["asked"]) == (0, 0)
    assert (await client.request("whylens/status"))["degraded"] == []


async def test_a_client_that_never_answers_delays_nothing(start: Start, repository: Repository) -> None:
    client = await started(start, repository, ON)
    client.ignored.add("whylens/askModel")
    await asked(client)
    uri = await client.open(repository.root / "upload.py", SOURCE)
    text = {"uri": uri, "position": {"line": 3, "character": 4}, "text": "never twice", "kind": "issue"}
    await client.command("whylens.server.remember", text)
    assert "never twice" in await client.told(uri, 3)
    async with asyncio.timeout(8):
        assert await client.end() == 0
    assert client.messages("$/cancelRequest")


async def test_an_endpoint_on_this_machine_is_asked(start: Start, repository: Repository) -> None:
    with ChatEndpoint(ANSWER) as endpoint:
        settings = {**ON, "assist": {"ask": "endpoint", "endpoint": endpoint.url, "model": "small"}}
        client = await started(start, repository, settings)
        await client.until(lambda: endpoint.requests, within=25)

        async def proposed() -> bool:
            return (await status(client))["proposed"] == 1

        await client.until(proposed)
    request = endpoint.requests[0]
    assert request["model"] == "small"
    assert "closes the oldest" in request["messages"][0]["content"]
    assert "ops@storage" not in json.dumps(request)
    assert client.messages("whylens/askModel") == []


async def endpoint_client(
    start: Start, repository: Repository, endpoint: ChatEndpoint, **more: Any
) -> Client:
    """A server that asks *endpoint*, and has asked it once."""
    assist = {"ask": "endpoint", "endpoint": endpoint.url, "model": "small", **more}
    client = await started(start, repository, {**ON, "assist": assist})
    await client.until(lambda: endpoint.requests, within=25)
    return client


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ({**CARD, "evidence": "the gateway allows two open requests for each client"}, "evidence not in the text"),
        ({**CARD, "summary": "The PaymentBroker drops every third message of the RefundQueue."}, "not in the text"),
        ({**CARD, "summary": "Maybe the gateway closes the oldest request when a third arrives."}, "speculation"),
        ({**CARD, "confidence": "1"}, "not a card"),
        ("I would remember that the gateway closes the oldest request.", "unreadable answer"),
    ],
)  # fmt: skip
async def test_what_an_endpoint_makes_up_becomes_nothing(
    start: Start, repository: Repository, said: Any, refused: str
) -> None:
    answer = said if isinstance(said, str) else json.dumps({"cards": [said]})
    with ChatEndpoint(answer) as endpoint:
        client = await endpoint_client(start, repository, endpoint)

        async def read() -> Any:
            found = await status(client)
            return found if found["refused"] else None

        found = await client.until(read)
    assert found["refused"] == {refused: 1}
    assert (found["proposed"], found["problem"]) == (0, "")
    cards = (await client.request("whylens/status"))["cards"]
    assert (cards["total"], cards["candidates"]) == (0, 0)


def out_of_memory(handler: BaseHTTPRequestHandler) -> None:
    send(handler, 500, b"out of memory")


def a_page(handler: BaseHTTPRequestHandler) -> None:
    send(handler, 200, b"<html>")


def no_http(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"SSH-2.0\r\n\r\n")


def endless(handler: BaseHTTPRequestHandler) -> None:
    send(handler, 200, b" " * 300_000)


@pytest.mark.parametrize(
    ("misbehave", "problem"),
    [
        (out_of_memory, "status 500"),
        (a_page, "cannot be read"),
        (no_http, "no HTTP"),
        (endless, "too long"),
    ],
)
async def test_an_endpoint_that_fails_is_named_in_the_status_and_asked_no_more_for_now(
    start: Start, repository: Repository, misbehave: Callable[[BaseHTTPRequestHandler], None], problem: str
) -> None:
    with ChatEndpoint(misbehave=misbehave) as endpoint:
        client = await endpoint_client(start, repository, endpoint)
        repository.commit(SAID.replace("third", "fourth"), {"other.py": SOURCE})

        async def told() -> Any:
            return problem in (await status(client))["problem"]

        await client.until(told)
        await asyncio.sleep(2.5)
        assert len(endpoint.requests) == 1
    whole = await client.request("whylens/status")
    assert (whole["cards"]["candidates"], whole["degraded"]) == (0, [])


async def test_while_a_slow_endpoint_thinks_everything_else_goes_on(
    start: Start, repository: Repository
) -> None:
    with ChatEndpoint(misbehave=silent) as endpoint:
        client = await endpoint_client(start, repository, endpoint)
        uri = await client.open(repository.root / "upload.py", SOURCE)
        async with asyncio.timeout(2):
            place = {
                "uri": uri,
                "position": {"line": 3, "character": 4},
                "text": "never twice",
                "kind": "issue",
            }
            await client.command("whylens.server.remember", place)
            assert "never twice" in await client.told(uri, 3)
        assert (await status(client))["spentToday"] > 0  # set aside: it may well have read the question
        async with asyncio.timeout(4):
            assert await client.end() == 0


async def test_a_day_ends_with_its_tokens(start: Start, repository: Repository) -> None:
    most = 1_300  # one question is set aside and answered; a second would be too much
    with ChatEndpoint(json.dumps({"cards": []})) as endpoint:
        client = await endpoint_client(start, repository, endpoint, dailyTokens=most)
        folder = repository.root.as_uri()
        for turn in range(4):
            text = f"In module{turn} the reason is this. {SAID}"
            said = {"session": "c", "turn": turn, "speaker": "user", "text": text, "folder": folder}
            client.notify("whylens/chatTurn", said)
        await asyncio.sleep(4)  # without a request meanwhile: whoever asks for the status is at work
        found = await status(client)
        assert len(endpoint.requests) == 1
    assert 0 < found["spentToday"] <= most
    assert found["isSpent"] and "tokens are spent" in found["problem"]
    assert found["waiting"] > 0


async def test_an_endpoint_elsewhere_is_not_asked(start: Start, repository: Repository) -> None:
    settings = {**ON, "assist": {"ask": "endpoint", "endpoint": "https://models.example.org/v1"}}
    client = await started(start, repository, settings)
    await client.until(lambda: client.messages("whylens/statusChanged")[-1:], within=25)
    await client.until(lambda: client.messages("whylens/statusChanged")[-1]["assist"]["problem"], within=25)
    found = await status(client)
    assert "whylens.assist.allowedHosts" in found["problem"]

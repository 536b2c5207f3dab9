"""A model at an address: asked on this machine alone unless allowed, within limits, and never followed elsewhere."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler

import pytest

from tests.support.chat_endpoint import ChatEndpoint, dripping, send, silent
from whylens.model.errors import UserError
from whylens.runtime.assistant import NotAnswered
from whylens.runtime.endpoint import LARGEST_ANSWER, Endpoint, read_address

ANYWHERE = frozenset({"models.example.org"})


def asking(endpoint: ChatEndpoint, *, key_variable: str = "", within: float = 5.0) -> Endpoint:
    return Endpoint(read_address(endpoint.url), "small", key_variable, {"type": "object"}, within)


async def refusal(endpoint: Endpoint) -> NotAnswered:
    with pytest.raises(NotAnswered) as raised:
        await endpoint.ask("What?", 100)
    return raised.value


@pytest.mark.parametrize(
    ("url", "host", "port", "path"),
    [
        ("http://127.0.0.1:11434/v1", "127.0.0.1", 11434, "/v1/chat/completions"),
        ("http://localhost:8080", "localhost", 8080, "/chat/completions"),
        ("http://[::1]:1234/v1/", "::1", 1234, "/v1/chat/completions"),
        ("http://127.8.9.1/v1/chat/completions", "127.8.9.1", 80, "/v1/chat/completions"),
        ("https://LOCALHOST/v1", "localhost", 443, "/v1/chat/completions"),
    ],
)
def test_an_address_on_this_machine_may_be_asked(url: str, host: str, port: int, path: str) -> None:
    address = read_address(url)
    assert (address.host, address.port, address.path, address.is_here) == (host, port, path, True)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "127.0.0.1:11434",
        "file:///etc/passwd",
        "ftp://127.0.0.1/",
        "http://models.example.org/v1",
        "https://models.example.org/v1",
        "http://127.0.0.1.example.org/v1",
        "http://localhost.example.org/v1",
        "http://0.0.0.0:11434/v1",
        "http://[::]/v1",
        "http://169.254.169.254/v1",
        "http://10.0.0.5/v1",
        "http://2130706433/v1",
        "http://127.0.0.1@models.example.org/v1",
        "http://user:secret@127.0.0.1/v1",
        "http://127.0.0.1/v1?key=secret",
        "http://127.0.0.1/v1#x",
        "http://127.0.0.1:99999/v1",
        "http://[127.0.0.1/v1",
    ],
)
def test_any_other_may_not(url: str) -> None:
    with pytest.raises(UserError) as raised:
        read_address(url)
    assert "whylens.assist" in str(raised.value)
    assert "secret" not in str(raised.value)


def test_another_host_must_be_named_and_encrypted() -> None:
    assert read_address("https://models.example.org/v1", ANYWHERE).is_encrypted
    for url in ("http://models.example.org/v1", "https://other.example.org/v1"):
        with pytest.raises(UserError):
            read_address(url, ANYWHERE)


async def test_the_question_goes_out_and_the_answer_comes_back() -> None:
    with ChatEndpoint("Nothing.") as endpoint:
        assert await asking(endpoint).ask("What?", 77) == "Nothing."
    (request,) = endpoint.requests
    assert request["messages"] == [{"role": "user", "content": "What?"}]
    assert (request["model"], request["max_tokens"], request["stream"]) == ("small", 77, False)
    assert request["response_format"]["json_schema"]["schema"] == {"type": "object"}
    assert "Authorization" not in endpoint.headers[0]


async def test_the_key_comes_from_the_environment_at_each_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_KEY", "made-up-1")
    with ChatEndpoint("Yes.") as endpoint:
        asked = asking(endpoint, key_variable="A_KEY")
        await asked.ask("What?", 10)
        assert endpoint.headers[0]["Authorization"] == "Bearer made-up-1"
        assert "made-up-1" not in repr(asked)
        for wrong in ("", "two\nlines"):
            monkeypatch.setenv("A_KEY", wrong)
            reason = await refusal(asked)
            assert (reason.lasting, reason.sent) == (True, False)
    assert len(endpoint.requests) == 1


def redirecting(elsewhere: str) -> Callable[[BaseHTTPRequestHandler], None]:
    return lambda handler: send(handler, 307, b"", Location=elsewhere)


async def test_no_redirect_is_followed() -> None:
    with ChatEndpoint("stolen") as other, ChatEndpoint(misbehave=redirecting(other.url)) as endpoint:
        reason = await refusal(asking(endpoint))
        assert "another address" in str(reason) and reason.lasting
        assert other.requests == []


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"no json", "cannot be read"),
        (b"[]", "cannot be read"),
        (b'{"choices": []}', "cannot be read"),
        (b'{"choices": [{"message": {"content": 5}}]}', "cannot be read"),
        (b"[" * 100_000, "cannot be read"),
        (b" " * (LARGEST_ANSWER + 1), "too long"),
    ],
)
async def test_an_answer_that_is_none_is_not_one(body: bytes, reason: str) -> None:
    with ChatEndpoint(misbehave=lambda handler: send(handler, 200, body)) as endpoint:
        found = await refusal(asking(endpoint))
    assert reason in str(found) and found.sent


@pytest.mark.parametrize(
    ("status", "lasting"), [(401, True), (403, True), (404, True), (429, False), (500, False)]
)
async def test_an_error_of_the_endpoint_is_a_reason(status: int, lasting: bool) -> None:
    with ChatEndpoint(misbehave=lambda handler: send(handler, status, b"secret detail")) as endpoint:
        reason = await refusal(asking(endpoint))
    assert reason.lasting is lasting and "detail" not in str(reason)


@pytest.mark.parametrize("status", [400, 422])
async def test_an_endpoint_that_knows_no_forms_of_answers_is_asked_again_without(status: int) -> None:
    def plain(handler: BaseHTTPRequestHandler) -> None:
        knows = "response_format" not in endpoint.requests[-1]
        answer = {"choices": [{"message": {"content": "Nothing."}}]}
        send(handler, 200 if knows else status, json.dumps(answer).encode() if knows else b"unknown field")

    with ChatEndpoint(misbehave=plain) as endpoint:
        assert await asking(endpoint).ask("What?", 10) == "Nothing."
    assert ["response_format" in each for each in endpoint.requests] == [True, False]


async def test_an_endpoint_that_refuses_both_is_asked_no_third_time() -> None:
    with ChatEndpoint(misbehave=lambda handler: send(handler, 400, b"no")) as endpoint:
        reason = await refusal(asking(endpoint))
    assert "status 400" in str(reason) and len(endpoint.requests) == 2


async def test_a_program_that_speaks_no_http_is_a_reason() -> None:
    with ChatEndpoint(misbehave=lambda handler: handler.wfile.write(b"SSH-2.0\r\n\r\n") and None) as endpoint:
        assert "no HTTP" in str(await refusal(asking(endpoint)))


async def test_where_nothing_listens_nothing_was_sent() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = read_address(f"http://127.0.0.1:{unused.getsockname()[1]}/v1")
        reason = await refusal(Endpoint(address, ""))
    assert (reason.sent, reason.lasting) == (False, False)


@pytest.mark.parametrize("slow", [silent, dripping])
async def test_an_answer_that_takes_too_long_is_given_up(
    slow: Callable[[BaseHTTPRequestHandler], None],
) -> None:
    with ChatEndpoint(misbehave=slow) as endpoint:
        started = time.monotonic()
        reason = await refusal(asking(endpoint, within=0.4))
        assert time.monotonic() - started < 3 and reason.sent


async def test_a_question_nobody_waits_for_ends_at_once() -> None:
    with ChatEndpoint(misbehave=silent) as endpoint:
        task = asyncio.create_task(asking(endpoint).ask("What?", 10))
        assert await asyncio.to_thread(endpoint.was_asked.wait, 3)
        task.cancel()
        async with asyncio.timeout(1):
            with pytest.raises(asyncio.CancelledError):
                await task


async def test_no_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with ChatEndpoint("direct") as endpoint, ChatEndpoint("through a proxy") as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert await asking(endpoint).ask("What?", 10) == "direct"
        assert proxy.requests == []


async def test_a_name_of_this_machine_that_leads_elsewhere_is_not_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with ChatEndpoint("elsewhere") as endpoint:
        monkeypatch.setattr(socket.socket, "getpeername", lambda self: ("192.0.2.7", 80))
        reason = await refusal(asking(endpoint))
    assert "another machine" in str(reason) and endpoint.requests == []

"""A model behind an address that speaks the protocol of OpenAI: on this machine, unless the user allowed the host."""

from __future__ import annotations

import asyncio
import http
import http.client
import ipaddress
import json
import os
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Event, Thread
from typing import Any
from urllib.parse import SplitResult, urlsplit

from whylens.model.errors import UserError
from whylens.runtime.assistant import NotAnswered

#: Seconds until a connection must stand, until an answer must be complete, and a model may be silent meanwhile.
CONNECT_WITHIN, ANSWER_WITHIN = 5.0, 90.0
#: Bytes of an answer that are read.
LARGEST_ANSWER = 200_000
_PATH = "/chat/completions"
#: How an endpoint says that it does not know the form that is asked for.
_UNKNOWN_FORM = frozenset({http.HTTPStatus.BAD_REQUEST, http.HTTPStatus.UNPROCESSABLE_ENTITY})
_LOCAL_NAMES = frozenset({"localhost", "ip6-localhost"})


@dataclass(frozen=True, slots=True)
class Address:
    """Where to ask. `is_here`: the host is this machine, and what answers must prove it by its address."""

    host: str
    port: int
    path: str
    is_encrypted: bool
    is_here: bool


def read_address(url: str, allowed_hosts: frozenset[str] = frozenset()) -> Address:
    """The address written in the settings; UserError, naming no more than the host, when it must not be asked."""
    try:
        parts = urlsplit(url.strip())
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        raise UserError("whylens.assist.endpoint is no address: write http://127.0.0.1:PORT/v1") from None
    if parts.scheme not in ("http", "https") or not host or _has_more(parts):
        raise UserError("whylens.assist.endpoint is no plain http address: write http://127.0.0.1:PORT/v1")
    is_encrypted, is_here = parts.scheme == "https", _is_loopback_name(host)
    if not is_here and host not in allowed_hosts:
        raise UserError(
            f"whylens.assist.endpoint is not on this machine: add {host} to whylens.assist.allowedHosts to allow it"
        )
    if not is_here and not is_encrypted:
        raise UserError("whylens.assist.endpoint is on another machine: it must begin with https://")
    path = parts.path.rstrip("/").removesuffix(_PATH) + _PATH
    return Address(host, port or (443 if is_encrypted else 80), path, is_encrypted, is_here)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An `Assistant`. The key is read from the environment at each question, and held nowhere."""

    address: Address
    model: str
    key_variable: str = ""
    schema: dict[str, Any] | None = field(default=None, repr=False)
    within: float = ANSWER_WITHIN

    async def ask(self, prompt: str, most_tokens: int) -> str:
        """As the port says. An endpoint that knows no forms of answers is asked again without: the question says it."""
        try:
            return await self._ask(self._request(prompt, most_tokens))
        except _FormUnknown:
            if self.schema is None:
                raise
            return await self._ask(replace(self, schema=None)._request(prompt, most_tokens))

    async def _ask(self, request: dict[str, Any]) -> str:
        """Ask once. The connection has a thread of its own, which ends with the question."""
        body = json.dumps(request).encode()
        exchange = _Exchange(self.address, self._headers(), body, self.within)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[str] = loop.create_future()
        Thread(target=_run, args=(exchange, loop, answer), name="ask model", daemon=True).start()
        try:
            return await answer
        except asyncio.CancelledError:
            exchange.stop()
            raise

    def _request(self, prompt: str, most_tokens: int) -> dict[str, Any]:
        request: dict[str, Any] = {
            "messages": [{"role": "user", "content": prompt}],
            "max_tokens": most_tokens,
            "temperature": 0,
            "stream": False,
        }
        if self.model:
            request["model"] = self.model
        if self.schema is not None:
            named = {"name": "cards", "strict": True, "schema": self.schema}
            request["response_format"] = {"type": "json_schema", "json_schema": named}
        return request

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Connection": "close"}
        if not self.key_variable:
            return headers
        key = os.environ.get(self.key_variable, "").strip()
        if not key or not key.isascii() or not key.isprintable():
            raise NotAnswered(
                "the environment variable of whylens.assist.keyVariable holds no key", lasting=True
            )
        return {**headers, "Authorization": f"Bearer {key}"}


class _FormUnknown(NotAnswered):
    """The endpoint did not understand the request: it wrote nothing yet."""


class _Exchange:
    """One question on one connection. `stop` may be called from any thread."""

    def __init__(self, address: Address, headers: dict[str, str], body: bytes, within: float) -> None:
        self._address = address
        self._headers = headers
        self._body = body
        self._ends = time.monotonic() + within
        self._stopped = Event()
        self._socket: socket.socket | None = None

    def run(self) -> str:
        """The content of the answer; `NotAnswered` otherwise. Blocks."""
        try:
            self._socket = sock = self._connect()
        except (OSError, ssl.SSLError):
            raise NotAnswered("nothing answers at whylens.assist.endpoint") from None
        with suppress(OSError), sock:
            return _content(self._exchange(sock))
        raise NotAnswered("the model at whylens.assist.endpoint did not answer in time", sent=True)

    def stop(self) -> None:
        """End it now."""
        self._stopped.set()
        if (sock := self._socket) is not None:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def _connect(self) -> socket.socket:
        """A connection to the host itself, through no proxy; to this machine only when that is what was meant."""
        address = self._address
        sock = socket.create_connection((address.host, address.port), CONNECT_WITHIN)
        if address.is_here and not ipaddress.ip_address(sock.getpeername()[0]).is_loopback:
            sock.close()
            raise NotAnswered("whylens.assist.endpoint leads to another machine", lasting=True)
        if not address.is_encrypted:
            return sock
        return ssl.create_default_context().wrap_socket(sock, server_hostname=address.host)

    def _exchange(self, sock: socket.socket) -> bytes:
        connection = http.client.HTTPConnection(self._address.host, self._address.port)
        connection.sock = sock
        connection.auto_open = 0  # what breaks off is not dialled again
        try:
            self._limit(sock)
            connection.request("POST", self._address.path, self._body, self._headers)
            response = connection.getresponse()
            if response.status != http.HTTPStatus.OK:
                raise _declined(response.status)
            return self._read(sock, response)
        except http.client.HTTPException:
            raise NotAnswered("what stands at whylens.assist.endpoint speaks no HTTP", sent=True) from None

    def _read(self, sock: socket.socket, response: http.client.HTTPResponse) -> bytes:
        body = bytearray()
        while chunk := response.read1(16_384):
            body += chunk
            if len(body) > LARGEST_ANSWER:
                raise NotAnswered("the answer of whylens.assist.endpoint is too long", sent=True)
            self._limit(sock)
        return bytes(body)

    def _limit(self, sock: socket.socket) -> None:
        """Let the next step take no longer than what is left."""
        remaining = self._ends - time.monotonic()
        if remaining <= 0 or self._stopped.is_set():
            raise TimeoutError
        if sock.fileno() >= 0:
            sock.settimeout(remaining)


def _run(exchange: _Exchange, loop: asyncio.AbstractEventLoop, answer: asyncio.Future[str]) -> None:
    tell: Callable[[], None]
    try:
        tell = partial(_settle, answer, exchange.run(), None)
    except NotAnswered as reason:
        tell = partial(_settle, answer, "", reason)
    with suppress(RuntimeError):  # the loop is closed: nobody waits any more
        loop.call_soon_threadsafe(tell)


def _settle(answer: asyncio.Future[str], text: str, reason: NotAnswered | None) -> None:
    if answer.done():
        return
    if reason is not None:
        answer.set_exception(reason)
    else:
        answer.set_result(text)


def _declined(status: int) -> NotAnswered:
    """What a status other than 200 means. A redirect is followed nowhere."""
    if 300 <= status < 400:
        return NotAnswered("whylens.assist.endpoint points to another address", lasting=True)
    if status in (401, 403):
        return NotAnswered("whylens.assist.endpoint does not accept the key", lasting=True)
    if status == 404:
        return NotAnswered(
            "whylens.assist.endpoint does not know the model, or is no such endpoint", lasting=True
        )
    kind = _FormUnknown if status in _UNKNOWN_FORM else NotAnswered
    return kind(f"whylens.assist.endpoint answers with status {status}", sent=True)


def _content(body: bytes) -> str:
    """What the model said, out of the answer's envelope."""
    try:
        content = json.loads(body)["choices"][0]["message"]["content"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        content = None
    if not isinstance(content, str):
        raise NotAnswered("whylens.assist.endpoint gives answers that cannot be read", sent=True)
    return content


def _has_more(parts: SplitResult) -> bool:
    """Whether an address holds more than host, port and path: a key in it would be stored with the settings."""
    return bool(parts.username or parts.password or parts.query or parts.fragment)


def _is_loopback_name(host: str) -> bool:
    if host.lower() in _LOCAL_NAMES:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False

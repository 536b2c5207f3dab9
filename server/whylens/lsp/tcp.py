"""TCP on loopback as the connection: one client, which must show the token that was printed at the start."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import secrets
import socket
from collections.abc import Callable
from typing import Any, cast

from whylens.lsp.server import WhylensLanguageServer
from whylens.lsp.startup import startup
from whylens.lsp.stdio import LONGEST_LINE, read_messages
from whylens.model.errors import UserError

#: Seconds a client may take until it has initialized with the token.
HANDSHAKE = 10.0


def loopback(address: str) -> tuple[str, int]:
    """HOST:PORT as a pair; UserError for anything that is not loopback."""
    host, _, port = address.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if not port.isdigit() or int(port) > 65_535:
        raise UserError("--tcp takes HOST:PORT, for example 127.0.0.1:0")
    try:
        safe = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        safe = False
    if not safe:
        raise UserError("--tcp listens on this machine alone: use 127.0.0.1, ::1 or localhost")
    return ("127.0.0.1" if host == "localhost" else host), int(port)


async def serve_tcp(
    server: WhylensLanguageServer, host: str, port: int, announce: Callable[[str], None]
) -> None:
    """Serve the first client that initializes with the token; then end, as over standard streams."""
    token = secrets.token_urlsafe(24)
    over = asyncio.Event()

    def admits(params: Any) -> str | None:
        given = cast("dict[str, Any]", params) if isinstance(params, dict) else {}
        options = given.get("initializationOptions")
        if hmac.compare_digest(startup(options).token.encode(), token.encode()):
            return None
        return "wrong or missing token: send the one printed at the start as initializationOptions.token"

    server.protocol.admits = admits
    busy = asyncio.Lock()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if busy.locked() or over.is_set():
            writer.close()
            return
        async with busy:
            await _one_client(server, reader, writer)
        if server.protocol.initialize_seen:
            over.set()

    listener = await asyncio.start_server(connected, host, port, family=_family(host), limit=LONGEST_LINE)
    bound = listener.sockets[0].getsockname()
    announce(f"listening on {bound[0]}:{bound[1]} token {token}\n")
    try:
        async with listener:
            await over.wait()
    finally:
        await server.stop()


async def _one_client(
    server: WhylensLanguageServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Serve a connection; one that does not show the token in time, or shows a wrong one, is cut off."""
    server.protocol.set_writer(writer)
    messages = asyncio.ensure_future(read_messages(server, reader))
    decided = asyncio.ensure_future(server.protocol.decided.wait())
    try:
        await asyncio.wait({messages, decided}, timeout=HANDSHAKE, return_when=asyncio.FIRST_COMPLETED)
        if server.protocol.initialize_seen:
            await messages
    finally:
        messages.cancel()
        decided.cancel()
        server.protocol.decided.clear()
        writer.close()


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET

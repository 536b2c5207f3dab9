"""How bytes reach the server: standard input and output, or TCP on loopback for one client that has the token."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import logging
import os
import secrets
import socket
import sys
import threading
from collections.abc import Callable
from typing import Any, cast

from pygls.io_ import StdoutWriter, run_async

from whylens.lsp.server import WhylensLanguageServer
from whylens.lsp.startup import startup
from whylens.model.errors import UserError

log = logging.getLogger(__name__)

#: Bytes read at once, and what one header line may have.
CHUNK, LONGEST_LINE = 1 << 16, 1 << 16
#: Seconds a TCP client may take until it has initialized with the token.
HANDSHAKE = 10.0


def own_standard_streams() -> tuple[int, int]:
    """Take stdin and stdout for the protocol: whoever else reads finds nothing, whoever else writes goes to stderr.

    Works on the descriptors, so that it also holds for C libraries and child processes.
    """
    sys.stdout.flush()
    source, sink = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    if os.name == "nt":
        import msvcrt

        for each in (source, sink):
            msvcrt.setmode(each, os.O_BINARY)
    return source, sink


async def serve_stdio(server: WhylensLanguageServer, source: int, sink: int) -> None:
    """Serve until `exit` or the end of input, then end the session, whichever way it came."""
    reader = asyncio.StreamReader(limit=LONGEST_LINE)
    _pump(source, reader, asyncio.get_running_loop())
    server.protocol.set_writer(StdoutWriter(os.fdopen(sink, "wb")))
    try:
        await _read_messages(server, reader)
    finally:
        await server.stop()


def _pump(source: int, reader: asyncio.StreamReader, loop: asyncio.AbstractEventLoop) -> None:
    """Read on a thread that may be left behind: nothing can interrupt a read of standard input."""

    def feed(step: Callable[..., None], *arguments: Any) -> bool:
        try:
            loop.call_soon_threadsafe(step, *arguments)
        except RuntimeError:  # the loop is closed: the session is over
            return False
        return True

    def read() -> None:
        while chunk := _chunk(source):
            if not feed(reader.feed_data, chunk):
                return
        feed(reader.feed_eof)

    threading.Thread(target=read, name="stdin", daemon=True).start()


def _chunk(source: int) -> bytes:
    try:
        return os.read(source, CHUNK)
    except OSError:
        return b""


async def _read_messages(server: WhylensLanguageServer, reader: asyncio.StreamReader) -> None:
    try:
        await run_async(
            stop_event=threading.Event(),
            reader=reader,
            protocol=server.protocol,
            logger=logging.getLogger("pygls"),
            error_handler=server.report_server_error,
        )
    except (asyncio.IncompleteReadError, ConnectionError):
        log.warning("the client went away in the middle of a message")
    except (ValueError, asyncio.LimitOverrunError):
        log.error("the client sent something that is no message; the connection is closed")


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
    messages = asyncio.ensure_future(_read_messages(server, reader))
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

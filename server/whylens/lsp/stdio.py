"""Standard input and output as the connection: owned by the protocol alone, read on a thread of its own."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable
from typing import Any

from pygls.io_ import StdoutWriter, run_async

from whylens.lsp.server import WhylensLanguageServer

log = logging.getLogger(__name__)

#: Bytes read at once, and what one header line may have.
CHUNK, LONGEST_LINE = 1 << 16, 1 << 16


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
        await read_messages(server, reader)
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


class _InTurn:
    """A stream that lets everything else on the loop have its turn before each message.

    What comes in one piece would otherwise be handled in one step, however many messages it is.
    """

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader

    async def readline(self) -> bytes:
        """A line of a message's head."""
        return await self._reader.readline()

    async def readexactly(self, n: int) -> bytes:
        """The body of a message."""
        await asyncio.sleep(0)
        return await self._reader.readexactly(n)


async def read_messages(server: WhylensLanguageServer, reader: asyncio.StreamReader) -> None:
    """Hand every message to the protocol, until the client ends the stream or breaks it."""
    try:
        await run_async(
            stop_event=threading.Event(),
            reader=_InTurn(reader),
            protocol=server.protocol,
            logger=logging.getLogger("pygls"),
            error_handler=server.report_server_error,
        )
    except (asyncio.IncompleteReadError, ConnectionError):
        log.warning("the client went away in the middle of a message")
    except (ValueError, asyncio.LimitOverrunError):
        log.error("the client sent something that is no message; the connection is closed")

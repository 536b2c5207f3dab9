"""`whylens serve`: the command line of the language server, its log, and the way out."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from whylens.lsp import stdio
from whylens.lsp.features import (
    capture,
    cards,
    code_action,
    code_lens,
    commands,
    context,
    documents,
    hand,
    hover,
    lifecycle,
    review,
    status,
)
from whylens.lsp.projects import OpenMemory
from whylens.lsp.requestlog import RequestIds
from whylens.lsp.server import WhylensLanguageServer
from whylens.lsp.startup import LOG_LEVELS
from whylens.model.errors import UserError

if TYPE_CHECKING:
    from whylens.memory import Memory

log = logging.getLogger(__name__)

FEATURES = (
    lifecycle, documents, hover, code_lens, code_action, commands, review, hand, context, cards, status, capture,
)  # fmt: skip

#: Allocations until young objects are looked through, and how often that happens until older ones are.
RARELY = (1_000, 15, 1_000)
#: Seconds a thread may hold the interpreter before another gets its turn: the loop must answer while views are made.
TURN = 0.001


def open_real_memory(path: Path, *, home: Path | None = None, read_only: bool = False) -> Memory:
    """The memory of a project. Imported here, on a worker: it must not delay the answer to `initialize`."""
    from whylens.app import open_memory

    return open_memory(path, home=home, read_only=read_only)


def create_server(
    open_memory: OpenMemory = open_real_memory, *, home: Path | None = None, project: Path | None = None
) -> WhylensLanguageServer:
    """A server with every feature. Call it inside the event loop it will belong to."""
    server = WhylensLanguageServer(open_memory, home=home, project=project)
    for feature in FEATURES:
        feature.register(server)
    return server


def main(arguments: Sequence[str] | None = None, open_memory: OpenMemory = open_real_memory) -> int:
    """Serve one client. 0 after an orderly `shutdown`, 1 after any other end, 2 on wrong usage."""
    options = _parser().parse_args(arguments)
    try:
        address = _address(options.tcp) if options.tcp else None
    except UserError as error:
        sys.stderr.write(f"whylens: {error}\n")
        return 2
    _start_log(options.log_level or "info", options.log_file)
    sys.setswitchinterval(TURN)
    try:
        return asyncio.run(_serve(options, address, open_memory))
    except (KeyboardInterrupt, SystemExit) as leaving:
        return leaving.code if isinstance(leaving, SystemExit) and isinstance(leaving.code, int) else 1


async def _serve(
    options: argparse.Namespace, address: tuple[str, int] | None, open_memory: OpenMemory
) -> int:
    project = options.project.absolute() if options.project else None
    server = create_server(open_memory, home=options.home, project=project)
    server.may_set_log_level = options.log_level is None
    _settle_garbage()
    if address is None:
        await stdio.serve_stdio(server, *stdio.own_standard_streams())
    else:
        from whylens.lsp.tcp import serve_tcp

        await serve_tcp(server, *address, announce=_announce)
    return 0 if server.protocol.was_shut_down else 1


def _address(text: str) -> tuple[str, int]:
    from whylens.lsp.tcp import loopback  # here and below: nobody else should pay for its imports

    return loopback(text)


def _announce(line: str) -> None:
    sys.stdout.write(line)
    sys.stdout.flush()


def _settle_garbage() -> None:
    """What was imported stays: looking through it again and again would stall the loop.

    Looking through everything takes 35 ms with a large file open, so that is left for when nobody works
    (`intake.idle`); what is young is looked through as before.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*RARELY)


def _start_log(level: str, file: Path | None) -> None:
    """Our own package at the chosen level. pygls not at all: it logs whole messages, that is, the user's code."""
    handlers: list[logging.Handler] = [logging.StreamHandler(sys.stderr)]
    if file is not None:
        from logging.handlers import RotatingFileHandler

        handlers.append(RotatingFileHandler(file, maxBytes=2_000_000, backupCount=2, encoding="utf-8"))
    for handler in handlers:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s%(request)s: %(message)s"))
        handler.addFilter(RequestIds())
    logging.basicConfig(level=logging.WARNING, handlers=handlers, force=True)
    logging.getLogger("whylens").setLevel(level.upper())
    logging.getLogger("pygls").setLevel(logging.CRITICAL + 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="whylens serve", description="The language server of Whylens.")
    parser.add_argument(
        "--stdio", action="store_true", help="accepted because editors append it; changes nothing"
    )
    parser.add_argument(
        "--tcp", metavar="HOST:PORT", help="listen on loopback; a client must send the printed token"
    )
    parser.add_argument("--project", type=Path, help="the project (default: the folders the client opens)")
    home = os.environ.get("WHYLENS_HOME")
    parser.add_argument(
        "--home", type=Path, default=Path(home) if home else None, help="where memories are kept"
    )
    parser.add_argument(
        "--log-level", choices=LOG_LEVELS, help="how much is logged (default: what the client says)"
    )
    parser.add_argument("--log-file", type=Path, help="write the log there too")
    return parser

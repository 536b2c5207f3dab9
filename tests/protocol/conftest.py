"""Fixtures: a repository, and the real server with a client at the other end of its streams."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.protocol.client import Client, real_server
from tests.support.repository import Repository

SOURCE = '''\
"""Uploads."""


def send_chunk(connection, chunk):
    """Send one chunk."""
    return connection.write(chunk)


class Upload:
    def close(self):
        self.connection.finish()


def untold(x):
    return x
'''

Start = Callable[..., Awaitable[Client]]


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A small repository in a folder whose name is not plain."""
    made = Repository(tmp_path / "project with späces")
    made.commit("Start", {"upload.py": SOURCE})
    return made


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home of the test's own."""
    return tmp_path / "home"


@pytest_asyncio.fixture
async def start(home: Path) -> AsyncIterator[Start]:
    """Starts servers; all of them are gone after the test."""
    clients: list[Client] = []

    async def started(
        command: list[str] | None = None, *, settings: Any = None, cwd: Path | None = None
    ) -> Client:
        client = Client(settings)
        clients.append(client)
        await client.start(command or real_server("--home", str(home), "--log-level", "debug"), cwd)
        return client

    yield started
    for client in clients:
        await client.stop()


@pytest_asyncio.fixture
async def client(start: Start, repository: Repository) -> Client:
    """A client of the real server, with the repository open and nothing learned."""
    made = await start()
    await made.initialize(repository.root)
    await made.ready()
    return made


@pytest_asyncio.fixture
async def uri(client: Client, repository: Repository) -> str:
    """`upload.py`, open."""
    return await client.open(repository.root / "upload.py", SOURCE)


async def remember(client: Client, uri: str, line: int, text: str, kind: str = "issue") -> dict[str, Any]:
    """Keep a card at a line (0-based)."""
    position = {"line": line, "character": 4}
    return await client.command(
        "whylens.server.remember", {"uri": uri, "position": position, "text": text, "kind": kind}
    )

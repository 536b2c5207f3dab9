"""What a caller did not mean is not done: senseless arguments are refused, and a place that is none is told."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.protocol.client import Client, Refused
from tests.protocol.conftest import Start, remember
from tests.support.repository import Repository

WARNED = """\
def send_chunk(connection, chunk):
    # WARNING: chunks must stay below 4 MB, because the gateway refuses larger ones
    return connection.write(chunk)
"""


@pytest.mark.parametrize(
    "arguments", [[[]], [{"text": "x"}], [""], [{"id": ""}], [{"handle": "W-1"}], [3], [False]]
)
async def test_an_undo_that_names_nothing_it_knows_undoes_nothing(
    client: Client, uri: str, arguments: list[Any]
) -> None:
    card = await remember(client, uri, 3, "Chunks are written once")
    with pytest.raises(Refused, match="-32602"):
        await client.command("whylens.server.undo", *arguments)
    assert "Chunks are written once" in await client.told(uri, 3)
    assert (await client.command("whylens.server.undo"))["id"] == card["id"]


@pytest.mark.parametrize("arguments", [[], [None], [{}], [{"id": None}]])
async def test_an_undo_that_names_nothing_at_all_undoes_the_last_act(
    client: Client, uri: str, arguments: list[Any]
) -> None:
    card = await remember(client, uri, 3, "Chunks are written once")
    assert (await client.command("whylens.server.undo", *arguments))["id"] == card["id"]


async def test_a_note_for_a_file_of_no_project_says_that_it_has_no_place(
    client: Client, tmp_path: Path
) -> None:
    stray = tmp_path / "elsewhere.py"
    stray.write_text("x = 1\n")
    card = await remember(client, stray.as_uri(), 0, "Chunks are written once")
    assert "without a place" in card["note"]
    assert "project with" in card["note"]


async def test_a_note_for_a_file_of_the_project_says_nothing_more(client: Client, uri: str) -> None:
    assert (await remember(client, uri, 3, "Chunks are written once"))["note"] is None


async def test_a_confirmation_of_an_earlier_session_can_be_taken_back(
    start: Start, repository: Repository
) -> None:
    repository.commit("Warn", {"upload.py": WARNED})
    first = await start()
    await first.initialize(repository.root)
    uri = await first.open(repository.root / "upload.py", WARNED)
    await first.command("whylens.server.learn")
    before = await first.until(lambda: first.hover(uri, 0), within=60)
    card = re.search(r"%22id%22%3A%20%22([0-9a-f]+)%22", before)
    assert card is not None
    await first.command("whylens.server.confirm", {"id": card[1]})
    await first.end()

    later = await start()
    await later.initialize(repository.root)
    uri = await later.open(repository.root / "upload.py", WARNED)
    assert "[Undo confirm](command:whylens.undo" in await later.told(uri, 0)
    with pytest.raises(Refused, match="nothing to undo"):
        await later.command("whylens.server.undo")  # nothing was done in this session
    undone = await later.command("whylens.server.undo", {"id": card[1]})
    assert (undone["undone"], undone["id"]) == ("confirm", card[1])
    assert "[Confirm](command:whylens.confirm" in await later.told(uri, 0)


async def test_a_note_of_the_users_own_offers_no_undo_of_its_confirmation(
    start: Start, repository: Repository
) -> None:
    first = await start()
    await first.initialize(repository.root)
    uri = await first.open(repository.root / "upload.py", WARNED)
    await remember(first, uri, 0, "Chunks are written once")
    await first.end()
    later = await start()
    await later.initialize(repository.root)
    uri = await later.open(repository.root / "upload.py", WARNED)
    assert "Undo confirm" not in await later.told(uri, 0)

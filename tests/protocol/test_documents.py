"""Documents as they really are: odd line ends, every position encoding, huge, untitled, outside, renamed, deleted."""

from __future__ import annotations

import copy
import time
from pathlib import Path
from typing import Any

import pytest

from tests.protocol.client import VSCODE, Client, replace, span
from tests.protocol.conftest import SOURCE, Start, remember
from tests.support.repository import Repository

DEFECT = "Known to be slow"
ODD = 'PAGE = "\\f"\f\nSEPARATOR = "\u2028\u0085\v"\n\n\ndef told(x):\n    return x\n'


def encoded(encoding: str) -> dict[str, Any]:
    capabilities = copy.deepcopy(VSCODE)
    capabilities["general"]["positionEncodings"] = [encoding]
    return capabilities


def units(text: str, encoding: str) -> int:
    size = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    return (
        len(text.encode({"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding])) // size
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_edits_after_emoji_land_where_the_client_means(
    start: Start, repository: Repository, encoding: str
) -> None:
    client = await start()
    found = await client.initialize(repository.root, capabilities=encoded(encoding))
    assert found["capabilities"]["positionEncoding"] == encoding
    await client.ready()
    text = 'x = "🙂🙂 ä"; y = 1\n\n\ndef told(a):\n    return a\n'
    uri = await client.open(repository.root / "emoji.py", text)
    await remember(client, uri, 3, DEFECT)
    column = units('x = "🙂🙂 ä"; ', encoding)
    client.change(uri, 2, replace((0, column), (0, column + 1), "z"))
    client.change(uri, 3, replace((0, column), (0, column), "\n"))
    await client.shows(uri, [(4, "⚠ 1 known defect")])
    card = await client.command("whylens.server.remember", {"uri": uri, "text": "z is one", "kind": "fact"})
    assert card["summary"] == "z is one"
    await client.told(uri, 4, units("def t", encoding))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_a_selection_is_cut_in_the_units_of_the_client(
    start: Start, repository: Repository, encoding: str
) -> None:
    client = await start()
    await client.initialize(repository.root, capabilities=encoded(encoding), options={})
    await client.ready()
    line = "s = '🙂 äöü — the words'  # 🙂"
    uri = await client.open(repository.root / "a.py", f"{line}\n")
    begin, end = units(line[: line.index("äöü")], encoding), units(line[: line.index("'  #")], encoding)
    (action,) = await client.until(lambda: client.actions(uri, span((0, begin), (0, end))))
    assert action["command"]["arguments"][0]["text"] == "äöü — the words"


async def test_form_feeds_and_separators_are_no_line_ends(client: Client, repository: Repository) -> None:
    uri = await client.open(repository.root / "odd.py", ODD)
    await remember(client, uri, 4, DEFECT)
    await client.shows(uri, [(4, "⚠ 1 known defect")])
    client.change(uri, 2, replace((1, 0), (1, 0), "# a line\n"))
    await client.shows(uri, [(5, "⚠ 1 known defect")])
    await client.told(uri, 5)
    (card,) = (await client.request("whylens/cards", {"textDocument": {"uri": uri}}))["cards"]
    assert card["range"]["start"]["line"] == 5


@pytest.mark.parametrize("end", ["\r\n", "\r"])
async def test_every_line_end_counts_once(client: Client, repository: Repository, end: str) -> None:
    uri = await client.open(repository.root / "ends.py", SOURCE.replace("\n", end))
    await remember(client, uri, 9, DEFECT)
    await client.shows(uri, [(9, "⚠ 1 known defect")])
    client.change(uri, 2, replace((0, 0), (0, 0), end))
    await client.told(uri, 10)
    await client.shows(uri, [(10, "⚠ 1 known defect")])


async def test_a_line_of_a_million_characters_is_no_trouble(client: Client, repository: Repository) -> None:
    text = f"x = '{'a🙂' * 500_000}'\n{SOURCE}"
    uri = await client.open(repository.root / "long.py", text)
    await remember(client, uri, 4, DEFECT)
    started = time.perf_counter()
    for version in range(2, 22):
        client.change(uri, version, replace((0, 900_000), (0, 900_000), "b"))
    assert await client.request("whylens/status")
    assert time.perf_counter() - started < 3
    assert DEFECT in await client.told(uri, 4)


async def test_a_document_of_fifty_megabytes_is_left_out_with_one_line_in_the_log(
    client: Client, uri: str, repository: Repository
) -> None:
    for name in ("huge.py", "huge2.py"):
        huge = await client.open(repository.root / name, "x = 1\n" * 8_400_000)
        client.change(huge, 2, replace((5, 0), (5, 1), "y"))
        assert await client.lenses(huge) == []
        assert await client.hover(huge, 5) is None
    assert len(client.messages("window/logMessage")) == 1
    assert client.messages("window/showMessage") == []
    await remember(client, uri, 3, DEFECT)
    await client.told(uri, 3)


async def test_a_document_that_shrinks_is_taken_in_again(client: Client, repository: Repository) -> None:
    grown = await client.open(repository.root / "upload.py", SOURCE + "#" * 4_100_000)
    assert await client.hover(grown, 3) is None
    client.change(grown, 2, {"text": SOURCE})
    await remember(client, grown, 3, DEFECT)
    await client.told(grown, 3)


@pytest.mark.parametrize(
    "uri", ["untitled:Untitled-1", "git:/a.py?ref", "vscode-notebook-cell:/a#1", "x", "file:", ":"]
)
async def test_what_is_no_file_has_no_memories_and_does_no_harm(client: Client, uri: str) -> None:
    await client.open(uri, SOURCE)
    client.change(uri, 2, replace((0, 0), (0, 0), "# x\n"))
    assert await client.hover(uri, 3) is None
    assert await client.lenses(uri) == []
    assert (await client.request("whylens/cards", {"textDocument": {"uri": uri}}))["cards"] == []
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert await client.request("whylens/status")


async def test_a_file_outside_the_folder_has_no_memories(client: Client, tmp_path: Path) -> None:
    uri = await client.open(tmp_path / "elsewhere.py", SOURCE)
    assert await client.hover(uri, 3) is None
    assert await client.lenses(uri) == []
    card = await client.command(
        "whylens.server.remember", {"uri": uri, "text": "kept without a place", "kind": "fact"}
    )
    assert card["handle"]


@pytest.mark.parametrize(
    "name",
    ["sp ace.py", "ünïcode 文件.py", "per%cent.py", "ha#sh.py", "que?stion.py", "semi;colon.py", "a+b&c.py"],
)
async def test_odd_file_names_are_found(client: Client, repository: Repository, name: str) -> None:
    uri = await client.open(repository.root / name, SOURCE)
    await remember(client, uri, 3, DEFECT)
    (card,) = (await client.request("whylens/cards", {"textDocument": {"uri": uri}}))["cards"]
    assert card["files"] == [name]
    await client.told(uri, 3)


async def test_a_uri_that_is_escaped_differently_is_the_same_file(
    client: Client, repository: Repository
) -> None:
    uri = await client.open(repository.root / "upload.py", SOURCE)
    await remember(client, uri, 3, DEFECT)
    other = uri.replace("upload", "%75pload").replace("%20", " ")
    await client.told(other, 3)


async def test_a_renamed_file_keeps_its_cards_once_the_memory_knows(
    client: Client, uri: str, repository: Repository
) -> None:
    await remember(client, uri, 3, DEFECT)
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    (repository.root / "upload.py").rename(repository.root / "sender.py")
    renamed = await client.open(repository.root / "sender.py", SOURCE)
    assert await client.lenses(renamed) in ([], [(3, "⚠ 1 known defect")])
    (repository.root / "sender.py").unlink()
    assert (await client.request("whylens/cards", {"textDocument": {"uri": uri}}))["cards"] == []
    assert await client.request("whylens/status")


async def test_a_closed_document_answers_nothing(client: Client, uri: str) -> None:
    await remember(client, uri, 3, DEFECT)
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert await client.hover(uri, 3) is None
    assert await client.lenses(uri) == []
    await client.open(uri, SOURCE)
    await client.told(uri, 3)


async def test_each_folder_has_its_own_memory(start: Start, repository: Repository, tmp_path: Path) -> None:
    other = Repository(tmp_path / "other")
    other.commit("Start", {"upload.py": SOURCE})
    client = await start()
    await client.initialize(repository.root, other.root)
    await client.ready()
    first = await client.open(repository.root / "upload.py", SOURCE)
    second = await client.open(other.root / "upload.py", SOURCE)
    await remember(client, second, 3, DEFECT)
    await client.told(second, 3)
    assert await client.hover(first, 3) is None
    (card,) = (await client.request("whylens/cards", {"textDocument": {"uri": second}}))["cards"]
    await client.command("whylens.server.reject", {"id": card["id"]})
    assert await client.hover(second, 3) is None


async def test_folders_may_come_and_go(client: Client, repository: Repository, tmp_path: Path) -> None:
    other = Repository(tmp_path / "other")
    folder = {"uri": other.root.as_uri(), "name": "other"}
    uri = await client.open(other.root / "upload.py", SOURCE)
    assert await client.hover(uri, 3) is None
    client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [folder], "removed": []}})
    await client.until(lambda: b"opened the memory of other" in client.log)
    await remember(client, uri, 3, DEFECT)
    await client.until(lambda: client.hover(uri, 3))
    client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [folder]}})

    async def gone() -> bool:
        return await client.hover(uri, 3) is None

    await client.until(gone)

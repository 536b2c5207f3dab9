"""What the editor sees happen reaches the memory: settled, redacted, and only where it may."""

from __future__ import annotations

import asyncio

from tests.protocol.client import Client, replace
from tests.protocol.conftest import SOURCE, Start
from tests.support.repository import Repository

HACK = "    # HACK: never retry here, because the gateway counts requests"
COMMENTED = SOURCE.replace('    """Send one chunk."""', HACK)


async def test_a_saved_comment_is_known_at_the_next_hover(client: Client, uri: str) -> None:
    client.change(uri, 2, {"text": COMMENTED})
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    assert "etry here, because" in await client.told(uri, 3)


async def test_a_comment_taken_out_again_is_gone_after_the_next_save(client: Client, uri: str) -> None:
    client.change(uri, 2, {"text": COMMENTED})
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    await client.told(uri, 3)
    client.change(uri, 3, {"text": SOURCE})
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})

    async def gone() -> bool:
        return await client.hover(uri, 3) is None

    await client.until(gone)


async def test_what_was_saved_last_is_kept_by_shutdown(
    client: Client, uri: str, start: Start, repository: Repository
) -> None:
    client.change(uri, 2, {"text": COMMENTED})
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    await client.end()
    later = await start()
    await later.initialize(repository.root)
    again = await later.open(repository.root / "upload.py", COMMENTED)
    assert "etry here, because" in await later.told(again, 3)


async def test_what_was_saved_last_is_kept_when_the_editor_is_gone(
    client: Client, uri: str, start: Start, repository: Repository
) -> None:
    client.change(uri, 2, {"text": COMMENTED})
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    await client.hover(uri, 3)
    assert client.process.stdin is not None
    client.process.stdin.close()
    await client.gone()
    later = await start()
    await later.initialize(repository.root)
    again = await later.open(repository.root / "upload.py", COMMENTED)
    assert "etry here, because" in await later.told(again, 3)


async def test_nothing_is_captured_in_read_only_mode(
    start: Start, repository: Repository, client: Client
) -> None:
    await client.end()
    reader = await start(settings={"mode": "read-only"})
    await reader.initialize(repository.root)
    uri = await reader.open(repository.root / "upload.py", SOURCE)
    await reader.ready()
    reader.change(uri, 2, {"text": COMMENTED})
    reader.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    await asyncio.sleep(1)
    assert await reader.hover(uri, 3) is None


async def test_files_of_git_itself_are_not_captured(client: Client, repository: Repository) -> None:
    uri = await client.open(repository.root / ".git" / "COMMIT_EDITMSG", "x", language="git-commit")
    client.change(uri, 2, {"text": "# HACK: never do this, because of that\n"})
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    await asyncio.sleep(0.5)
    assert (await client.request("whylens/status"))["cards"]["total"] == 0


async def test_diagnostics_of_other_tools_are_taken_in_without_harm(client: Client, uri: str) -> None:
    diagnostic = {
        "range": replace((3, 4), (3, 9), "")["range"],
        "severity": 1,
        "code": "F821",
        "source": "ruff",
        "message": "undefined name",
    }
    client.notify(
        "whylens/diagnostics", {"uri": uri, "diagnostics": [diagnostic, {**diagnostic, "severity": 4}]}
    )
    client.notify("whylens/diagnostics", {"uri": uri, "diagnostics": []})
    assert await client.request("whylens/status")
    assert b"Traceback" not in client.log


async def test_a_flood_of_saves_is_coalesced_and_never_blocks(client: Client, uri: str) -> None:
    for version in range(2, 302):
        client.change(uri, version, {"text": f"{COMMENTED}\n# {version}\n"})
        client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    assert "etry here, because" in await client.told(uri, 3)
    assert await client.end() == 0

"""Lenses and hovers while the text moves: never at a wrong place, never gone for a moment."""

from __future__ import annotations

import asyncio
import time

from tests.protocol.client import Client, replace
from tests.protocol.conftest import SOURCE, Start, remember
from tests.support.repository import Repository

DEFECT = "Known to be slow"
LENS = "⚠ 1 known defect"


async def test_a_lens_follows_every_keystroke(client: Client, uri: str) -> None:
    await remember(client, uri, 9, DEFECT)
    await client.shows(uri, [(9, LENS)])
    for version in range(2, 12):
        client.change(uri, version, replace((0, 0), (0, 0), "# a new line\n"))
        assert await client.lenses(uri) == [(9 + version - 1, LENS)]


async def test_a_lens_stays_while_a_half_typed_line_breaks_the_syntax(client: Client, uri: str) -> None:
    await remember(client, uri, 9, DEFECT)
    await client.shows(uri, [(9, LENS)])
    typed = 'text = f("""{[('
    for column, letter in enumerate(typed):
        client.change(uri, column + 2, replace((7, column), (7, column), letter))
        await asyncio.sleep(0.06)
        assert await client.lenses(uri) == [(9, LENS)]
    await asyncio.sleep(0.4)
    assert await client.lenses(uri) == [(9, LENS)]
    client.change(uri, 50, replace((7, 0), (7, len(typed)), ""))
    await asyncio.sleep(2)
    assert await client.lenses(uri) == [(9, LENS)]


async def test_a_lens_of_deleted_code_goes_at_once_and_comes_back_with_undo(client: Client, uri: str) -> None:
    await remember(client, uri, 9, DEFECT)
    await client.shows(uri, [(9, LENS)])
    client.change(uri, 2, replace((8, 0), (12, 0), ""))
    assert await client.lenses(uri) == []
    assert await client.hover(uri, 9) is None
    client.change(uri, 3, replace((8, 0), (8, 0), "".join(f"{line}\n" for line in SOURCE.split("\n")[8:12])))
    await client.shows(uri, [(9, LENS)])
    assert DEFECT in await client.told(uri, 9)


async def test_a_hover_right_after_an_edit_is_of_the_new_text(client: Client, uri: str) -> None:
    await remember(client, uri, 3, DEFECT)
    await client.told(uri, 3)
    for version in range(2, 22):
        client.change(uri, version, replace((2, 0), (2, 0), "def another(y):\n    return y\n\n"))
        line = 3 + 3 * (version - 1)
        assert await client.hover(uri, line - 3) is None, "the old line is another function now"
    assert DEFECT in await client.told(uri, line)


async def test_moved_edited_and_renamed_code_is_said(client: Client, uri: str) -> None:
    await remember(client, uri, 3, DEFECT)
    client.change(uri, 2, replace((5, 4), (5, 32), "for _ in range(3):\n        connection.write(chunk)"))
    text = await client.until(lambda: client.hover(uri, 3))
    assert "code changed since" in text


async def test_lenses_are_redrawn_when_the_view_is_ready(client: Client, repository: Repository) -> None:
    uri = await client.open(repository.root / "upload.py", SOURCE)
    before = len(client.messages("workspace/codeLens/refresh"))
    await remember(client, uri, 3, DEFECT)
    await client.until(lambda: len(client.messages("workspace/codeLens/refresh")) > before)


async def test_a_client_that_cannot_be_told_to_redraw_waits_for_the_first_view(
    start: Start, repository: Repository
) -> None:
    client = await start()
    await client.initialize(repository.root, capabilities={})
    await client.ready()
    uri = await client.open(repository.root / "upload.py", SOURCE)
    await remember(client, uri, 3, DEFECT)
    assert await client.lenses(uri) == [(3, "⚠ 1 known defect")]


async def test_a_hundred_changes_a_second_are_followed_without_a_missing_lens(
    client: Client, repository: Repository
) -> None:
    """The shape of the promise; the figures are measured by bench/lsp_latency.py, not here."""
    long = SOURCE + "\n".join(f"def filler_{n}(a, b):\n    return a + b * {n}\n" for n in range(1_600))
    uri = await client.open(repository.root / "long.py", long)
    await remember(client, uri, 9, DEFECT)
    await client.shows(uri, [(9, LENS)])
    seen, started = [], time.perf_counter()
    for version in range(2, 202):
        client.change(uri, version, replace((2_000, version), (2_000, version), "x"))
        if version % 10 == 0:
            seen.append(await client.lenses(uri))
        await asyncio.sleep(max(0.0, started + version / 100 - time.perf_counter()))
    assert seen == [[(9, LENS)]] * len(seen)
    assert DEFECT in await client.told(uri, 9)

"""Hover, lens, list and context say the same of a card, in one order, and a lens stands above all of its function."""

from __future__ import annotations

import re

import pytest

from tests.protocol.client import Client
from tests.protocol.conftest import Start, remember
from tests.support.repository import Repository

SENTENCES = {
    "Chunks are written once": "decision",
    "Chunks are at most 4 MB because the gateway refuses more": "constraint",
    "The last chunk is lost when the socket closes": "issue",
    "Sending twice was tried and doubled the bill": "failed_approach",
}
WARNED = """\
def send_chunk(connection, chunk):
    # WARNING: chunks must stay below 4 MB, because the gateway refuses larger ones
    return connection.write(chunk)
"""

DECORATED = {
    "a.py": (
        "class A:\n    @property\n    @cached(\n        seconds=3)\n    def name(self):\n        return 1\n",
        4,
        1,
    ),
    "a.ts": ("class A {\n  @Input()\n  @Required()\n  name(): string { return ''; }\n}\n", 3, 1),
    "A.java": ("class A {\n  @Override\n  @Deprecated\n  public String name() { return null; }\n}\n", 3, 1),
    "a.rs": ("struct S;\n\n#[inline]\n#[must_use]\npub fn name() -> i32 {\n    1\n}\n", 4, 2),
    "A.cs": ("class A {\n  [Obsolete]\n  public int Name() { return 1; }\n}\n", 2, 1),
    "a.php": ("<?php\nclass A {\n  #[Route('/x')]\n  public function name() { return 1; }\n}\n", 3, 2),
    "A.kt": ('class A {\n  @Deprecated("x")\n  fun name(): Int { return 1 }\n}\n', 2, 1),
    "a.c": ("static int\nname(void)\n{\n    return 1;\n}\n", 1, 0),
    "b.py": ("# about name\ndef name():\n    return 1\n", 1, 1),
}


async def cards_of(client: Client, uri: str) -> list[dict[str, object]]:
    return (await client.request("whylens/cards", {"textDocument": {"uri": uri}}))["cards"]


async def test_how_sure_a_card_is_reads_the_same_in_every_view(start: Start, repository: Repository) -> None:
    repository.commit("Warn", {"upload.py": WARNED})
    client = await start()
    await client.initialize(repository.root)
    uri = await client.open(repository.root / "upload.py", WARNED)
    await client.command("whylens.server.learn")
    hover = await client.until(lambda: client.hover(uri, 0), within=60)
    (card,) = await cards_of(client, uri)
    assert re.fullmatch(r"\d+%", str(card["sure"]))
    assert str(card["sure"]) in hover
    await client.command("whylens.server.confirm", {"id": card["id"]})
    (card,) = await cards_of(client, uri)
    assert card["sure"] == "confirmed"
    assert "confirmed" in await client.told(uri, 0)
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 5}}
    text = (await client.request("whylens/context", {**place, "task": "send larger chunks"}))["text"]
    assert ", confirmed, " in text
    assert "%" not in text.split(card["handle"])[1].split('"')[0]  # type: ignore[arg-type]


async def test_hover_lens_and_list_have_one_order(client: Client, uri: str) -> None:
    for sentence, kind in SENTENCES.items():
        await remember(client, uri, 3, sentence, kind)
    (lens,) = await client.until(lambda: _full_lens(client, uri))
    in_lens = lens["command"]["arguments"][1]
    listed = [each["id"] for each in await cards_of(client, uri)]
    assert in_lens == listed
    said = {each["id"]: str(each["summary"]) for each in await cards_of(client, uri)}
    hover = await client.told(uri, 3)
    shown = [said[each] for each in in_lens if said[each] in hover]
    assert len(shown) == 3
    assert sorted(shown, key=hover.index) == shown == [said[each] for each in in_lens[:3]]


async def _full_lens(client: Client, uri: str) -> list[dict[str, object]] | None:
    found = await client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    return found if found and len(found[0]["command"]["arguments"][1]) == len(SENTENCES) else None


@pytest.mark.parametrize("name", DECORATED)
async def test_a_lens_stands_above_decorators_and_the_hover_at_the_name(
    client: Client, repository: Repository, name: str
) -> None:
    text, at, above = DECORATED[name]
    repository.commit("Add", {name: text})
    uri = await client.open(repository.root / name, text)
    column = text.splitlines()[at].lower().index("name") + 1
    position = {"line": at, "character": column}
    await client.command(
        "whylens.server.remember",
        {"uri": uri, "position": position, "text": "It must stay", "kind": "constraint"},
    )
    await client.shows(uri, [(above, "§ 1 constraint")])
    assert "It must stay" in await client.told(uri, at, column)

"""The same floor for the real server: nothing planted in an editor reaches the disk, the log or the wire."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest_asyncio

from tests.protocol.client import Client, at
from tests.security.canaries import Canary, canary, everything_in, found_in
from tests.support.repository import Repository

CODE = "def send(chunk):\n    # HACK: {}\n    return connection.write(chunk)\n"


class Editor:
    """A client of the real server with a project open; `uri` is a file of it."""

    def __init__(self, client: Client, root: Path, uri: str) -> None:
        self.client, self.root, self.uri = client, root, uri
        self._version = 1

    def type(self, text: str) -> None:
        self._version += 1
        self.client.change(self.uri, self._version, {"text": text})

    def save(self, text: str) -> None:
        self.type(text)
        (self.root / "src" / "a.py").write_text(text)
        self.client.notify("textDocument/didSave", {"textDocument": {"uri": self.uri}})

    def tell(self, method: str, **params: object) -> None:
        self.client.notify(f"whylens/{method}", params)


def problem(c: Canary) -> dict[str, object]:
    """A diagnostic of another tool."""
    place = {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 9}}
    return {"range": place, "severity": 1, "code": c.token, "source": "ruff", "message": c.sentence()}


#: What an editor hands over. A new message is one line.
ACTS: dict[str, Callable[[Editor, Canary], object]] = {
    "typed": lambda e, c: e.type(CODE.format(c.sentence())),
    "saved": lambda e, c: e.save(CODE.format(c.sentence())),
    "diagnostics": lambda e, c: e.tell("diagnostics", uri=e.uri, diagnostics=[problem(c)]),
    "diagnostics gone": lambda e, c: e.tell("diagnostics", uri=f"{e.uri}{c.token}", diagnostics=[]),
    "terminal": lambda e, c: e.tell(
        "terminalCommand", command=f"pytest -k {c.token}", exitCode=1, milliseconds=9, output=c.sentence()
    ),
    "task": lambda e, c: e.tell(
        "taskFinished", name=c.token, command=c.token, exitCode=2, output=c.sentence()
    ),
    "chat": lambda e, c: e.tell(
        "chatTurn", session=c.token, turn=1, speaker="user", text=c.sentence(), tool=c.token
    ),
    "answer": lambda e, c: e.tell("chatTurn", session="s", turn=2, speaker="assistant", text=c.sentence()),
    "git": lambda e, c: e.tell("gitState", root=e.root.as_uri(), branch=c.token, commit=c.token),
    "focus": lambda e, c: e.tell("focus", uri=f"{e.root.as_uri()}/{c.token}.py"),
    "unreadable": lambda e, c: e.tell("focus", uri={c.token: c.sentence()}),
    "unknown": lambda e, c: e.tell(c.token.replace("-", ""), text=c.sentence()),
}


async def _some_cards(client: Client) -> bool:
    return (await client.request("whylens/status"))["cards"]["total"] > 0


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    made = Client({"learn": {"onOpen": True}, "capture": {"terminal": True, "chat": True, "tools": True}})
    home = str(tmp_path / "home")
    command = [sys.executable, "-m", "whylens", "serve", "--home", home, "--log-level", "debug"]
    await made.start(["env", f"HOME={tmp_path / 'user'}", f"PATH={os.environ['PATH']}", *command])
    yield made
    await made.stop()


async def test_nothing_planted_in_an_editor_is_left_anywhere(client: Client, tmp_path: Path) -> None:
    canaries = {name: canary(100 + number) for number, name in enumerate((*ACTS, "repository", "remembered"))}
    repository = Repository(tmp_path / "project")
    planted = canaries["repository"]
    repository.commit(f"Send chunks\n\n{planted.sentence()}\n", {"src/a.py": CODE.format(planted.sentence())})
    await client.initialize(repository.root)
    await client.ready()
    editor = Editor(client, repository.root, await client.open(repository.root / "src" / "a.py", "x = 1\n"))
    for name, act in ACTS.items():
        act(editor, canaries[name])
    given = {
        "text": canaries["remembered"].sentence(),
        "uri": editor.uri,
        "position": {"line": 1, "character": 0},
    }
    await client.command("whylens.server.remember", given)
    await client.until(lambda: _some_cards(client))
    await client.request("whylens/context", {"task": canaries["typed"].sentence()})
    await client.request("textDocument/hover", at(editor.uri, 0, 1))
    while_open = everything_in(tmp_path / "home", tmp_path / "scratch")
    assert await client.end() == 0
    assert found_in(while_open, canaries) == {}
    assert found_in(everything_in(tmp_path / "home", tmp_path / "scratch"), canaries) == {}
    assert found_in(client.log, canaries) == {}
    assert found_in(json.dumps(client.received, ensure_ascii=False).encode(), canaries) == {}

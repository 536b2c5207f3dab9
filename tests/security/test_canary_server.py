"""The same floor for the real server: nothing planted in an editor reaches the disk, the log or the wire."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest_asyncio

from tests.protocol.client import Client, at
from tests.security.canaries import Canary, canary, everything_in, found_in
from tests.support.repository import Repository

CODE = "def send(chunk):\n    # HACK: {}\n    return connection.write(chunk)\n"


class Editor:
    """A client of the real server with a project open; `uri` is a file of it, `home` where everything is kept."""

    def __init__(self, client: Client, repository: Repository, uri: str, home: Path) -> None:
        self.client, self.root, self.uri, self.home = client, repository.root, uri, home
        self.repository = repository
        self._version = 1

    def type(self, text: str) -> None:
        self._version += 1
        self.client.change(self.uri, self._version, {"text": text})

    def save(self, text: str) -> None:
        self.type(text)
        (self.root / "src" / "a.py").write_text(text)
        self.client.notify("textDocument/didSave", {"textDocument": {"uri": self.uri}})

    def hook(self, c: Canary) -> None:
        """An assistant's hook, as the assistant starts it."""
        call = {
            "hook_event_name": "PostToolUseFailure",
            "session_id": c.token,
            "cwd": str(self.root),
            "tool_name": "Bash",
            "tool_input": {
                "command": f"curl -H 'X-Key: {c.token}' https://{c.host}",
                "description": c.sentence(),
            },
            "tool_response": {"stdout": c.sentence(), "stderr": f"password={c.token}"},
        }
        command = [sys.executable, "-P", "-m", "whylens", "hook", "--home", str(self.home)]
        done = subprocess.run(command, input=json.dumps(call), text=True, capture_output=True, check=True)
        assert done.stdout + done.stderr == ""

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
    "hook": lambda e, c: e.hook(c),
    "branch": lambda e, c: e.repository.git("switch", "--quiet", "--create", f"try/{c.token}"),
    "commit": lambda e, c: e.repository.commit(
        f"Send {c.token}\n\nParts are never sent side by side, because the gateway at {c.host} closes the connection"
        f" of {c.token} when a second one opens.\n\nDecision: {c.sentence()}\nReviewed-by: Jane <{c.mailbox}>\n",
        {f"src/{c.token}.py": CODE.format(c.sentence()), "src/b.py": CODE.format(c.sentence())},
    ),
    "focus": lambda e, c: e.tell("focus", uri=f"{e.root.as_uri()}/{c.token}.py"),
    "unreadable": lambda e, c: e.tell("focus", uri={c.token: c.sentence()}),
    "unknown": lambda e, c: e.tell(c.token.replace("-", ""), text=c.sentence()),
}


async def _some_cards(client: Client) -> bool:
    return (await client.request("whylens/status"))["cards"]["total"] > 0


async def _taken_in(client: Client) -> bool:
    captured = (await client.request("whylens/status"))["captured"]
    return captured.get("ToolUsed", 0) > 0 and captured.get("HeadMoved", 0) > 1


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
    uri = await client.open(repository.root / "src" / "a.py", "x = 1\n")
    editor = Editor(client, repository, uri, tmp_path / "home")
    await client.until(lambda: _some_cards(client), within=20)
    for name, act in ACTS.items():
        act(editor, canaries[name])
    given = {
        "text": canaries["remembered"].sentence(),
        "uri": editor.uri,
        "position": {"line": 1, "character": 0},
    }
    await client.command("whylens.server.remember", given)
    await client.until(lambda: _taken_in(client), within=20)
    await client.request("whylens/context", {"task": canaries["typed"].sentence()})
    await client.request("textDocument/hover", at(editor.uri, 0, 1))
    while_open = everything_in(tmp_path / "home", tmp_path / "scratch")
    assert await client.end() == 0
    assert found_in(while_open, canaries) == {}
    assert found_in(everything_in(tmp_path / "home", tmp_path / "scratch"), canaries) == {}
    assert found_in(client.log, canaries) == {}
    assert found_in(json.dumps(client.received, ensure_ascii=False).encode(), canaries) == {}

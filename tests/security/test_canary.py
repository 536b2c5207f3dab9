"""The floor nobody may break: a different secret in every source at once, the whole loop, and no byte of any is left.

A new source is one line in `REPOSITORY`, `HAPPENINGS` or `ACTS`. What they say becomes a card wherever it can, because
what is only looked at and forgotten proves little.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.security.canaries import Canary, canary, everything_in, found_in
from tests.support.repository import Repository
from tests.unit.capture.transcripts import made_up
from whylens.app import open_memory
from whylens.capture import spool
from whylens.capture.paths import stays
from whylens.capture.transcripts.session import Format
from whylens.cli.hook import tool_used
from whylens.memory import Memory
from whylens.memory.requests import ContextRequest, RememberRequest
from whylens.model.errors import UserError
from whylens.model.happening import (
    Edited,
    FileMoved,
    Happening,
    HeadMove,
    HeadMoved,
    Looked,
    Problem,
    Ran,
    Reported,
    Said,
    Speaker,
    ToolUsed,
)
from whylens.model.observation import Event
from whylens.model.recall import Query
from whylens.model.source import SourceRef
from whylens.model.words import Basis
from whylens.runtime.project import find_project

AT = 1_709_542_800.0
LAGS = "Wait a second before each read of the {}, because its sensor lags behind what it shows."
CODE = "def send(chunk):\n    # HACK: {}\n    return connection.write(chunk)\n"


@dataclass
class World:
    """A repository, a home of the user, and the home of Whylens."""

    repository: Repository
    user: Path
    home: Path

    def commit(self, message: str, author: str = "A Developer <developer@example.com>") -> None:
        """Commit a change of a file of its own: what a commit says holds as long as what it changed is there."""
        count = int(self.repository.git("rev-list", "--count", "HEAD"))
        self.repository.write(
            {f"lib/part{count}.py": f"def part{count}(chunk):\n    return chunk[{count}]\n"}
        )
        self.repository.git("add", "--all")
        self.repository.git("commit", "--quiet", "--author", author, "--message", message)

    def write(self, path: str, text: str) -> None:
        self.repository.commit(f"Write {len(path)}", {path: text})

    def session(self, format: Format, text: str) -> None:
        """A session where its tool keeps it; the two forms of one tool in two of its editions."""
        root = self.repository.root
        folder = root if format in (Format.AIDER, Format.SPECSTORY, Format.SPECSTORY_V1) else self.user
        made_up.write(folder, format, str(root), (("user", text, None, ""),))
        if format is Format.COPILOT_SNAPSHOT:
            (folder / ".config" / "Code").rename(folder / ".config" / "Code - Insiders")


Plant = Callable[[World, Canary], object]

#: What lies in a repository and on a disk before anything is learned.
REPOSITORY: dict[str, Plant] = {
    "comment": lambda w, c: w.write("src/comment.py", CODE.format(c.sentence())),
    "marker of a person": lambda w, c: w.write("src/todo.py", f"# TODO({c.mailbox}): {c.sentence()}\n"),
    "doc comment": lambda w, c: w.write(
        "src/doc.ts", f"/**\n * {c.sentence()}\n */\nexport function f() {{}}\n"
    ),
    "string in code": lambda w, c: w.write(
        "src/text.py", f'# NOTE: see below because of this\nKEY = "{c.token}"\n'
    ),
    "commit subject": lambda w, c: w.commit(c.sentence()),
    "commit message": lambda w, c: w.commit(
        f"Upload in one request\n\nParts are never sent side by side, because the gateway at {c.host} closes the"
        f" connection of {c.token} when a second one opens. Ask {c.mailbox}.\n\n<private>{c.private}</private>\n"
    ),
    "commit trailer": lambda w, c: w.commit(
        f"Upload again\n\nRetry uploads because the server drops one of ten.\n\nDecision: {c.sentence()}\n"
        f"Reviewed-by: Jane {c.private} <{c.mailbox}>\n"
    ),
    "commit author": lambda w, c: w.commit(
        f"Send chunks\n\nSend chunks of 4 MB by {c.token} because the proxy closes longer requests.\n",
        author=f"{c.token} {c.private} <{c.mailbox}>",
    ),
    "revert": lambda w, c: w.commit(f'Revert "{c.token}"\n\nThis reverts it because {c.sentence()}\n'),
    "branch": lambda w, c: w.repository.git("checkout", "--quiet", "-b", f"fix/{c.token}"),
    "file name": lambda w, c: w.write(f"src/{c.token}.py", CODE.format(LAGS.format("scale"))),
    "folder name": lambda w, c: w.write(f"{c.token}/a.py", CODE.format(LAGS.format("printer"))),
    "name of a function": lambda w, c: w.write(
        "src/name.py",
        f"def f_{c.token.replace('-', '_')}():\n    # HACK: {LAGS.format('drawer')}\n    return 1\n",
    ),
    "renamed file": lambda w, c: (
        w.write(f"old_{c.token}.py", CODE.format(LAGS.format("scanner"))),
        w.repository.git("mv", f"old_{c.token}.py", "new.py"),
        w.commit(f"Move it\n\nMove the file because {c.sentence()}\n"),
    ),
    "decision record": lambda w, c: w.write(
        "docs/adr/0001-token.md", f"# 1. Use one token\n\nStatus: accepted\n\n## Decision\n\n{c.sentence()}\n"
    ),
    "rules file": lambda w, c: w.write("AGENTS.md", f"# Rules\n\n- {c.sentence()}\n"),
    "document": lambda w, c: w.write("docs/guide.md", f"# Guide\n\n## Decision\n\n{c.sentence()}\n"),
    "manifest": lambda w, c: w.write(
        "package.json",
        json.dumps({"name": "x", "version": "1", "engines": {"node": ">=20"}, "why": c.sentence()}),
    ),
    "settings": lambda w, c: w.write(".vscode/settings.json", json.dumps({"whylens.note": c.sentence()})),
    "secrets file": lambda w, c: w.write(".env", f"# {c.sentence()}\nAPI_TOKEN={c.token}\n"),
    **{
        f"session of {format}": lambda w, c, format=format: w.session(format, f"From now on: {c.sentence()}")
        for format in Format
    },
}

FAILS = "FAILED tests/test_send.py::test_send - AssertionError: {}\n1 failed in 0.1s"
PASSES = "1 passed in 0.1s, {}"

#: What happens in an editor, in this order: a report goes with the edit after it, and so does a failing test.
HAPPENINGS: dict[str, Callable[[Canary], list[Happening]]] = {
    "look": lambda c: [Looked(AT + 11, f"src/{c.token}.py", ("send",), 30.0)],
    "diagnostic": lambda c: [Reported(AT + 20, "src/comment.py", (problem(c),))],
    "edit": lambda c: [edit(AT + 200, c)],
    "diagnostic gone": lambda c: [Reported(AT + 210, "src/comment.py", ())],
    "command": lambda c: [
        Ran(AT + 400, f"pytest --token={c.token}", 1, 2.0, FAILS.format(c.sentence())),
        Ran(AT + 410, "pytest", 1, 2.0, FAILS.format(f"{c.token} {c.host} {c.mailbox}")),
    ],
    "edit after a failure": lambda c: [edit(AT + 460, c)],
    "command that passes": lambda c: [Ran(AT + 470, "pytest", 0, 2.0, PASSES.format(c.sentence()))],
    "task": lambda c: [Ran(AT + 580, f"make {c.token}", 2, 1.0, c.sentence(), is_task=True)],
    "chat turn of the user": lambda c: [
        Said(AT + 590, Speaker.USER, f"From now on: {c.sentence()}", "chat", 1)
    ],
    "chat turn of an assistant": lambda c: [
        Said(AT + 591, Speaker.ASSISTANT, f"I decided: {c.sentence()}", "chat", 2)
    ],
    "tool of an assistant": lambda c: [
        ToolUsed(
            AT + 592, "bash", f"curl -H 'X-Key: {c.token}'", ("src/comment.py",), False, c.sentence(), "chat"
        ),
        ToolUsed(
            AT + 593,
            "bash",
            "go test ./...",
            (),
            False,
            f"--- FAIL: TestSend\n    a: {c.token}\nFAIL",
            "chat",
        ),
        Edited(AT + 594, "src/text.py", (), (), (f"LIMIT = '{c.token}'",)),
        ToolUsed(AT + 595, "bash", "go test ./...", (), True, f"ok {c.host}", "chat"),
    ],
    "moved file": lambda c: [FileMoved(AT + 612, f"{c.token}.py", "b.py")],
    "moved head": lambda c: [
        HeadMoved(AT + 693, HeadMove.SWITCH, branch=c.token, branch_before=f"was/{c.token}")
    ],
}


def problem(c: Canary) -> Problem:
    """What a tool says, with all of it."""
    said = f"{c.token} is no member of {c.host}, says {c.mailbox} <private>{c.private}</private>"
    return Problem(said, code=c.token, tool="pyright", line=2, symbol=("send",))


def edit(at: float, c: Canary) -> Edited:
    """A change that a story tells of, in the function that something was wrong with."""
    return Edited(
        at, "src/comment.py", ("send",), (f"connect('{c.token}')",), (f"ask('{c.mailbox}', '{c.host}')",)
    )


def _left_by_hooks(world: World, c: Canary) -> list[ToolUsed]:
    """What an assistant's hook tells, through the folder on disk where it waits for the server."""
    called = {
        "hook_event_name": "PostToolUseFailure",
        "session_id": c.token,
        "cwd": str(world.repository.root),
        "tool_name": "Bash",
        "tool_input": {
            "command": f"curl -H 'X-Key: {c.token}' https://{c.host}",
            "description": c.sentence(),
        },
        "tool_response": {"stdout": c.sentence(), "stderr": f"password={c.token}"},
        "error": c.sentence(),
    }
    used = tool_used(called)
    folder = spool.place(find_project(world.repository.root).key, world.home)
    spool.allow(folder, True)
    assert used is not None and spool.put(folder, used)
    taken = spool.take(folder)
    assert spool.put(folder, used)  # one more, which still lies there when everything is searched
    return taken


def _refused(memory: Memory, c: Canary) -> None:
    with pytest.raises(UserError):
        memory.remember(RememberRequest("Read it", path=f"{c.token}.py"))


def _imported(memory: Memory, c: Canary) -> None:
    line = dict.fromkeys(("ref", "summary", "details", "rationale", "source"), c.sentence())
    more = {"files": [f"{c.token}.py", "a.py"], "symbols": [c.token], "unknown": c.token}
    assert memory.import_lines([json.dumps({**line, **more}), f"{{{c.token}"], activate=True)["imported"] == 1


#: What a user does, and what the doors hand over.
ACTS: dict[str, Callable[[Memory, Canary], object]] = {
    "remembered text": lambda m, c: m.remember(
        RememberRequest(c.sentence(), details=f"{c.sentence()}\nand so on")
    ),
    "remembered place": lambda m, c: m.remember(
        RememberRequest("Mind the order", path="src/comment.py", line=2, buffer=CODE.format(c.sentence()))
    ),
    "remembered file": _refused,
    "reason of a rejection": lambda m, c: m.reject(next(m.every_card()).id, why=c.sentence()),
    "import line": _imported,
    "saved file": lambda m, c: m.observe(
        [
            Event(
                SourceRef(Basis.COMMENT, "src/comment.py", at=AT), "src/comment.py", CODE.format(c.sentence())
            )
        ]
    ),
    "observed event": lambda m, c: m.observe(
        [Event(SourceRef(Basis.TOOL, "run", title=c.sentence(), at=AT), c.token, c.sentence())]
    ),
    "question": lambda m, c: m.recall(Query(text=c.sentence()), deadline=5),
    "task of a context": lambda m, c: m.context(ContextRequest(task=c.sentence()), deadline=5),
}


#: Sources that are found on disk where nothing is redacted: this many ways lead there, and the floor guards them. Of
#: the others nothing is kept today, or only where a story comes of it.
REACH_THE_DISK = {
    "comment",
    "chat turn of the user",
    "command",
    "commit message",
    "diagnostic",
    "edit",
    "edit after a failure",
    "file name",
    "folder name",
    "hook",
    "marker of a person",
    "name of a function",
    "tool of an assistant",
    "commit author",
    "commit trailer",
    "branch",
    "decision record",
    "rules file",
    "moved head",
    "remembered text",
    "remembered place",
    "reason of a rejection",
    "import line",
    "saved file",
    "observed event",
    *(name for name in REPOSITORY if name.startswith("session of")),
}


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    user = tmp_path / "user"
    user.mkdir()
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(user))
    made = World(Repository(tmp_path / "project"), user, tmp_path / "home")
    made.repository.commit("Start", {"src/comment.py": CODE.format("nothing")})
    return made


def planted() -> dict[str, Canary]:
    """The canary of each source."""
    return {name: canary(number) for number, name in enumerate((*REPOSITORY, *HAPPENINGS, *ACTS, "hook"))}


def whole_loop(world: World, canaries: dict[str, Canary]) -> Memory:
    """Learn, work, remember, forget nothing: the memory, still open."""
    for name, plant in REPOSITORY.items():
        plant(world, canaries[name])
    memory = open_memory(world.repository.root, home=world.home, embeddings=False)
    memory.learn()
    assert memory.learn_chats(memory.chats().to_read).read["chat sessions"] == len(Format)
    for name, happens in HAPPENINGS.items():
        memory.happened(happens(canaries[name]))
    memory.happened(_left_by_hooks(world, canaries["hook"]))
    memory.end_session()
    for name, act in ACTS.items():
        act(memory, canaries[name])
    memory.learn()
    memory.flush()
    return memory


def test_no_byte_of_any_source_is_left(
    world: World, tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    canaries = planted()
    memory = whole_loop(world, canaries)
    told = json.dumps([memory.status(), str([memory.source(card.id) for card in memory.every_card()])])
    assert found_in(everything_in(world.home, tmp_path / "scratch"), canaries) == {}, (
        "while it runs, with its log"
    )
    memory.close()
    assert found_in(everything_in(world.home, tmp_path / "scratch"), canaries) == {}
    printed = capfd.readouterr()
    assert found_in((printed.out + printed.err + caplog.text + told).encode(), canaries) == {}


def test_without_redaction_the_sources_would_be_found(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the floor stands on: these sources do reach the disk."""
    monkeypatch.setattr("whylens.normalize.redact.FINDERS", ())
    monkeypatch.setitem(ACTS, "remembered file", lambda memory, canary: None)
    stays.cache_clear()
    canaries = planted()
    memory = whole_loop(world, canaries)
    memory.close()
    stays.cache_clear()
    found = set(found_in(everything_in(world.home, tmp_path / "scratch"), canaries))
    assert sorted(REACH_THE_DISK - found) == []


def test_the_search_finds_what_is_there(world: World, tmp_path: Path) -> None:
    planted = {"a": canary(1)}
    (world.home / "x").mkdir(parents=True)
    (world.home / "x" / "log").write_text(f"… {planted['a'].host.upper()} …")
    assert found_in(everything_in(world.home, tmp_path / "scratch"), planted) == {"a": [planted["a"].host]}

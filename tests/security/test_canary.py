"""The floor nobody may break: a different secret in every source at once, the whole loop, and no byte of any is left.

A new source is one line in `REPOSITORY`, `HAPPENINGS` or `ACTS`.
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
from whylens.capture.paths import stays
from whylens.capture.transcripts.session import Format
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

AT = 1_709_542_800.0
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
        made_up.write(self.user, format, str(self.repository.root), (("user", text, None, ""),))


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
    "commit message": lambda w, c: w.commit(f"Upload in one request\n\n{c.sentence()}\n"),
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
    "file name": lambda w, c: w.write(f"src/{c.token}.py", CODE.format("sleep because the sensor lags")),
    "folder name": lambda w, c: w.write(f"{c.token}/a.py", CODE.format("wait because the sensor lags")),
    "name of a function": lambda w, c: w.write(
        "src/name.py",
        f"def f_{c.token.replace('-', '_')}():\n    # HACK: wait because the sensor lags\n    return 1\n",
    ),
    "renamed file": lambda w, c: (
        w.write(f"old_{c.token}.py", CODE.format("again because it lags")),
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
        for format in (Format.CLAUDE_CODE, Format.CODEX, Format.COPILOT_CLI)
    },
}

#: What happens in an editor.
HAPPENINGS: dict[str, Callable[[Canary], list[Happening]]] = {
    "edit": lambda c: [
        Edited(AT + 10, "src/comment.py", ("send",), (f"x = '{c.token}'",), (f"# {c.sentence()}",))
    ],
    "look": lambda c: [Looked(AT + 11, f"src/{c.token}.py", ("send",), 30.0)],
    "moved file": lambda c: [FileMoved(AT + 12, f"{c.token}.py", "b.py")],
    "diagnostic": lambda c: [
        Reported(AT + 20, "src/comment.py", (Problem(c.sentence(), code=c.token, tool="ruff", line=2),)),
        Edited(AT + 30, "src/comment.py", ("send",), ("a",), ("b",)),
        Reported(AT + 40, "src/comment.py", ()),
    ],
    "command": lambda c: [
        Ran(AT + 50, f"pytest --token={c.token}", 1, 2.0, f"FAILED {c.sentence()}"),
        Edited(AT + 60, "src/comment.py", ("send",), ("b",), ("c",)),
        Ran(AT + 70, f"pytest --token={c.token}", 0, 2.0, f"1 passed, {c.sentence()}"),
    ],
    "task": lambda c: [Ran(AT + 80, f"make {c.token}", 2, 1.0, c.sentence(), is_task=True)],
    "chat turn of the user": lambda c: [Said(AT + 90, Speaker.USER, f"Remember: {c.sentence()}", "chat", 1)],
    "chat turn of an assistant": lambda c: [
        Said(AT + 91, Speaker.ASSISTANT, f"I decided: {c.sentence()}", "chat", 2)
    ],
    "tool of an assistant": lambda c: [
        ToolUsed(
            AT + 92, "bash", f"curl -H 'X-Key: {c.token}'", ("src/comment.py",), False, c.sentence(), "chat"
        )
    ],
    "moved head": lambda c: [
        HeadMoved(AT + 93, HeadMove.SWITCH, branch=c.token, branch_before=f"was/{c.token}")
    ],
}


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
    "marker of a person",
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
    return {name: canary(number) for number, name in enumerate((*REPOSITORY, *HAPPENINGS, *ACTS))}


def whole_loop(world: World, canaries: dict[str, Canary]) -> Memory:
    """Learn, work, remember, forget nothing: the memory, still open."""
    for name, plant in REPOSITORY.items():
        plant(world, canaries[name])
    memory = open_memory(world.repository.root, home=world.home, embeddings=False)
    memory.learn()
    assert memory.learn_chats(memory.chats().to_read).read["chat sessions"] == 3
    for name, happens in HAPPENINGS.items():
        memory.happened(happens(canaries[name]))
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

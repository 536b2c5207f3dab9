"""What happens in the editor is handed to the memory as happenings: every source, through the real server process."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.protocol.client import Client, replace
from tests.protocol.conftest import SOURCE, Start
from tests.support.repository import Repository
from whylens.inject.render import HEADER

RECORDING = Path(__file__).with_name("recording_server.py")
QUIET: dict[str, Any] = {"learn": {"onOpen": False}}
BROKEN = SOURCE.replace("return connection.write(chunk)", "return conection.write(chunk)")
MENDED = SOURCE.replace("return connection.write(chunk)", "return connection.send(chunk)")
ERROR = {
    "range": replace((5, 11), (5, 20), "")["range"],
    "severity": 1,
    "code": "reportUndefinedVariable",
    "source": "Pyright",
    "message": '"conection" is not defined',
}
#: As a terminal sends it: a prompt mark of the shell integration, colours, a progress bar, a window title.
RAW_OUTPUT = (
    "\x1b]633;C\x07\x1b[1m===== test session starts =====\x1b[0m\r\n"
    "\rcollecting 0 items\rcollected 2 items\x1b[K\r\n"
    "test_upload.py \x1b[32m.\x1b[0m\x1b[31mF\x1b[0m\r\n"
    "\x1b[31mE   NameError: name 'conection' is not defined\x1b[0m\r\n"
    "\x1b]0;pytest\x1b\\=== 1 failed, 1 passed in 0.12s ===\r\n"
)


class Recorded:
    """A client of the recording server."""

    def __init__(self, client: Client, home: Path, root: Path) -> None:
        self.client, self.home, self.root = client, home, root

    def all(self, kind: str = "") -> list[dict[str, Any]]:
        """What the memory was handed so far."""
        file = self.home / "happened.jsonl"
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        told = [json.loads(line) for line in lines]
        return [each for each in told if not kind or each["is"] == kind]

    async def told(self, kind: str, count: int = 1, *, within: float = 15.0) -> list[dict[str, Any]]:
        """Wait for so many of a kind."""
        await self.client.until(lambda: len(self.all(kind)) >= count, within=within)
        return self.all(kind)

    async def open(self, path: str, text: str) -> str:
        """Open a file of the repository."""
        return await self.client.open(self.root / path, text)

    def save(self, uri: str) -> None:
        """Tell that a file was saved."""
        self.client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})

    async def settled(self) -> None:
        """Everything so far is handed over or dropped: a command goes through the same queue after it."""
        before = len(self.all("Ran"))
        self.client.notify("whylens/terminalCommand", {"command": f"marker {before}", "exitCode": 0})
        await self.told("Ran", before + 1)


@pytest.fixture
async def recorded(start: Start, repository: Repository, home: Path) -> Recorded:
    """The product with nothing switched off."""
    return await recording(start, repository, home)


async def recording(
    start: Start, repository: Repository, home: Path, settings: dict[str, Any] | None = None, **options: Any
) -> Recorded:
    home.mkdir(exist_ok=True)  # noqa: ASYNC240
    command = [sys.executable, str(RECORDING), str(home), "--log-level", "debug"]
    client = await start(command, settings={**QUIET, **(settings or {})})
    await client.initialize(repository.root, options={"trusted": True, **options})
    await client.until(lambda: client.messages("whylens/statusChanged"))
    return Recorded(client, home, repository.root)


# -- documents ---------------------------------------------------------------------------------------------------


async def test_an_edit_is_told_by_function_once_it_is_saved(recorded: Recorded) -> None:
    uri = await recorded.open("upload.py", SOURCE)
    text = BROKEN.replace("self.connection.finish()", "self.connection.end()").replace(
        '"""Uploads."""', '"""All uploads."""'
    )
    recorded.client.change(uri, 2, {"text": text})
    recorded.save(uri)
    edits = {tuple(each["symbol"]): each for each in await recorded.told("Edited", 3)}
    assert set(edits) == {(), ("send_chunk",), ("Upload", "close")}
    assert edits["send_chunk",]["removed"] == ["    return connection.write(chunk)"]
    assert edits["send_chunk",]["added"] == ["    return conection.write(chunk)"]
    assert edits[()]["path"] == "upload.py"


async def test_keystrokes_are_never_told_only_what_they_came_to(recorded: Recorded) -> None:
    uri = await recorded.open("upload.py", SOURCE)
    recorded.client.change(uri, 2, replace((4, 0), (4, 0), "    \n"))
    for column, letter in enumerate("# slow, so that", 4):
        recorded.client.change(uri, column, replace((4, column), (4, column), letter))
    recorded.save(uri)
    (edit,) = await recorded.told("Edited")
    assert edit["added"] == ["    # slow, so that"]


async def test_an_edit_nobody_saves_settles_by_itself(recorded: Recorded) -> None:
    uri = await recorded.open("upload.py", SOURCE)
    recorded.client.change(uri, 2, {"text": BROKEN})
    (edit,) = await recorded.told("Edited")
    assert edit["symbol"] == ["send_chunk"]


async def test_a_function_that_was_renamed_keeps_its_lines_together(recorded: Recorded) -> None:
    uri = await recorded.open("upload.py", SOURCE)
    recorded.client.change(uri, 2, {"text": SOURCE.replace("def send_chunk(", "def send_piece(")})
    recorded.save(uri)
    (edit,) = await recorded.told("Edited")
    assert edit["symbol"] == ["send_piece"]
    assert edit["removed"] == ["def send_chunk(connection, chunk):"]


async def test_what_a_checkout_writes_is_no_edit(recorded: Recorded, repository: Repository) -> None:
    repository.git("switch", "--quiet", "--create", "topic")
    repository.commit("Break it", {"upload.py": BROKEN})
    uri = await recorded.open("upload.py", BROKEN)
    await recorded.client.ready()
    await asyncio.sleep(1.2)  # the first look
    repository.git("switch", "--quiet", "main")
    recorded.client.change(uri, 2, {"text": SOURCE})  # the editor reads the file again
    await recorded.told("HeadMoved", 1)
    await recorded.settled()
    assert recorded.all("Edited") == []


async def test_renames_and_deletions_are_told(recorded: Recorded) -> None:
    old, new = ((recorded.root / name).as_uri() for name in ("upload.py", "send.py"))
    (recorded.root / "upload.py").rename(recorded.root / "send.py")
    recorded.client.notify("workspace/didRenameFiles", {"files": [{"oldUri": old, "newUri": new}]})
    recorded.client.notify("workspace/didDeleteFiles", {"files": [{"uri": new}]})
    moved = await recorded.told("FileMoved", 2)
    assert [(each["path"], each["to"]) for each in moved] == [("upload.py", "send.py"), ("send.py", "")]


async def test_the_files_of_a_folder_that_was_renamed_are_told_one_by_one(recorded: Recorded) -> None:
    folder = recorded.root / "new name"
    folder.mkdir()
    (folder / "a.py").write_text("a = 1\n")
    (folder / "b.py").write_text("b = 1\n")
    renamed = {"oldUri": (recorded.root / "old").as_uri(), "newUri": folder.as_uri()}
    recorded.client.notify("workspace/didRenameFiles", {"files": [renamed]})
    moved = await recorded.told("FileMoved", 2)
    assert [(each["path"], each["to"]) for each in moved] == [
        ("old/a.py", "new name/a.py"),
        ("old/b.py", "new name/b.py"),
    ]


async def test_a_place_that_was_on_screen_for_a_while_is_told_with_its_function(recorded: Recorded) -> None:
    uri = await recorded.open("upload.py", SOURCE)
    there = {"uri": uri, "range": replace((5, 4), (5, 4), "")["range"], "focused": True}
    recorded.client.notify("whylens/focus", there)
    await asyncio.sleep(4.2)
    recorded.client.notify("whylens/focus", {**there, "focused": False})
    (looked,) = await recorded.told("Looked")
    assert (looked["path"], looked["symbol"]) == ("upload.py", ["send_chunk"])
    assert 4 <= looked["seconds"] < 60


# -- diagnostics -------------------------------------------------------------------------------------------------


async def test_a_problem_is_told_with_its_tool_and_function_and_again_when_it_is_gone(
    recorded: Recorded,
) -> None:
    uri = await recorded.open("upload.py", BROKEN)
    hint = {**ERROR, "severity": 4, "message": "unused"}
    recorded.client.notify("whylens/diagnostics", {"uri": uri, "diagnostics": [hint, ERROR]})
    (report,) = await recorded.told("Reported")
    assert report["path"] == "upload.py"
    assert report["problems"] == [
        {
            "message": '"conection" is not defined',
            "severity": "error",
            "code": "reportUndefinedVariable",
            "tool": "Pyright",
            "line": 6,
            "symbol": ["send_chunk"],
        }
    ]
    recorded.client.notify("whylens/diagnostics", {"uri": uri, "diagnostics": []})
    assert (await recorded.told("Reported", 2))[1]["problems"] == []


async def test_the_edit_that_mends_comes_before_the_report_that_it_did(recorded: Recorded) -> None:
    uri = await recorded.open("upload.py", BROKEN)
    recorded.client.notify("whylens/diagnostics", {"uri": uri, "diagnostics": [ERROR]})
    await recorded.told("Reported")
    recorded.client.change(uri, 2, {"text": MENDED})
    recorded.client.notify("whylens/diagnostics", {"uri": uri, "diagnostics": []})
    await recorded.told("Reported", 2)
    assert [each["is"] for each in recorded.all()] == ["Reported", "Edited", "Reported"]


async def test_problems_that_come_and_go_while_typing_are_not_told(recorded: Recorded) -> None:
    uri = await recorded.open("upload.py", SOURCE)
    for version in range(2, 42):
        recorded.client.change(uri, version, replace((5, 4), (5, 4), "x"))
        flapping = [ERROR] if version % 2 else []
        recorded.client.notify("whylens/diagnostics", {"uri": uri, "diagnostics": flapping})
    recorded.client.notify("whylens/diagnostics", {"uri": uri, "diagnostics": [ERROR]})
    recorded.save(uri)
    await recorded.settled()
    assert [each["is"] for each in recorded.all()] == ["Edited", "Reported", "Ran"]


async def test_the_same_report_twice_is_told_once(recorded: Recorded) -> None:
    uri = (recorded.root / "upload.py").as_uri()  # closed: its functions are read from disk
    for _ in range(3):
        recorded.client.notify("whylens/diagnostics", {"uri": uri, "diagnostics": [ERROR]})
        await recorded.settled()
    (report,) = recorded.all("Reported")
    assert report["problems"][0]["symbol"] == ["send_chunk"]


# -- git ---------------------------------------------------------------------------------------------------------


async def test_how_the_head_moved_is_told(recorded: Recorded, repository: Repository) -> None:
    first = repository.git("rev-parse", "HEAD")
    await recorded.client.ready()
    await asyncio.sleep(1.2)  # the first look
    second = repository.commit("Second", {"upload.py": BROKEN})
    repository.git("switch", "--quiet", "--create", "topic")
    third = repository.commit("Third", {"more.py": "x = 1\n"})
    root = recorded.root.as_uri()
    recorded.client.notify("whylens/gitState", {"root": root, "branch": "topic", "commit": third})
    moves = await recorded.told("HeadMoved", 3)
    assert [(each["how"], each["before"], each["now"], each["branch"]) for each in moves] == [
        ("commit", first, second, "main"),
        ("switch", second, second, "topic"),
        ("commit", second, third, "topic"),
    ]
    assert moves[1]["branch_before"] == "main"


# -- terminal and tasks ------------------------------------------------------------------------------------------


async def test_a_command_is_told_as_it_reads_on_the_screen(recorded: Recorded) -> None:
    (recorded.root / "sub").mkdir()
    command = {
        "command": "pytest -q",
        "exitCode": 1,
        "milliseconds": 1_250,
        "output": RAW_OUTPUT,
        "cwd": (recorded.root / "sub").as_uri(),
    }
    recorded.client.notify("whylens/terminalCommand", command)
    (ran,) = await recorded.told("Ran")
    assert ran["output"].splitlines() == [
        "===== test session starts =====",
        "collected 2 items",
        "test_upload.py .F",
        "E   NameError: name 'conection' is not defined",
        "=== 1 failed, 1 passed in 0.12s ===",
    ]
    assert (ran["command"], ran["exit_code"], ran["seconds"]) == ("pytest -q", 1, 1.25)
    assert (ran["folder"], ran["is_task"]) == ("sub", False)


async def test_a_command_whose_end_nobody_knows_has_no_exit_code(recorded: Recorded) -> None:
    recorded.client.notify("whylens/terminalCommand", {"command": "make", "exitCode": None})
    assert (await recorded.told("Ran"))[0]["exit_code"] is None


async def test_edits_come_before_the_command_that_follows_them(recorded: Recorded) -> None:
    uri = await recorded.open("upload.py", BROKEN)
    recorded.client.change(uri, 2, {"text": MENDED})
    recorded.client.notify("whylens/terminalCommand", {"command": "pytest", "exitCode": 0})
    await recorded.told("Ran")
    assert [each["is"] for each in recorded.all()] == ["Edited", "Ran"]


async def test_commands_elsewhere_and_our_own_are_not_told(recorded: Recorded, tmp_path: Path) -> None:
    for command in (
        {"command": "make", "cwd": tmp_path.as_uri()},
        {"command": "/usr/bin/whylens recall upload"},
        {"command": "  "},
    ):
        recorded.client.notify("whylens/terminalCommand", command)
    await recorded.settled()
    assert [each["command"] for each in recorded.all()] == ["marker 0"]


async def test_a_task_is_told(recorded: Recorded) -> None:
    task = {"name": "test", "command": "npm test", "exitCode": 0, "milliseconds": 2_000}
    recorded.client.notify("whylens/taskFinished", {**task, "folder": recorded.root.as_uri()})
    (ran,) = await recorded.told("Ran")
    assert (ran["command"], ran["exit_code"], ran["is_task"], ran["seconds"]) == ("npm test", 0, True, 2.0)


# -- chats and assistants ----------------------------------------------------------------------------------------


async def test_a_turn_of_a_chat_is_told_without_what_whylens_put_there(recorded: Recorded) -> None:
    ours = f'{HEADER}\n- [W-3f2a] decision, 85%: "Chunks are sent in order"'
    turn = {
        "session": "c1",
        "turn": 3,
        "speaker": "user",
        "text": f"{ours}\n\nWe must never retry, because the gateway counts requests.",
        "tool": "copilot",
        "files": [(recorded.root / "upload.py").as_uri(), "untitled:Untitled-1"],
    }
    recorded.client.notify("whylens/chatTurn", turn)
    recorded.client.notify("whylens/chatTurn", {**turn, "turn": 4, "text": ours})
    await recorded.settled()
    (said,) = recorded.all("Said")
    assert said["text"] == "We must never retry, because the gateway counts requests."
    assert (said["session"], said["turn"], said["speaker"], said["tool"]) == ("c1", 3, "user", "copilot")
    assert said["files"] == ["upload.py"]


CLAUDE = {
    "session_id": "s1",
    "hook_event_name": "PostToolUse",
    "tool_name": "Bash",
    "tool_input": {"command": "pytest tests", "description": "Run the tests"},
    "tool_response": {"stdout": "2 passed in 0.1s", "stderr": "", "interrupted": False},
}


async def hooked(recorded: Recorded, given: dict[str, Any]) -> None:
    command = [sys.executable, "-P", "-m", "whylens", "hook", "--home", str(recorded.home)]
    body = json.dumps({"cwd": str(recorded.root), **given}).encode()
    done = await asyncio.to_thread(subprocess.run, command, input=body, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


async def test_a_tool_call_reported_by_a_hook_is_told(recorded: Recorded) -> None:
    await recorded.client.ready()
    await hooked(recorded, CLAUDE)
    edit = {"file_path": str(recorded.root / "upload.py"), "old_string": "a", "new_string": "b"}
    await hooked(recorded, {**CLAUDE, "tool_name": "Edit", "tool_input": edit, "tool_response": {}})
    ran, edited = await recorded.told("ToolUsed", 2)
    assert (ran["tool"], ran["what"], ran["output"]) == ("Bash", "pytest tests", "2 passed in 0.1s")
    assert (ran["succeeded"], ran["session"]) == (True, "s1")
    assert (edited["files"], edited["output"]) == (["upload.py"], "")


async def test_a_tool_call_on_a_file_of_secrets_is_not_told(recorded: Recorded) -> None:
    await recorded.client.ready()
    secret = {"file_path": str(recorded.root / ".env")}
    await hooked(recorded, {**CLAUDE, "tool_name": "Read", "tool_input": secret})
    await hooked(recorded, CLAUDE)
    (used,) = await recorded.told("ToolUsed")
    assert used["tool"] == "Bash"


@pytest.mark.parametrize("settings", [{"mode": "read-only"}, {"mode": "off"}, {"capture": {"tools": False}}])
async def test_a_hook_leaves_nothing_where_nobody_captures(
    start: Start, repository: Repository, home: Path, settings: dict[str, Any]
) -> None:
    before = await recording(start, repository, home)
    await before.client.ready()
    await before.client.end()
    now = await recording(start, repository, home, settings)
    await hooked(now, CLAUDE)
    assert await asyncio.to_thread(lambda: list(home.rglob("spool"))) == []


# -- what is never read ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [".env", "id_rsa", "server.pem", "build/out.py", "private/notes.py", ".git/info/exclude", "cards/one.md"],
)
async def test_files_that_must_not_be_read_are_not(
    start: Start, repository: Repository, home: Path, path: str
) -> None:
    repository.write({".gitignore": "build/\n", path: "x = 1\n"})
    recorded = await recording(start, repository, home, {"exclude": ["private/"]})
    head = "---\nid: 1\nhandle: W-3f2a\n---\n" if path.startswith("cards") else ""
    uri = await recorded.open(path, f"{head}x = 1\n")
    changed = f"{head}# WHY: never twice, because the gateway counts\nx = 2\n"
    recorded.client.change(uri, 2, {"text": changed})
    recorded.save(uri)
    recorded.client.notify("whylens/diagnostics", {"uri": uri, "diagnostics": [ERROR]})
    await recorded.settled()
    kinds = {each["is"] for each in recorded.all()}
    assert kinds <= ({"Ran", "Reported"} if path.startswith("cards") else {"Ran"})
    assert (await recorded.client.request("whylens/status"))["cards"]["total"] == 0


@pytest.mark.parametrize("uri", ["untitled:Untitled-1", "git:/upload.py?HEAD", "file:///elsewhere/upload.py"])
async def test_documents_that_are_no_files_of_the_project_are_not_read(recorded: Recorded, uri: str) -> None:
    await recorded.client.open(uri, SOURCE)
    recorded.client.change(uri, 2, {"text": BROKEN})
    recorded.save(uri)
    recorded.client.notify("whylens/diagnostics", {"uri": uri, "diagnostics": [ERROR]})
    recorded.client.notify("workspace/didDeleteFiles", {"files": [{"uri": uri}]})
    await recorded.settled()
    assert {each["is"] for each in recorded.all()} == {"Ran"}


async def test_a_file_git_ignores_but_tracks_is_read(
    start: Start, repository: Repository, home: Path
) -> None:
    repository.write({"build/kept.py": "x = 1\n", ".gitignore": "build/\n"})
    repository.git("add", "--force", "build/kept.py")
    recorded = await recording(start, repository, home)
    uri = await recorded.open("build/kept.py", "x = 1\n")
    recorded.client.change(uri, 2, {"text": "x = 2\n"})
    recorded.save(uri)
    assert (await recorded.told("Edited"))[0]["path"] == "build/kept.py"


async def everything(recorded: Recorded) -> None:
    """Something of every source."""
    uri = await recorded.open("upload.py", SOURCE)
    recorded.client.change(uri, 2, {"text": BROKEN})
    recorded.save(uri)
    recorded.client.notify("whylens/diagnostics", {"uri": uri, "diagnostics": [ERROR]})
    recorded.client.notify("whylens/terminalCommand", {"command": "make", "exitCode": 1})
    recorded.client.notify("whylens/taskFinished", {"name": "build", "exitCode": 1})
    turn = {"session": "c", "turn": 1, "speaker": "user", "text": "Why?"}
    recorded.client.notify("whylens/chatTurn", turn)


@pytest.mark.parametrize(
    ("settings", "options"),
    [
        ({"mode": "read-only"}, {}),
        ({"mode": "off"}, {}),
        ({}, {"trusted": False}),
        ({"exclude": "unreadable"}, {}),
        ({"capture": "unreadable"}, {}),
    ],
)
async def test_where_nothing_may_be_captured_nothing_is(
    start: Start, repository: Repository, home: Path, settings: dict[str, Any], options: dict[str, Any]
) -> None:
    recorded = await recording(start, repository, home, settings, **options)
    await everything(recorded)
    await recorded.client.end()
    assert recorded.all() == []


async def test_observe_captures(start: Start, repository: Repository, home: Path) -> None:
    recorded = await recording(start, repository, home, {"mode": "observe"})
    await everything(recorded)
    await recorded.client.until(lambda: len(recorded.all()) == 5)


@pytest.mark.parametrize(
    ("source", "left_out"),
    [
        ("edits", {"Edited"}),
        ("diagnostics", {"Reported"}),
        ("terminal", {"Ran make"}),
        ("tasks", {"Ran build"}),
        ("chat", {"Said"}),
    ],
)
async def test_each_source_can_be_switched_off_by_itself(
    start: Start, repository: Repository, home: Path, source: str, left_out: set[str]
) -> None:
    recorded = await recording(start, repository, home, {"capture": {source: False}})
    await everything(recorded)
    await recorded.client.end()
    told = {f"Ran {each['command']}" if each["is"] == "Ran" else each["is"] for each in recorded.all()}
    assert told == {"Edited", "Reported", "Ran make", "Ran build", "Said"} - left_out


# -- the queue ---------------------------------------------------------------------------------------------------


async def test_what_has_no_room_is_counted_and_said_and_what_the_user_saved_is_kept(
    start: Start, repository: Repository, home: Path
) -> None:
    """Nothing is handed over before the settings are known; until then everything waits."""
    home.mkdir()  # noqa: ASYNC240
    client = await start([sys.executable, str(RECORDING), str(home)], settings=QUIET)
    client.ignored.add("workspace/configuration")
    await client.initialize(repository.root)
    recorded = Recorded(client, home, repository.root)
    uri = await recorded.open("upload.py", SOURCE)
    why = SOURCE.replace('"""Send one chunk."""', "# WHY: one at a time, because the gateway counts")
    client.change(uri, 2, {"text": why})
    recorded.save(uri)
    for number in range(300):
        client.notify("whylens/terminalCommand", {"command": f"echo {number}", "exitCode": 0})
    asked = await client.until(
        lambda: [each for each in client.received if each.get("method") == "workspace/configuration"]
    )
    client.send({"jsonrpc": "2.0", "id": asked[0]["id"], "result": [QUIET]})
    await client.until(lambda: any(each.get("command") == "echo 299" for each in recorded.all()))
    status = await client.request("whylens/status")
    assert status["dropped"] == 301 - 200
    assert any(
        "capture could not keep up: 1 of kind edit, 100 of kind ran" in each for each in status["degraded"]
    )
    assert "the gateway counts" in await client.told(uri, 3)


async def test_what_waits_for_consent_is_captured_once_it_is_given(
    start: Start, repository: Repository, home: Path
) -> None:
    home.mkdir()  # noqa: ASYNC240
    client = await start([sys.executable, str(RECORDING), str(home)], settings=QUIET)
    await client.initialize(repository.root)
    client.notify("whylens/terminalCommand", {"command": "make", "exitCode": 0})
    assert await Recorded(client, home, repository.root).told("Ran")


# -- explicit ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["WHY", "DECISION"])
async def test_a_marked_comment_is_known_once_it_is_saved(recorded: Recorded, mark: str) -> None:
    uri = await recorded.open("upload.py", SOURCE)
    comment = f"# {mark}: chunks go out one at a time, because the gateway counts requests"
    recorded.client.change(uri, 2, {"text": SOURCE.replace('"""Send one chunk."""', comment)})
    recorded.save(uri)
    assert "gateway counts requests" in await recorded.client.told(uri, 3)


async def test_what_was_captured_is_counted_in_the_status(recorded: Recorded) -> None:
    await everything(recorded)
    await recorded.client.until(lambda: len(recorded.all()) == 5)

    async def counted() -> bool:
        status = await recorded.client.request("whylens/status")
        return status["captured"] == {"Event": 1, "Edited": 1, "Reported": 1, "Ran": 2, "Said": 1}

    await recorded.client.until(counted)


async def test_times_are_those_of_the_clock(recorded: Recorded) -> None:
    await recorded.settled()
    assert abs(recorded.all()[0]["at"] - time.time()) < 60

"""The way in and every way out: exit codes, a client that is gone, shutdown under load, TCP and its token."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.protocol.client import Client, Refused, at, real_server
from tests.protocol.conftest import SOURCE, Start, remember
from tests.support.repository import Repository


async def test_an_orderly_end_has_exit_code_zero(client: Client) -> None:
    assert await client.end() == 0


async def test_exit_without_shutdown_has_exit_code_one(client: Client) -> None:
    client.notify("exit")
    assert await client.gone() == 1


async def test_exit_before_initialize_has_exit_code_one(start: Start) -> None:
    client = await start()
    client.notify("exit")
    assert await client.gone() == 1


async def test_the_server_ends_when_its_input_ends(client: Client, uri: str) -> None:
    await remember(client, uri, 3, "Known to be slow")
    children = psutil.Process(client.process.pid).children(recursive=True)
    assert client.process.stdin is not None
    client.process.stdin.close()
    assert await client.gone() == 1
    _, alive = psutil.wait_procs(children, timeout=5)
    assert alive == []


async def test_the_server_ends_when_its_input_ends_in_the_middle_of_a_message(client: Client) -> None:
    assert client.process.stdin is not None
    client.process.stdin.write(b"Content-Length: 1000\r\n\r\n{")
    client.process.stdin.close()
    assert await client.gone() == 1


async def test_the_server_ends_when_nobody_reads_and_the_input_ends(client: Client, uri: str) -> None:
    for _ in range(200):
        client.ask("whylens/status")
    assert client.process.stdin is not None
    client.process.stdin.close()
    assert await client.gone() == 1


async def test_shutdown_is_answered_with_requests_in_flight(client: Client, uri: str) -> None:
    await remember(client, uri, 3, "Known to be slow")
    flying = [client.ask("whylens/context", {**at(uri, 3, 5), "task": f"task {n}"})[1] for n in range(50)]
    flying += [
        client.ask("workspace/executeCommand", {"command": "whylens.server.export", "arguments": []})[1]
        for _ in range(50)
    ]
    assert await client.end() == 0
    answered = [each for each in flying if each.done()]
    for each in answered:
        each.exception()
    assert len(answered) == len(flying), "a request was left without an answer"


async def test_what_was_remembered_is_there_in_the_next_session(
    client: Client, uri: str, start: Start, repository: Repository
) -> None:
    await remember(client, uri, 3, "Known to be slow")
    client.process.kill()
    await client.gone()
    later = await start()
    await later.initialize(repository.root)
    again = await later.open(repository.root / "upload.py", SOURCE)
    await later.until(lambda: later.hover(again, 3))


async def test_two_windows_see_each_others_cards(
    client: Client, uri: str, start: Start, repository: Repository
) -> None:
    other = await start()
    await other.initialize(repository.root)
    await other.ready()
    there = await other.open(repository.root / "upload.py", SOURCE)
    assert await other.lenses(there) == []
    before = len(other.messages("workspace/codeLens/refresh"))
    await remember(client, uri, 3, "Known to be slow")
    await other.until(lambda: len(other.messages("workspace/codeLens/refresh")) > before)
    await other.shows(there, [(3, "⚠ 1 known defect")])


async def test_a_memory_that_cannot_be_opened_is_told_once(
    start: Start, repository: Repository, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("not a folder")
    client = await start(real_server("--home", str(tmp_path / "file" / "home")))
    await client.initialize(repository.root)
    uri = await client.open(repository.root / "upload.py", SOURCE)
    await client.until(lambda: client.messages("window/showMessage"))
    for _ in range(3):
        assert await client.hover(uri, 3) is None
        with pytest.raises(Refused, match="--home"):
            await remember(client, uri, 3, "x")
    assert len(client.messages("window/showMessage")) == 1
    assert (await client.request("whylens/status"))["degraded"]


async def test_arguments_decide_project_and_home(start: Start, repository: Repository, home: Path) -> None:
    client = await start(real_server("--stdio", "--project", str(repository.root), "--home", str(home)))
    await client.initialize()
    status = await client.ready()
    assert Path(status["root"]) == repository.root
    assert any(
        each.name == status["key"] for each in await asyncio.to_thread(lambda: list(home.glob("projects/*")))
    )


@pytest.mark.parametrize(
    "address", ["0.0.0.0:0", "192.168.1.1:80", "example.com:80", "nonsense", "127.0.0.1:99999"]
)
def test_tcp_listens_on_this_machine_alone(address: str) -> None:
    done = subprocess.run(real_server("--tcp", address), capture_output=True, timeout=60, check=False)
    assert done.returncode == 2
    assert len(done.stderr.decode().strip().splitlines()) == 1


class Tcp:
    """A client over TCP, as far as these tests need one."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def request(self, number: int, method: str, params: Any) -> dict[str, Any]:
        self.send({"id": number, "method": method, "params": params})
        while True:
            answer = await self.receive()
            if answer.get("id") == number and "method" not in answer:
                return answer

    def send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    async def receive(self) -> dict[str, Any]:
        async with asyncio.timeout(15):
            length = int((await self.reader.readline()).split(b":")[1])
            await self.reader.readline()
            return json.loads(await self.reader.readexactly(length))


async def connect(port: int) -> Tcp:
    return Tcp(*await asyncio.open_connection("127.0.0.1", port))


async def test_tcp_serves_only_a_client_that_has_the_token(home: Path, repository: Repository) -> None:
    process = await asyncio.create_subprocess_exec(
        *real_server("--tcp", "127.0.0.1:0", "--home", str(home)), stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        words = (await process.stdout.readline()).decode().split()
        port, token = int(words[2].rpartition(":")[2]), words[4]
        params = {"processId": None, "rootUri": repository.root.as_uri(), "capabilities": {}}

        stranger = await connect(port)
        early = await stranger.request(1, "whylens/status", None)
        assert early["error"]["code"] == -32002
        refused = await stranger.request(
            2, "initialize", {**params, "initializationOptions": {"token": "guess"}}
        )
        assert "token" in refused["error"]["message"]
        assert await stranger.reader.read() == b"", "the connection should be cut"

        friend = await connect(port)
        await friend.request(1, "initialize", {**params, "initializationOptions": {"token": token}})
        friend.send({"method": "initialized", "params": {}})
        assert (await friend.request(2, "whylens/status", None))["result"]["version"]

        late = await connect(port)
        assert await late.reader.read() == b"", "one client at a time"

        await friend.request(3, "shutdown", None)
        friend.send({"method": "exit"})
        async with asyncio.timeout(15):
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_tcp_ends_when_its_client_is_gone(home: Path, repository: Repository) -> None:
    process = await asyncio.create_subprocess_exec(
        *real_server("--tcp", "localhost:0", "--home", str(home)), stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        words = (await process.stdout.readline()).decode().split()
        tcp = await connect(int(words[2].rpartition(":")[2]))
        options = {"token": words[4]}
        params = {"processId": None, "rootUri": None, "capabilities": {}, "initializationOptions": options}
        await tcp.request(1, "initialize", params)
        tcp.writer.close()
        async with asyncio.timeout(15):
            assert await process.wait() == 1
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
async def test_a_terminated_server_leaves_no_child(client: Client, uri: str) -> None:
    await client.command("whylens.server.learn")
    server = psutil.Process(client.process.pid)
    children = await client.until(lambda: server.children(recursive=True))
    client.process.send_signal(signal.SIGKILL)
    await client.gone()
    _, alive = psutil.wait_procs(children, timeout=6)
    assert alive == []


def test_the_short_way_in_does_not_load_the_terminal_or_the_memory() -> None:
    late = ("whylens.cli", "typer", "sqlite", "numpy", "pydantic", "whylens.store", "tree_sitter")
    script = f"import sys, whylens.lsp.main; print([m for m in sys.modules if m.startswith({late})])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(("arguments", "debug"), [([], True), (["--log-level", "error"], False)])
async def test_the_log_level_is_the_clients_unless_the_command_line_says_it(
    start: Start, repository: Repository, home: Path, arguments: list[str], debug: bool
) -> None:
    client = await start(real_server("--home", str(home), *arguments))
    await client.initialize(repository.root, options={"settings": {"log": {"level": "debug"}}})
    await client.ready()
    await client.end()
    assert (b"DEBUG" in client.log) is debug


async def test_no_module_of_the_repository_is_ever_imported(start: Start, repository: Repository) -> None:
    trap = "import pathlib\npathlib.Path(__file__).with_suffix('.sprung').touch()\nraise SystemExit(3)\n"
    names = (
        "json",
        "logging",
        "attrs",
        "pygls",
        "pydantic",
        "numpy",
        "sqlite3",
        "typer",
        "subprocess",
        "tree_sitter",
    )
    repository.commit("Name modules badly", {f"{name}.py": trap for name in names})
    client = await start(cwd=repository.root, settings={"learn": {"onOpen": True}})
    await client.initialize(repository.root)
    await client.ready()
    await client.until(
        lambda: any(each["value"]["kind"] == "end" for each in client.messages("$/progress")), within=60
    )
    assert await client.end() == 0
    assert [
        each.name for each in await asyncio.to_thread(lambda: list(repository.root.glob("*.sprung")))
    ] == []

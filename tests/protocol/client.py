"""A client that speaks bytes: it can be as orderly, as odd or as rude as a test needs."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

#: Seconds after which a test gives up on an answer.
PATIENCE = 15.0

VSCODE: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-16"]},
    "workspace": {
        "configuration": True,
        "workspaceFolders": True,
        "codeLens": {"refreshSupport": True},
        "didChangeConfiguration": {"dynamicRegistration": True},
    },
    "window": {"workDoneProgress": True, "showDocument": {"support": True}},
    "textDocument": {
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "codeLens": {},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": [""]}}},
    },
}


class Refused(Exception):
    """The server answered with an error."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(f"{error['code']}: {error['message']}")
        self.code: int = error["code"]
        self.message: str = error["message"]


class Client:
    """One server process. `settings` is what it answers to `workspace/configuration`."""

    def __init__(self, settings: Any = None) -> None:
        self.settings: Any = {"learn": {"onOpen": False}} if settings is None else settings
        self.answers: dict[str, Callable[[Any], Any]] = {}
        self.received: list[dict[str, Any]] = []
        #: Requests of the server that are never answered.
        self.ignored: set[str] = set()
        self.process: asyncio.subprocess.Process = None  # type: ignore[assignment]
        self.log = b""
        self._waiting: dict[Any, asyncio.Future[Any]] = {}
        self._next = 0
        self._tasks: list[asyncio.Task[None]] = []
        self._news = asyncio.Event()

    async def start(self, command: Sequence[str], cwd: Path | None = None) -> None:
        """Start the server and read what it writes."""
        self.process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            cwd=cwd,
            limit=1 << 26,
        )
        self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._read_log())]

    # -- sending ---------------------------------------------------------------------------------------------

    def send(self, message: Any) -> None:
        """Write any JSON as a message."""
        self.send_bytes(json.dumps(message).encode())

    def send_bytes(self, body: bytes) -> None:
        """Write a body with its header."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method: str, params: Any = None) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: Any = None) -> tuple[int, asyncio.Future[Any]]:
        """Send a request; its id and the answer to come."""
        self._next += 1
        future = asyncio.get_running_loop().create_future()
        self._waiting[self._next] = future
        self.send({"jsonrpc": "2.0", "id": self._next, "method": method, "params": params})
        return self._next, future

    async def request(self, method: str, params: Any = None, *, within: float = PATIENCE) -> Any:
        """Send a request and wait for its answer."""
        _, future = self.ask(method, params)
        async with asyncio.timeout(within):
            return await future

    async def command(self, name: str, *arguments: Any) -> Any:
        """Run a command of the server."""
        return await self.request("workspace/executeCommand", {"command": name, "arguments": list(arguments)})

    # -- the usual -------------------------------------------------------------------------------------------

    async def initialize(
        self, *folders: Path, options: Any = None, capabilities: dict[str, Any] | None = None, **more: Any
    ) -> dict[str, Any]:
        """Introduce ourselves as a client with *folders* open."""
        named = [{"uri": each.as_uri(), "name": each.name} for each in folders]
        params = {
            "processId": None,
            "rootUri": named[0]["uri"] if named else None,
            "workspaceFolders": named or None,
            "capabilities": VSCODE if capabilities is None else capabilities,
            "initializationOptions": {"trusted": True, "commandLinks": True} if options is None else options,
            **more,
        }
        result = await self.request("initialize", params)
        self.notify("initialized", {})
        return result

    async def open(self, path: Path | str, text: str, *, version: int = 1, language: str = "python") -> str:
        """Open a document; gives its URI."""
        uri = path.as_uri() if isinstance(path, Path) else path
        item = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return uri

    def change(self, uri: str, version: int, *changes: dict[str, Any]) -> None:
        """Change a document."""
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)})

    async def hover(self, uri: str, line: int, character: int = 5) -> str | None:
        """The text of a hover."""
        found = await self.request("textDocument/hover", at(uri, line, character))
        return found["contents"]["value"] if found else None

    async def told(self, uri: str, line: int, character: int = 5) -> str:
        """The text of a hover, asked for until there is one: a busy machine may miss the deadline."""
        return await self.until(lambda: self.hover(uri, line, character))

    async def shows(self, uri: str, expected: list[tuple[int, str]], *, within: float = 8.0) -> None:
        """Wait until the lenses are these."""
        last: list[tuple[int, str]] = []

        async def shown() -> bool:
            last[:] = await self.lenses(uri)
            return last == expected

        try:
            await self.until(shown, within=within)
        except AssertionError:
            assert last == expected  # says what they were instead

    async def actions(self, uri: str, range_: dict[str, Any], **context: Any) -> list[Any]:
        """The code actions of a range, asked for by the user."""
        context = {"diagnostics": [], "triggerKind": 1, **context}
        params = {"textDocument": {"uri": uri}, "range": range_, "context": context}
        return await self.request("textDocument/codeAction", params)

    async def lenses(self, uri: str) -> list[tuple[int, str]]:
        """Line and title of each lens."""
        found = await self.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
        return [(each["range"]["start"]["line"], each["command"]["title"]) for each in found]

    async def until(self, what: Callable[[], Any], *, within: float = PATIENCE) -> Any:
        """Wait until *what* (a function, or one that gives an awaitable) answers something true."""
        end = time.monotonic() + within
        while True:
            found = what()
            found = await found if asyncio.iscoroutine(found) else found
            if found:
                return found
            assert time.monotonic() < end, f"it did not happen; the server's log:\n{self.log.decode()}"
            await asyncio.sleep(0.02)

    async def ready(self) -> dict[str, Any]:
        """Wait until the memory is open."""

        async def opened() -> Any:
            status = await self.request("whylens/status")
            return status if status["database"] or status.get("root") else None

        return await self.until(opened)

    def messages(self, method: str) -> list[Any]:
        """The params of everything the server sent with this method."""
        return [each.get("params") for each in self.received if each.get("method") == method]

    async def end(self) -> int:
        """Leave as a client should; the exit code."""
        await self.request("shutdown")
        self.notify("exit")
        return await self.gone()

    async def gone(self, *, within: float = PATIENCE) -> int:
        """Wait for the process to end; its exit code."""
        async with asyncio.timeout(within):
            return await self.process.wait()

    async def stop(self) -> None:
        """Whatever happened, leave nothing behind."""
        if self.process is not None and self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()
        for task in self._tasks:
            task.cancel()

    # -- receiving -------------------------------------------------------------------------------------------

    async def _read(self) -> None:
        assert self.process.stdout is not None
        try:
            await self._read_messages(self.process.stdout)
        finally:
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(ConnectionError(f"the server is gone:\n{self.log.decode()}"))

    async def _read_messages(self, stream: asyncio.StreamReader) -> None:
        while line := await stream.readline():
            assert line.lower().startswith(b"content-length:"), f"not a header: {line!r}"
            length = int(line.split(b":")[1])
            while await stream.readline() != b"\r\n":
                pass
            self._take(json.loads(await stream.readexactly(length)))

    def _take(self, message: dict[str, Any]) -> None:
        self.received.append(message)
        if "method" in message:
            if "id" in message and message["method"] not in self.ignored:
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": self._answer(message)})
            return
        future = self._waiting.pop(message.get("id"), None)
        if future is None or future.done():
            return
        if "error" in message:
            future.set_exception(Refused(message["error"]))
        else:
            future.set_result(message.get("result"))

    def _answer(self, message: dict[str, Any]) -> Any:
        if (answer := self.answers.get(message["method"])) is not None:
            return answer(message["params"])
        if message["method"] == "workspace/configuration":
            return [self.settings for _ in message["params"]["items"]]
        return {"success": True} if message["method"] == "window/showDocument" else None

    async def _read_log(self) -> None:
        assert self.process.stderr is not None
        while chunk := await self.process.stderr.read(4096):
            self.log += chunk


def at(uri: str, line: int, character: int) -> dict[str, Any]:
    """The params of a request for a place."""
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}


def span(start: tuple[int, int], end: tuple[int, int]) -> dict[str, Any]:
    """A range."""
    edges = ({"line": line, "character": character} for line, character in (start, end))
    return dict(zip(("start", "end"), edges, strict=True))


def replace(start: tuple[int, int], end: tuple[int, int], text: str) -> dict[str, Any]:
    """An incremental change."""
    return {"range": span(start, end), "text": text}


def real_server(*arguments: str) -> list[str]:
    """The command line of the product."""
    return [sys.executable, "-m", "whylens", "serve", *arguments]

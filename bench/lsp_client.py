"""A blocking client over standard streams: as little of its own time as possible between a request and its answer."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "workspace": {"configuration": True, "codeLens": {"refreshSupport": True}},
    "textDocument": {"hover": {"contentFormat": ["markdown"]}},
}


class LspClient:
    """One server process; requests of the server are answered while waiting."""

    def __init__(self, command: Sequence[str], root: Path, log: Any = subprocess.DEVNULL) -> None:
        self.started = time.perf_counter()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
        self.notifications: list[dict[str, Any]] = []
        self.settings: dict[str, Any] = {"learn": {"onOpen": False}}
        self._number = 0
        params = {
            "processId": None,
            "rootUri": root.as_uri(),
            "workspaceFolders": [{"uri": root.as_uri(), "name": "bench"}],
            "capabilities": CAPABILITIES,
            "initializationOptions": {"trusted": True, "commandLinks": True},
        }
        self.request("initialize", params)
        self.initialize_seconds = time.perf_counter() - self.started
        self.notify("initialized", {})

    def send(self, message: dict[str, Any]) -> None:
        """Write one message."""
        assert self.process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self.send({"method": method, "params": params})

    def request(self, method: str, params: Any) -> Any:
        """The answer of a request."""
        self._number += 1
        self.send({"id": self._number, "method": method, "params": params})
        while True:
            message = self._receive()
            if "method" in message:
                self._serve(message)
            elif message.get("id") == self._number:
                if "error" in message:
                    raise SystemExit(f"{method}: {message['error']['message']}")
                return message["result"]

    def timed(self, method: str, params: Any) -> float:
        """Milliseconds from sending a request to having its answer."""
        started = time.perf_counter()
        self.request(method, params)
        return (time.perf_counter() - started) * 1000

    def open(self, file: Path, text: str) -> str:
        """Open a document; its URI."""
        uri = file.as_uri()
        item = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return uri

    def until(self, what: Callable[[], Any], within: float = 60.0) -> Any:
        """Ask until the answer is true."""
        end = time.monotonic() + within
        while not (found := what()):
            if time.monotonic() > end:
                raise SystemExit("the server did not get ready in time")
            time.sleep(0.02)
        return found

    def end(self) -> None:
        """Leave as a client should."""
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.wait(10)

    def _serve(self, message: dict[str, Any]) -> None:
        if "id" not in message:
            self.notifications.append(message)
            return
        asked = message["method"] == "workspace/configuration"
        result = [self.settings for _ in message["params"]["items"]] if asked else None
        self.send({"id": message["id"], "result": result})

    def _receive(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        length = 0
        while (line := self.process.stdout.readline()) != b"\r\n":
            if not line:
                raise SystemExit("the server is gone")
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

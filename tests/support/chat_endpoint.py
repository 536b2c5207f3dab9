"""A program on this machine that speaks as much of the chat protocol as a question needs, and can misbehave."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any


class ChatEndpoint:
    """Answers every question with *content*, or as *misbehave* does with the handler. `requests` are those it got."""

    def __init__(
        self, content: str = "", misbehave: Callable[[BaseHTTPRequestHandler], None] | None = None
    ) -> None:
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.was_asked = Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.requests.append(json.loads(body))
                outer.headers.append(dict(self.headers.items()))
                outer.was_asked.set()
                if misbehave is not None:
                    misbehave(self)
                    return
                answer = {"choices": [{"message": {"role": "assistant", "content": content}}]}
                send(self, 200, json.dumps(answer).encode())

            def log_message(self, format: str, *arguments: Any) -> None:
                del format, arguments

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> ChatEndpoint:
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def send(handler: BaseHTTPRequestHandler, status: int, body: bytes, **headers: str) -> None:
    """A whole answer."""
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


def silent(handler: BaseHTTPRequestHandler) -> None:
    """Take the question and say nothing for a long time."""
    del handler
    time.sleep(5)


def dripping(handler: BaseHTTPRequestHandler) -> None:
    """Begin an answer and send a byte now and then."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    for _ in range(60):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.1)

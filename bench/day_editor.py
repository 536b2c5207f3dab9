"""The hands of a scripted day: an editor with the real server, a terminal, an assistant with its hook, and git."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.day_clock import DayClock
from bench.day_languages import Command, Report
from bench.lsp_client import LspClient

SERVER = Path(__file__).with_name("loop_lag_server.py")
#: Seconds until what git did, or a hook left, must have been seen.
SEEN_WITHIN = 20.0
#: Seconds a place is looked at.
LOOKS = 4.3
#: A command that means nothing: when it was taken in, all before it was.
_MARKER = "true"


class Editor:
    """One project, one home, one clock; servers come and go (`start`, `leave`). Paths are relative to the project."""

    def __init__(self, root: Path, scratch: Path, clock: DayClock) -> None:
        self.root, self.clock = root, clock
        self.home, self.log, self.lag = scratch / "home", scratch / "server.log", scratch / "lag.json"
        self.client: LspClient = None  # type: ignore[assignment]
        self.memory_bytes = 0
        self.wire: list[str] = []
        self._user = scratch / "user"
        self._user.mkdir()
        self._versions: dict[str, int] = {}
        self._markers = self._turns = 0

    # -- the server ------------------------------------------------------------------------------------------

    def start(self, *, learn: bool) -> None:
        """Open the project."""
        command = [
            sys.executable,
            str(SERVER),
            str(self.lag),
            "--home",
            str(self.home),
            "--log-level",
            "debug",
        ]
        ahead = [f"{name}={self.clock.environment[name]}" for name in ("PYTHONPATH", "WHYLENS_BENCH_AHEAD")]
        self.client = LspClient(
            ["env", *ahead, f"HOME={self._user}", *command], self.root, self.log.open("ab")
        )
        self.client.settings = {"learn": {"onOpen": learn}}
        self.client.until(lambda: self.status()["cards"] is not None and self.status().get("root"))
        self._markers = 0

    def learned(self, within: float) -> None:
        """Wait until the history is learned."""
        self.client.until(lambda: self.status().get("learned") and not self._learning(), within)

    def leave(self) -> dict[str, Any]:
        """Close the editor; the last status."""
        self.settle()
        status = self.status()
        status["captured"]["Ran"] = status["captured"].get("Ran", 0) - self._markers
        self.memory_bytes = max(self.memory_bytes, resident(self.client.process.pid))
        self.client.end()
        self.wire.append(json.dumps(self.client.notifications, ensure_ascii=False))
        return status

    def status(self) -> dict[str, Any]:
        """What the server says of itself."""
        return self.ask("whylens/status")

    def ask(self, method: str, **params: Any) -> Any:
        """A request of our own; its answer is part of what went over the wire."""
        answer = self.client.request(method, params)
        self.wire.append(json.dumps(answer, ensure_ascii=False))
        return answer

    def settle(self) -> None:
        """Wait until everything so far was taken in."""
        self._markers += 1
        before = self._captured("Ran")
        self._tell(
            "terminalCommand", command=f"{_MARKER} {self._markers}", exitCode=0, cwd=self.root.as_uri()
        )
        self.client.until(lambda: self._captured("Ran") > before, SEEN_WITHIN)

    def wait(self, seconds: float = 0.0, *, minutes: float = 0.0) -> None:
        """Time passes, once everything so far was taken in."""
        self.settle()
        self.clock.wait(seconds, minutes=minutes)

    # -- documents -------------------------------------------------------------------------------------------

    def text(self, path: str) -> str:
        """What the file says on disk."""
        return (self.root / path).read_text(encoding="utf-8")

    def open(self, path: str, line: int = 1) -> None:
        """Open a file and go to a line."""
        self.client.open(self.root / path, self.text(path))
        self._versions[path] = 1
        self.focus(path, line)

    def look(self, path: str, line: int) -> None:
        """Read for a while."""
        self.focus(path, line)
        time.sleep(LOOKS)
        self.focus(path, line + 1)

    def focus(self, path: str, line: int) -> None:
        """Put the cursor at a line (1-based)."""
        self._tell("focus", uri=self.uri(path), range=_line(line), focused=True)

    def save(self, path: str, text: str, *, typed: int = 1) -> None:
        """Type a new text in so many pieces, with pauses, and save it."""
        steps = _halfway(self.text(path), text, typed)
        for each in [*steps, text]:
            self._change(path, each)
            if typed > 1:
                time.sleep(0.15)
        (self.root / path).write_text(text, encoding="utf-8")
        self.client.notify("textDocument/didSave", {"textDocument": {"uri": self.uri(path)}})
        self.clock.wait(3.0) if typed == 1 else self.wait(3.0)

    def reload(self, path: str) -> None:
        """The editor shows what git put there."""
        self._change(path, self.text(path))

    def report(self, path: str, *given: tuple[int, Report]) -> None:
        """Other tools say these things of lines (1-based) of a file, and nothing else."""
        found = [
            {
                "range": _line(line),
                "severity": 1,
                "code": one.code,
                "source": one.tool,
                "message": one.message,
            }
            for line, one in given
        ]
        self._tell("diagnostics", uri=self.uri(path), diagnostics=found)
        self.wait(2.0)

    def rename(self, path: str, to: str) -> None:
        """Give a file another name."""
        (self.root / path).rename(self.root / to)
        renamed = [{"oldUri": self.uri(path), "newUri": self.uri(to)}]
        self.client.notify("workspace/didRenameFiles", {"files": renamed})
        self.wait(2.0)

    def delete(self, path: str) -> None:
        """Delete a file."""
        (self.root / path).unlink()
        self.client.notify("workspace/didDeleteFiles", {"files": [{"uri": self.uri(path)}]})
        self.wait(2.0)

    def remember(self, path: str, line: int, text: str, kind: str) -> None:
        """Remember This."""
        given = {"uri": self.uri(path), "position": _line(line)["start"], "text": text, "kind": kind}
        self.ask("workspace/executeCommand", command="whylens.server.remember", arguments=[given])

    # -- around them -----------------------------------------------------------------------------------------

    def run(self, command: Command) -> None:
        """Run something in the terminal."""
        self._tell(
            "terminalCommand",
            command=command.line,
            exitCode=command.exit_code,
            milliseconds=2_300,
            output=command.output.replace("\n", "\r\n"),
            cwd=self.root.as_uri(),
        )
        self.wait(8.0)

    def say(self, text: str, *files: str, speaker: str = "user", session: str = "chat-1") -> None:
        """Say something in a chat."""
        self._turns += 1
        uris = [self.uri(each) for each in files]
        self._tell("chatTurn", session=session, turn=self._turns, speaker=speaker, text=text, files=uris)
        self.wait(20.0)

    def tool(self, tool: str, given: dict[str, Any], answer: dict[str, Any], *, failed: bool = False) -> None:
        """An assistant uses a tool, and its hook tells of it."""
        before = self._captured("ToolUsed")
        call = {
            "hook_event_name": "PostToolUseFailure" if failed else "PostToolUse",
            "session_id": "agent-1",
            "cwd": str(self.root),
            "tool_name": tool,
            "tool_input": given,
            "tool_response": answer,
        }
        command = [sys.executable, "-P", "-m", "whylens", "hook", "--home", str(self.home)]
        subprocess.run(command, input=json.dumps(call), text=True, check=True, env=self.clock.environment)
        self._seen(lambda: self._captured("ToolUsed") > before)
        self.wait(5.0)

    def git(self, *arguments: str, moves: bool = True) -> str:
        """Run git; `moves`: wait until it was seen that the head moved."""
        before = self._captured("HeadMoved")
        done = git(self.root, self.clock.now, *arguments)
        self._tell("gitState", root=self.root.as_uri())
        if moves:
            self._seen(lambda: self._captured("HeadMoved") > before)
            self.client.until(lambda: not self._learning(), 120.0)
        self.wait(5.0)
        return done

    # -- inside ----------------------------------------------------------------------------------------------

    def uri(self, path: str) -> str:
        """The URI of a file."""
        return (self.root / path).as_uri()

    def _change(self, path: str, text: str) -> None:
        version = self._versions[path] = self._versions.get(path, 1) + 1
        document = {"uri": self.uri(path), "version": version}
        changes = [{"text": text}]
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def _tell(self, what: str, **params: Any) -> None:
        self.client.notify(f"whylens/{what}", params)

    def _captured(self, kind: str) -> int:
        return self.status()["captured"].get(kind, 0)

    def _learning(self) -> bool:
        return bool((self.status()["learning"] or {}).get("running"))

    def _seen(self, happened: Callable[[], bool]) -> None:
        """Wait for what may also, rightly, not be taken in."""
        end = time.monotonic() + SEEN_WITHIN / 2
        while not happened() and time.monotonic() < end:
            time.sleep(0.1)


def git(root: Path, at: float, *arguments: str) -> str:
    """Run git at a time of the day; what it printed. Its files bear that time, too."""
    day = f"{int(at)} +0000"
    who = {"NAME": "Robin Day", "EMAIL": "robin.day@example.com", "DATE": day}
    named = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER") for what, value in who.items()}
    done = subprocess.run(
        ["git", *arguments], cwd=root, env={**os.environ, **named}, capture_output=True, text=True, check=True
    )
    for file in (root / ".git" / "HEAD", root / ".git" / "logs" / "HEAD"):
        os.utime(file, (at, at))
    return done.stdout.strip()


def resident(pid: int) -> int:
    """Bytes of memory of a process; 0 where the system does not tell."""
    try:
        said = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0
    kilobytes = [int(line.split()[1]) for line in said.splitlines() if line.startswith("VmHWM")]
    return 1024 * kilobytes[0] if kilobytes else 0


def _line(line: int) -> dict[str, Any]:
    at = {"line": line - 1, "character": 4}
    return {"start": at, "end": {**at, "character": 9}}


def _halfway(before: str, after: str, pieces: int) -> list[str]:
    """Texts on the way from one to the other, as somebody types what is new."""
    start = next((n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    tail = len(after) - start - (len(before) - start if len(after) > len(before) else 0)
    steps = [start + max(tail, 0) * n // pieces for n in range(1, pieces)]
    return [after[:step] + before[start:] for step in steps]

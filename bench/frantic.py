"""Half an hour of frantic work in ten seconds, and how long the server's event loop stood still because of it.

    python bench/frantic.py [--seconds N] [--json]

A file of 5,000 lines with 200 cards takes a hundred changes a second, saves, diagnostics that come and go, full
outputs of commands, tasks, chat turns, a wandering cursor. The server is the product; a thread beside it is not needed:
a timer on its own loop says how late it is (`bench/loop_lag_server.py`). The same without any capture (mode
`read-only`) and idle are printed beside it, because a busy machine is late too; so is how late a process was that did
nothing but wait meanwhile (`bench/day_witness.py`), and how much of a lateness the server itself was at work ("own").
Exits with 1 when the server kept its own loop waiting for more than 20 ms.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(
    0, str(Path(__file__).resolve().parents[1])
)  # so that `python bench/frantic.py` finds `bench`

from bench.day_witness import Witness
from bench.lsp_client import LspClient
from bench.lsp_latency import LINES, _prepare

SERVER = Path(__file__).with_name("loop_lag_server.py")
OUTPUT = "\x1b[32m.\x1b[0m test_number passed in 0.01s\r\n" * 1_500  # about 60 KiB
DIAGNOSTICS = 50


def main() -> int:
    """Prepare, work like mad, print."""
    arguments = _arguments()
    folder = Path(tempfile.mkdtemp(prefix="whylens-frantic-"))
    try:
        file = _prepare(folder, 0)
        figures = {
            name: _measure(folder, file, mode, seconds)
            for name, mode, seconds in (
                ("idle", "full", 0.0),
                ("without capture", "read-only", arguments.seconds),
                ("with capture", "full", arguments.seconds),
            )
        }
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    failed = any(one["own over 20"] for one in figures.values())
    if arguments.json:
        print(json.dumps(figures))
        return int(failed)
    print("a file of 5,000 lines, 200 cards; milliseconds the event loop was late (target: no stall over 20)")
    for name, one in figures.items():
        print(
            f"{name:16} p50 {one['p50']:6}  p99 {one['p99']:6}  max {one['max']:6}  over 20 ms: {one['over 20']}"
        )
        print(
            f"{'':16} of it at work itself: at most {one['own']}, over 20 ms: {one['own over 20']}; "
            f"the machine: max {one['machine']['max']}, over 20 ms: {one['machine']['over 20']}"
        )
        print(
            f"{'':16} longest step on the loop {one['longest step']}, most work in one {one['longest work']}, "
            f"rounds sent late {one['sent late']}"
        )
        print(f"{'':16} captured {one['captured']}, dropped {one['dropped']}")
    return int(failed)


def _measure(folder: Path, file: Path, mode: str, seconds: float) -> dict[str, Any]:
    lag = folder / f"lag-{mode}-{seconds}.json"
    command = [sys.executable, str(SERVER), str(lag), "--home", str(folder / "home"), "--log-level", "error"]
    client = LspClient(command, folder / "project")
    client.settings = {"learn": {"onOpen": False}, "mode": mode}
    text = file.read_text(encoding="utf-8")
    uri = client.open(file, text)
    client.until(lambda: client.request("textDocument/codeLens", {"textDocument": {"uri": uri}}))
    time.sleep(3.0)  # what starting costs is measured elsewhere
    client.notify("bench/begin", {})
    witness = Witness()
    late = _work(client, uri, seconds) if seconds else 0
    time.sleep(5.0)  # what was put off is done now
    client.notify("bench/end", {})
    machine = witness.end()
    status = client.request("whylens/status", {})
    client.end()
    figures: dict[str, Any] = json.loads(lag.read_text(encoding="utf-8"))
    return {
        **figures,
        "machine": machine,
        "sent late": late,
        "captured": status["captured"],
        "dropped": status["dropped"],
    }


def _work(client: LspClient, uri: str, seconds: float) -> int:
    """A hundred rounds a second; how often a round began more than 100 ms late."""
    late, started = 0, time.perf_counter()
    for number in range(int(seconds * 100)):
        _round(client, uri, number)
        left = started + (number + 1) / 100 - time.perf_counter()
        late += left < -0.1
        time.sleep(max(0.0, left))
    return late


def _round(client: LspClient, uri: str, number: int) -> None:
    # a function is typed in for two seconds, then another one, far away
    at = {"line": number // 200 * 970 % LINES + 2, "character": 4 + number % 40}
    change = {"range": {"start": at, "end": at}, "text": "x" if number % 45 else "\n    "}
    document = {"uri": uri, "version": number + 2}
    client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
    folder = uri.rpartition("/src/")[0]
    if number % 5 == 0:  # the client tells at most twice a second: this is ten times as much
        found = [_diagnostic(number, each) for each in range(DIAGNOSTICS if number % 10 else 0)]
        client.notify("whylens/diagnostics", {"uri": uri, "diagnostics": found})
    if number % 25 == 0:
        command = {
            "command": f"pytest -k {number % 100}",
            "exitCode": number % 2,
            "output": OUTPUT,
            "cwd": folder,
        }
        client.notify("whylens/terminalCommand", command)
    if number % 50 == 0:
        client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        client.notify(
            "whylens/taskFinished", {"name": "build", "command": "make", "exitCode": 0, "folder": folder}
        )
    if number % 40 == 0:
        range_ = {"start": at, "end": at}
        client.notify("whylens/focus", {"uri": uri, "range": range_, "focused": True})
        turn = {
            "session": "s",
            "turn": number,
            "speaker": "user",
            "text": "Why is it so? " * 100,
            "folder": folder,
        }
        client.notify("whylens/chatTurn", turn)
    if number % 20 == 0:  # reads what the server sends meanwhile, as an editor does
        client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})


def _diagnostic(number: int, each: int) -> dict[str, Any]:
    at = {"line": (each * 91) % LINES, "character": 4}
    return {
        "range": {"start": at, "end": at},
        "severity": 1 + each % 2,
        "code": f"E{each}",
        "source": "lint",
        "message": f"undefined name number {number % 3} of the {each} that are checked here",
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

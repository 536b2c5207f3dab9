"""`scripts/run.py` leaves nothing behind, whichever way it is ended."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"

#: Stands in for code-server: listens, and has a child, as code-server has its extension host.
SERVER = """\
import signal, socket, subprocess, sys
for each in sys.argv[2:]:
    signal.signal(getattr(signal, each), signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
listening = socket.create_server(("127.0.0.1", int(sys.argv[1])))
while True:
    listening.accept()[0].close()
"""

SERVE = """\
import sys
sys.path.insert(0, sys.argv[1])
from devkit import launch
launch.GRACE = 1.0
port = launch.free_port()
launch.serve([sys.executable, "-c", sys.argv[2], str(port), *sys.argv[3:]], f"http://127.0.0.1:{port}/", show=False)
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="VS Code itself is opened there")


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[str]]]:
    monkeypatch.setenv("WHYLENS_DEV_CACHE", str(tmp_path))
    processes: list[subprocess.Popen[str]] = []
    yield processes
    for each in processes:
        each.kill()
        each.wait()


@pytest.mark.parametrize("ending", ["SIGTERM", "SIGHUP", "SIGINT"])
@pytest.mark.parametrize("stubborn", [(), ("SIGTERM",)], ids=["obedient", "stubborn"])
def test_the_server_and_what_it_started_end_with_it(
    started: list[subprocess.Popen[str]], ending: str, stubborn: tuple[str, ...]
) -> None:
    command = [sys.executable, "-c", SERVE, str(SCRIPTS), SERVER, *stubborn]
    script = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    started.append(script)
    assert script.stdout is not None
    for line in script.stdout:
        if line.startswith("Open "):
            break
    left = psutil.Process(script.pid).children(recursive=True)
    assert len(left) == 2
    script.send_signal(getattr(signal, ending))
    _, alive = psutil.wait_procs(left, timeout=10)
    assert alive == []
    assert script.wait(timeout=10) == 0

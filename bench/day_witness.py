"""How late the machine itself is meanwhile: a process that does nothing but wait, beside the server that is measured.

A busy machine wakes everybody late; what the server's own work costs shows only in comparison.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path

#: Seconds between two looks at the clock, as in `bench/loop_lag_server.py`.
TICK = 0.005


class Witness:
    """Waits from its making until `end`, in a process of its own."""

    def __init__(self) -> None:
        command = [sys.executable, str(Path(__file__))]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def end(self) -> dict[str, float]:
        """Milliseconds it was late."""
        said, _ = self._process.communicate()
        return json.loads(said)


def main() -> None:
    """Wait until the input closes, then print."""
    late: list[float] = []
    closed = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), closed.set()), daemon=True).start()
    while not closed.is_set():
        due = time.monotonic() + TICK
        time.sleep(TICK)
        late.append(1000 * max(0.0, time.monotonic() - due))
    late.sort()
    figures = {
        "p99": late[len(late) * 99 // 100],
        "max": late[-1],
        "over 20": sum(each > 20 for each in late),
    }
    print(json.dumps({name: round(each, 2) for name, each in figures.items()}))


if __name__ == "__main__":
    main()

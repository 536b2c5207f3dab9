"""How long a reader waits for a running git: not for all of its work, but for its next byte."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager

from whylens.model.errors import Unavailable

#: Seconds without a byte after which git is taken to hang. A history with a hundred thousand commits on a slow disk
#: takes much longer as a whole, and git may walk a good part of it before it prints the first one.
IDLE = 180.0


class Patience:
    """Ends `process` when it lets its reader wait for `seconds`; the time the reader takes for itself does not count.

    One reader at a time. Raises `Unavailable` in the reader, in words for the user.
    """

    def __init__(self, process: subprocess.Popen[bytes], what: str, seconds: float = IDLE) -> None:
        self._process = process
        self._what = what
        self._seconds = seconds
        self._since: float | None = None
        self._over = threading.Event()
        self._ended = False
        threading.Thread(target=self._watch, name=f"patience {what}", daemon=True).start()

    @contextmanager
    def waiting(self) -> Generator[None]:
        """Around each read; it may end short when git was ended meanwhile, and then raises."""
        self._since = time.monotonic()
        try:
            yield
        except (OSError, EOFError):
            if not self._ended:
                raise
        finally:
            self._since = None
        if self._ended:
            raise Unavailable(
                f"git {self._what} gave no answer for {self._seconds:.0f} s and was ended; "
                "check the disk the repository is on, then try again"
            )

    def close(self) -> None:
        """Stop watching."""
        self._over.set()

    def _watch(self) -> None:
        while not self._over.wait(min(5.0, self._seconds / 4)):
            since = self._since
            if since is not None and time.monotonic() - since > self._seconds:
                self._ended = True
                self._process.kill()
                return

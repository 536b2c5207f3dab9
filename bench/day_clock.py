"""The clock of a scripted day: every Python process of it says the same time, and the day moves it on.

Copied as `sitecustomize.py` into a folder on `PYTHONPATH`, it makes `time.time` of the server, the learner and the
hooks run ahead by what a small file says; the products' own code is left as it is. Only the standard library is used.
"""

from __future__ import annotations

import mmap
import os
import shutil
import struct
import time
from pathlib import Path

#: Names the file that holds how many seconds the day is ahead of the machine.
AHEAD = "WHYLENS_BENCH_AHEAD"
_SECONDS = struct.Struct("<d")


class DayClock:
    """Owned by the script of the day. `environment` is what its processes are started with."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        shutil.copy(__file__, folder / "sitecustomize.py")
        self._file = folder / "ahead"
        self._file.write_bytes(_SECONDS.pack(0.0))
        self._ahead = 0.0
        self.environment = {**os.environ, "PYTHONPATH": str(folder), AHEAD: str(self._file)}

    @property
    def now(self) -> float:
        """Unix seconds, as the day counts them."""
        return time.time() + self._ahead

    @property
    def ahead(self) -> float:
        """Seconds by which the day is ahead of the machine."""
        return self._ahead

    def wait(self, seconds: float = 0.0, *, minutes: float = 0.0) -> None:
        """Let time pass at once."""
        self._ahead += seconds + 60 * minutes
        with self._file.open("r+b") as stream:  # in place: the other processes have it mapped
            stream.write(_SECONDS.pack(self._ahead))


def follow(file: str) -> None:
    """Let this process's `time.time` and `time.time_ns` run ahead by what *file* says."""
    with Path(file).open("rb") as stream:
        ahead = mmap.mmap(stream.fileno(), _SECONDS.size, access=mmap.ACCESS_READ)
    real = time.time

    def of_the_day() -> float:
        return real() + _SECONDS.unpack_from(ahead)[0]

    time.time = of_the_day
    time.time_ns = lambda: int(of_the_day() * 1e9)


if __name__ == "sitecustomize" and AHEAD in os.environ:
    follow(os.environ[AHEAD])

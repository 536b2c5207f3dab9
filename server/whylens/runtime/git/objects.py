"""Reading files as they were in a commit, through one `git cat-file` that stays open."""

from __future__ import annotations

import subprocess
import threading
from pathlib import Path
from types import TracebackType
from typing import IO

from whylens.model.errors import Unavailable
from whylens.runtime.git import command
from whylens.runtime.git.patience import IDLE, Patience

#: A larger file is not source somebody wrote; it is skipped.
LARGEST_BLOB = 1 << 20

_CHUNK = 1 << 16


class CatFile:
    """A `git cat-file --batch`, started on first use and again when it died; threads may share it."""

    def __init__(self, root: Path, *, limit: int = LARGEST_BLOB, idle: float = IDLE) -> None:
        self._root = root
        self._limit = limit
        self._idle = idle
        self._process: subprocess.Popen[bytes] | None = None
        self._patience: Patience | None = None
        self._lock = threading.Lock()

    def read(self, commit: str, path: str) -> bytes | None:
        """The content of `path` in `commit`.

        None when there is no such file, when it is larger than the limit (bytes), or when its object is
        missing. Raises `Unavailable` when git lets us wait for `idle` seconds.
        """
        request = f"{commit}:{path}".encode("utf-8", "replace")
        if b"\n" in request:  # one line is one request; nobody names a source file so
            return None
        with self._lock:
            try:
                requests, replies, patience = self._pipes()
                with patience.waiting():
                    return self._ask(request, requests, replies)
            except Unavailable:
                self._end()
                raise
            except (OSError, EOFError):  # git died over it: the next request gets a new one
                self._end()
                return None

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def __enter__(self) -> CatFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def _ask(self, request: bytes, requests: IO[bytes], replies: IO[bytes]) -> bytes | None:
        requests.write(request + b"\n")
        requests.flush()
        header = replies.readline()
        if not header:
            raise EOFError
        words = header.split()
        if len(words) != 3 or not words[2].isdigit() or request in header:  # "<request> missing"
            return None
        size = int(words[2])
        if words[1] != b"blob" or size > self._limit:
            _skip(replies, size + 1)
            return None
        content = replies.read(size)
        if len(content) < size:
            raise EOFError
        replies.read(1)
        return content

    def _pipes(self) -> tuple[IO[bytes], IO[bytes], Patience]:
        if self._process is None or self._patience is None or self._process.poll() is not None:
            self._end()
            self._process = command.start(self._root, "cat-file", "--batch", stdin=subprocess.PIPE)
            self._patience = Patience(self._process, "cat-file", self._idle)
        requests, replies = self._process.stdin, self._process.stdout
        assert requests is not None
        assert replies is not None
        return requests, replies, self._patience

    def _end(self) -> None:
        if self._patience is not None:
            self._patience.close()
            self._patience = None
        if self._process is not None:
            command.end(self._process)
            self._process = None


def _skip(pipe: IO[bytes], size: int) -> None:
    while size > 0:
        read = pipe.read(min(size, _CHUNK))
        if not read:
            raise EOFError
        size -= len(read)

"""Locks between processes: one file, one holder, released by the system when the holder dies."""

from __future__ import annotations

import logging
import os
import sys
import time
from pathlib import Path
from types import TracebackType

from whylens.model.errors import Busy

log = logging.getLogger(__name__)

#: How often a wait with a time limit looks again, in seconds.
POLL = 0.02


class FileLock:
    """An exclusive lock on `path` (created if absent, never deleted: deleting a lock file breaks the lock).

    Waiting without a time limit queues in the kernel, first come first served. Two `FileLock` objects exclude each
    other even inside one process; one object is held by one thread at a time and is not re-entrant.
    Where the file system knows no locks (some network drives) the lock always succeeds and says so once in the log.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    @property
    def held(self) -> bool:
        """Whether this object holds the lock."""
        return self._descriptor is not None

    def acquire(self) -> None:
        """Wait, in turn, until the lock is ours."""
        self._take(wait=True)

    def try_acquire(self, timeout: float = 0.0) -> bool:
        """Take the lock if it becomes free within `timeout` seconds; False if it does not."""
        limit = time.monotonic() + timeout
        while not self._take(wait=False):
            if time.monotonic() >= limit:
                return False
            time.sleep(POLL)
        return True

    def release(self) -> None:
        """Give the lock back; nothing happens if it is not held."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            _unlock(descriptor)
            os.close(descriptor)

    def __enter__(self) -> FileLock:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def _take(self, *, wait: bool) -> bool:
        if self._descriptor is not None:
            raise Busy(f"the lock {self.path.name} is already held here")
        while True:
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
            try:
                if not _lock(descriptor, wait=wait):
                    os.close(descriptor)
                    return False
            except BaseException:
                os.close(descriptor)
                raise
            if self._is_in_place(descriptor):
                self._descriptor = descriptor
                return True
            os.close(descriptor)  # the file was deleted while we waited: what we hold excludes nobody

    def _is_in_place(self, descriptor: int) -> bool:
        try:
            return os.path.samestat(os.fstat(descriptor), self.path.stat())
        except FileNotFoundError:
            return False


if sys.platform == "win32":
    import ctypes
    import msvcrt
    from ctypes import wintypes

    _EXCLUSIVE, _FAIL_AT_ONCE, _ERROR_LOCK_VIOLATION = 0x2, 0x1, 33

    class _Overlapped(ctypes.Structure):
        _fields_ = [
            ("Internal", ctypes.c_void_p),
            ("InternalHigh", ctypes.c_void_p),
            ("Offset", wintypes.DWORD),
            ("OffsetHigh", wintypes.DWORD),
            ("hEvent", wintypes.HANDLE),
        ]

    _kernel = ctypes.WinDLL("kernel32", use_last_error=True)

    def _lock(descriptor: int, *, wait: bool) -> bool:
        # LockFileEx, not msvcrt.locking: the latter polls once a second and gives up after ten.
        flags = _EXCLUSIVE if wait else _EXCLUSIVE | _FAIL_AT_ONCE
        handle = wintypes.HANDLE(msvcrt.get_osfhandle(descriptor))
        if _kernel.LockFileEx(handle, flags, 0, 1, 0, ctypes.byref(_Overlapped())):
            return True
        code = ctypes.get_last_error()
        if code == _ERROR_LOCK_VIOLATION and not wait:
            return False
        raise OSError(code, "LockFileEx failed")

    def _unlock(descriptor: int) -> None:
        handle = wintypes.HANDLE(msvcrt.get_osfhandle(descriptor))
        _kernel.UnlockFileEx(handle, 0, 1, 0, ctypes.byref(_Overlapped()))

else:
    import errno
    import fcntl

    _NOT_SUPPORTED = {errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS}

    def _lock(descriptor: int, *, wait: bool) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            if error.errno not in _NOT_SUPPORTED:
                raise
            log.warning("this file system knows no locks; writes from several processes are less protected")
        return True

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)

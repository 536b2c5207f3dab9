"""The random key of a project, kept beside its memory: what makes its masks and pseudonyms say nothing elsewhere."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from whylens.runtime.locks import FileLock

FILE = "disguise.key"
LENGTH = 32

_LOCK_SECONDS = 5.0


def secret_key(folder: Path) -> bytes:
    """The key of the project whose memory is in `folder`, made when there is none.

    Empty where there is none and none can be written: what is masked then carries no tag.
    """
    if key := _read(folder / FILE):
        return key
    try:
        lock = FileLock(folder / f"{FILE}.lock")
        if not lock.try_acquire(_LOCK_SECONDS):
            return b""
        try:
            return _read(folder / FILE) or _write(folder / FILE)
        finally:
            lock.release()
    except OSError:
        return b""


def _read(path: Path) -> bytes:
    """The key in `path`; empty when it is absent or was cut short."""
    try:
        key = path.read_bytes()
    except OSError:
        return b""
    return key if len(key) == LENGTH else b""


def _write(path: Path) -> bytes:
    key = secrets.token_bytes(LENGTH)
    part = path.with_suffix(".part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            os.write(descriptor, key)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        part.replace(path)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    return key

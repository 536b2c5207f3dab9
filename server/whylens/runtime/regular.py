"""Reads files that somebody else named: regular files of a bounded size, never a pipe or a device."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

#: Nothing that is written by people is longer, in bytes.
LARGEST = 64 << 20


def open_regular(path: Path, *, follow: bool = True) -> BinaryIO:
    """The bytes of the regular file at *path*, behind a link only with *follow*.

    Raises `OSError` for everything else: a pipe would wait, a device never end.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if not follow:
        if path.is_symlink():
            raise OSError(errno.ELOOP, "it is a link, which is not followed", str(path))
        flags |= getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is no regular file", str(path))
    return os.fdopen(descriptor, "rb")


def read_regular(path: Path, most: int = LARGEST, *, cut: bool = False, follow: bool = True) -> bytes:
    """The content of the regular file at *path*; with *cut* the first *most* bytes of a longer one.

    Raises `OSError` when it cannot be read, is no regular file, or is longer.
    """
    with open_regular(path, follow=follow) as stream:
        content = stream.read(most + 1)
    if len(content) > most and not cut:
        raise OSError(errno.EFBIG, f"it is longer than {most:,} bytes", str(path))
    return content[:most]


def read_regular_text(path: Path, most: int = LARGEST) -> str:
    """As `read_regular`, decoded as UTF-8 with what is no UTF-8 replaced, and every line end as `\\n`."""
    text = read_regular(path, most).decode("utf-8", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")

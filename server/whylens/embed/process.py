"""What the worker asks of the system for its own process: a low priority, its memory back, a log of failures."""

from __future__ import annotations

import contextlib
import ctypes
import logging
import os
import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType

log = logging.getLogger(__name__)


def settle_down(log_file: Path) -> None:
    """Make the process private, low in priority, and its failures readable in `log_file`, which is begun anew."""
    os.umask(0o077)
    logging.basicConfig(
        filename=log_file, filemode="w", level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s"
    )
    sys.excepthook = _log_failure
    threading.excepthook = lambda failure: _log_failure(*failure[:3])
    if sys.platform == "win32":
        import psutil

        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        os.nice(5)


def give_memory_back() -> None:
    """Return freed memory to the system, which glibc would keep."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # musl has no malloc_trim
            ctypes.CDLL(None).malloc_trim(0)


def _log_failure(kind: type[BaseException], _: BaseException | None, trace: TracebackType | None) -> None:
    """Where it failed, without the message, which may hold a piece of a text."""
    log.critical("%s\n%s", kind.__name__, "".join(traceback.format_tb(trace)))

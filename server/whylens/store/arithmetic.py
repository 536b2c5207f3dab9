"""NumPy with one thread: our products are so small that a second one only waits, and waiting costs a processor."""

from __future__ import annotations

import importlib
import os
import sys

#: What the libraries NumPy may be built with read, once, when it is loaded.
_THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


def load_numpy() -> None:
    """Load NumPy, which is slow. The environment is as before afterwards: programs we start are not told."""
    if "numpy" in sys.modules:
        return
    unset = [name for name in _THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(unset, "1"))
    try:
        importlib.import_module("numpy")
    finally:
        for name in unset:
            os.environ.pop(name, None)

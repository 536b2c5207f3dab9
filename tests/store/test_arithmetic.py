"""NumPy is loaded with one thread, and nobody else is told so."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import os, threading
before = dict(os.environ)
from whylens.store.arithmetic import load_numpy
load_numpy()
import numpy
matrix = numpy.ones((2000, 500), dtype=numpy.float32)
matrix @ matrix.T
assert dict(os.environ) == before
print(len(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else 1)
"""


def test_a_product_of_matrices_starts_no_thread_and_the_environment_stays_as_it_was() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "1"

"""What holds for all tests."""

from __future__ import annotations

import onnxruntime  # noqa: F401 - before usearch, which some tests import: the other order crashes the process

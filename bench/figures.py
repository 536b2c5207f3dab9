"""The command line of a scorer that needs nothing but its data."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any


def print_figures(name: str, about: str | None, run: Callable[[Path], dict[str, Any]]) -> int:
    """Print what *run* measures on `--data DIR` (or `WHYLENS_EVALS`) as JSON; 1 without data to measure on."""
    parser = argparse.ArgumentParser(description=about)
    default = os.environ.get("WHYLENS_EVALS")
    parser.add_argument("--data", type=Path, default=Path(default) if default else None)
    options = parser.parse_args()
    if options.data is None:
        parser.exit(1, f"{name}: no data: give a folder with --data or in WHYLENS_EVALS\n")
    print(json.dumps(run(options.data), indent=1))
    return 0

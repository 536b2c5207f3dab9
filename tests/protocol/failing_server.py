"""The product with a memory that fails now and then: the one way to see what only a broken disk would show.

    python failing_server.py HOME FAILURES METHOD...

Each METHOD of the memory raises FAILURES times (a number), sleeps (`slow`), or always raises (`always`).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from whylens.app import open_memory
from whylens.lsp.main import main
from whylens.model.errors import Busy

HOME, FAILURES, METHODS = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]


def failing(path: Path, *, home: Path | None = None, read_only: bool = False) -> Any:
    memory = open_memory(path, home=home, embeddings=False, read_only=read_only)
    for method in METHODS:
        setattr(memory, method, spoiled(getattr(memory, method)))
    return memory


def spoiled(real: Callable[..., Any]) -> Callable[..., Any]:
    left = int(FAILURES) if FAILURES.isdigit() else 0

    def called(*arguments: Any, **named: Any) -> Any:
        nonlocal left
        if FAILURES == "slow":
            time.sleep(3)
        if FAILURES == "always" or left > 0:
            left -= 1
            raise Busy("another process held the memory for too long")
        return real(*arguments, **named)

    return called


if __name__ == "__main__":
    sys.exit(main(["--home", str(HOME)], failing))

"""The product, with a count of what its memory is handed: how many of which kind, and nothing of what they say.

    python day_counting_server.py COUNTS [OPTION...]

COUNTS is a JSON file, written anew whenever something was taken in.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from whylens.lsp.main import main, open_real_memory

COUNTS = Path(sys.argv[1])
counts: Counter[str] = Counter()


def counted(take: Callable[[list[Any]], Any]) -> Callable[[Iterable[Any]], Any]:
    """*take*, and then the count of what it took."""

    def taking(given: Iterable[Any]) -> Any:
        each = list(given)
        answer = take(each)
        counts.update(("Task" if getattr(one, "is_task", False) else type(one).__name__) for one in each)
        beside = COUNTS.with_suffix(".new")
        beside.write_text(json.dumps(counts), encoding="utf-8")
        beside.replace(COUNTS)
        return answer

    return taking


def opened(path: Path, *, home: Path | None = None, read_only: bool = False) -> Any:
    """The real memory."""
    memory = open_real_memory(path, home=home, read_only=read_only)
    memory.happened = counted(memory.happened)  # type: ignore[method-assign,arg-type,assignment]
    memory.observe = counted(memory.observe)  # type: ignore[method-assign,arg-type,assignment]
    return memory


if __name__ == "__main__":
    sys.exit(main(sys.argv[2:], opened))

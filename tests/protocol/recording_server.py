"""The product with a memory that also writes down every happening it is handed, one JSON object a line.

    python recording_server.py HOME [OPTION...]

The lines stand in `HOME/happened.jsonl`, each with the name of its kind under `is`. Everything else is the product.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from whylens.app import open_memory
from whylens.lsp.main import main

HOME = Path(sys.argv[1])


def recording(path: Path, *, home: Path | None = None, read_only: bool = False) -> Any:
    memory = open_memory(path, home=home, embeddings=False, read_only=read_only)
    real = memory.happened

    def happened(happenings: Iterable[Any]) -> Any:
        told = list(happenings)
        with (HOME / "happened.jsonl").open("a", encoding="utf-8") as file:
            file.writelines(json.dumps({"is": type(each).__name__, **asdict(each)}) + "\n" for each in told)
        return real(told)

    memory.happened = happened  # type: ignore[method-assign]
    return memory


if __name__ == "__main__":
    sys.exit(main(["--home", str(HOME), *sys.argv[2:]], recording))

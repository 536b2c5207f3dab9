"""Exact token counts with tiktoken's o200k_base, offline. Takes 86 MB, so only the worker may import it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tiktoken import Encoding
from tiktoken_ext import openai_public

from whylens.embed.prepare import prepare_ranks


class Counter:
    """Counts tokens as most current models do. Raises `Unavailable` when the ranks are missing or damaged."""

    def __init__(self, folder: Path) -> None:
        prepare_ranks(folder)
        os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
        # not get_encoding: a plugin of somebody else that repeats a name breaks that for everyone
        parameters: Any = openai_public.o200k_base()
        self._encoding = Encoding(**parameters)

    def count(self, text: str) -> int:
        """The number of tokens of `text`; words that look like special tokens are ordinary text."""
        return len(self._encoding.encode_ordinary(text))

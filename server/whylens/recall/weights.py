"""The one table of ranking weights."""

from __future__ import annotations

#: Set by hand until learned.
WEIGHTS: dict[str, float] = {
    "summary_match": 2.0,
    "body_match": 1.2,
    "names_match": 0.6,
    "files_match": 0.5,
    "words_found": 0.8,
    "words_alike": 1.0,
    "meaning": 2.5,
    "file": 2.0,
    "folder": 0.8,
    "symbol": 2.2,
    "anchored": 1.2,
    "recent_change": 1.2,
    "recent_other": 0.1,
    "newest_here": 0.8,
    "text_and_file": 0.5,
}
OFFSET = -4.0

#: Which part of the score a feature is told under.
PARTS: dict[str, tuple[str, ...]] = {
    "text": ("summary_match", "body_match", "names_match", "files_match", "words_found", "words_alike"),
    "meaning": ("meaning",),
    "files": ("file", "folder", "text_and_file"),
    "symbols": ("symbol", "anchored"),
    "time": ("recent_change", "recent_other", "newest_here"),
}

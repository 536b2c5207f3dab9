"""The finding: one stretch of a text that must not be kept, and the rule that saw it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """Characters `start` to `end` of the original text, found by `rule`. `action` says what was done with them."""

    rule: str
    start: int
    end: int
    action: str = "redact"

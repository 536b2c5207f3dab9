"""Simple ways to find secrets, to compare with: a list of prefixes, telling names, both, and entropy."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable

Spans = Callable[[str], list[tuple[int, int]]]

#: Well-known beginnings; assembled, so that no scanner takes this file for a leak.
_PREFIXES = re.compile(
    "|".join(
        (
            r"AKIA[A-Z0-9]{16}",
            r"AIza[\w-]{35}",
            r"gh[pousr]_\w{36}",
            r"github_pat_\w+",
            r"glpat-[\w-]{20}",
            r"sk-[\w-]{20,}",
            r"xox[abpr]-[\w-]+",
            r"https://hooks\.slack\.com/\S+",
            r"sk_live_\w+",
            r"npm_\w{36}",
            r"pypi-[\w-]+",
            r"SG\.[\w.-]+",
            r"eyJ[\w-]+\.[\w-]+\.[\w-]+",
            r"-----BEGIN [A-Z ]*PRIVATE KEY[A-Z ]*-----[\s\S]*?-----END[^-]*-----",
            r"(?<=://)[^\s/:@]+:[^\s/@]+(?=@)",
        )
    )
)
_NAMED = re.compile(
    r"""(?i)(?:pass(?:word|wd)?|pwd|secret|token|api[_-]?key|access[_-]?key|auth|credential)[\w-]*["']?"""
    r"""\s*(?:[:=]|=>|\bis\b)\s*["']?(?:bearer |basic |token )?([^\s"',;]{6,})"""
)
_REFERENCE = re.compile(r"[$<{(]|process\.|os\.|your|x{4}|\*{3}", re.IGNORECASE)
_LONG = re.compile(r"[A-Za-z0-9+/=_-]{20,}")


def by_prefix(text: str) -> list[tuple[int, int]]:
    """Spans that start like a well-known key."""
    return [match.span() for match in _PREFIXES.finditer(text)]


def by_name(text: str) -> list[tuple[int, int]]:
    """Spans after a telling name."""
    return [match.span(1) for match in _NAMED.finditer(text) if not _REFERENCE.match(match[1])]


def by_both(text: str) -> list[tuple[int, int]]:
    """Spans that either of the two finds."""
    return by_prefix(text) + by_name(text)


def by_entropy(text: str) -> list[tuple[int, int]]:
    """Long runs of at least 3.8 bits a character."""
    return [match.span() for match in _LONG.finditer(text) if _entropy(match.group()) >= 3.8]


def _entropy(text: str) -> float:
    return -sum(count / len(text) * math.log2(count / len(text)) for count in Counter(text).values())


BASELINES: dict[str, Spans] = {
    "prefix": by_prefix,
    "keyword": by_name,
    "both": by_both,
    "entropy": by_entropy,
}

"""Which paths may be kept: a name that holds a secret, or cannot be written as text, is left out whole."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from whylens.normalize.disguise import Disguise, worn
from whylens.normalize.redact import redact


def is_text(path: str) -> bool:
    """Whether *path* can be written down: names on disk may be any bytes."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_keepable(path: str) -> bool:
    """Whether *path* can be stored as it is. Redacted, it would name no file, so there is nothing in between."""
    return stays(path, worn().internal_domains)


@lru_cache(maxsize=8)
def excluded_by(patterns: tuple[str, ...]) -> Callable[[str], bool]:
    """Whether a path is one of those that *patterns* (as in a `.gitignore`) leave out."""
    if not patterns:
        return lambda path: False
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns).match_file


#: Characters from which a name could be a key that nothing names; within a path it would look like a piece of one.
#: A digest at its end is none, and words beside it do not make it one.
_LONG_NAME = re.compile(r"[\w-]{24,}?(?=-[0-9a-f]{8,64}(?![\w-])|(?![\w-]))")


@lru_cache(maxsize=20_000)
def stays(path: str, internal_domains: tuple[str, ...]) -> bool:
    """Whether redaction finds nothing in *path*, nor in a long name of it alone, where these domains are internal."""
    disguise = Disguise(internal_domains=internal_domains)
    return all(
        str(redact(text, disguise=disguise).text) == text for text in (path, *_LONG_NAME.findall(path))
    )

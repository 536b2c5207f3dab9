"""A tool's message as it stands in a sentence: one line, without the paths and positions that the next edit changes."""

from __future__ import annotations

import re
from functools import lru_cache

from whylens.extract.phrasing import clipped
from whylens.model.happening import Problem

#: Characters of a message in a summary.
LONGEST_MESSAGE = 170

_PATH = re.compile(r"(?:file://)?(?:[A-Za-z]:)?(?:[\\/][\w@.+-]+){2,}(?:\.\w+)?")
_POSITION = re.compile(
    r"[ ]?(?:\(?\b(?:on|at|in|from) )?\bline \d+(?:,? col(?:umn)? \d+)?\)?|(?<=\w):\d+(?::\d+)?\b|\(\d+[:,] ?\d+\)"
)
_TRAILING_LINK = re.compile(r"\s*(?:\(?https?://\S+\)?)\s*$")
_NUMBER = re.compile(r"\b\d+\b")


def one_line(message: str) -> str:
    """The first line of *message* that says something, without paths and positions, without a full stop."""
    line = next((each for each in message.splitlines() if each.strip()), "")
    line = _PATH.sub(lambda found: re.split(r"[\\/]", found.group())[-1], _TRAILING_LINK.sub("", line))
    return clipped(" ".join(_POSITION.sub("", line).split()).rstrip(" .:;"), LONGEST_MESSAGE)


@lru_cache(maxsize=4_096)
def pattern_of(message: str) -> str:
    """What stays the same of a message while code around it is edited: small letters, no numbers."""
    return _NUMBER.sub("#", one_line(message)).casefold()


def said_by(problem: Problem) -> str:
    """Who says it, in brackets: ` (pyright reportCall)`; empty when nobody is known."""
    names = " ".join(each for each in (problem.tool.strip(), problem.code.strip()[:60]) if each)
    return f" ({names})" if names else ""

"""What the message of a commit adds to the fix it holds: its subject, and the first thing it says below it."""

from __future__ import annotations

import re

from whylens.extract.phrasing import clipped

#: How it begins.
COMMITTED_AS = "Committed as “"
#: Characters kept of the subject, and of the reason below it.
_LONGEST_SUBJECT, _LONGEST_REASON = 120, 240
#: Words of a subject from which it says something; `wip` and `fix tests` do not.
_LEAST_WORDS = 3
#: Is not finished, or is about something else than what it mends.
_NOT_OF_A_FIX = re.compile(
    r"(?:\w+(?:\([^)]*\))?!?: )?(?:(?:fixup|squash|amend)!|(?:wip|tmp|temp|checkpoint|release|bump|renam\w+|reformat\w*"
    r"|tidy|clean ?up|merge (?:branch|pull|remote|tag)|update (?:the )?(?:changelog|version|dependenc\w+))\b)",
    re.IGNORECASE,
)
#: What is for machines: trailers, references to issues, lists of changes.
_NO_REASON = re.compile(
    r"[A-Z][\w-]*: |(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|refs?|see|cf\.?|issue|pr)\b[ :]*(?:\S*#|https?:)\S*\W*$"
    r"|[*+-] |#|\(?(?:cherry picked|https?:)",
    re.IGNORECASE,
)


def committed_as(subject: str, body: str) -> str:
    """`Committed as “Greet guests”: The shop opened before the owner was known.`; empty when nothing is said."""
    plain = " ".join(subject.split())
    if len(plain.split()) < _LEAST_WORDS or _NOT_OF_A_FIX.match(plain):
        return ""
    reason = _reason(body)
    return f"{COMMITTED_AS}{clipped(plain, _LONGEST_SUBJECT)}”{f': {reason}' if reason else '.'}"


def _reason(body: str) -> str:
    """The first paragraph of prose."""
    for paragraph in re.split(r"\n\s*\n", body.strip()):
        lines = [line.strip() for line in paragraph.split("\n") if line.strip()]
        if lines and not any(_NO_REASON.match(line) for line in lines):
            return clipped(" ".join(lines), _LONGEST_REASON)
    return ""

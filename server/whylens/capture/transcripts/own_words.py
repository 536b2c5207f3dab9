"""Knows what came out of Whylens itself in a chat: it is taken out, and what repeats it is not captured again.

Otherwise a card that was handed to an assistant would come back as a new statement that confirms it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2b

from whylens.govern.merge import summary_key
from whylens.inject.neutral import TAG
from whylens.inject.render import HEADER, OPEN_SECTION, UNSURE_SECTION

#: How every injection begins (`inject.render`), short enough to be found when the rest was cut or wrapped.
_OPENING = HEADER.partition(":")[0]
#: What stands on a line of its own in an injection: its wrapper, its beginning, the title of its section.
_OURS = (_OPENING, f"<{TAG}>", f"</{TAG}>", OPEN_SECTION, UNSURE_SECTION)
_HANDLE = re.compile(r"\bW-[0-9a-f]{4,32}\b")
#: A line that goes on what the line before says, in a quotation or not.
_CONTINUED = re.compile(r"(?:> ?)?(?:\s{2,}|Place: )\S")
#: The statement on a line with a handle: quoted in an injection, after the kind in a list of the terminal.
_STATEMENT = re.compile(r'\bW-[0-9a-f]{4,32}\](?:[^"\n]*: "(.+)"| [a-z ]+: (.+))')
#: Statements of one session that are remembered.
MOST = 400


class OwnWords:
    """What one session was given by Whylens. `marks` are digests, fit to be kept."""

    def __init__(self, marks: Iterable[str] = ()) -> None:
        self._marks = dict.fromkeys(marks)

    @property
    def marks(self) -> list[str]:
        """The digests of the statements heard so far."""
        return list(self._marks)

    def hear(self, text: str) -> None:
        """Note the statements of ours in *text*."""
        if "W-" not in text or len(self._marks) >= MOST:
            return
        for found in _STATEMENT.finditer(text):
            self._marks[_mark(found.group(1) or found.group(2))] = None

    def repeats(self, summary: str) -> bool:
        """Whether *summary* says what Whylens said in this session."""
        return _mark(summary) in self._marks


def without_own_words(text: str) -> str:
    """*text* without our injections, and without every line that cites a card: it says what the card says."""
    if not any(each in text for each in _OURS) and _HANDLE.search(text) is None:
        return text
    kept: list[str] = []
    inside = False
    for line in text.split("\n"):
        ours = any(each in line for each in _OURS) or _HANDLE.search(line) is not None
        inside = ours or (inside and _CONTINUED.match(line) is not None)
        if not inside:
            kept.append(line)
    return "\n".join(kept)


def _mark(summary: str) -> str:
    return blake2b(summary_key(summary).encode("utf-8", "replace"), digest_size=6).hexdigest()

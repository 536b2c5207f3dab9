"""Which texts are worth a question: prose that gives reasons in words the rules do not know."""

from __future__ import annotations

import re
from collections.abc import Sequence

from whylens.extract.assisted.question import LONGEST_TEXT
from whylens.extract.generated import is_beside_code_path

#: Words of prose a text must have, and the share of its lines that must be prose.
LEAST_WORDS, LEAST_PROSE = 18, 0.5

_WORD = re.compile(r"[^\W\d_]{2,}")
#: Something was weighed, ruled out, found out or forced: the ways of saying so that need a reader.
_ARGUES = re.compile(
    r"\b(?:because|since|so that|otherwise|instead|rather than|due to|caused?|causes|reason|turns? out|turned out"
    r"|cannot|can[’']t|could ?n[o’']t|does ?n[o’']t|did ?n[o’']t|never|must|need(?:s|ed)? to|only|always|unless"
    r"|avoid\w*|prevent\w*|break\w*|broke|fail\w*|wrong|bug|race|leak\w*|deadlock\w*|slow\w*|fast\w*|limit\w*|assum\w+|expect\w*"
    r"|require\w*|depend\w*|decid\w+|chose|choose|tried|reject\w*|workaround|unsafe|safe|corrupt\w*|lost|without)\b",
    re.IGNORECASE,
)
#: Lines that are no prose: code, quotations, trailers, lists of paths, traces.
_NO_PROSE = re.compile(
    r"^\s*(?:[>$#|+\-@]{1,3}\S|```|\S+:\s*\S+@|[\w-]+-by:|at \S+\(|\S*/\S*\s*$|[{}();]+\s*$)|[;{}]\s*$"
)
_MACHINE = re.compile(
    r"\[bot\]|\bdependabot\b|\brenovate\b|^(?:bump|merge|release|changelog|revert)\b", re.IGNORECASE
)


def is_promising(text: str) -> bool:
    """Whether a question about *text* may be worth what it costs."""
    lines = [line for line in text[:LONGEST_TEXT].splitlines() if line.strip()]
    prose = [line for line in lines if not _NO_PROSE.search(line)]
    if not lines or len(prose) < LEAST_PROSE * len(lines):
        return False
    said = "\n".join(prose)
    return len(_WORD.findall(said)) >= LEAST_WORDS and len(set(_argued(said))) >= 2


def is_promising_commit(message: str, author: str, files: Sequence[str]) -> bool:
    """Whether a commit's *message* is: written by a person, with a body, and about code."""
    subject, _, body = message.partition("\n")
    if _MACHINE.search(subject) or _MACHINE.search(author) or not body.strip():
        return False
    if files and all(map(is_beside_code_path, files)):
        return False
    return is_promising(body)


def _argued(text: str) -> list[str]:
    return [each.lower() for each in _ARGUES.findall(text)]

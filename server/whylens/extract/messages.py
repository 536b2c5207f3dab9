"""The parts of a commit message: subject, body, trailers, and the commits and issues it names."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SHA = r"[0-9a-f]{7,40}"
_NAMED = rf"(?:commit |change |rev(?:ision)? |[\w.-]+/[\w.-]+@|[`(\[\"'])*(?P<sha>{_SHA})\b"
_REVERTS = re.compile(
    rf"\b(?:this )?(?:reverts|reverting|revert of|backs out|backed out)\s+{_NAMED}", re.IGNORECASE
)
_FIXES = re.compile(
    rf"(?:^fixes:\s*|\b(?:introduced|broken|caused|regressed|regression|broke|added)\s+(?:\w+\s+)?(?:in|by"
    rf"|from|since|with)\s+|\bregression (?:from|in|of)\s+|\bfix(?:es|up)?(?: for)? (?=commit)){_NAMED}",
    re.IGNORECASE | re.MULTILINE,
)
_FOLLOWS = re.compile(
    rf"\b(?:follow[- ]?(?:ing )?up (?:to|of|for|on)|continuation of|continues|amends|ref(?:s|er to)?|since"
    rf"|after|see|in)\s+{_NAMED}",
    re.IGNORECASE,
)
_HEX = re.compile(rf"\b{_SHA}\b")
_MORE_SHAS = re.compile(rf"\s*(?:,|and|&)\s*(?:commit )?({_SHA})\b", re.IGNORECASE)
_ISSUE = re.compile(r"(?<![\w&/])(?:[\w.-]+/[\w.-]+)?#(\d{1,7})\b")
_CLOSES = re.compile(
    r"\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?)\b:?[ \t]+(?:(?:issue|bug)[ \t]+)?(?:[\w.-]+/[\w.-]+)?#(\d{1,7})\b",
    re.IGNORECASE,
)
_KNOWN = re.compile(
    r"^(?P<key>Decision|Constraint|Rejected|Supersedes"
    r"|BREAKING[ -]CHANGES?):[ \t]+(?P<value>\S.*(?:\n(?![A-Za-z-]+:[ \t])[ \t]*\S.*)*)",
    re.MULTILINE,
)
#: Where the prose of a message ends: the first known trailer, a squash list, a list of conflicts, mail boilerplate.
_END_OF_PROSE = re.compile(
    r"^(?:(?:Decision|Constraint|Rejected|Supersedes|BREAKING[ -]CHANGES?):[ \t]|-{3,}[ \t]*$|\* \* \*"
    r"|Squashed commit of the following"
    r"|(?:# )?Conflicts:|You can view, comment on)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Trailer:
    """`Key: value` in a message, the key in small letters; `start` and `end` are the place of the value."""

    key: str
    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Message:
    """A commit message taken apart. `body` is the (start, end) of the prose after the subject, before trailers."""

    text: str
    subject: str
    body: tuple[int, int]
    trailers: tuple[Trailer, ...] = ()


@dataclass(frozen=True, slots=True)
class Links:
    """What a message names: commits it reverts, fixes or follows (ids as written), issue numbers, and which of the
    issues it says it closes."""

    reverts: tuple[str, ...] = ()
    fixes: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    issues: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()


def parse_message(text: str) -> Message:
    """Take a raw message apart; never raises, an empty message has an empty subject."""
    start = len(text) - len(text.lstrip())
    stop = text.find("\n", start)
    stop = len(text) if stop < 0 else stop
    subject = text[start:stop].strip()
    trailers = _trailers(text, stop)
    cut = _END_OF_PROSE.search(text, stop)
    return Message(text, subject, (stop, cut.start() if cut else len(text)), trailers)


def has_subject(message: Message) -> bool:
    """Whether the first line is a subject, not the first line of a wrapped paragraph or of a list."""
    following = message.text[message.body[0] :].removeprefix("\r").removeprefix("\n").split("\n", 1)[0]
    if message.subject.startswith(("- ", "* ")):
        return False
    return not following.strip() or len(message.subject) < LONGEST_UNPARTED or following.lstrip()[0] in "-*"


#: A first line longer than this with text right below it was wrapped, not written as a subject.
LONGEST_UNPARTED = 60


def find_links(message: Message) -> Links:
    """The commits and issues the message names, in order, each once; the most specific relation wins."""
    text = message.text
    if not _HEX.search(text):
        return Links(issues=_issues(text), closes=_closes(text))
    reverts = _shas(_REVERTS, text)
    fixes = tuple(sha for sha in _shas(_FIXES, text) if sha not in reverts)
    follows = tuple(sha for sha in _shas(_FOLLOWS, text) if sha not in reverts and sha not in fixes)
    return Links(reverts, fixes, follows, _issues(text), _closes(text))


def _issues(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_ISSUE.findall(text)))


def _closes(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_CLOSES.findall(text)))


def _shas(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for match in pattern.finditer(text):
        sha, end = match["sha"].lower(), match.end()
        while sha:
            if re.search(r"\d", sha) and (re.search(r"[a-f]", sha) or len(sha) == 40):
                found[sha] = None
            more = _MORE_SHAS.match(text, end)
            sha, end = (more[1].lower(), more.end()) if more else ("", end)
    return tuple(found)


def _trailers(text: str, start: int) -> tuple[Trailer, ...]:
    """The trailers Whylens understands, each with its continuation lines up to a blank line or the next key."""
    found: list[Trailer] = []
    for match in _KNOWN.finditer(text, start):
        left, right = match.span("value")
        found.append(
            Trailer(match["key"].lower().rstrip("s"), " ".join(text[left:right].split()), left, right)
        )
    return tuple(found)

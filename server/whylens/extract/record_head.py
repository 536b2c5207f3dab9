"""The head of a decision record: title, status, date, and the records it supersedes or is superseded by."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FRONT_MATTER = re.compile(r"\A---\s*\n(?P<body>.*?)\n---\s*\n", re.DOTALL)
_TITLE = re.compile(
    r"^#\s+(?P<hash>.+?)\s*#*$|^(?P<under>\S.*)\n[=]{3,}\s*$|^=\s+(?P<adoc>.+)$", re.MULTILINE
)
_NUMBER_IN_TITLE = re.compile(
    r"^(?:ADR|RFC|PEP|MADR|Decision)?[\s#-]*\d{1,5}\s*[:.)–—-]\s*|^(?:ADR|RFC|PEP|MADR)[\s#-]*\d{1,5}\s+",
    re.IGNORECASE,
)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_WORDS = (
    "accepted|approved|adopted|active|implemented|final|proposed|draft|pending|open|in review"
    "|rejected|declined|withdrawn|deprecated|obsolete|superseded|replaced|amended"
)
_STATUS_LINE = re.compile(
    rf"^[ \t*_>|-]*(?:\*\*|__)?status(?:\*\*|__)?[\s:*_|]+(?P<value>[^\n]*?\b(?:{_WORDS})\b[^\n]*)",
    re.IGNORECASE | re.MULTILINE,
)
_STATUS_SECTION = re.compile(
    rf"^#+\s*status\s*\n+(?P<value>(?:[^\n#]*\n)*?[^\n#]*\b(?:{_WORDS})\b[^\n]*)"
    rf"|^status\n[-=~]{{3,}}\n+(?P<rst>[^\n]+)",
    re.IGNORECASE | re.MULTILINE,
)
_STATUS_WORD = re.compile(rf"\b(?:{_WORDS})\b", re.IGNORECASE)
_DATE = re.compile(r"\b(?:19|20)\d\d-[01]\d-[0-3]\d\b")
_DATE_LINE = re.compile(
    r"^[ \t*_|-]*(?:date|decided|created|last updated)\b[^\n]*?((?:19|20)\d\d-[01]\d-[0-3]\d)",
    re.IGNORECASE | re.MULTILINE,
)
_REFERENCE = (
    r"(?:\[(?P<label>[^\]]+)\]\((?P<target>[^)]+)\)|(?P<name>(?:ADR|RFC|PEP"
    r"|MADR)?[\s#-]*\d{1,5}(?:-[\w-]+)?(?:\.md)?))"
)
_SUPERSEDED_BY = re.compile(
    rf"\b(?:superseded|replaced|obsoleted|deprecated)[- ](?:by|in favou?r of|with)\s*:?\s*{_REFERENCE}",
    re.IGNORECASE,
)
_SUPERSEDES = re.compile(rf"\b(?:supersedes|replaces|obsoletes)\s*:?\s*{_REFERENCE}", re.IGNORECASE)
_SYNONYMS = {
    "approved": "accepted",
    "adopted": "accepted",
    "active": "accepted",
    "implemented": "accepted",
    "final": "accepted",
    "declined": "rejected",
    "replaced": "superseded",
}


@dataclass(frozen=True, slots=True)
class RecordHead:
    """What stands above the prose of a record; references are as written (a number, or the target of a link)."""

    title: str = ""
    status: str = ""
    date: str = ""
    supersedes: tuple[str, ...] = ()
    superseded_by: tuple[str, ...] = ()


def read_head(path: str, text: str) -> RecordHead:
    """Read the head; `path` gives the date of a folder or file named after one."""
    superseded_by = _references(_SUPERSEDED_BY, text)
    status = _status(text) or ("superseded" if superseded_by else "")
    dated = _DATE_LINE.search(text)
    in_path = _DATE.search(path)
    date = dated[1] if dated else in_path[0] if in_path else ""
    return RecordHead(_title(text), status, date, _references(_SUPERSEDES, text), superseded_by)


def _title(text: str) -> str:
    front = _FRONT_MATTER.match(text)
    named = re.search(r"(?m)^title:\s*[\"']?(.+?)[\"']?\s*$", front["body"]) if front else None
    found = _TITLE.search(text)
    heading = found["hash"] or found["under"] or found["adoc"] if found else ""
    title = str(named[1] if named else heading)
    unlinked = _LINK.sub(r"\1", title)
    return str(_NUMBER_IN_TITLE.sub("", unlinked)).strip(" *")


def _status(text: str) -> str:
    head = text[:4000]
    front = _FRONT_MATTER.match(head)
    found = _STATUS_LINE.search(front["body"]) if front else None
    found = found or _STATUS_SECTION.search(head) or _STATUS_LINE.search(head)
    if not found:
        return ""
    groups: dict[str, str | None] = found.groupdict()
    value = groups.get("value") or groups.get("rst") or ""
    words = [str(word).lower() for word in _STATUS_WORD.findall(value)]
    if not words:
        return ""
    # "accepted, superseded by 0012": what came last holds.
    word = next(
        (word for word in words if word in {"superseded", "replaced", "deprecated", "rejected"}), words[-1]
    )
    return _SYNONYMS.get(word, word)


def _references(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    found = (match["target"] or match["name"] for match in pattern.finditer(text))
    return tuple(dict.fromkeys(reference.strip() for reference in found if reference))

"""Reads fields of JSON that nobody promised: a wrong type counts as nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, cast
from urllib.parse import unquote, urlsplit

Row = dict[str, Any]

#: Numbers above this are milliseconds.
_MILLISECONDS = 100_000_000_000
_DRIVE = re.compile(r"/[A-Za-z]:")


def record(value: Any) -> Row:
    """*value* if it is an object, else an empty one."""
    return cast("Row", value) if isinstance(value, dict) else {}


def items(value: Any) -> list[Any]:
    """*value* if it is an array, else an empty one."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def records(value: Any) -> Iterator[Row]:
    """The objects among the items of *value*."""
    return (cast("Row", each) for each in items(value) if isinstance(each, dict))


def words(value: Any) -> str:
    """*value* if it is a text, else an empty one."""
    return value if isinstance(value, str) else ""


def some(value: Any) -> str | None:
    """*value* if it is a text that says something."""
    return value if isinstance(value, str) and value.strip() else None


def moment(value: Any) -> float:
    """Unix seconds of an ISO 8601 time or of a number of seconds or milliseconds; 0 when it is none."""
    if isinstance(value, bool):
        return 0.0
    if isinstance(value, int | float):
        return float(value) / 1000 if value > _MILLISECONDS else max(0.0, float(value))
    try:
        found = datetime.fromisoformat(words(value).strip())
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return 0.0


def flat(value: Any) -> str:
    """The text of a message's content: a text, or blocks with texts, of whatever nesting the tools invent."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(filter(None, (flat(each) for each in cast("list[Any]", value))))
    inner = record(value)
    for key in ("text", "value", "content", "output", "node", "children"):
        if key in inner and (found := flat(inner[key])):
            return found
    return ""


def folder_of(uri: Any) -> str | None:
    """The folder a `file:` URI means. Other URIs, of folders on other machines, stay as they are."""
    text = some(uri)
    if text is None or "://" not in text:
        return text
    parts = urlsplit(text)
    if parts.scheme != "file":
        return text
    path = unquote(parts.path)
    if _DRIVE.match(path):
        return path[1:]
    return f"//{parts.netloc}{path}" if parts.netloc else path

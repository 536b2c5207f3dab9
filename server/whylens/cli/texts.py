"""`extract` and `redact`: text in, findings out; nothing is stored."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import typer

from whylens.cli.session import JsonOption, emit, fail, read_input, say

SOURCES = ("commit", "record", "comment", "user", "assistant", "rules", "tool", "markdown")
LinesOption = Annotated[bool, typer.Option("--lines", help="JSON lines in, JSON lines out.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("extract", help="Print the cards a text would yield. Stores nothing.")(extract)
    app.command("redact", help="Print a text with secrets and personal data taken out. Stores nothing.")(
        redact
    )


def extract(
    source: Annotated[str, typer.Option("--source", help=" | ".join(SOURCES))] = "markdown",
    lines: LinesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Text on standard input → card drafts on standard output."""
    if source not in SOURCES:
        raise typer.BadParameter(f"must be one of {', '.join(SOURCES)}", param_hint="--source")
    if lines:
        _each_line(
            lambda item: {"id": item.get("id"), "cards": _drafts(item["text"], item.get("source") or source)}
        )
        return
    found = _drafts(read_input("-"), source)
    if as_json:
        emit({"cards": found})
        return
    for each in found:
        say(f"{each['type']:16} {each['content']}")
        say(f"{'':16} “{each['evidence']}”")
    if not found:
        say("Nothing worth keeping in this text.")


def redact(lines: LinesOption = False, as_json: JsonOption = False) -> None:
    """Text on standard input → redacted text on standard output."""
    if lines:
        _each_line(lambda item: {"id": item.get("id"), **_redacted(item["text"])})
        return
    result = _redacted(read_input("-"))
    if as_json:
        emit(result)
    else:
        sys.stdout.write(str(result["redacted"]))


def _drafts(text: str, source: str) -> list[dict[str, Any]]:
    from whylens.extract.extract import extract as drafts_of
    from whylens.memory.wire import draft_json
    from whylens.normalize.redact import redact as redact_text

    if source not in SOURCES:
        fail(f"unknown source {source!r}: use one of {', '.join(SOURCES)}")
    return [draft_json(each) for each in drafts_of(redact_text(text).text, source)]


def _redacted(text: str) -> dict[str, Any]:
    from whylens.normalize.redact import redact as redact_text

    result = redact_text(text)
    findings = [
        {"rule": each.rule, "span": [each.start, each.end], "action": each.action} for each in result.findings
    ]
    return {"redacted": str(result.text), "findings": findings}


def _each_line(answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Answer each JSON line; a line that cannot be read is reported by number, the rest goes on."""
    refused = 0
    for number, item in _json_lines():
        named = item is not None and item.get("source") in (None, *SOURCES)
        if item is None or not named or not isinstance(item.get("text"), str):
            refused += 1
            sys.stderr.write(
                f'whylens: line {number}: needs a JSON object with a "text" and a known "source"\n'
            )
            continue
        emit(answer(item))
    if refused:
        fail(f"{refused} line(s) could not be read")


def _json_lines() -> Iterator[tuple[int, dict[str, Any] | None]]:
    for number, line in enumerate(sys.stdin.buffer, start=1):
        if not line.strip():
            continue
        try:
            item = json.loads(line.decode("utf-8-sig", errors="replace"))
        except (ValueError, RecursionError):
            item = None
        yield number, item if isinstance(item, dict) else None

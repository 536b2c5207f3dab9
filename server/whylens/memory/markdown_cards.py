"""Cards as Markdown files with front matter, made to be read and edited by people, and back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import yaml

from whylens.model.card import Card
from whylens.model.source import date_text
from whylens.runtime.regular import read_regular

#: Fields of the front matter that are taken in again; the rest is for the reader.
_FIELDS = ("ref", "kind", "files", "symbols", "created_at", "source", "scope", "rationale")
#: Characters read of a file; the front matter is at most a tenth of them.
_LONGEST = 1_000_000
_HEAD = re.compile(r"---\n(.{0,100000}?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
#: Names the file of a line that cannot be taken.
_FILE, _PROBLEM = "file", "problem"
#: What follows is the quoted evidence: written for the reader, not read back.
_QUOTED = "\n\n<!-- quoted from the source -->\n\n"


def markdown_line(file: Path, folder: Path) -> str:
    """The card in *file*, of *folder*, as an import line; a file that is none gives a line that says why."""
    name = file.relative_to(folder).as_posix()
    try:
        text = read_regular(file, _LONGEST, cut=True, follow=False).decode("utf-8-sig", "replace")
        line = _card_of(text)
    except OSError as error:
        line = {_PROBLEM: f"cannot be read: {error.strerror}"}
    except Exception as error:  # noqa: BLE001 - yaml raises many kinds; the file is reported, the rest imported
        line = {_PROBLEM: f"its front matter is no YAML ({type(error).__name__})"}
    return json.dumps({**line, _FILE: name})


def one_reason(error: ValueError, line: str) -> str:
    """Why *line* was refused; where it came from a file, which one."""
    try:
        raw: Any = json.loads(line) if len(line) < _LONGEST else None
    except (ValueError, RecursionError):
        raw = None
    if not isinstance(raw, dict) or not isinstance(raw.get(_FILE), str):  # pyright: ignore[reportUnknownMemberType]
        return str(error)
    return f"{raw[_FILE]}: {raw.get(_PROBLEM) or error}"  # pyright: ignore[reportUnknownMemberType]


def _card_of(text: str) -> dict[str, Any]:
    if "\r\n" in text[: text.find("\n") + 1]:
        text = text.replace("\r\n", "\n")
    if "\0" in text:
        return {_PROBLEM: "it is no text"}
    meta: dict[str, Any] = {}
    if text.startswith("---\n"):
        if not (head := _HEAD.match(text)):
            return {_PROBLEM: "its front matter has no end: close it with a line ---"}
        tokens = cast("Iterable[object]", yaml.scan(head[1]))  # pyright: ignore[reportUnknownMemberType]
        if any(isinstance(token, yaml.AliasToken) for token in tokens):
            return {_PROBLEM: "its front matter has aliases: write the values out"}  # a few grow to gigabytes
        meta, text = dict(yaml.safe_load(head[1]) or {}), text[head.end() :]
    heading, _, body = text.lstrip("\n").partition("\n")
    line = {name: meta[name] for name in _FIELDS if name in meta}
    line.setdefault("ref", str(meta.get("id", "")))
    details, quoted, _ = body.partition(_QUOTED)
    details = details.removeprefix("\n")
    summary = re.sub(r"^#{1,6} ", "", heading).strip()
    plain: dict[str, Any] = json.loads(json.dumps(line, default=str))
    return {**plain, "summary": summary, "details": details if quoted else details.removesuffix("\n")}


def write_markdown(cards: Iterable[Card], folder: Path) -> int:
    """One Markdown file a card with front matter, in a folder per kind; the count."""
    count = 0
    for card in cards:
        place = folder / card.kind.value
        place.mkdir(parents=True, exist_ok=True)
        slug = re.sub(r"[^a-z0-9]+", "-", card.summary.lower()).strip("-")[:60] or "card"
        (place / f"{card.handle}-{slug}.md").write_text(_markdown(card), encoding="utf-8", newline="\n")
        count += 1
    return count


def _markdown(card: Card) -> str:
    meta: dict[str, Any] = {
        "id": card.id,
        "handle": card.handle,
        "kind": card.kind.value,
        "scope": card.scope.value,
        "status": card.status.value,
        "confidence": round(card.confidence, 3),
        "date": date_text(card.said_at),
        "created_at": card.created_at,
        "files": list(card.files),
        "symbols": list(card.symbols),
        "sources": [f"{each.basis.value}:{each.locator}" for each in card.sources],
    }
    if card.ref:
        meta["ref"] = card.ref
    if card.rationale:
        meta["rationale"] = card.rationale
    head = yaml.safe_dump(meta, allow_unicode=True, sort_keys=False)
    quote = "".join(f"> {line}\n" for line in card.evidence.splitlines())
    body = f"# {card.summary}\n"
    if card.details:
        body += f"\n{card.details}"
    return f"---\n{head}---\n\n{body}" + (_QUOTED + quote if quote else "\n")

"""A card as the Markdown page it is edited on, and back: front matter, the sentence, details, the reason. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, cast

import yaml

from whylens.memory.hand.editing import Edit
from whylens.model.card import Card
from whylens.model.errors import UserError
from whylens.model.source import date_text
from whylens.model.words import Kind, Scope

#: Characters of a page that are read, and of its front matter.
LONGEST_PAGE, _LONGEST_HEAD = 200_000, 20_000

_HEAD = re.compile(r"\A---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_WHY = "## Why"
_WHY_LINE = re.compile(r"^## Why[ \t]*$", re.MULTILINE)
_NEVER = "never"
_FIELDS = ("memory", "version", "kind", "scope", "files", "expires")


def page_of(card: Card) -> str:
    """*card* as a page; `edit_of` of it changes nothing."""
    head = {
        "memory": card.handle,
        "version": card.version,
        "kind": card.kind.value,
        "scope": card.scope.value,
        "files": list(card.files),
        "expires": date_text(card.expires_at) if card.expires_at else _NEVER,
    }
    front = yaml.safe_dump(head, allow_unicode=True, sort_keys=False)
    kinds = ", ".join(Kind)
    note = f"# kinds: {kinds}\n# scopes: {', '.join(Scope)}\n"
    details = f"{card.details}\n\n" if card.details else ""
    reason = f"\n{card.rationale}\n" if card.rationale else ""
    return f"---\n{note}{front}---\n\n# {card.summary}\n\n{details}{_WHY}\n{reason}"


def edit_of(page: str, card: Card) -> Edit:
    """What *page* changes of *card*. Raises `UserError` that says what cannot be read, and what to write instead."""
    page = page.removeprefix("\ufeff").replace("\r\n", "\n")
    if len(page) > LONGEST_PAGE or "\0" in page:
        raise UserError(f"the page is no text of at most {LONGEST_PAGE:,} characters: shorten it")
    if (found := _HEAD.match(page)) is None or len(found[1]) > _LONGEST_HEAD:
        raise UserError("the page must begin with its front matter: put it back between two lines ---")
    head = _front_matter(found[1])
    if head.get("memory", card.handle) != card.handle:
        raise UserError(
            f"the page is of another memory than {card.handle}: leave the line `memory` as it was"
        )
    summary, details, reason = _body(page[found.end() :])
    expires = _expires(head.get("expires", _NEVER), card)
    return Edit(
        summary=summary,
        kind=_word(Kind, head, "kind", card.kind),
        scope=_word(Scope, head, "scope", card.scope),
        details=details,
        rationale=reason,
        files=_files(head.get("files")),
        expires_at=expires,
        version=_version(head.get("version")),
    )


def day_of(text: str) -> float:
    """The end of a day `2027-01-31` (UTC) in Unix seconds; `UserError` for anything else."""
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise UserError(f"{text!r} is no day: give one like 2027-01-31") from None
    return day.timestamp() + 86_399


def _front_matter(text: str) -> dict[str, Any]:
    try:
        tokens = cast("Iterable[object]", yaml.scan(text))  # pyright: ignore[reportUnknownMemberType]
        if any(isinstance(token, yaml.AliasToken) for token in tokens):
            raise UserError("the front matter has aliases: write the values out")
        head: Any = yaml.safe_load(text) or {}
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f" in line {mark.line + 2}" if mark is not None else ""
        raise UserError(f"the front matter cannot be read{where}: write `name: value`") from None
    if not isinstance(head, dict):
        raise UserError("the front matter is no list of names: write lines of `name: value`")
    known = cast("dict[Any, Any]", head)
    if unknown := [str(each) for each in known if each not in _FIELDS]:
        raise UserError(f"the front matter knows no {', '.join(unknown)}: use {', '.join(_FIELDS)}")
    return known


def _word(words: Any, head: dict[str, Any], name: str, before: Any) -> Any:
    given = head.get(name, before.value)
    try:
        return words(given)
    except ValueError:
        raise UserError(f"there is no {name} {given!r}: use one of {', '.join(words)}") from None


def _files(given: Any) -> tuple[str, ...] | None:
    if given is None:
        return None
    items: list[Any] = [given] if isinstance(given, str) else given
    if not isinstance(items, list) or not all(isinstance(each, str) for each in items):  # pyright: ignore
        raise UserError("the files are no list: write paths such as [server/a.py]")
    return tuple(items)


def _version(given: Any) -> int:
    if type(given) is not int:
        raise UserError("the front matter needs the version it was opened with: open the memory again")
    return given


def _expires(given: Any, card: Card) -> float:
    """As an edit says it; a day that was not touched keeps its hour."""
    text = str(given).strip()
    if text in (_NEVER, "", "None"):
        return 0.0
    if card.expires_at and text == date_text(card.expires_at):
        return card.expires_at
    return day_of(text)


def _body(text: str) -> tuple[str, str, str]:
    """The summary, the details and the reason: what stands under the last `## Why`."""
    heading, _, rest = text.lstrip("\n").partition("\n")
    marks = list(_WHY_LINE.finditer(rest))
    details, reason = (rest[: marks[-1].start()], rest[marks[-1].end() :]) if marks else (rest, "")
    return re.sub(r"^#{1,6} ", "", heading).strip(), details.strip("\n"), reason.strip()

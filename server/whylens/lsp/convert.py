"""The one place where values of the memory become types of the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types

from whylens.lsp import hovertext, messages
from whylens.lsp.documents import Snapshot, client_column, uri_of
from whylens.lsp.hovertext import Style
from whylens.lsp.lenses import PlacedLens
from whylens.lsp.protocol import Ready
from whylens.lsp.words import words_of
from whylens.memory.marks import is_pinned
from whylens.memory.requests import PlacedCard, SourceView
from whylens.memory.shown import cut, plain
from whylens.memory.wire import placed_json, source_label
from whylens.model.card import Card

#: Characters of a card in a menu or list.
MENU = 60


def hover(cards: Sequence[PlacedCard], style: Style, *, markdown: bool) -> types.Hover:
    """A hover over *cards*, in the form the client asked for."""
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    value = hovertext.markdown(cards, style) if markdown else hovertext.text(cards)
    return types.Hover(types.MarkupContent(kind, value))


def lenses(placed: Iterable[PlacedLens], uri: str, *, client_commands: bool) -> Ready:
    """The lenses, each above the line its symbol's name stands on, complete with its command.

    Written as JSON by hand: turning a hundred of the protocol's types into JSON would be most of the answer's time.
    """
    return Ready([_lens(each, uri, client_commands) for each in placed])


def _lens(placed: PlacedLens, uri: str, client_commands: bool) -> dict[str, Any]:
    at = {"line": placed.line, "character": 0}
    ids = [each.card.id for each in placed.cards.cards]
    command, arguments = (messages.CLIENT_SHOW_CARDS, [uri, ids])
    if not client_commands:
        command, arguments = (messages.SHOW_CARDS, [{"uri": uri, "ids": ids}])
    return {
        "range": {"start": at, "end": at},
        "command": {"title": placed.title, "command": command, "arguments": arguments},
        "data": {"uri": uri, "symbol": placed.cards.symbol},
    }


def card_actions(
    cards: Iterable[PlacedCard], uri: str, line: int, *, client_commands: bool
) -> list[types.CodeAction]:
    """What may be done with each of *cards*, which stand at *line* (0-based). Where the client has no commands of its
    own, those it cannot ask for are left to the terminal."""
    return [
        action for each in cards for action in _actions(each.card, uri, line, client_commands=client_commands)
    ]


def _actions(card: Card, uri: str, line: int, *, client_commands: bool) -> list[types.CodeAction]:
    name = f"“{cut(plain(card.summary), MENU)}”"
    one = {"id": card.id, "handle": card.handle}
    here = {**one, "uri": uri, "position": {"line": line, "character": 0}}
    entries: list[tuple[str, str, Any]] = [
        ("Confirm", messages.CONFIRM, one),
        ("Reject", messages.REJECT, one),
        ("Edit", messages.CLIENT_EDIT, one),
        ("Not here:", messages.NOT_HERE, here),
        ("Forget", messages.FORGET, {**one, "ask": True}),
        ("Open source of", messages.CLIENT_OPEN_SOURCE, {**one, "show": True}),
        ("More about", messages.CLIENT_MORE, here),
    ]
    if not client_commands:
        pin = ("Unpin", messages.UNPIN, one) if is_pinned(card) else ("Pin", messages.PIN, one)
        entries[2:3] = []
        entries[4:] = [
            ("Open source of", messages.SOURCE, {**one, "show": True}),
            pin,
            ("Snooze for a week", messages.SNOOZE, one),
            ("Why this confidence:", messages.WHY, {**one, "show": True}),
        ]
    no_source = not card.sources or not card.sources[0].locator
    left_out = {"Confirm" if card.confirmed_at is not None else "", "Open source of" if no_source else ""}
    return [
        action(f"Whylens: {verb} {name}", command, argument, uri, card.id)
        for verb, command, argument in entries
        if verb not in left_out
    ]


def action(title: str, command: str, argument: Any, uri: str, card_id: str | None = None) -> types.CodeAction:
    """A code action that runs a command."""
    return types.CodeAction(
        title=title,
        kind=ACTION_KIND,
        command=types.Command(title=title, command=command, arguments=[] if argument is None else [argument]),
        data={"uri": uri, "id": card_id},
    )


#: Of our own, so that it never runs on save and never claims to fix or refactor anything.
ACTION_KIND = "whylens"


def card_of_file(placed: PlacedCard, snapshot: Snapshot) -> dict[str, Any]:
    """A card of `whylens/cards`: the common form, with the lines as a range in the client's columns."""
    document = placed_json(placed)
    start, end = document.pop("start"), document.pop("end")
    line = document.pop("line")
    first = line or placed.place.name_line or start
    if first is not None and document["state"] != "lost":
        last = line or end or first
        width = client_column(snapshot, last - 1, len(snapshot.line(last - 1).rstrip("\r\n")))
        document["range"] = range_json(first - 1, last - 1, width)
    if document["source"] is None:
        document["source"] = {"label": "written by hand"}
    return document


def range_json(first: int, last: int, width: int) -> dict[str, Any]:
    """A range from the start of line *first* to column *width* of *last* (0-based)."""
    return {"start": {"line": first, "character": 0}, "end": {"line": last, "character": width}}


def source(view: SourceView, root: Path) -> dict[str, Any]:
    """The source of a card, with a URI where it is a file that is there."""
    file = root / view.path if view.path else None
    found = {"uri": uri_of(file), "line": view.line} if file is not None and file.is_file() else {}
    result = {"title": view.title, "text": view.text, "commit": view.commit, "link": view.link, **found}
    return {name: value for name, value in result.items() if value is not None}


def symbol(card: Card, root: Path) -> types.WorkspaceSymbol | None:
    """A card as a workspace symbol, at the place it was anchored when it was last read; None without a place."""
    anchor = next(iter(card.anchors), None)
    path = anchor.path if anchor else next(iter(card.files), None)
    if path is None:
        return None
    at = types.Position(max(0, (anchor.line or 1) - 1) if anchor else 0, 0)
    return types.WorkspaceSymbol(
        name=f"{words_of(card).icon} {cut(plain(card.summary), 120)}",
        kind=types.SymbolKind.Event,
        location=types.Location(uri_of(root / path), types.Range(at, at)),
        container_name=anchor.symbol_text if anchor and anchor.symbol else path,
    )


def card_lines(cards: Iterable[PlacedCard]) -> str:
    """Cards as a message of plain lines, for clients that show nothing better."""
    lines = (
        f"{words_of(each.card).icon} {plain(each.card.summary)}"
        + (f" ({plain(source_label(each.card.sources[0]))})" if each.card.sources else "")
        for each in cards
    )
    return "\n".join(lines)

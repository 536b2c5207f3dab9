"""The text of a hover: a few cards, each one sentence with what it rests on. Markdown or plain. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from whylens.lsp.markdown import command_link, escaped, file_link
from whylens.lsp.words import FIXED, STATES, STATUSES, words_of
from whylens.memory.marks import is_pinned
from whylens.memory.requests import PlacedCard
from whylens.memory.shown import adds_quote, adds_reason, cut, plain, quote, told
from whylens.memory.wire import source_label
from whylens.model.card import Card
from whylens.model.source import date_text
from whylens.model.sure import sureness
from whylens.model.told import time_of
from whylens.model.words import Basis

#: Cards shown in full; the others are a click away.
MOST_CARDS = 3
#: Characters of the quoted words: a paragraph of the author's.
MOST_EVIDENCE = 580
#: Characters of a summary and of a reason: a hover is glanced at, not read.
MOST_SUMMARY, MOST_REASON = 400, 300


@dataclass(frozen=True, slots=True)
class Style:
    """`links`: the client runs `command:` links. `file_uri` gives the URI of a repo-relative path, for file links.

    `touched` are the ids of the cards to which something was done in this session, and `undoable` of those that were
    confirmed last: a link takes that back, as it does a confirmation of an earlier session.
    """

    uri: str
    links: bool = False
    undoable: frozenset[str] = frozenset()
    touched: frozenset[str] = frozenset()
    file_uri: Callable[[str], str | None] = lambda path: None


def markdown(cards: Sequence[PlacedCard], style: Style) -> str:
    """The hover as Markdown. Everything that comes from a card is escaped; only this function makes links."""
    parts = [_card(each, style) for each in cards[:MOST_CARDS]]
    if more := len(cards) - MOST_CARDS:
        parts += [_more(cards, more, style)] if more > 0 else []
    return "\n\n---\n\n".join(parts)


def text(cards: Sequence[PlacedCard]) -> str:
    """The hover without any markup."""
    parts = ["\n".join(filter(None, _plain_lines(each))) for each in cards[:MOST_CARDS]]
    if (more := len(cards) - MOST_CARDS) > 0:
        parts.append(f"… {more} more")
    return "\n\n".join(parts)


def _card(placed: PlacedCard, style: Style) -> str:
    card, words = placed.card, words_of(placed.card)
    blocks = [
        f"**{words.icon} {words.name}** — {escaped(cut(plain(_sentence(card)), MOST_SUMMARY))}",
        f"*why* — {escaped(cut(plain(card.rationale), MOST_REASON))}" if adds_reason(card) else "",
        f"> {_quoted(card)}" if adds_quote(card) else "",
        f"*{_rests_on(placed, style)}*",
        _actions(card, style) if style.links else "",
    ]
    return "\n\n".join(filter(None, blocks))


def _sentence(card: Card) -> str:
    """The summary, without the word that stands before it as the name of its kind."""
    return card.summary.removeprefix("Fixed: ") if words_of(card) is FIXED else card.summary


def _quoted(card: Card) -> str:
    words = escaped(cut(plain(quote(card)), MOST_EVIDENCE))
    when = time_of(card, quote(card))
    return f"*{when}:* {words}" if when else words


def _rests_on(placed: PlacedCard, style: Style) -> str:
    card = placed.card
    words = (*_figures(card), _source(card, style), *map(escaped, _marks(placed)))
    return " · ".join(filter(None, words))


def _figures(card: Card) -> tuple[str, ...]:
    return sureness(card), date_text(card.said_at)


def _marks(placed: PlacedCard) -> tuple[str, ...]:
    return (
        "pinned" if is_pinned(placed.card) else "",
        STATES.get(placed.place.state, ""),
        STATUSES.get(placed.card.status, ""),
    )


def _source(card: Card, style: Style) -> str:
    if not card.sources:
        return ""
    source = card.sources[0]
    label = escaped(cut(plain(source_label(source)), 80))
    if style.links:
        return command_link(label, "whylens.openSource", {"id": card.id})
    target = style.file_uri(source.locator) if source.line is not None else None
    return file_link(label, target, source.line) if target and source.line else label


def _actions(card: Card, style: Style) -> str:
    name = {"id": card.id, "handle": card.handle}
    verbs = [
        ("Reject", "whylens.reject"),
        ("Edit", "whylens.edit"),
        ("Forget", "whylens.forget"),
        ("…", "whylens.more"),
    ]
    if card.confirmed_at is None:
        verbs.insert(0, ("Confirm", "whylens.confirm"))
    elif _can_take_back(card, style):
        verbs.insert(0, ("Undo confirm", "whylens.undo"))
    return " · ".join(command_link(label, command, name) for label, command in verbs)


def _can_take_back(card: Card, style: Style) -> bool:
    """Whether its confirmation is what was done last; a note of the user's own came with it."""
    if card.id in style.touched or card.id in style.undoable:
        return card.id in style.undoable
    return card.version > 1 and card.basis is not Basis.USER


def _more(cards: Sequence[PlacedCard], count: int, style: Style) -> str:
    label = f"… {count} more"
    ids = [each.card.id for each in cards]
    return command_link(label, "whylens.showCards", style.uri, ids) if style.links else label


def _plain_lines(placed: PlacedCard) -> list[str]:
    card, words = placed.card, words_of(placed.card)
    source = plain(source_label(card.sources[0])) if card.sources else ""
    return [
        f"{words.icon} {words.name}: {cut(plain(_sentence(card)), MOST_SUMMARY)}",
        f"  why: {cut(plain(card.rationale), MOST_REASON)}" if adds_reason(card) else "",
        f"  {told(card, MOST_EVIDENCE)}" if adds_quote(card) else "",
        "  " + " · ".join(filter(None, (*_figures(card), source, *_marks(placed)))),
    ]

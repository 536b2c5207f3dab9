"""Decides which retrievers to ask for a query, and how much of each."""

from __future__ import annotations

from dataclasses import dataclass

from whylens.model.anchor import SYMBOL_SEPARATOR
from whylens.model.recall import Query
from whylens.model.words import LIVE, Kind, Scope, Status
from whylens.recall.intent import Intent, intent_of

#: Candidates asked of each retriever. Together at most about 300, which `rank` orders in a few milliseconds.
LEXICAL_LIMIT = 160
NEAREST_LIMIT = 120
PLACED_LIMIT = 120
RECENT_LIMIT = 30


@dataclass(frozen=True, slots=True)
class Plan:
    """What to ask the store: a limit of 0 means that retriever is not asked.

    `text` goes to full text (`lexical`) and to the embedding (`nearest`); it is the names of the symbols when nothing
    was asked in words. `files` and `symbols` go to the place index (`placed`). Empty `kinds` or
    `scopes` admit all. `before` is Unix seconds.
    """

    intent: Intent
    text: str
    files: tuple[str, ...]
    symbols: tuple[str, ...]
    kinds: frozenset[Kind]
    scopes: frozenset[Scope]
    statuses: frozenset[Status]
    before: float | None
    lexical: int
    nearest: int
    placed: int
    recent: int


def plan(query: Query) -> Plan:
    """The retrievers to ask for *query*. Time, text and place each bring their own candidates."""
    intent = intent_of(query)
    text = " ".join(query.text.split())
    words = text or " ".join(symbol.rpartition(SYMBOL_SEPARATOR)[2] for symbol in query.symbols)
    has_place = bool(query.files or query.symbols)
    return Plan(
        intent=intent,
        text=words,
        files=query.files,
        symbols=query.symbols,
        kinds=query.kinds,
        scopes=query.scopes,
        statuses=LIVE | {Status.CANDIDATE} if query.include_candidates else LIVE,
        before=query.before,
        lexical=LEXICAL_LIMIT if words else 0,
        nearest=NEAREST_LIMIT if text else 0,
        placed=PLACED_LIMIT if has_place else 0,
        recent=RECENT_LIMIT if intent.wants_recent or not (text or has_place) else 0,
    )

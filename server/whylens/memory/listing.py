"""Lists of cards: some, all, and the files they speak of."""

from __future__ import annotations

from collections.abc import Iterator

from whylens.memory.requests import CardFilter
from whylens.model.card import Card
from whylens.model.words import LIVE
from whylens.store.port import ANY, Filter, Order, Store

_PAGE = 500


def chosen(store: Store, selection: CardFilter) -> list[Card]:
    """Cards by status, kind and file, newest first."""
    where = Filter(
        kinds=selection.kinds,
        statuses=selection.statuses,
        files=(selection.file,) if selection.file else (),
    )
    return store.find(where, limit=selection.limit, offset=selection.offset)


def every_card(store: Store) -> Iterator[Card]:
    """All cards, whatever their status, in a stable order."""
    offset = 0
    while page := store.find(ANY, limit=_PAGE, offset=offset, order=Order.ID):
        yield from page
        offset += len(page)


def paths(store: Store) -> list[str]:
    """Every file live cards speak of, most first."""
    counted = store.anchored_paths(Filter(statuses=LIVE))
    return sorted(counted, key=lambda path: (-counted[path], path))

"""Every card of a file against its live text: one pass per version, kept until the text or the cards change."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from whylens.anchor.languages import language_of
from whylens.anchor.outline import Outline
from whylens.anchor.resolve import resolve
from whylens.anchor.symbols import DocumentParser, symbol_at
from whylens.memory.elsewhere import is_elsewhere
from whylens.memory.marks import is_pinned
from whylens.memory.requests import FileView, PlacedCard, SymbolCards
from whylens.model.anchor import SYMBOL_SEPARATOR, Anchor, Place
from whylens.model.card import Card
from whylens.model.words import AnchorState, Kind

#: Open files whose parse trees are kept.
_KEPT = 24

#: How a card of another branch must stand to be shown: with its code just as it was.
_ITS_CODE = frozenset({AnchorState.EXACT, AnchorState.MOVED})

#: What a developer needs first at a function, in this order.
_ORDER = (
    Kind.CONSTRAINT,
    Kind.ISSUE,
    Kind.DECISION,
    Kind.FAILED_APPROACH,
    Kind.EVIDENCE,
    Kind.FACT,
    Kind.PREFERENCE,
    Kind.TODO,
    Kind.OBSERVATION,
    Kind.SUMMARY,
)
_RANK = {kind: rank for rank, kind in enumerate(_ORDER)}


@dataclass(slots=True)
class _Entry:
    parser: DocumentParser
    text: str = ""
    cards_version: int = -1
    elsewhere: frozenset[str] = frozenset()
    view: FileView | None = None


class Places:
    """Resolves the cards of files. Safe to call from any thread; calls for one file wait for each other."""

    def __init__(
        self,
        cards_of: Callable[[str], Sequence[Card]],
        cards_version: Callable[[], int],
        elsewhere: Callable[[], frozenset[str]] = frozenset,
    ) -> None:
        self._cards_of = cards_of
        self._cards_version = cards_version
        self._elsewhere = elsewhere
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._lock = threading.Lock()

    def view(self, path: str, text: str) -> FileView:
        """The view of *path* as it stands in *text*."""
        version, far = self._cards_version(), self._elsewhere()
        with self._lock:
            entry = self._entries.get(path)
            if entry is None:
                entry = self._entries[path] = _Entry(DocumentParser(language_of(path)))
                while len(self._entries) > _KEPT:
                    self._entries.popitem(last=False)
            self._entries.move_to_end(path)
            known = (entry.text, entry.cards_version, entry.elsewhere)
            if entry.view is None or known != (text, version, far):
                outline = entry.parser.update(text)
                entry.view = build_view(path, outline, self._cards_of(path), far)
                entry.text, entry.cards_version, entry.elsewhere = text, version, far
            return entry.view

    def symbol_at(self, path: str, text: str, line: int) -> str:
        """The symbol path (as text) that *line* (1-based) of *text* stands in, empty outside any."""
        self.view(path, text)
        with self._lock:
            found = symbol_at(self._entries[path].parser.update(text), line)
        return SYMBOL_SEPARATOR.join(found.path) if found is not None else ""


def build_view(
    path: str, outline: Outline, cards: Sequence[Card], elsewhere: frozenset[str] = frozenset()
) -> FileView:
    """Place *cards* in the text of *outline*. A card without an anchor in the file belongs to the file as a whole.

    A card that rests on commits *elsewhere* alone is left out unless its code is here.
    """
    owners: list[Card] = []
    anchors: list[Anchor] = []
    for card in cards:
        own = [anchor for anchor in card.anchors if anchor.path == path]
        for anchor in own or [Anchor(path)]:
            owners.append(card)
            anchors.append(anchor)
    places = resolve(anchors, path, outline)
    pairs = [PlacedCard(*pair) for pair in zip(owners, places, strict=True)]
    here = [each for each in pairs if _is_here(each, elsewhere)] if elsewhere else pairs
    placed = tuple(sorted(_without_repeats(here), key=_value))
    symbols = _by_symbol(placed)
    headers = {
        line: index for index, each in enumerate(symbols) for line in range(each.start, each.name_line + 1)
    }
    return FileView(path, placed, symbols, headers)


def _is_here(placed: PlacedCard, elsewhere: frozenset[str]) -> bool:
    has_code = bool(placed.place.symbol) and placed.place.state in _ITS_CODE
    return has_code or not is_elsewhere(placed.card, elsewhere)


def _without_repeats(placed: Iterable[PlacedCard]) -> list[PlacedCard]:
    """A card whose anchors meet at one symbol is shown there once; one found anywhere is not also listed as lost."""
    kept: dict[tuple[str, object], PlacedCard] = {}
    found: set[str] = set()
    for each in placed:
        lost = each.place.state is AnchorState.LOST
        key = (each.card.id, None if lost else (each.place.symbol, each.place.line))
        kept.setdefault(key, each)
        if not lost:
            found.add(each.card.id)
    return [
        each
        for each in kept.values()
        if each.place.state is not AnchorState.LOST or each.card.id not in found
    ]


def _by_symbol(placed: Sequence[PlacedCard]) -> tuple[SymbolCards, ...]:
    groups: dict[tuple[int, tuple[str, ...]], list[PlacedCard]] = {}
    for each in placed:
        place = each.place
        if place.symbol and place.start is not None and each.card.is_live:
            groups.setdefault((place.start, place.symbol), []).append(each)
    return tuple(_symbol_cards(symbol, cards) for (_, symbol), cards in sorted(groups.items()))


def _symbol_cards(symbol: tuple[str, ...], cards: list[PlacedCard]) -> SymbolCards:
    place: Place = cards[0].place
    start = place.start or 1
    return SymbolCards(
        symbol=symbol,
        start=start,
        name_line=place.name_line or start,
        end=place.end or start,
        cards=tuple(cards),
    )


def _value(placed: PlacedCard) -> tuple[bool, bool, int, float, float]:
    """Sort key: pinned, then confirmed, open defects and constraints before reasons, confident before doubtful, new
    before old."""
    card = placed.card
    closed = card.rule.startswith("fixed-")
    rank = _RANK[card.kind] + (4 if closed else 0)
    return (not is_pinned(card), card.confirmed_at is None, rank, -card.confidence, -card.valid_from)

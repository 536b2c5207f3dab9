"""From ranked hits to the context an assistant is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b

from whylens.inject.budget import Packed, pack
from whylens.inject.choose import ALREADY_GIVEN, Chosen, choose, most_important
from whylens.inject.here import Here
from whylens.inject.render import commands, header
from whylens.model.card import Card
from whylens.model.recall import Hit, Injection

NOTHING_KNOWN = "nothing in this project's memory is relevant enough"
NOTHING_NEW = "everything relevant was given in this session before"
NOTHING_FITS = "the budget is too small for a single card"

Same = Callable[[str, str], bool]


def same_words(one: str, other: str) -> bool:
    """Whether two summaries are equal but for case and white space: the least a caller can ask for."""
    return one.casefold().split() == other.casefold().split()


def mark_of(card: Card) -> str:
    """What stands for a card as it reads now: another mark means that it says something else than it did."""
    read = (card.kind, card.status, card.summary, card.details, card.rationale)
    return f"{card.id}:{blake2b(repr(read).encode(), digest_size=6).hexdigest()}"


def inject(
    hits: Sequence[Hit],
    *,
    now: float,
    count: Callable[[str], int],
    budget_tokens: int = 1200,
    files: Sequence[str] = (),
    symbols: Sequence[str] = (),
    standing: frozenset[str] = frozenset(),
    given: frozenset[str] = frozenset(),
    unsure: frozenset[str] = frozenset(),
    same: Same = same_words,
) -> Injection:
    """The injection for *hits*, within *budget_tokens* as *count* counts them.

    `files` and `symbols` say where the user is, `standing` holds the ids of the cards that stand there in the live
    text; when nothing was asked in words the place is the question. `given` holds marks (`mark_of`) of cards the
    session has, `unsure` the ids of cards that are told apart, and only near the user. `same` tells whether two
    summaries say the same. `now` is Unix seconds. When nothing is worth it the text is empty, and `note` says why.
    """
    here = Here.of(hits, files, symbols, standing)
    chosen = choose(
        hits, here=here, now=now, same=same, is_given=lambda card: mark_of(card) in given, unsure=unsure
    )
    return _written(chosen, header(files, symbols), budget_tokens, count)


def outline(
    cards: Sequence[Card],
    *,
    now: float,
    count: Callable[[str], int],
    budget_tokens: int = 1200,
    given: frozenset[str] = frozenset(),
    same: Same = same_words,
) -> Injection:
    """What matters most in a project, for when nothing could be searched: few of *cards*, whatever was asked."""
    chosen = most_important(cards, now=now, same=same, is_given=lambda card: mark_of(card) in given)
    return _written(chosen, header(), budget_tokens, count)


def _written(chosen: Chosen, head: str, budget: int, count: Callable[[str], int]) -> Injection:
    packed = pack(
        head, chosen.cards, budget=budget, count=count, repeats=chosen.repeats, unsure=chosen.unsure
    )
    if packed.left_out:
        chosen.dropped["budget"] += packed.left_out
    return Injection(
        packed.text,
        packed.cards,
        packed.tokens,
        dict(chosen.dropped),
        note=_note(packed, chosen),
        costs=packed.costs,
        flagged=tuple(card.handle for card in packed.cards if commands(card)),
    )


def _note(packed: Packed, chosen: Chosen) -> str:
    if packed.cards:
        return ""
    if chosen.cards:
        return NOTHING_FITS
    return NOTHING_NEW if chosen.dropped[ALREADY_GIVEN] else NOTHING_KNOWN

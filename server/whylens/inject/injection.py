"""From ranked hits to the context an assistant is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from whylens.inject.budget import pack
from whylens.inject.choose import Here, choose
from whylens.inject.render import header
from whylens.model.recall import Hit, Injection

NOTHING_KNOWN = "nothing in this project's memory is relevant enough"
NOTHING_FITS = "the budget is too small for a single card"


def same_words(one: str, other: str) -> bool:
    """Whether two summaries are equal but for case and white space: the least a caller can ask for."""
    return one.casefold().split() == other.casefold().split()


def inject(
    hits: Sequence[Hit],
    *,
    now: float,
    count: Callable[[str], int],
    budget_tokens: int = 1200,
    files: Sequence[str] = (),
    symbols: Sequence[str] = (),
    same: Callable[[str, str], bool] = same_words,
) -> Injection:
    """The injection for *hits*, within *budget_tokens* as *count* counts them.

    `files` and `symbols` say where the user is: constraints and known defects of these symbols go first, and when
    nothing was asked in words the files are the question. `same` tells whether two summaries say the same. `now` is
    Unix seconds. When nothing is worth it the text is empty, and `note` says why.
    """
    here = Here.of(hits, files, symbols)
    chosen, dropped = choose(hits, here=here, now=now, same=same)
    packed = pack(header(files, symbols), [hit.card for hit in chosen], budget=budget_tokens, count=count)
    if packed.left_out:
        dropped["budget"] += packed.left_out
    note = "" if packed.cards else NOTHING_FITS if chosen else NOTHING_KNOWN
    return Injection(packed.text, packed.cards, packed.tokens, dict(dropped), note=note)

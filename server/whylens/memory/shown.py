"""How a card and what is done with it read on one line, in every door: cut at a word, and nothing said twice. Pure."""

from __future__ import annotations

import re

from whylens.model.card import Card
from whylens.model.told import time_of

#: Letters by which a quotation must go beyond the summary to be worth its lines.
MORE_THAN_TOLD = 24

_SPACE = re.compile(r"\s+")
_FIRST_SENTENCE = re.compile(r"(.{12,}?[.!?])\s+(?=[A-Z`\"'(])(.+)", re.DOTALL)
_NO_LETTER = re.compile(r"[\W_]+")
# Characters that are invisible or reorder what follows them, and so may make text read as what it is not: soft hyphen,
# zero width, direction marks, separators; then control characters and halves of surrogate pairs.
_UNSEEN = re.compile("[\u00ad\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")

_STAGES = {
    "commits": "reading history",
    "files": "reading files",
    "chats": "reading chats",
    "vectors": "indexing by meaning",
}


def plain(text: str) -> str:
    """*text* on one line, without control characters and without what reorders or hides text."""
    return _CONTROL.sub("", _SPACE.sub(" ", _UNSEEN.sub("", text))).strip()


def cut(text: str, limit: int) -> str:
    """*text* cut at a word to at most *limit* characters, the cut marked."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    space = head.rfind(" ", limit // 2)
    return head[: space if space > 0 else None].rstrip(" ,;:…") + "…"


def stage_words(stage: str) -> str:
    """What a stage of learning does."""
    return _STAGES.get(stage, stage or "starting")


def quote(card: Card) -> str:
    """The words a card rests on: the passage around its statement, or the statement as it was found.

    A sentence at its beginning that the summary says already is left out where more follows.
    """
    words = card.passage or card.evidence
    first = _FIRST_SENTENCE.match(words)
    if first and folded(first[1]) in folded(card.summary) and len(folded(first[2])) >= MORE_THAN_TOLD:
        return f"… {first[2]}"
    return words


def told(card: Card, limit: int) -> str:
    """The quotation in its marks, with the time it speaks of before it where that is not today."""
    when = time_of(card, quote(card))
    words = f"“{cut(plain(quote(card)), limit)}”"
    return f"{when}: {words}" if when else words


def adds_reason(card: Card) -> bool:
    """Whether the reason tells more than the summary and the passage, which may hold it in the author's words."""
    words = folded(card.rationale)
    return bool(words) and words not in folded(card.summary) and words not in folded(card.details)


def adds_quote(card: Card) -> bool:
    """Whether the quoted words say clearly more than summary and reason together."""
    words = folded(quote(card))
    shown = (card.summary, card.rationale) if adds_reason(card) else (card.summary,)
    for told in shown:
        known = folded(told)
        words = "" if words in known else words.replace(known, "") if known else words
    return len(words) >= MORE_THAN_TOLD


def folded(said: str) -> str:
    """The letters and digits of what was said, to compare by."""
    return _NO_LETTER.sub("", said.casefold())

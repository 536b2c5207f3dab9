"""The words around a statement: as much of its paragraph as a reader needs to understand it without the source."""

from __future__ import annotations

import re
from collections.abc import Sequence

from whylens.extract.phrasing import dangles
from whylens.extract.sentences import Sentence

#: Characters of a passage: a paragraph, not a page.
LONGEST_PASSAGE = 560
#: Begins with what the sentence before it led up to.
_GOES_ON = re.compile(
    r"^\W*(?:but|however|yet|so|thus|hence|therefore|instead|as a result|because of (?:this|that)|for this reason"
    r"|to (?:fix|solve|avoid|prevent|address) (?:this|that|it)|this|that|it|these|those"
    r"|in (?:this|that|these|those|such)|now|otherwise|fix(?:ed)? (?:this|that|it)|unfortunately|with (?:this|that))\b",
    re.IGNORECASE,
)


def passage(sentences: Sequence[Sentence], first: Sentence, last: Sentence | None = None) -> str:
    """The words around `first` … `last` of *sentences*; empty when there is nothing around them.

    What stands before is taken first, since "this" and "it" point there; then what follows. The paragraph is the
    border, unless it opens by pointing back, or the next one goes on with it. A cut is marked with "…".
    """
    last = last or first
    left, right = _rank(sentences, first), _rank(sentences, last)
    room = LONGEST_PASSAGE - sum(len(each.text) + 1 for each in sentences[left : right + 1])
    while left > 0 and _leads_up_to(sentences[left - 1], sentences[left]):
        if (room := room - len(sentences[left - 1].text) - 1) < 0:
            break
        left -= 1
    while right + 1 < len(sentences) and _continues(sentences[right], sentences[right + 1]):
        if (room := room - len(sentences[right + 1].text) - 1) < 0:
            break
        right += 1
    if sentences[left] is first and sentences[right] is last:
        return ""
    return _joined(sentences, left, right)


def opening(sentences: Sequence[Sentence]) -> str:
    """The first of *sentences*, as many as a passage holds; a cut is marked with "…"."""
    kept: list[str] = []
    for sentence in sentences:
        if kept and sum(map(len, kept)) + len(kept) + len(sentence.text) > LONGEST_PASSAGE:
            return " ".join(kept) + " …"
        kept.append(sentence.text)
    return " ".join(kept)


def _rank(sentences: Sequence[Sentence], wanted: Sentence) -> int:
    return next(rank for rank, each in enumerate(sentences) if each.start == wanted.start)


def _leads_up_to(before: Sentence, sentence: Sentence) -> bool:
    return before.block == sentence.block or (dangles(sentence.text) and not sentence.item)


def _continues(sentence: Sentence, following: Sentence) -> bool:
    if following.block == sentence.block:
        return True
    return not following.item and _GOES_ON.match(following.text) is not None


def _joined(sentences: Sequence[Sentence], left: int, right: int) -> str:
    told = " ".join(each.text for each in sentences[left : right + 1])
    opening = "… " if left and sentences[left - 1].block == sentences[left].block else ""
    more = right + 1 < len(sentences) and sentences[right + 1].block == sentences[right].block
    return f"{opening}{told}{' …' if more else ''}"

"""How far two documents name each other's subject, whatever way the words are joined and ended."""

from __future__ import annotations

import re

from whylens.govern.stated import Stated, opening

#: Letters of a run. Words of this length and more are told from others; "data plane" and "dataplane" share their runs.
_RUN = 5
#: Sentences at the beginning of a text that say what it is about.
_OPENING = 2
_NO_LETTER = re.compile(r"[^a-z0-9]+")


def naming_each_other(one: Stated, other: Stated) -> float:
    """The mean share (0..1) of each title that stands in the title and the opening of the other; 0 without titles."""
    return (_named(one, other) + _named(other, one)) / 2


def _named(subject: Stated, by: Stated) -> float:
    wanted = _runs(subject.title)
    return len(wanted & _runs(by.title + opening(by.text, _OPENING))) / len(wanted) if wanted else 0.0


def _runs(text: str) -> frozenset[str]:
    letters = _NO_LETTER.sub("", text.lower())
    return frozenset(
        letters[at : at + _RUN] for at in range(max(min(len(letters), 1), len(letters) - _RUN + 1))
    )

"""Turns two statements, the older and the newer, into the numbers their relation is judged by."""

from __future__ import annotations

import math
import re

from whylens.govern.relation_cues import BUILD, DROP, FAULT, KIN, RESTORE, VERSION, WHOLE
from whylens.govern.stated import Stated, alike, contained, opening

#: Cues of one kind that are counted in a change; more say no more.
_MOST_CUES = 3
#: Characters of a document in which it says what it is about.
_HEAD = 500
_DAY = 86400.0


def of_changes(older: Stated, newer: Stated) -> dict[str, float]:
    """The signals of two changes to code, each 0..1: whether one place, and how the newer speaks of the older."""
    head = f"{newer.title}. {opening(newer.text, 3)}"
    return {
        "same_file": 1.0 if older.path and older.path == newer.path else 0.0,
        "fault": _share(FAULT, newer.text),
        "restore": _share(RESTORE, newer.whole),
        "kin": _share(KIN, newer.text),
        "kin_first": _share(KIN, head),
        "opening_alike": alike(opening(older.text, 2), opening(newer.text, 2)),
    }


def of_documents(older: Stated, newer: Stated) -> dict[str, float]:
    """The signals of two documents: whether one subject, and whether the newer speaks for the whole of it."""
    head = f"{newer.title}. {newer.text[:_HEAD]}"
    same_title = contained(older.title, newer.title)
    numbers = [frozenset(VERSION.findall(each.title)) for each in (older, newer)]
    return {
        "title_contained": same_title,
        "title_in_opening": contained(older.title, f"{newer.title} {opening(newer.text, 2)}"),
        "text_alike": alike(older.whole, newer.whole),
        "speaks_for_whole": math.log1p(len(WHOLE.findall(head))),
        "builds_on": math.log1p(len(BUILD.findall(head))),
        "drops": 1.0 if DROP.search(newer.title) else 0.0,
        "next_number": 1.0 if numbers[1] and numbers[0] != numbers[1] and same_title > 0.3 else 0.0,
        "years_between": math.log10(1.0 + max(0.0, newer.at - older.at) / _DAY) / 4.0,
    }


def _share(cues: re.Pattern[str], text: str) -> float:
    return min(_MOST_CUES, len(cues.findall(text))) / _MOST_CUES

"""Turns two statements, the older and the newer, into the numbers their relation is judged by."""

from __future__ import annotations

import math
import re

from whylens.govern.naming_each_other import naming_each_other
from whylens.govern.relation_cues import (
    BESIDE,
    BUILD,
    EVERYTHING,
    FAULT,
    INTRODUCES,
    KIN,
    REASON,
    RESTORE,
    TAKES_AWAY,
    THING,
    VERSION,
    WHOLE,
)
from whylens.govern.stated import Stated, alike, contained, opening

#: Cues of one kind that are counted in a change; more say no more.
_MOST_CUES = 3
#: Characters of a document in which it says what it is about.
_HEAD = 500
#: Sentences in which a document says what it does.
_SUMMARY = 3
#: The share of an older title from which two titles are of one series.
_ONE_SERIES = 0.3
_DAY = 86400.0


def of_changes(older: Stated, newer: Stated) -> dict[str, float]:
    """The signals of two changes to code, each 0..1: whether one place, and how the newer speaks of the older."""
    head = f"{newer.title}. {opening(newer.text, 3)}"
    return {
        "same_file": 1.0 if older.path and older.path == newer.path else 0.0,
        "fault": _share(FAULT, newer.text),
        "restore": _share(RESTORE, newer.whole),
        "reason": _share(REASON, newer.text),
        "kin": _share(KIN, newer.text),
        "kin_first": _share(KIN, head),
        "opening_alike": alike(opening(older.text, 2), opening(newer.text, 2)),
    }


def of_documents(older: Stated, newer: Stated) -> dict[str, float]:
    """The signals of two documents: whether one subject, and whether the newer speaks for the whole of it."""
    head, earlier_head = (f"{each.title}. {each.text[:_HEAD]}" for each in (newer, older))
    summary, earlier_summary = (f"{each.title}. {opening(each.text, _SUMMARY)}" for each in (newer, older))
    subject = naming_each_other(older, newer)
    years = math.log10(1.0 + max(0.0, newer.at - older.at) / _DAY) / 4.0
    return {
        "name_each_other": subject,
        "text_alike": alike(older.whole, newer.whole),
        "years_between": years,
        "same_subject_later": subject * years,
        "next_number": _next_number(older, newer),
        "speaks_for_whole": _counted(WHOLE, head),
        "builds_on": _counted(BUILD, head),
        "own_thing": _counted(THING, head) - _counted(THING, earlier_head),
        "introduces": _counted(INTRODUCES, head),
        "everything": float(bool(EVERYTHING.search(summary))),
        "takes_away": float(bool(TAKES_AWAY.search(summary)))
        - float(bool(TAKES_AWAY.search(earlier_summary))),
        "beside": float(bool(BESIDE.search(newer.title))),
    }


def _next_number(older: Stated, newer: Stated) -> float:
    """1.0 if both titles are of one series, and the newer has another number."""
    numbers = [frozenset(VERSION.findall(each.title)) for each in (older, newer)]
    is_next = numbers[1] and numbers[0] != numbers[1] and contained(older.title, newer.title) > _ONE_SERIES
    return float(bool(is_next))


def _counted(cues: re.Pattern[str], text: str) -> float:
    """The number of cues in *text*, dampened."""
    return math.log1p(len(cues.findall(text)))


def _share(cues: re.Pattern[str], text: str) -> float:
    return min(_MOST_CUES, len(cues.findall(text))) / _MOST_CUES

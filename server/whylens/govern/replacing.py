"""Whether a newer card takes the place of an older one about the same code: the old one goes only when sure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from whylens.govern.opposites import opposite, renumbered
from whylens.govern.relation import judge
from whylens.govern.stated import Stated, alike
from whylens.model.card import Card
from whylens.model.words import FROM_FILES, FROM_GIT, Basis, Kind


class Verdict(StrEnum):
    """What becomes of the older card."""

    REPLACED = "replaced"
    CONFLICTING = "conflicting"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class Ruling:
    """The verdict and the rule it comes from, in a few words."""

    verdict: Verdict
    because: str


#: From this chance on a turned statement counts as replaced, not only as in conflict.
SURE = 0.75
#: A defect is the one a fix speaks of when so many of their words agree (cosine).
SAME_DEFECT = 0.55
#: Rules of cards that tell of a mended defect begin so.
_FIXED = "fixed-"
_RANK = {basis: rank for rank, basis in enumerate(Basis)}
#: Kinds that say how things are, and so can stop to be true.
_LASTING = frozenset({Kind.DECISION, Kind.CONSTRAINT, Kind.FACT, Kind.PREFERENCE})

_VERB = (
    r"(?:remov(?:e|es|ed|ing)|drop(?:s|ped|ping)?|delet(?:e|es|ed|ing)|get(?:s|ting)? rid of"
    r"|no longer (?:use|set|call)s?|stop(?:s|ped)? (?:using|calling|setting)|replac(?:e|es|ed|ing)"
    r"|switch(?:es|ed|ing)? (?:away )?from)"
)
_NAME = r"[`'\"]?(?P<name>--?[a-z][\w-]{3,}|[A-Za-z_][\w.:]*[\w])(?:\(\))?[`'\"]?"
#: A title that does away with one named thing: the name must look like one, and the sentence must end with it.
_DOES_AWAY = re.compile(
    rf"(?:^|[:;,]\s+|\band\s+){_VERB}\s+(?:the\s+|all\s+)?{_NAME}(?P<after>[^\n]*)", re.IGNORECASE
)
_LOOKS_LIKE_NAME = re.compile(r"[a-z][A-Z]|_|^--|\w\.\w|::")
#: What may follow the name: the end, a reason, a second name, or what stands there instead. Anything else narrows it:
#: something of it goes, or it goes from one place only.
_END = r"(?:\s*(?:$|[,;.—])|\s+(?:\(|-\s|(?:since|because|as|now|altogether|entirely|completely)\b))"
_ENDS = re.compile(
    r"^(?:\s+(?:option|function|method|class|flag|setting|variable|macro|field|constant|helper|fixture)s?\b)?"
    rf"(?:\s+(?:and|by|with|in favou?r of)\s+(?:the\s+|an?\s+|new\s+)*[`'\"]?[\w.:-]+(?:\(\))?[`'\"]?)?{_END}",
    re.IGNORECASE,
)
#: Characters of an older title in which the name must stand for the title to be about it.
_ABOUT = 100


def ruling(older: Card, newer: Card) -> Ruling | None:
    """What *newer* makes of *older*; None when they can both stand, or nothing is sure.

    Two cards read from files both stand there today: neither replaces the other. What the user said or confirmed is
    never closed by a source.
    """
    if older.valid_from >= newer.valid_from or not _may_replace(older, newer):
        return None
    found = _fixed(older, newer) or _done_away(older, newer) or _turned(older, newer)
    if found is not None and found.verdict is Verdict.REPLACED and _is_the_users(older):
        return Ruling(Verdict.CONFLICTING, found.because)
    return found


def _may_replace(older: Card, newer: Card) -> bool:
    if older.basis in FROM_FILES and newer.basis is not Basis.USER:
        return False  # the file still says so
    same_source = (
        older.sources[:1] and newer.sources[:1] and older.sources[0].locator == newer.sources[0].locator
    )
    return not same_source and bool(frozenset(_paths(older)) & frozenset(_paths(newer)))


def _fixed(older: Card, newer: Card) -> Ruling | None:
    """A known defect, and the fix of the same at the same function."""
    is_open = older.kind is Kind.ISSUE and not older.rule.startswith(_FIXED)
    if not is_open or newer.kind is not Kind.ISSUE or not newer.rule.startswith(_FIXED):
        return None
    if _symbols(older) & _symbols(newer) and alike(older.summary, newer.summary) >= SAME_DEFECT:
        return Ruling(Verdict.FIXED, "the same defect of the same function was mended")
    return None


def _done_away(older: Card, newer: Card) -> Ruling | None:
    """What the older card is about was taken out: its name stands in the title of both."""
    if older.kind not in _LASTING or newer.kind not in _LASTING:
        return None
    for name in names_done_away(_title(newer)):
        if _mentions(_title(older)[:_ABOUT], name) and name not in names_done_away(_title(older)):
            sure = bool(_symbols(older) & _symbols(newer)) and _is_as_strong(newer, older)
            verdict = Verdict.REPLACED if sure else Verdict.CONFLICTING
            return Ruling(verdict, f"{name} was taken out")
    return None


def _turned(older: Card, newer: Card) -> Ruling | None:
    """The older card turned around, or with another number."""
    if older.kind is not newer.kind or older.kind not in _LASTING or not _symbols(older) & _symbols(newer):
        return None
    if renumbered(older.summary, newer.summary):
        because = "the same with another number"
    elif opposite(older.summary, newer.summary):
        because = "says the opposite"
    else:
        return None
    sure = _is_said_by_the_newer(_stated(older), _stated(newer)) and _is_as_strong(newer, older)
    return Ruling(Verdict.REPLACED if sure else Verdict.CONFLICTING, because)


def _is_said_by_the_newer(older: Stated, newer: Stated) -> bool:
    """Whether the table is sure, and would not be just as sure had the older been said last.

    Two statements that differ in a word share nearly all that the table listens for, such as a reason.
    """
    older_last = replace(older, at=newer.at, is_change=newer.is_change)
    newer_first = replace(newer, at=older.at, is_change=older.is_change)
    return judge(older, newer).score >= SURE > judge(newer_first, older_last).score


def names_done_away(title: str) -> frozenset[str]:
    """The names of code that *title* says were taken out altogether."""
    found = (each for each in _DOES_AWAY.finditer(title) if _ENDS.match(each["after"]))
    return frozenset(each["name"] for each in found if _LOOKS_LIKE_NAME.search(each["name"]))


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None


def _title(card: Card) -> str:
    """What the card says, without the reason that follows a dash."""
    return card.summary.partition(" — ")[0]


def _stated(card: Card) -> Stated:
    path = next(iter(_paths(card)), "")
    return Stated("", card.summary, card.valid_from, path, card.basis in FROM_GIT)


def _paths(card: Card) -> Sequence[str]:
    return (*(each.path for each in card.anchors), *card.files)


def _symbols(card: Card) -> frozenset[tuple[str, tuple[str, ...]]]:
    return frozenset((each.path, each.symbol) for each in card.anchors if each.symbol)


def _is_as_strong(newer: Card, older: Card) -> bool:
    return _RANK[newer.basis] <= _RANK[older.basis]


def _is_the_users(card: Card) -> bool:
    return card.confirmed_at is not None or card.basis is Basis.USER

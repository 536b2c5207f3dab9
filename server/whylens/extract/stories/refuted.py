"""“This did not work because …”: what was tried is named after the code that was changed last."""

from __future__ import annotations

import re
from collections.abc import Sequence

from whylens.extract.phrasing import clipped
from whylens.extract.stories.change import difference, united
from whylens.extract.stories.story import Story, Turn, key_of, place_text
from whylens.model.anchor import SYMBOL_SEPARATOR
from whylens.model.card import CardDraft
from whylens.model.happening import Edited, Said
from whylens.model.words import Basis, Kind

#: Seconds after an edit in which "this" can mean it.
MEANT_WITHIN = 1_800.0
_SHORTEST_REASON = 12

_REFUTED = re.compile(
    r"(?:^|(?<=[.!?\n])\s*)(?:this|that|it|your (?:fix|change|suggestion|approach))(?: (?:fix|change|approach))?"
    r" (?:did not|didn['’]?t|does not|doesn['’]?t) work(?: here| for us| out| at all)?,?"
    r" (?:because|since|as)(?: of)? (?P<why>[^.!?\n]+(?:\.\w[^.!?\n]*)*)",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:maybe|perhaps|might|could be|i guess|i think|not sure|probably)\b|\?", re.IGNORECASE
)

#: Reasons that lie in the moment, not in the code.
_OF_THE_MOMENT = re.compile(
    r"\b(?:i|i['’]m|my|you|your|vpn|wi-?fi|typo|forgot|not saved|restart\w*|reload\w*|stale"
    r"|wrong (?:branch|folder|window))\b",
    re.IGNORECASE,
)


def is_refutation(sentence: str) -> bool:
    """Whether a sentence only says that "this" did not work: alone, nobody knows what."""
    return _REFUTED.match(sentence) is not None


def refuted(said: Said, edits: Sequence[Edited]) -> Story | None:
    """The failed approach a user reports of the last of *edits*; None without a reason, or without an edit."""
    found = _REFUTED.search(said.text)
    meant = [each for each in edits if 0 <= said.at - each.at <= MEANT_WITHIN]
    if found is None or not meant or _UNSURE.search(found.group()) or _OF_THE_MOMENT.search(found["why"]):
        return None
    why = " ".join(found["why"].split()).rstrip(" .,;")
    if len(why) < _SHORTEST_REASON:
        return None
    path, symbol = meant[-1].path, meant[-1].symbol
    change = united(each for each in meant if (each.path, each.symbol) == (path, symbol))
    evidence = found.group().strip()
    shown = difference(change, SYMBOL_SEPARATOR.join((path, *symbol)))
    draft = CardDraft(
        kind=Kind.FAILED_APPROACH,
        summary=f"A change of {place_text(path, symbol)} did not work because {clipped(why, 200)}.",
        evidence=evidence,
        basis=Basis.CHAT_USER,
        certainty=0.9,
        details=f"Tried:\n{shown}" if change.removed or change.added else "",
        rationale=why,
        importance=0.6,
        files=(path,),
        rule="user-refuted",
    )
    told = f"{evidence}\n\nlast changed before it was said:\n{shown}"
    key = key_of("refuted", path, *symbol, why.casefold())
    return Story(Turn.LEARNED, key, said.at, draft, told, path=path, symbol=symbol, files=(path,))

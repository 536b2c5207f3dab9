"""Which statements of a chat outlive it. Much of what is said in a session is over when it ends: the failure that is
being mended, the option that is weighed, what should not be done yet.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from whylens.model.card import CardDraft
from whylens.model.words import Basis, Kind

_ISSUES = frozenset({Kind.ISSUE, Kind.FAILED_APPROACH})


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Rule:
    """Statements of `kinds` in the voice of `basis` (None: of both) need `needs`, and may not have `bars`."""

    basis: Basis | None
    kinds: frozenset[Kind]
    needs: re.Pattern[str] | None = None
    bars: re.Pattern[str] | None = None


_ALL = frozenset(Kind)
_RULES = (
    # what hangs on the turn before it does not stand alone
    _Rule(
        None,
        _ALL,
        bars=re.compile(
            r"^(?:then|doesn['’]?t|does not|isn['’]?t|is not|wasn['’]?t|didn['’]?t|still|same|again|either|neither)\b"
            r"|^(?:it|this|that|these|those|they|he|she|both|which)(?:['’](?:s|re|ll|d))?\s+(?:\w+(?<!s)ed|is|was|are"
            r"|were|will|would|can|could|should|must|may|might|has|have|had|do(?:es)?|did|works?|fails?|breaks?|means"
            r"|makes?|needs?|happens?|looks?|seems?|also|just|only|still|now|never|always|got|too|way|one)\b"
            r"|:\s*$",
            re.IGNORECASE,
        ),
    ),
    # what is put off, or meant for the next minutes
    _Rule(
        Basis.CHAT_USER,
        _ALL - {Kind.TODO},
        bars=_words(
            r"yet|for now|for the moment|this time|in this (?:pr|commit|session)|when you(?:['’]re)? done"
        ),
    ),
    # a failure that the user reports is about to be mended; one with a story or a cause is worth knowing later
    _Rule(
        Basis.CHAT_USER,
        _ISSUES,
        needs=_words(
            r"tried|last (?:year|month|week|time)|already|known|because|since|every time|whenever|always|never|used to"
            r"|turn(?:s|ed) out|bit us|bitten|due to|as soon as|cause[sd]?|root cause|if|when|while|during|before|after"
            r"|until|unless|only|silently|instead of|no longer|issue|bug|limitation"
        ),
        bars=_words(r"can you|could you|any idea|please|why (?:is|are|does|do|did)"),
    ),
    # an assistant weighs and advises; what it found has a cause or a condition, and a name in the code
    _Rule(
        Basis.CHAT_ASSISTANT,
        _ALL,
        bars=_words(
            r"you (?:can|could|may|might|should|need|have|want)|I (?:can|could|see|think|recommend|suggest|would|see)"
            r"|I['’](?:d|m|ll)|we (?:can|could|might)|either|alternatively|would you|shall I|do you|let['’]?s"
            r"|typically|usually|generally|recommend(?:ed)?|should be resolved|might|maybe|probably|perhaps|likely"
            r"|possibly|appears?|seems?|if you"
        ),
    ),
    _Rule(
        Basis.CHAT_ASSISTANT,
        _ISSUES,
        needs=_words(
            r"because|cause[sd]?|since|when(?:ever)?|while|if|so(?: that)?|due to|without|after|before|until|unless"
            r"|during|which|instead of|did not work|didn['’]t work|only|never|no longer|silently|always"
        ),
    ),
    _Rule(
        Basis.CHAT_ASSISTANT,
        frozenset({Kind.CONSTRAINT}),
        needs=_words(
            r"must|should|shall|can(?:not|['’]t| not)|needs? to|has to|have to|requires?|required|only|do not|don['’]t"
            r"|not (?:thread|re-?entrant|signal|async)[- ]?safe|not allowed|forbidden|may not"
        ),
    ),
)

#: How an answer begins before it says anything.
_REPLY = re.compile(
    r"(?:(?:yes|yeah|yep|yup|ok(?:ay)?|sure|right|great|nice|cool|perfect|thanks?|thank you|good|fine|hmm+|hm|ah|oh"
    r"|well|careful|btw|by the way|actually|also|no|nope|nah)(?:[,.!:;…]+\s*|\s+(?=(?:but|and|so)\s)|\s*[–—-]+\s+))+"
    r"(?:(?:but|and|so|then)\s+)?|(?:and|but|so|btw|by the way)\s+",
    re.IGNORECASE,
)
#: Fewer words than this say nothing that stands alone.
_FEWEST_WORDS = 4


def lasting(draft: CardDraft) -> CardDraft | None:
    """*draft* as it is worth keeping after the chat, without the words that only answer; None when it is not."""
    said = without_reply(draft.summary)
    summary = said if said == draft.summary else _sentence(said)
    if len(summary.split()) < _FEWEST_WORDS:
        return None
    for rule in _RULES:
        if rule.basis not in (None, draft.basis) or draft.kind not in rule.kinds:
            continue
        if rule.bars is not None and rule.bars.search(summary):
            return None
        if rule.needs is not None and not rule.needs.search(summary):
            return None
    return draft if summary == draft.summary else replace(draft, summary=summary)


def without_reply(text: str) -> str:
    """*text* without the words at its start that only answer ("ok, but …")."""
    found = _REPLY.match(text)
    return text[found.end() :] if found and found.end() < len(text) else text


def _sentence(text: str) -> str:
    """*text* with a capital, unless it begins with a name of code."""
    first = text.partition(" ")[0].rstrip(",")
    return text[:1].upper() + text[1:] if first.replace("'", "").replace("’", "").isalpha() else text

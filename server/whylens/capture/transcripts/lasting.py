"""Which statements of a chat outlive it. Much of what is said in a session is over when it ends: the failure that is
being mended, the option that is weighed, the next step, what an assistant just did.

The rules were made by reading what real sessions yield; a statement that a rule takes out is one nobody would look up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from whylens.model.card import CardDraft
from whylens.model.words import Basis, Kind

_ISSUES = frozenset({Kind.ISSUE, Kind.FAILED_APPROACH})
_ALL = frozenset(Kind)
_USER, _ASSISTANT = Basis.CHAT_USER, Basis.CHAT_ASSISTANT


@dataclass(frozen=True, slots=True)
class _Rule:
    """Statements of `kinds` in the voice of `basis` (None: of both), and of `rules` if given (ends of the names in
    `extract.cues`), need `needs`, and may not have `bars`."""

    basis: Basis | None
    kinds: frozenset[Kind] = _ALL
    rules: tuple[str, ...] = ()
    needs: re.Pattern[str] | None = None
    bars: re.Pattern[str] | None = None

    def allows(self, draft: CardDraft, summary: str) -> bool:
        """Whether nothing of this rule speaks against the statement."""
        if self.basis not in (None, draft.basis) or draft.kind not in self.kinds:
            return True
        if self.rules and not draft.rule.endswith(self.rules):
            return True
        if self.bars is not None and self.bars.search(summary):
            return False
        return self.needs is None or self.needs.search(summary) is not None


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)


def _starts(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"^(?:{pattern})", re.IGNORECASE)


#: Begins with a word that stands for something said before.
_DANGLING = re.compile(
    r"^(?:should|(?:we|you) should(?! (?:never|always|not|only)))\b|^(?:it|they|then|because|given (?:this|that))\b"
    r"|^(?:doesn['’]?t|does not|isn['’]?t|is not|wasn['’]?t|didn['’]?t|still|same|again|either|neither)\b"
    r"|^(?:this|that|these|those|he|she|both|which)(?:['’](?:s|re|ll|d))?\s+(?:\w+(?<!s)ed|is|was|are"
    r"|were|will|would|can|could|should|must|may|might|has|have|had|do(?:es)?|did|works?|fails?|breaks?|means"
    r"|makes?|needs?|happens?|looks?|seems?|also|just|only|still|now|never|always|got|too|way|one)\b"
    r"|(?::|\.\.\.|…)\s*$|^[^,;]{0,60}\b(?:them|this|that|it|these|those)[.!]*$"
    r"|\b(?:want|need|like|do|use|with|about|of) (?:them|this|that|these|those)[.!]*$|[-–—] they\b|\blines? \d+"
    r"|^[\"“]|^\W*\[.?\]|^[^\w`\"'@./<*-]",
    re.IGNORECASE,
)
_PUT_OFF = _words(
    r"yet|for now|for the moment|this time|in this (?:pr|commit|session)|when you(?:['’]re)? done|next step"
    r"|(?:step|phase|task|part|option) \d+|(?:this|the|a|new|our own) plans?|plan for|take a step back|move on"
    r"|PRs?(?: #?\d+)?|option [A-Z]|in (?:the doc|there|here)|if (?:not |un)needed|I meant|I bet|review comment"
    r"|(?:can|could|would|will) you|any idea|I think|I guess|seems?|looks? like|something|whatever"
)
#: A cause, an exclusion, or a range: what makes a wish a decision.
_MEANT_TO_STAY = _words(
    r"because|since|as (?:we|it|the|they)|so that|so (?:we|it|there)|so|instead|rather than|not|no(?: longer|ne)?|never"
    r"|always|only|any ?more|\w+n['’]t|without|due to|otherwise|from now on|going forward|standard|everywhere|every"
    r"|all|each|single|must|in order to|to (?:avoid|be|keep|prevent|make|shrink)|in case|remove|drop|get rid|rid of"
    r"|too (?:many|much|slow|big|large)|easier|simpler|safer|faster"
)
_STORY = _words(
    r"tried|last (?:year|month|week|time)|already|known|because|since|every time|whenever|never|used to"
    r"|turn(?:s|ed) out|bit us|bitten|due to|as soon as|cause[sd]?|root cause|if|when|while|during|before|after"
    r"|until|unless|only|silently|instead of|no longer|issue|bug|limitation"
)
_COMPLAINT = _words(
    r"please|why (?:is|are|does|do|did)|(?:I|we|i['’]m|we['’]re) (?:see|get|got|getting|seeing|hit|still)"
    r"|here(?:['’]s| is| are)|the(?:se)? errors?|this error|is working now|working now|now"
)
_TO_THE_ASSISTANT = _words(
    r"you(?:['’]ll)? (?:need|should|have|can|could|must)(?! (?:to )?(?:never|always|not|only))"
    r"|I need to|we(?:['’]re)? (?:are )?(?:gonna|going to) need"
    r"|needs? to (?:read|look|understand|figure|check|see|do)|I want to be able"
)
_ADVICE = _words(
    r"you (?:can|could|may|might|should|need|have|want)|I (?:can|could|see|think|recommend|suggest|would)"
    r"|I['’](?:d|m|ll|ve)|we (?:can|could|might)|either|alternatively|would you|shall I|do you|let['’]?s"
    r"|typically|usually|generally|recommend(?:ed)?|should (?:now )?be|should now|might|maybe|probably|perhaps|likely"
    r"|possibly|appears?|seems?|if you|your|already exists?"
)
#: What an assistant did, proposes to do, or says about the trouble of the moment.
_PROGRESS = _starts(
    r"(?:the |this )?(?:issue|problem|error|fix|bug|solution)\b[^,.;]{0,40}?\b(?:is|was|indicates?|happens?|occurs?"
    r"|means)\b|the errors? |now\b|next\b|first\b|successfully\b|\w+ing `"
    r"|(?:fixed|updated?|added?|changed?|removed?|modif\w+|replaced?|created?|implement\w*|try|use|using|pass|set|run|make|check|ensure|optional|test\w*|done|perfect|great"
    r"|excellent|verified|always run|click|see|note that you|move[ds]?|convert\w*|switch\w*|rename[ds]?|install\w*)\b"
)
_CAUSE = _words(
    r"because|cause[sd]?|due to|unless|without (?:\w*lock\w*|holding|check\w*|clos\w+|wait\w*)|did not work"
    r"|didn['’]t work"
    r"|only (?:checks?|handles?|works?|considers?|looks?)"
)
_TESTS = _words(
    r"tests?|test cases?|pass(?:e[sd])?|Test\w+|build|lint(?:er|ing)?|typecheck|fallback|currently"
)
_BINDING = re.compile(
    r"^never\b|\b(?:must|shall|do not|don['’]t(?! need)|not allowed|forbidden|may (?:not|only)"
    r"|should (?:never|only|not)|not (?:thread|re-?entrant|signal|async)[- ]?safe)\b",
    re.IGNORECASE,
)
_NEEDED_NOW = _words(r"need(?:s|ed)?(?: n['’]t| not)? to|needn['’]t|of which|will should")

_ASIDE = re.compile(
    r"^I(?:['’]\w+)? (?!(?:\w+ )?(?:prefer|want|like|always|never)\b)(?!do(?: not|n['’]t) want)"
    r"|^use \S*(?:\.mdc?|\.claude)\b|^let['’]?s (?:talk|discuss|address|think|look|see|go over|review)\b"
    r"|^the (?:comment|message|text|result|output|link|button|point|latter|former|cause|above|following)\b"
    r"|\b(?:what|how)\b.{0,40}\bshould\b"
    r"|\b(?:got it|makes sense|presumably|I mean|implies|halluci\w+|you (?:did|said|missed)|your|my)\b",
    re.IGNORECASE,
)
_TOLD = _words(
    r"I|was|were|had|would have|now|new|fixed|removed|moved|added|my|our|this (?:file|change|means)|since"
)

_RULES = (
    _Rule(None, bars=_DANGLING),
    _Rule(_USER, _ALL - {Kind.TODO}, bars=_PUT_OFF),
    _Rule(_USER, rules=("-wants", "-lets", "-drops"), needs=_MEANT_TO_STAY),
    _Rule(_USER, _ISSUES, needs=_STORY, bars=_COMPLAINT),
    _Rule(_USER, rules=("-should-be",), bars=_NEEDED_NOW),
    _Rule(_USER, rules=("-convention",), needs=_MEANT_TO_STAY, bars=_starts(r"when I|I ")),
    _Rule(_USER, frozenset({Kind.CONSTRAINT, Kind.FACT, Kind.DECISION}), bars=_TO_THE_ASSISTANT),
    _Rule(_USER, bars=_ASIDE),
    _Rule(_ASSISTANT, frozenset({Kind.TODO}), needs=_words("still")),
    _Rule(_ASSISTANT, _ALL - {Kind.EVIDENCE}, bars=_TOLD),
    _Rule(_ASSISTANT, bars=_ADVICE),
    _Rule(_ASSISTANT, bars=_PROGRESS),
    _Rule(_ASSISTANT, rules=("-instead-of", "-convention"), needs=_words("because|since|so that|due to")),
    _Rule(_ASSISTANT, _ISSUES, needs=_CAUSE, bars=_TESTS),
    _Rule(
        _ASSISTANT, frozenset({Kind.CONSTRAINT}), needs=_BINDING, bars=_words("both|valid(?:ated)?|was|were")
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
    if len(summary.split()) < _FEWEST_WORDS or not all(rule.allows(draft, summary) for rule in _RULES):
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

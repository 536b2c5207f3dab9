"""The words the readers of a commit body listen to, as patterns; one idea a line."""

from __future__ import annotations

import re

from whylens.extract.cues import BAD


def any_of(*rows: str, start: bool = False) -> re.Pattern[str]:
    """A pattern that finds any row as whole words, case ignored; only at the start of the text with `start`."""
    joined = "|".join(rows)
    return re.compile(rf"^(?:{joined})" if start else rf"\b(?:{joined})\b", re.IGNORECASE)


# --- defects ----------------------------------------------------------------------------------------------------

BROKEN = any_of(BAD)
#: Defects nobody wants: one of them makes a sentence a description of a defect.
FATAL = any_of(
    r"crash\w*|panic\w*|seg ?fault\w*|dead ?lock\w*|data race|race condition|leak(?:s|ed|ing|age)?|corrupt\w*",
    r"hang(?:s|ing)?|hung|overflow\w*|infinite (?:loop|recursion)|use[- ]after[- ]free|double[- ]free",
    r"out[- ]of[- ]bounds|data loss|starv\w+|wrong(?:ly)?|incorrect(?:ly)?|silently|mistakenly",
)
#: Something was left out, or done with the wrong thing.
FLAW = any_of(
    r"(?:was|were|did|had|could)(?: not|n[’']t| never| only| still| always)",
    r"(?:is|are|does|do|has)(?: not|n[’']t| never)",
    r"without|miss(?:ing|ed|es)|forgot|(?:was|were) using|ignor(?:ed|ing|es)|failed to|instead of",
    r"even (?:though|if|when)",
)
#: Not broken, but bad enough to be a reason for a change.
TROUBLE = any_of(
    BAD,
    r"slow\w*|unnecessar\w+|redundant\w*|inefficien\w+|wast\w+|confus\w+|mislead\w+|problem\w*|undetermined|unable",
    r"cannot|could not|expensive|duplicat\w+|needless\w*|ambiguous|no way|not possible|impossible|difficult|hard",
    r"ignored|missing|unsafe|stale",
)
CAUSE = any_of(
    r"because|since (?!\d|v\d)\w+|due to|caused by|as a result of",
    r"the (?:main |real |actual )?(?:reason|root cause|culprit|cause) \w+",
    r"the (?:issue|problem|bug|error|failure|crash|leak) (?:is|was)",
    r"lead(?:s|ing)? to|led to|result(?:s|ed|ing)? in|caus(?:es?|ed|ing)",
    r"which (?:meant|would|could|can|made|makes|broke|breaks)",
)
CONSEQUENCE = re.compile(
    r", (?:so|causing|leading|resulting|making)\b"
    r"|, which (?:means?|meant|caus\w+|leads?|led|results?|resulted|breaks?|broke|makes?|made|could|can"
    r"|would|may|might)\b"
    r"|\b(?:leads?|led) to\b|\bresult(?:s|ed|ing)? in\b|\bcaus(?:es?|ed|ing)\b"
    r"|\bwould (?:then )?(?:fail|crash|break|panic|hang|leak|cause|result|lead|be (?:lost|ignored|dropped))",
    re.IGNORECASE,
)
WHERE = any_of("where|that|which|whereby")
CONDITION = any_of("when|if|while|after|unless|whenever|once|during")
#: Tells the story further, says what ought to be, or describes the new state: no defect.
NO_DEFECT = any_of(
    r"now|no longer|this (?:means|ensures|fix\w*|avoids|prevents)|also|should|therefore|then|already|unaffected",
    r"just a clean ?up|never happen\w*|harmless|cosmetic|dead code|we handle",
    r"(?:discovered|found|reported) by|make sure|catch(?:es)?",
)
NAMES_DEFECT = any_of(r"the (?:issue|problem|bug|error|failure|crash|leak) (?:is|was)", start=True)
#: "Fixed issue where …": a sentence that says by itself that a defect was mended.
FIXED_STATEMENT = any_of(
    r"(?:also )?(?:fix(?:e[sd])?|repair(?:s|ed)?|correct(?:s|ed)|resolve[sd]) (?!th(?:is|ese|at|ose)\b)(?:an? |the )?"
    r"(?:[\w-]+ ){0,3}(?:issue|bug|regression|crash|leak|race|deadlock|problem|panic|error|exception)s? "
    r"(?:where|when|that|which|whereby|if|involving|caused|due|introduced|related|such|after|in|with|for|on) ",
    start=True,
)
#: The commit mends a defect though its subject line does not say so.
SAYS_DEFECT = any_of(
    r"there (?:is|was) an? (?:\w+ )?(?:regression|bug|race|leak|deadlock)",
    r"(?:this|it) (?:is|was) an? (?:\w+ )?(?:regression|bug)",
    start=True,
)

# --- reasons ----------------------------------------------------------------------------------------------------

BECAUSE = re.compile(
    r"\bbecause (?!of\b)|(?:^|[,;–-] ?)otherwise\b|\bthe (?:reason|motivation|rationale) ", re.IGNORECASE
)
SINCE = re.compile(
    r", as (?:it|they|we|the)\b(?! relates)|\b(?:because of|due to)\b"
    r"|(?:^|,? )since (?!\d|v\d|\w*version|then|release|the (?:last|previous|beginning|introduction)|it[’']s been"
    r"|[^,.]*\b\d+\.\d)",
    re.IGNORECASE,
)
#: A purpose that is a reason, because it names what is kept away.
TO_AVOID = re.compile(
    r"^(?:in order )?to (?:avoid|prevent|guarantee|protect)\b"
    r"|\b(?:should|must|need to|now|can|cannot|shall)\b.*\bto (?:avoid|prevent)\b",
    re.IGNORECASE,
)
SO_AS_TO_AVOID = re.compile(
    r"\bto (?:avoid|prevent|protect|work around)\b"
    r"|\bso that\b[^.]*\b(?:not|never|no longer|cannot|only|(?:ca|wo|does|do|is|are)n[’']t)\b",
    re.IGNORECASE,
)
OPENS_REASON = any_of(
    r"this (?:is|was) (?:because|to|so|needed|required|necessary)\b",
    r"this (?:is|was) done (?:to|so|because|since|in order|for)\b",
    r"this (?:avoids?|prevents?|guarantees?|breaks?|causes?)\b",
    r"the (?:main |real |actual )?(?:reason|motivation|rationale|idea|intent) ",
    r"because\b|since (?!version|v?\d)\b|without this\b|otherwise\b|to avoid\b|to prevent\b",
    start=True,
)
#: Gives the reason for the sentence before it, not for the subject line.
OF_SENTENCE_BEFORE = any_of(r"(?:this|that) (?:is|was) because\b|otherwise\b", start=True)
#: A condition without its main clause.
HALF = re.compile(r"^(?:when|if|while|although|whereas|after|before|in case)\b[^,]*$", re.IGNORECASE)
#: Says only that the code is right now.
VACUOUS = any_of(
    r"(?:to ensure|ensures?|to make sure|makes sure) (?:that )?(?:the )?"
    r"(?:proper|correct|right|consisten|everything|better)\w*"
)
#: Goes on with a story that began elsewhere.
STORY = any_of(r"also|as well|at this point|for example|example:|in practice|we just|some while")
#: Subject lines whose reason is tidiness, which the reader of a function does not need.
TIDIES = any_of(
    r"(?:rename|simplif|tidy|reorder|sort|clarif|re-?format|refactor|move|clean|dedupe|export|split|inline)\w*\b",
    r"de-?duplicate\b|remov\w+ (?:an? |the )?(?:unnecessary|unused|useless|redundant|dead|pointless)\b",
    r"break(?:ing)? up\b|make \w[\w ]+ work\b",
    start=True,
)
#: Subject lines of what is new, whose "because" is seldom more than "because it was missing".
ADDS = any_of(r"add(?:s|ed|ing)?\b", start=True)
BEFORE = any_of(
    r"(?:before|prior to|without) (?:this|the) (?:change|commit|patch|PR|CL|fix)\b,?\s*",
    r"(?:previously|currently|at the moment|at present|right now|until now|so far|(?:before|prior to) this)\b,?\s*",
    start=True,
)
TELLS_CHANGE = re.compile(
    r"^(?:temporarily|this|it) (?:hide|is|adds?|fix\w*|improv\w+|address\w*|restores?|removes?|chang\w+|makes?)\b"
    r"|, (?:clear|make|set|do|retry|ignore|use|so retry)\b|^(?:trying|we recently)\b",
    re.IGNORECASE,
)

# --- statements -------------------------------------------------------------------------------------------------

#: What is left out of this change says nothing about the code.
SCOPE_OF_CHANGE = any_of(
    r"focus\w*|scope|initial|for now|defer\w*|separate(?:ly)?|follow|any refactoring|new API|left out|yet",
    r"(?:in|by|from) this \w+",
)
AIMS = any_of(r"aims?|allows?|solve[sd]?|the issue|possible to")
NOT_BINDING = re.compile(
    r"^(?:if|when|unless|once|while)\b[^,]*\bmust\b|^(?:for example|for instance|using|with|as with|per|no"
    r"|assuming)\b"
    r"|\bassumption\b|\b(?:that|which|who) must\b|\bargument \d\b|\b\w*Error:",
    re.IGNORECASE,
)
#: Names of code: back-ticks, calls, camelCase, snake_case, flags, dotted names, acronyms.
NAME = re.compile(
    r"`[^`]+`|\b\w+\(\)|\b[a-z]+[A-Z]\w+|\b[A-Za-z]\w*_\w+|\b[A-Z]\w+[A-Z]\w*|(?<!\w)--?[a-z][\w-]+=?|\b\w+\.\w+\b"
    r"|\b[A-Z]{3,}\b"
)
PARENTHESIS = re.compile(r"\([^()]*\)")
FIX_VERB = any_of(
    r"fix(?:e[sd]|ing)?(?: up| for| of| an issue (?:when|where|with))?\s+|(?:correct|repair|resolve)\s+",
    start=True,
)

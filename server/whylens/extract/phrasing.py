"""Makes a sentence stand alone: connectives off, "this" and "it" tied to what they mean, 25 to 220 characters."""

from __future__ import annotations

import re

SHORTEST, LONGEST = 25, 220

_LABEL = re.compile(
    r"^(?:root cause|problem|cause|fix|bug|issue|solution|motivation|reason|rationale|context|background"
    r"|description|summary|why|what|details)\s*[:：]\s+",
    re.IGNORECASE,
)
_CONNECTIVE = re.compile(
    r"^(?!(?:now|so) that\b)(?:(?:however|also|additionally|moreover|furthermore|in addition|besides"
    r"|fortunately|unfortunately"
    r"|sadly|luckily|similarly"
    r"|in particular|finally|lastly|secondly|first(?=[,:])|firstly|currently|now|so|but|and|thus|hence|therefore"
    r"|instead|anyway|well|basically|actually"
    r"|ok(?:ay)?|hmm+|no man|note|nb|n\.b\.|please note|please|further|(?:please )?note that|keep in mind"
    r"|remember|that said|also note"
    r"|as a result|as such|in fact|of course|obviously|specifically|in summary"
    r"|to be clear)(?: that)?[,:;]?(?:\.\.\.)?\s+)+(?!than\b|of\b|as\b|that\b|to\b)",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"^(?:(?:(?:since|because|as|if|when|once|unless|although) )?(?:th(?:is|ese|ose|ey|em)|that"
    r"|it(?:['’]?s)?)|it(?:['’]?s)?|its|he|she|such|doing so|here|there(?:by)?|then|otherwise|either|both"
    r"|neither|another|the other"
    r"|before that|one|some|same|(?:in|at|for|with|from|by|on|after|during|under|besides|to) (?:this|that|these|those"
    r"|such|both|the (?:same|above|first|second|latter))|(?:all|each|any|most|none) of (?:these|those|them"
    r"|this|that|it)|the (?:same|reason|problem|issue|idea|fix|change|patch|error|bug|workaround|solution"
    r"|rationale|motivation|intent(?:ion)?|goal|purpose"
    r"|effect|result|cause|difference|previous|old|new|original|current|latter|former|test|code|check"
    r"|assumption|implementation|behaviou?r))\b",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"^\w+ (?:it|them)\b|\b(?:this|these|those|here|such an?)\b|\bthat (?:behaviou?r|case|change|bug|issue"
    r"|way|code|function|check|approach|path|error|value|flag|file)\b|\bthe (?:same|other) \w+",
    re.IGNORECASE,
)
#: reStructuredText roles, whose target is the name: :meth:`.Session.close`.
_ROLE = re.compile(r":[a-z][a-z_:]*:`[~.!]*(?:_\w+\.)?([^`<]+?)(?:\s*<[^>]*>)?`")
_TICKET = re.compile(r"\s*(?:\b(?:due to|in|for|by|see|of) (?:issue )?)?:(?:ticket|issue|pr|gh|bug):`[^`]*`")
_REFERENCE = re.compile(
    r"(?:^|\s+)[(\[](?:(?:see|cf\.?|fix(?:es|ed)?|closes|issue|bug|PR|from|in|commit|introduced (?:in|by)|ref"
    r"|refs|regression (?:in|from)|e\.g\.)?,?:?\s*(?:(?:[\w./-]*#|GH-|CVE-[\d-]*|[A-Z]{2,8}-)\d*"
    r"|https?://[^\s)\]]+|[0-9a-f]{7,40}|\d+)(?:,|\s|and|&)*)+[)\]]",
    re.IGNORECASE,
)
_MARKUP = re.compile(
    r"\*\*|__(?=[\s.,;]|$)(?<!\w__)|(?<=\s)__(?!\w+__|[a-z])|\[([^\]]+)\]\([^)]+\)|\[([^\]]+)\]\[[^\]]*\]"
)


def dangles(sentence: str) -> bool:
    """Whether the sentence opens with a word that needs the text before it."""
    return bool(_DANGLING.match(sentence))


def points_back(sentence: str) -> bool:
    """Whether the sentence names something said before it ("such errors", "this side effect") after its first word."""
    return bool(_POINTS_BACK.search(sentence, sentence.find(" ")))


def leans(sentence: str) -> bool:
    """Whether the sentence points back to something said before it, at its start or inside."""
    return dangles(sentence) or bool(_POINTS_BACK.search(sentence))


def plain(sentence: str, *, keep_time: bool = False) -> str:
    """The sentence without Markdown emphasis, links and leading connectives, with a capital first letter.

    With `keep_time`, words that say when ("currently") stay at the start.
    """
    text = _MARKUP.sub(lambda found: found[1] or found[2] or "", _TICKET.sub("", sentence)).strip(" -–—*•")
    text = _ROLE.sub(r"`\1`", text)
    text = _REFERENCE.sub("", re.sub(r"\s+", " ", text))
    text = _LABEL.sub("", text)
    return capital(text if keep_time else _CONNECTIVE.sub("", text))


def capital(text: str) -> str:
    """The text with a capital first letter, unless it opens with code or an identifier."""
    first = re.match(r"[a-z][a-z'’-]*(?=[\s,]|$)", text)
    return text[0].upper() + text[1:] if first else re.sub(r"^i(?=['’ ])", "I", text)


def uncapital(text: str) -> str:
    """The text with a small first letter where its first word is an ordinary word."""
    first = re.match(r"[A-Z][a-z'’-]*(?=[\s,]|$)", text)
    return text[0].lower() + text[1:] if first else text


#: A parenthesis between words, or code, which keeps its own.
_PARENTHESIS = re.compile(r"(`[^`]*`)|\s+\((?:[^()]|\([^()]*\))*\)(?=[\s,.;:]|$)")


def fit(text: str) -> str | None:
    """The text when its length is right, without its parentheses when it is too long, None when it cannot fit.

    A sentence is never cut: what is cut off is too often the reason.
    """
    text = text.strip().rstrip(",;:")
    if len(text) > LONGEST:
        text = _PARENTHESIS.sub(lambda found: found[1] or "", text)
    return text if SHORTEST <= len(text) <= LONGEST else None


_CLAUSE_END = re.compile(r"[,;:](?= )| (?=[—–(-] ?)| (?=(?:but|because|which) )")
_SUBORDINATE = re.compile(
    r" — (?:when|if|since|because|after|as|while|to|although|in order|unless|once)\b", re.IGNORECASE
)
#: A condition that the cut would part from what follows from it.
_OPEN_CONDITION = re.compile(r"\b(?:when|if|while|since|after|once|unless|although)\b[^,;]*$", re.IGNORECASE)
#: A sentence longer than this together with its subject says too much for one line.
LONGEST_CLIPPED = 420


def fit_or_clip(text: str) -> str | None:
    """Like `fit`, but a longer text is cut at the end of a clause and marked with "…"; the card's details hold it all.

    A reason that opens with "when" or "since" is not cut: its main clause would be lost.
    """
    fitting = fit(text)
    if fitting or len(text) > LONGEST_CLIPPED or _SUBORDINATE.search(text):
        return fitting
    for found in reversed(list(_CLAUSE_END.finditer(text, 0, LONGEST - 1))):
        kept = text[: found.start()].rstrip(" ,;:-–—(")
        if len(kept) < 0.6 * LONGEST:
            return None
        if _is_balanced(kept) and not _CUT_OFF.search(kept) and not _OPEN_CONDITION.search(kept):
            return kept + "…"
    return None


def _is_balanced(text: str) -> bool:
    return text.count("(") == text.count(")") and text.count("`") % 2 == 0 and text.count('"') % 2 == 0


def clipped(text: str, longest: int = LONGEST) -> str:
    """The text, cut with an ellipsis at a word when it is longer than allowed."""
    if len(text) <= longest:
        return text
    return text[: text.rfind(" ", 0, longest - 1)].rstrip(" ,;:") + "…"


_CUT_OFF = re.compile(
    r"(?:\b(?:the|a|an|to|of|for|and|or|but|is|are|was|by|in|on|at|with|as|from|that|which|when|if|where"
    r"|because|than|one|not|like|such as|e\.g\.|i\.e\.)|[,:;(\[{=+-])\s*$",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(r"[\"'(]*(?:e\.?g\.|i\.?e\.|for example|for instance|example)", re.IGNORECASE)
_STARTS_WHOLE = re.compile(r"[\"'`*_\[]*(?:[A-Z]|[a-z]\w*[A-Z_(./]|[a-z]+-[a-z]|[`<$.@/#-]|\d|[a-z]+\d)")


#: A condition after "because" of which nothing is said to follow.
_NO_MAIN_CLAUSE = re.compile(r"\bbecause (?:when|if|while|once|after)\b[^,;:–—]*$", re.IGNORECASE)


def is_cut_off(text: str) -> bool:
    """Whether the text ends with a word that something must follow, or with half of its reason."""
    return _CUT_OFF.search(text) is not None or _NO_MAIN_CLAUSE.search(text) is not None


def is_complete(text: str) -> bool:
    """Whether the text reads as a whole sentence: a capital or an identifier first, nothing hanging at the end."""
    if _EXAMPLE.match(text) or not _STARTS_WHOLE.match(text) or _CUT_OFF.search(text):
        return False
    return _is_balanced(text)
